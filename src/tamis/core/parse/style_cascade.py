"""The styles that a page declares for its elements: `style` elements and attributes, read with a small cascade.

Rules that hide nothing are skipped before their selectors are looked at, and a selector is only tried on elements that
have the class, id or tag at its end. If that is still too often, the rest of the selectors count as hiding all of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import NearestElement, add_around
from tamis.core.parse.css_values import computed, variables_in, with_variables
from tamis.core.parse.hiding_styles import hiding_by
from tamis.core.parse.style_sheets import (
    FRAMES,
    declarations,
    is_for_screens,
    last_name,
    rules_of,
    specificity,
    split_selectors,
)
from tamis.core.parse.tree import Element, Text, attribute_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.tree import Tree

MAX_TRIALS = 200_000
"""Number of times that a selector is tried on an element."""
LONG_SELECTOR = 200
"""Characters of a selector that count as another trial."""
MAX_DECLARED = 1_000_000
"""Maximum number of values that rules give to elements."""
_ROOT = re.compile(r"(?:^|,)\s*+(?::root|html|body|\*)\s*+(?:,|$)")
_STATES = re.compile(
    r"::|:(?:hover|focus|active|visited|checked|target|before|after|first-letter|first-line|placeholder|disabled"
    r"|enabled|open|popover|fullscreen|-)",
    re.IGNORECASE,
)
_AT_REST = re.compile(
    r":not\(\s*+:(checked|hover|active|visited|target|focus(?:-within|-visible)?|popover-open|fullscreen)\s*+\)",
    re.IGNORECASE,
)
_DRAWN = re.compile(r"::?(before|after|first-line)$", re.IGNORECASE)
_SLOTTED = re.compile(r"::slotted\(([^()]++)\)", re.IGNORECASE)
_SLOT = "slot"
_LAST_STEPS = ("to", "100%")
_INLINE = 1 << 40  # rank of a style attribute: above every selector
_IMPORTANT = 1 << 50


class Declared(NamedTuple):
    """The value of a property, with the rank of its rule."""

    rank: int
    value: str
    by_attribute: bool = False


Styles = dict[str, Declared]
NOWHERE = Declared(0, "")
"""The value of a property that nothing declares."""


class StyleCascade:
    """The declared styles of elements, as far as they can hide."""

    def __init__(self, tree: Tree) -> None:
        """Read the style elements and attributes of a page."""
        self.styles: dict[Element, Styles] = {}
        self.doubtful: set[Element] = set()
        """Elements that selectors which were not tried may hide."""
        self.drawn: dict[str, dict[Element, Styles]] = {
            "before": {}, "after": {}, "first-line": {}
        }  # fmt: skip
        """Styles of what style sheets draw before and after the content of elements, and of their first lines."""
        self.last_frames: dict[str, dict[str, str]] = {}
        """Styles at the end of animations, by their names."""
        self._trials = self._declared = 0
        self._doubted: set[str] = set()
        self._tree = tree
        self._by_name: dict[str, list[Element]] | None = None
        self._scope: NearestElement[Element | None] = NearestElement(_unread, None)
        self._old_attributes()
        rules = [(*rule, shadow) for sheet, shadow in self._sheets() for rule in rules_of(sheet.text)]
        inline = [(element, style) for element in tree.select("[style]") if (style := element.attr("style"))]
        self._used = {name for text in (*(body for _, body, _ in rules), *(style for _, style in inline))
                      for name in variables_in(text)}  # fmt: skip
        self._variables: dict[str, str] = {}
        """Values of the variables that the whole page has."""
        for rank, (selector, body, shadow) in enumerate(rules, 1):
            if selector.startswith(FRAMES):
                self._add_frame(selector, body)
            else:
                self._apply(selector, body, rank, shadow)
        for element, style in inline:
            for name, value, important in declarations(style):
                _set(self.styles, element, name, Declared(_INLINE + _IMPORTANT * important, value, by_attribute=True))
        self._compute()

    def _compute(self) -> None:
        """Replace variables and sums in the values that have been declared."""
        nearest: dict[str, NearestElement[str | None]] = {}

        def variable(element: Element, name: str) -> str | None:
            if name not in nearest:
                nearest[name] = NearestElement(lambda around: self._own(around, name), self._variables.get(name))
            return nearest[name].of(element)

        for styled in (self.styles, *self.drawn.values()):
            for element, styles in styled.items():
                for name, declared in styles.items():
                    if "(" in declared.value and not name.startswith("--"):
                        value = with_variables(declared.value, partial(variable, element))
                        styles[name] = declared._replace(value=computed(value))

    def named(self, identity: str) -> Element | None:
        """Return the first element with an id."""
        return next(iter(self._named(f"#{identity}")), None)

    def displays(self, element: Element) -> bool:
        """Tell whether the page's styles say that an element is drawn, whatever its attributes say."""
        return self.styles.get(element, {}).get("display", NOWHERE).value not in ("", "none")

    def _own(self, element: Element, name: str) -> str | None:
        styles = self.styles.get(element)
        return styles[name].value if styles is not None and name in styles else None

    def elements_with_text(self) -> set[Element]:
        """Collect the elements that have text in them."""
        around: set[Element] = set()
        for element in self._named("*"):
            if any(type(child) is Text and not child.data.isspace() for child in element):
                add_around(element, around)
        return around

    def _old_attributes(self) -> None:
        """Add the colors of HTML 4: ``<font color>``, ``<body text>``, ``bgcolor``."""
        for element in self._tree.select("font[color], body[text], [bgcolor]"):
            for attribute, name in (("color", "color"), ("text", "color"), ("bgcolor", "background-color")):
                if value := element.attr(attribute):
                    _set(self.styles, element, name, Declared(0, value.strip().lower()))

    def _add_frame(self, selector: str, body: str) -> None:
        name, _, steps = selector.removeprefix(FRAMES).partition(" ")
        if any(step.strip() in _LAST_STEPS for step in steps.split(",")):
            self.last_frames.setdefault(name, {}).update((own, value) for own, value, _ in declarations(body))

    def _apply(self, selectors: str, body: str, order: int, shadow: Element | None) -> None:
        """Give the values of a rule to the elements that it is for; `shadow` is the shadow tree that has the rule."""
        declared = [one for one in declarations(body) if not one[0].startswith("--") or one[0] in self._used]
        if _ROOT.search(selectors):
            self._variables.update((name, value) for name, value, _ in declared if name.startswith("--"))
            declared = [one for one in declared if not one[0].startswith("--")]
        if not declared:
            return
        for written in split_selectors(selectors):
            selector, styled = _AT_REST.sub(_at_rest, written) if ":not(" in written else written, self.styles
            is_slotted = shadow is not None and (slotted := _SLOTTED.fullmatch(selector)) is not None
            if is_slotted and slotted is not None:
                selector = slotted[1]
            elif (drawn := _DRAWN.search(selector)) is not None:
                selector, styled = selector[: drawn.start()] or "*", self.drawn[drawn[1].lower()]
            if _STATES.search(selector):
                continue
            rank = specificity(selector) * 1_000_000 + order
            for element in self._matches(selector, declared):
                if (
                    shadow is not None and shadow.parent is not element.parent
                    if is_slotted
                    else not self._is_in(shadow, element)
                ):
                    continue
                for name, value, important in declared:
                    _set(styled, element, name, Declared(rank + _IMPORTANT * important, value))

    def _is_in(self, shadow: Element | None, element: Element) -> bool:
        """Tell whether a shadow tree has an element; None stands for the page itself, and its rules for all."""
        return shadow is None or self._scope.of(element) is shadow

    def _sheets(self) -> Iterator[tuple[Element, Element | None]]:
        """Yield the style elements that a browser with scripts reads, each with the shadow tree that it is for."""
        for sheet in self._tree.select("style"):
            kind = (sheet.attr("type") or "").strip().lower()
            if kind not in ("", "text/css") or not is_for_screens(sheet.attr("media")):
                continue
            around = self._scope.of(sheet)
            if around is None or around.attr("shadowrootmode") is not None:
                yield sheet, around

    def _matches(self, selector: str, declared: list[tuple[str, str, bool]]) -> Iterator[Element]:
        name = last_name(selector)
        candidates = self._named(name)
        trials = len(candidates) * (1 + len(selector) // LONG_SELECTOR) if selector != name else 0
        self._declared += len(candidates) * len(declared)
        if self._trials + trials > MAX_TRIALS or self._declared > MAX_DECLARED:
            if name not in self._doubted and hiding_by({name: value for name, value, _ in declared}) is not None:
                self._doubted.add(name)
                self.doubtful.update(candidates)
            return
        self._trials += trials
        if selector == name:
            yield from candidates
            return
        try:
            yield from [element for element in candidates if element.matches(selector)]
        except ValueError:  # no selector of CSS, or one that the parser does not know
            return

    def _named(self, name: str) -> list[Element]:
        return self._index.get(name, [])

    @property
    def _index(self) -> dict[str, list[Element]]:
        """The elements by tag, ``#id`` and ``.class``; all of them under ``*``."""
        if self._by_name is None:
            index: dict[str, list[Element]] = defaultdict(list)
            everything = self._tree.select("*")
            for element in everything:
                index[element.tag].append(element)
                if identity := element.attr("id"):
                    index[f"#{identity}"].append(element)
                if classes := element.attr("class"):
                    for name in set(classes.split()):
                        index[f".{name}"].append(element)
                for name in attribute_names(element):
                    index[f"[{name}"].append(element)
            index["*"] = list(everything)
            self._by_name = dict(index)
        return self._by_name


def _set(styled: dict[Element, Styles], element: Element, name: str, declared: Declared) -> None:
    styles = styled.setdefault(element, {})
    if name not in styles or styles[name].rank <= declared.rank:
        styles[name] = declared


def _unread(element: Element) -> Element | None:
    """Return an element if browsers with scripts do not read the style sheets in it, or only for what is in it."""
    return element if element.tag in ("noscript", "template") else None


def _at_rest(state: re.Match[str]) -> str:
    """Return what a condition on the state of an element asks of a page that nobody has touched."""
    return ":not([checked])" if state[1].lower() == "checked" else ":not(_)"
