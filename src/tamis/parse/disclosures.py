"""Parts that a page hides until the reader opens them: panels of accordions and tabs, answers, the rest of a text.

They are told from text that nobody is meant to see by what opens them, and that the reader sees: a control that names
the part, or stands right beside it. Menus, dialogs, forms and the like have controls too, and are no part of the text;
they stay hidden. So do parts whose control is hidden itself.

All looks at neighbours are bounded, so that no page can make them slow.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from tamis.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from tamis.parse.tree import Node

    Controls = dict[str, list[Element]]

# What such parts are made of. Not cells: a row is put together without a look at the rest of the page.
_PARTS = frozenset("article blockquote dd details div dl figure li main ol p section span table tbody tr ul".split())
CONTROLS = "[aria-controls]"
"""The selector of what opens something else."""
_OTHER_TOGGLES = frozenset(("modal", "dropdown", "offcanvas", "popover", "tooltip"))
_NO_TEXT = frozenset(("br", "hr", "link", "meta", "script", "style", "template"))

_SHUT_TAGS = frozenset("aside button dialog footer form header label menu nav select td template th".split())
_SHUT_ROLES = frozenset(
    """
    alert alertdialog banner combobox contentinfo dialog listbox menu menubar menuitem navigation option search status
    toolbar tooltip
    """.split()
)
# In names, as part of a word and as a whole one.
_SHUT_NAMES = tuple(
    """
    nav menu modal dialog popup pop-up popover overlay lightbox offcanvas off-canvas drawer flyout dropdown tooltip
    toast search cookie consent gdpr onetrust share sharing social login log-in signin sign-in signup sign-up register
    subscri newsletter basket footer
    """.split()
)
_SHUT_WORDS = frozenset("banner cart minicart form filter filters sort facet facets lang language locale".split())
_WORD = re.compile("[a-z]+")
_PART_NAMES = (
    "accordion",
    "collaps",
    "expand",
    "toggle",
    "faq",
    "tab-pane",
    "tab-content",
    "tabs-content",
    "tabcontent",
)

_MOST_CONTROLS = 4  # that are looked at for one part
_MOST_SIBLINGS = 40
_MOST_INSIDE = 5  # elements at the beginning of a heading
_LONGEST_HEADING = 300  # characters: what opens something is short
_DEEPEST = 80  # levels that are looked through
_LEVELS = 5  # up to which names are read: what is around half a page has names that say nothing of its parts


def disclosures(hidden: Set[Element], seen: Sequence[Element]) -> set[Element]:
    """Of the hidden elements, which come in document order, those that a reader can open.

    Among the seen are all that `CONTROLS` selects.
    """
    found: set[Element] = set()
    controls: Controls | None = None
    for element in hidden:
        tag = element.tag
        if (tag not in _PARTS and "-" not in tag) or not len(element):
            continue
        identity = element.attr("id")
        if tag == "span" and not identity:  # nearly always an icon, or a whole text beside one that is cut short
            continue
        if identity and controls is None:
            controls = _controls(seen)
        named_by = controls.get(identity, ()) if identity and controls else ()
        if (
            any(_is_in_reach(control, hidden, found) for control in named_by)
            or _is_beside_control(element, hidden)
            or _is_panel_of_tabs(element, hidden)
            or (identity and _is_put_in_place(element, identity))
        ) and not _is_shut(element):
            found.add(element)
    return found


def _controls(elements: Sequence[Element]) -> Controls:
    """Elements that open others, by the id of what they open."""
    found: Controls = {}
    for element in elements:
        named = element.attr("aria-controls")
        if named:
            for name in named.split():
                controls = found.setdefault(name, [])
                if len(controls) < _MOST_CONTROLS:
                    controls.append(element)
    return found


def _is_in_reach(control: Element, hidden: Set[Element], opened: Set[Element]) -> bool:
    """Whether a reader can get at a control, if only by opening what it is in, and it opens a part of the text."""
    if _opens_other_things(control) or (control.tag != "input" and not len(control)):
        return False
    return not any(at.tag == "nav" or (at in hidden and at not in opened) for at in _line(control))


def _line(element: Element) -> Iterator[Element]:
    """An element and what it is in, as far up as pages that people made go."""
    yield element
    for ancestor in islice(element.ancestors, _DEEPEST):
        if type(ancestor) is Element:
            yield ancestor


def _opens_other_things(control: Element) -> bool:
    """Whether a control says that it opens a menu or a dialog."""
    toggle = control.attr("data-toggle") or control.attr("data-bs-toggle")
    return control.attr("aria-haspopup") not in (None, "false") or toggle in _OTHER_TOGGLES


def _is_beside_control(element: Element, hidden: Set[Element]) -> bool:
    """Whether what stands right before an element opens it, or what stands right after, as "read more" does."""
    before = _neighbour(element.previous_siblings, hidden)
    if before is not None and (before.tag == "summary" or _opens(before, element) or _shares_name(before, element)):
        return True
    after = _neighbour(element.next_siblings, hidden)
    return after is not None and _opens(after, element)


def _neighbour(siblings: Iterable[Node], hidden: Set[Element]) -> Element | None:
    """The next sibling that may have text; None if a reader does not see it."""
    for sibling in islice(siblings, _MOST_SIBLINGS):
        if type(sibling) is Element and sibling.tag not in _NO_TEXT:
            return sibling if sibling not in hidden else None
    return None


def _opens(heading: Element, element: Element) -> bool:
    """Whether something short is, or begins with, a control that opens what it stands by."""
    for control in chain((heading,), islice(heading.iter_elements(), _MOST_INSIDE)):
        if control.attr("aria-expanded") is not None:
            named = (control.attr("aria-controls") or "").split()
            return (not named or _holds(element, named)) and not _opens_other_things(control) and _is_short(heading)
    return False


def _holds(element: Element, identities: Sequence[str]) -> bool:
    """Whether an element, or one of the first inside, has one of the ids."""
    return any(part.attr("id") in identities for part in chain((element,), islice(element.iter_elements(), 2)))


def _is_short(heading: Element) -> bool:
    """Whether an element has some text, but no more than a heading has."""
    texts = list(islice(heading.strings, _MOST_SIBLINGS + 1))
    return len(texts) <= _MOST_SIBLINGS and 0 < sum(len(text.strip()) for text in texts) <= _LONGEST_HEADING


def _shares_name(before: Element, element: Element) -> bool:
    """Whether both are named parts of one thing that opens: `faq-question` and `faq-answer`, or two of its panels."""
    own = _names(element)
    return any(name in own and name in _names(before) for name in _PART_NAMES)


def _is_panel_of_tabs(element: Element, hidden: Set[Element]) -> bool:
    """Whether an element is one of several panels of which the reader sees one."""
    return element.attr("role") == "tabpanel" and any(
        type(other) is Element and other.attr("role") == "tabpanel" and other not in hidden
        for siblings in (element.previous_siblings, element.next_siblings)
        for other in islice(siblings, _MOST_SIBLINGS)
    )


def _is_put_in_place(element: Element, identity: str) -> bool:
    """Whether the script right after an element shows it, as in pages that React sends piece by piece."""
    if not identity.startswith("S:"):
        return False
    after = next((sibling for sibling in islice(element.next_siblings, 3) if type(sibling) is Element), None)
    return after is not None and after.tag == "script" and f'"{identity}"' in after.text


def _is_shut(element: Element) -> bool:
    """Whether an element is, or is in, a menu, a dialog, a form, or something else that is no part of the text."""
    names: list[str] = []
    for at in _line(element):
        tag = at.tag
        if tag == "body":
            break
        if tag in _SHUT_TAGS or at.attr("role") in _SHUT_ROLES:
            return True
        if len(names) < _LEVELS:
            names.append(_names(at))
    else:
        return True  # deeper than can be seen through
    all_names = " ".join(names).replace("navy", "")
    return any(name in all_names for name in _SHUT_NAMES) or not _SHUT_WORDS.isdisjoint(_WORD.findall(all_names))


def _names(element: Element) -> str:
    return f"{element.attr('class') or ''} {element.attr('id') or ''}".lower()
