"""Disclosures: parts that a page hides until the reader opens them: accordions, tabs, answers, the rest of a text.

A visible control distinguishes them from text that nobody is meant to see: a control that names the part, or one right
beside it. Menus, dialogs, forms and the like have controls too, but are not part of the text; they stay hidden. So do
parts whose control is hidden itself, shows nothing, or cannot be used.

Answers found on the way up from an element are remembered, and the search among neighbors is bounded, so that no page
can make it slow.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import NearestElement, elements_around
from tamis.core.parse.document import Hiding
from tamis.core.parse.tree import Element, Text, Tree
from tamis.text.markup_names import (
    CLOSED_NAME_PARTS,
    CLOSED_NAME_START,
    CLOSED_NAME_STARTS,
    CLOSED_NAME_WORDS,
    DISCLOSED_NAMES,
    TAB_PANEL_NAMES,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tamis.core.parse.tree import Node

    MayShow = Callable[[Element, bool], bool]

# Tags of such parts. Not cells: a row is assembled without looking at the rest of the page.
_PARTS = frozenset("article blockquote dd details div dl figure li main ol p section span table tbody tr ul".split())
CONTROLS = "[aria-controls]"
"""CSS selector of the elements that open another element."""
_CONTROL_ROLES = frozenset(("button", "link", "switch", "tab"))
_OTHER_TOGGLES = frozenset(("modal", "dropdown", "offcanvas", "popover", "tooltip"))
_NO_TEXT = frozenset(("br", "hr", "link", "meta", "script", "style", "template"))
# Browsers show the content of these only as a fallback, or never.
_NOT_DRAWN = frozenset(
    """
    audio canvas datalist head iframe math meter noembed noframes noscript object progress rp script select style
    template textarea title video
    """.split()
)
# A control in these opens no part of the text, or cannot be reached.
_OUT_OF_REACH = _NOT_DRAWN | {"nav", "svg"}
_MAY_BE_DISABLED = frozenset(("button", "fieldset", "input"))
_PICTURES = frozenset(("img", "input", "picture", "svg"))

_NON_CONTENT_TAGS = _NOT_DRAWN | frozenset("aside button dialog footer form header label menu nav td th".split())
_NON_CONTENT_ROLES = frozenset(
    """
    alert alertdialog banner combobox contentinfo dialog listbox menu menubar menuitem navigation option search status
    toolbar tooltip
    """.split()
)
_PLAIN = re.compile(r"[\w:.-]+")
_WORD = re.compile("[a-z]+")
# React's own scripts put pieces in place with these calls.
_PLACING = re.compile(r"\$R[CRS]\(([^()]{0,200})")
_SCRIPT_TYPES = frozenset((None, "", "text/javascript", "application/javascript", "module"))

_MOST_CONTROLS = 4  # controls examined for one part
_MOST_SIBLINGS = 40
_MOST_INSIDE = 5  # elements examined at the beginning of a heading
_FEW_NAMES = 20  # ids selected by name; with more, all ids of the page are read, which takes longer
_MOST_NODES = 80  # nodes examined for the text that a reader sees
_LONGEST_HEADING = 300  # characters: what opens something is short
_LEVELS = 5  # levels up to which names are read: the names of an element around half a page say nothing about its parts


def find_disclosures(
    tree: Tree, hidden: Mapping[Element, Hiding], controls: Sequence[Element], may_show: MayShow
) -> set[Element]:
    """Find those of the hidden elements that a reader can open. `hidden` is in document order.

    `controls` contains all elements that `CONTROLS` selects and that are not hidden. `may_show` tells whether an
    element can be shown at all; its second argument is True if a control opens the element, and False if the element is
    only in a place where such parts are common.
    """
    page: _Page | None = None
    for element in hidden:
        tag = element.tag
        if (tag in _PARTS or "-" in tag) and len(element):
            page = page or _Page(tree, hidden, controls, may_show)
            page.examine(element, tag)
    return page.found if page else set()


class _Page:
    """The parts that the reader of one page can open, and the answers found on the way."""

    def __init__(
        self, tree: Tree, hidden: Mapping[Element, Hiding], controls: Sequence[Element], may_show: MayShow
    ) -> None:
        self.found: set[Element] = set()
        self._tree = tree
        self._hidden = hidden
        self._may_show = may_show
        self._controls = controls
        self._by_name: dict[str, list[Element]] | None = None
        self._by_id: dict[str | None, Element] | None = None
        self._opened: set[Element] = set()
        self._hidden_ancestors: dict[Element, Element | None] = {}
        self._non_content = NearestElement(_own_non_content, True)  # also what is in no body
        self._names: dict[Element, bool] = {}
        self._usable: dict[Element, bool] = {}
        self._visible_sizes: dict[Element, tuple[int, bool]] = {}

    def examine(self, element: Element, tag: str) -> None:
        """Decide whether a hidden element can be opened. The elements around it must have been examined before."""
        identity = element.attr("id")
        if tag == "span" and not identity:  # nearly always an icon, or a whole text beside one that is cut short
            return
        before: Element | None = None
        if (
            (identity and self._is_named_by_control(element, identity))
            or ((before := self._neighbor(element.previous_siblings)) is not None and self._opens(before, element))
            or ((after := self._neighbor(element.next_siblings)) is not None and self._opens(after, element))
        ):
            by_control = True
        elif (
            (before is not None and self._shares_name(before, element))
            or self._is_panel_of_tabs(element)
            or (identity and _is_put_in_place(element, identity))
        ):
            by_control = False
        else:
            return
        if self._may_show(element, by_control) and not self._is_non_content(element):
            self.found.add(element)
            if self._is_in_reach(self._hidden_ancestor(element.parent)):
                self._opened.add(element)

    # Controls and other signs that a part can be opened.

    def _is_named_by_control(self, element: Element, identity: str) -> bool:
        """Tell whether a control names the element, and readers can reach it, if only by opening what it is in."""
        if (named_by := self._named().get(identity)) is None:
            return False
        for control in named_by:
            if self._is_in_reach(self._hidden_ancestor(control)) and self._is_usable(control):
                return self._is_first(element, identity)
        return False

    def _named(self) -> dict[str, list[Element]]:
        """Index the elements that open others by the id of what they open."""
        if self._by_name is None:
            self._by_name = {}
            controls = [element for element in self._controls if "aria-controls" in element.attrs]
            for element in controls:
                for name in (element.attr("aria-controls") or "").split():
                    same = self._by_name.setdefault(name, [])
                    if len(same) < _MOST_CONTROLS:
                        same.append(element)
        return self._by_name

    def _opens(self, heading: Element, element: Element) -> bool:
        """Tell whether `heading` is, or is short and begins with, a control that opens the element beside it."""
        for control in chain((heading,), islice(heading.iter_elements(), _MOST_INSIDE)):
            if (
                (control.attr("aria-expanded") is not None or (control is heading and control.tag == "summary"))
                and self._hidden_ancestor(control) is self._hidden_ancestor(element.parent)
                and self._is_usable(control)
            ):
                named = (control.attr("aria-controls") or "").split()
                return (not named or self._holds(element, named)) and (control is heading or self._is_short(heading))
        return False

    def _holds(self, element: Element, identities: Sequence[str]) -> bool:
        """Tell whether an element, or one of the first two inside it, has one of the ids."""
        return any(
            (identity := part.attr("id")) is not None and identity in identities and self._is_first(part, identity)
            for part in chain((element,), islice(element.iter_elements(), 2))
        )

    def _shares_name(self, before: Element, element: Element) -> bool:
        """Tell whether both are named as parts of one widget: `faq-question` and `faq-answer`, or two panels."""
        own = _names(element).lower()
        for name in DISCLOSED_NAMES:
            if name in own and name in _names(before).lower():
                return self._has_text(before) if name in TAB_PANEL_NAMES else self._is_short(before)
        return False

    def _is_panel_of_tabs(self, element: Element) -> bool:
        """Tell whether an element is one of several tab panels, another of which the reader sees."""
        return element.attr("role") == "tabpanel" and any(
            type(other) is Element
            and other.attr("role") == "tabpanel"
            and other not in self._hidden
            and self._has_text(other)
            for siblings in (element.previous_siblings, element.next_siblings)
            for other in islice(siblings, _MOST_SIBLINGS)
        )

    def _neighbor(self, siblings: Iterable[Node]) -> Element | None:
        """Return the next sibling that may have text; None if there is none or the reader does not see it."""
        left = _MOST_SIBLINGS
        for sibling in siblings:
            if type(sibling) is Element and sibling.tag not in _NO_TEXT:
                return sibling if sibling not in self._hidden else None
            left -= 1
            if not left:
                break
        return None

    def _is_first(self, element: Element, identity: str) -> bool:
        """Tell whether an element is the first with its id, the only one that can be found by it."""
        if self._by_id is None:
            named = self._named()
            few = len(named) <= _FEW_NAMES and all(map(_PLAIN.fullmatch, named))
            selector = ":is({})".format(", ".join(f"[id='{name}']" for name in named)) if few else "[id]"
            self._by_id = {other.attr("id"): other for other in reversed(self._tree.select(selector))}
        return self._by_id.get(identity) is element

    # Visibility and usability for a reader.

    def _is_in_reach(self, ancestor: Element | None) -> bool:
        return ancestor is None or ancestor in self._opened

    def _hidden_ancestor(self, node: Node | None) -> Element | None:
        """Find the nearest element, the node included, that is hidden, disabled or out of reach; None if none is."""
        path: list[Element] = []
        ancestor: Element | None = None
        while type(node) is not Tree:
            if node is None:  # in no page
                ancestor = path[-1] if path else None
                break
            if type(node) is Element:
                if node in self._hidden_ancestors:
                    ancestor = self._hidden_ancestors[node]
                    break
                path.append(node)
                if (
                    node in self._hidden
                    or (tag := node.tag) in _OUT_OF_REACH
                    or (tag in _MAY_BE_DISABLED and node.attr("disabled") is not None)
                ):
                    ancestor = node
                    break
            node = node.parent
        for element in path:
            self._hidden_ancestors[element] = ancestor
        return ancestor

    def _is_usable(self, element: Element) -> bool:
        """Tell whether an element can be clicked on, shows something, and opens a part of the text."""
        if element not in self._usable:
            self._usable[element] = (
                _is_control(element)
                and not _opens_other_things(element)
                and (element.tag == "input" or self._is_short(element, (element.attr("aria-label") or "").strip()))
            )
        return self._usable[element]

    def _is_short(self, element: Element, label: str = "") -> bool:
        """Tell whether a reader sees something in an element, but no more than a heading has."""
        size, is_whole = self._visible_size(element)
        return is_whole and size + len(label) > 0 and size <= _LONGEST_HEADING

    def _has_text(self, element: Element) -> bool:
        return self._visible_size(element)[0] > 0

    def _visible_size(self, element: Element) -> tuple[int, bool]:
        """Count the visible characters of an element, a picture as one, and tell whether all were counted."""
        if element not in self._visible_sizes:
            self._visible_sizes[element] = self._measure(element) if element.tag not in _NOT_DRAWN else (0, True)
        return self._visible_sizes[element]

    def _measure(self, element: Element) -> tuple[int, bool]:
        size = 0
        nodes = 0
        inside = [iter(element)]
        while inside:
            for child in inside[-1]:
                nodes += 1
                if nodes > _MOST_NODES or size > _LONGEST_HEADING:
                    return size, False
                if type(child) is Text:
                    size += _size_of(child.data)
                elif type(child) is Element:
                    tag = child.tag
                    if tag in _NOT_DRAWN or (child in self._hidden and not self._is_only_unread(child)):
                        continue
                    if tag in _PICTURES:
                        size += 1
                    else:
                        inside.append(iter(child))
                        break
            else:
                inside.pop()
        return size, True

    def _is_only_unread(self, element: Element) -> bool:
        """Tell whether an element is hidden from screen readers only, as signs on buttons are."""
        return self._hidden[element] is Hiding.ARIA and element.attr("hidden") is None and self._may_show(element, True)

    # Elements outside the text.

    def _is_non_content(self, element: Element) -> bool:
        """Tell whether an element is, or is in, a menu, a dialog, a form or something else outside the text."""
        if self._non_content.of(element):
            return True
        around = elements_around(element)
        for outer in islice(around, _LEVELS):
            if outer.tag == "body":
                break
            if outer not in self._names:
                self._names[outer] = _is_named_non_content(_names(outer))
            if self._names[outer]:
                return True
        return False


def _own_non_content(element: Element) -> bool | None:
    """Tell whether a tag or role rules out that a click reveals text of the article; None if it says nothing."""
    tag = element.tag
    if tag == "body":
        return False
    return True if tag in _NON_CONTENT_TAGS or element.attr("role") in _NON_CONTENT_ROLES else None


def _is_control(element: Element) -> bool:
    """Tell whether an element is made to be clicked on, and can be."""
    tag = element.tag
    if tag == "input":
        return (element.attr("type") or "").strip().lower() != "hidden"
    if tag == "summary":
        return type(element.parent) is Element and element.parent.tag == "details"
    role = element.attr("role")
    return tag == "button" or role in _CONTROL_ROLES or (tag == "a" and (role or element.attr("href")) is not None)


def _opens_other_things(control: Element) -> bool:
    """Tell whether a control says that it opens a menu or a dialog."""
    toggle = control.attr("data-toggle") or control.attr("data-bs-toggle")
    return control.attr("aria-haspopup") not in (None, "false") or toggle in _OTHER_TOGGLES


def _is_put_in_place(element: Element, identity: str) -> bool:
    """Tell whether the script right after an element shows it, as in pages that React sends piece by piece."""
    if not identity.startswith("S:"):
        return False
    after = next((sibling for sibling in islice(element.next_siblings, 3) if type(sibling) is Element), None)
    if after is None or after.tag != "script" or after.attr("type") not in _SCRIPT_TYPES:
        return False
    return any(f'"{identity}"' in call.group(1) for call in _PLACING.finditer(after.text))


def _size_of(text: str) -> int:
    """Count the characters of a stripped text; 0 if a reader sees none of them, as with zero-width characters."""
    text = text.strip()
    if text.isascii() or any(character.isprintable() and not character.isspace() for character in text):
        return len(text)
    return 0


def _is_named_non_content(names: str) -> bool:
    lowered = names.lower()
    return (
        any(name in lowered for name in CLOSED_NAME_PARTS)
        or (any(name in lowered for name in CLOSED_NAME_STARTS) and CLOSED_NAME_START.search(names) is not None)
        or not CLOSED_NAME_WORDS.isdisjoint(_WORD.findall(lowered))
    )


def _names(element: Element) -> str:
    return f"{element.attr('class') or ''} {element.attr('id') or ''}"
