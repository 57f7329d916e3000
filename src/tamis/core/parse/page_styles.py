"""Elements that a page's own styles hide: `style` elements and attributes, read with a small cascade.

Only who asks for it pays for it: the setting `hidden`, and the report on hidden text. Style sheets in other files are
not there, and scripts do not run; a browser (`tamis.io.rendering`) knows more.

Rules that hide nothing are skipped before their selectors are looked at, and a selector is only tried on elements that
have the class, id or tag at its end. If that is still too often, the rest of the selectors count as hiding all of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited, NearestElement, elements_around
from tamis.core.parse.colors import Color, are_alike, colors_in, read_color
from tamis.core.parse.css_values import (
    FUNCTION,
    amount,
    computed,
    font_pixels,
    least_argument,
    parts_of,
    pixels,
    variables_in,
    with_variables,
)
from tamis.core.parse.document import Hiding
from tamis.core.parse.hidden import hidden_elements
from tamis.core.parse.positions import Spans
from tamis.core.parse.style_sheets import declarations, last_name, rules_of, specificity, split_selectors
from tamis.core.parse.tree import Element, Text, attribute_names, noscript_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tamis.core.parse.document import Document
    from tamis.core.parse.hidden import Marked
    from tamis.core.parse.tree import Node, Tree

MAX_TRIALS = 200_000
"""Number of times that a selector is tried on an element."""
LONG_SELECTOR = 200
"""Characters of a selector that count as another trial."""
MAX_DECLARED = 1_000_000
"""Maximum number of values that rules give to elements."""
_SMALLEST_FONT = 3.0  # CSS pixels; nobody reads smaller text
_FAINTEST = 0.06  # opacity
_FAR = 500.0  # CSS pixels; further up or left is outside every window
_FAR_RIGHT = 5_000.0
_ROOT = re.compile(r"(?:^|,)\s*+(?::root|html|body|\*)\s*+(?:,|$)")
_STATES = re.compile(
    r"::|:(?:hover|focus|active|visited|checked|target|before|after|first-letter|first-line|placeholder|disabled"
    r"|enabled|open|popover|fullscreen|-)",
    re.IGNORECASE,
)
_INLINE = 1 << 40  # rank of a style attribute: above every selector
_IMPORTANT = 1 << 50
_EDGEWISE = ("90deg", "-90deg", "270deg", ".25turn", "0.25turn", "-.25turn", "-0.25turn", ".75turn", "0.75turn")
_INVISIBLE = ("hidden", "collapse")

BY_STATE = frozenset({Hiding.STYLE_SHEET, Hiding.DISPLAY, Hiding.VISIBILITY, Hiding.OPACITY, Hiding.NO_HEIGHT})
"""Ways to hide that a click on a control may undo."""


class Declared(NamedTuple):
    """The value of a property, with the rank of its rule."""

    rank: int
    value: str
    by_attribute: bool = False


Styles = dict[str, Declared]
_BY_RULE = Declared(0, "")


def hidden_with_styles(tree: Tree, marked: Marked) -> dict[Element, Hiding]:
    """Find the elements that hide their content by markup or the page's styles. Parts that a click reveals are out."""
    styled = hidden_by_styles(tree)
    by_state = {element: hiding for element, hiding in styled.items() if hiding in BY_STATE}
    for_good = {element: hiding for element, hiding in styled.items() if hiding not in BY_STATE}
    for_good |= closed_elements(tree, styled)
    return for_good | hidden_elements(tree, marked, by_state)


def closed_elements(
    tree: Tree, hidden: Mapping[Element, Hiding], is_shown: Callable[[Element], bool] = lambda _: False
) -> dict[Element, Hiding]:
    """Find elements that are closed, or drawn by something else, whatever their styles are.

    `is_shown` tells whether a browser shows an element.
    """
    closed: dict[Element, Hiding] = {}
    for details in tree.select("details"):
        summary = next((child for child in details if type(child) is Element and child.tag == "summary"), None)
        if summary is not None and details.attr("open") is None and _is_gone(summary, hidden):
            closed[details] = Hiding.CLOSED_DIALOG
    opened = {control.attr("popovertarget") for control in tree.select("[popovertarget]")}
    for popover in tree.select("[popover]"):
        identity = popover.attr("id")
        if (not identity or identity not in opened) and not is_shown(popover):
            closed[popover] = Hiding.CLOSED_DIALOG
    for shadow in tree.select("template[shadowrootmode]"):
        # What an element with a shadow tree holds is only drawn where that tree has a place for it.
        if type(shadow.parent) is Element and "<slot" not in shadow.inner_html.lower():
            closed[shadow.parent] = Hiding.TEMPLATE
    for element in tree.select("meter, progress, rp"):
        closed[element] = Hiding.TEMPLATE
    return closed


def _is_gone(element: Element, hidden: Mapping[Element, Hiding]) -> bool:
    return element in hidden or element.attr("hidden") is not None or not element.text.strip()


def with_noscript(document: Document) -> Document:
    """Return the document with the text in noscript flagged.

    The parser reads a page without scripts, and so ends a paragraph at a block in a noscript and takes it out of there.
    """
    if not document.tree.select("noscript"):
        return document
    ranges = noscript_ranges(document.page.html)
    starts = [start for start, _ in ranges]
    spans = Spans(document.page.html)
    hidden = list(document.hidden)
    for block, leaves in enumerate(document.leaves):
        if hidden[block] is None and (span := spans.of(leaves)) is not None:
            last = bisect_right(starts, span.start) - 1
            if last >= 0 and span.start < ranges[last][1]:
                hidden[block] = Hiding.NOSCRIPT
    return replace(document, hidden=hidden)


def hidden_by_styles(tree: Tree) -> dict[Element, Hiding]:
    """Find the elements that the page's own styles hide, and how they do."""
    cascade = _Cascade(tree)
    colors = _Colors(cascade.styles)
    hidden: dict[Element, Hiding] = {}
    showing: list[Element] = []
    for element, styles in cascade.styles.items():
        values = {name: declared.value for name, declared in styles.items()}
        hiding = _hiding(values, styles) or colors.hiding(element, values)
        if hiding is None:
            showing.append(element)
        else:
            hidden[element] = hiding
    if not _UNDONE_BY.keys().isdisjoint(hidden.values()):
        hidden = _without_undone(hidden, showing, cascade)
    for element in cascade.doubtful:
        hidden.setdefault(element, Hiding.STYLE_SHEET)
    for element in tree.select("noscript"):
        if element.text.strip():
            hidden.setdefault(element, Hiding.NOSCRIPT)
    return hidden


def _hiding(values: Mapping[str, str], styles: Styles) -> Hiding | None:
    """Return the first way in which an element's own styles hide it, colors aside."""
    if values.get("display") == "none":
        return Hiding.DISPLAY if styles["display"].by_attribute else Hiding.STYLE_SHEET
    if values.get("visibility") in _INVISIBLE:
        return Hiding.VISIBILITY
    if values.get("content-visibility") == "hidden":
        return Hiding.STYLE_SHEET
    if amount(values.get("opacity")) < _FAINTEST or least_argument(values.get("filter", ""), "opacity") < _FAINTEST:
        return Hiding.OPACITY
    if (size := _font_size(values)) is not None and size < _SMALLEST_FONT:
        return Hiding.TINY if size else Hiding.FONT_SIZE
    if _is_far(values):
        return Hiding.OFF_SCREEN
    if _is_clipped(values):
        return Hiding.CLIPPED
    if "mask" in values and (colors := colors_in(values["mask"])) and all(c.alpha < _FAINTEST for c in colors):
        return Hiding.TRANSPARENT
    return Hiding.NO_SIZE if _has_no_size(values) else _cut_off(values)


def _font_size(values: Mapping[str, str]) -> float | None:
    """Return the declared font size in pixels; None if it is not declared, or not a length."""
    value = values.get("font-size")
    if value is None and "font" in values:
        lengths = [part.partition("/")[0] for part in values["font"].split()]
        value = next((part for part in lengths if part[:1] in "0123456789." and not part.endswith("00")), None)
    return font_pixels(value)


def _is_far(values: Mapping[str, str]) -> bool:
    is_placed = values.get("position") in ("absolute", "fixed", "relative")
    if is_placed and (
        any(pixels(values.get(side)) <= -_FAR for side in ("left", "top", "right", "bottom"))
        or any(pixels(values.get(side)) >= _FAR_RIGHT for side in ("left", "right", "bottom"))
    ):
        return True
    if any(pixels(values.get(name)) <= -_FAR for name in ("text-indent", "margin-left", "margin-top")):
        return True
    moves = [*FUNCTION.findall(values.get("transform", "")), ("translate", values.get("translate", ""))]
    return any(
        name.startswith("translate") and any(abs(pixels(part)) >= _FAR for part in parts_of(arguments))
        for name, arguments in moves
    )


def _is_clipped(values: Mapping[str, str]) -> bool:
    clip = values.get("clip", "")
    if clip.startswith("rect") and all(pixels(edge) <= 1 for edge in parts_of(clip[5:].rstrip(") "))):
        return True
    path = values.get("clip-path", "")
    for name, arguments in FUNCTION.findall(path):
        parts = parts_of(arguments.partition("round")[0])
        if name == "inset" and any(part.endswith("%") and pixels(part) >= 500 for part in parts):  # 50 %
            return True
        if name in ("circle", "ellipse") and parts and pixels(parts[0]) == 0:
            return True
        if name == "polygon" and len({pixels(part) for part in parts}) == 1:
            return True
        if name == "xywh" and any(pixels(part) == 0 for part in parts[2:4]):
            return True
        if name == "rect" and parts and all(pixels(edge) <= 1 for edge in parts):
            return True
    return False


def _cut_off(values: Mapping[str, str]) -> Hiding | None:
    """Return how an element without height or width hides what does not fit into it."""
    if not any(values.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y")):
        return None
    if any(name in values and pixels(values[name], 99.0) <= 1 for name in ("width", "max-width")):
        return Hiding.CLIPPED
    heights = [pixels(values[name], 99.0) for name in ("height", "max-height") if name in values]
    return (Hiding.NO_HEIGHT if min(heights) == 0 else Hiding.CLIPPED) if heights and min(heights) <= 1 else None


def _has_no_size(values: Mapping[str, str]) -> bool:
    turn = values.get("rotate", "")
    turns = [(f"rotate{axis}", turn.removeprefix(axis)) for axis in "xy" if turn.startswith(f"{axis} ")]
    scales = [("scale", values.get("scale", "1"))]
    for name, arguments in [*FUNCTION.findall(values.get("transform", "")), *scales, *turns]:
        if name.startswith("scale") and any(abs(amount(part)) < _FAINTEST for part in parts_of(arguments)):
            return True
        if name in ("rotatex", "rotatey") and arguments.strip() in _EDGEWISE:
            return True
    return amount(values.get("zoom")) == 0


_UNDONE_BY = {
    Hiding.VISIBILITY: ("visibility",),
    Hiding.FONT_SIZE: ("font-size", "font"),
    Hiding.TINY: ("font-size", "font"),
    Hiding.TRANSPARENT: ("color", "-webkit-text-fill-color"),
    Hiding.BACKGROUND_COLOR: ("color", "background", "background-color"),
}
"""Ways to hide that are inherited, with the properties by which an element inside undoes them."""


def _without_undone(hidden: dict[Element, Hiding], showing: list[Element], cascade: _Cascade) -> dict[Element, Hiding]:
    """Leave out the elements with text inside that is shown again."""
    with_text = cascade.elements_with_text()
    undone: dict[tuple[str, ...], set[Element]] = {names: set() for names in _UNDONE_BY.values()}
    for element in showing:
        for names, around in undone.items():
            if element in with_text and not cascade.styles[element].keys().isdisjoint(names):
                _add_around(element, around)
    return {
        element: hiding
        for element, hiding in hidden.items()
        if hiding not in _UNDONE_BY or element not in undone[_UNDONE_BY[hiding]]
    }


def _add_around(node: Node, around: set[Element]) -> None:
    """Add a node and the elements around it, up to one that is there already."""
    for element in elements_around(node):
        if element in around:
            return
        around.add(element)


class _Cascade:
    """The declared styles of elements, as far as they can hide."""

    def __init__(self, tree: Tree) -> None:
        self.styles: dict[Element, Styles] = {}
        self.doubtful: set[Element] = set()
        """Elements that selectors which were not tried may hide."""
        self._trials = self._declared = 0
        self._doubted: set[str] = set()
        self._tree = tree
        self._by_name: dict[str, list[Element]] | None = None
        self._old_attributes()
        rules = [rule for sheet in tree.select("style") for rule in rules_of(sheet.text)]
        inline = [(element, style) for element in tree.select("[style]") if (style := element.attr("style"))]
        self._used = {name for text in (*(body for _, body in rules), *(style for _, style in inline))
                      for name in variables_in(text)}  # fmt: skip
        self._variables: dict[str, str] = {}
        """Values of the variables that the whole page has."""
        for rank, (selector, body) in enumerate(rules, 1):
            self._apply(selector, body, rank)
        for element, style in inline:
            for name, value, important in declarations(style):
                self._set(element, name, Declared(_INLINE + _IMPORTANT * important, value, by_attribute=True))
        self._compute()

    def _compute(self) -> None:
        """Replace variables and sums in the values that have been declared."""
        nearest: dict[str, NearestElement[str | None]] = {}

        def variable(element: Element, name: str) -> str | None:
            if name not in nearest:
                nearest[name] = NearestElement(lambda around: self._own(around, name), self._variables.get(name))
            return nearest[name].of(element)

        for element, styles in self.styles.items():
            for name, declared in styles.items():
                if "(" in declared.value and not name.startswith("--"):
                    value = with_variables(declared.value, partial(variable, element))
                    styles[name] = declared._replace(value=computed(value))

    def _own(self, element: Element, name: str) -> str | None:
        styles = self.styles.get(element)
        return styles[name].value if styles is not None and name in styles else None

    def elements_with_text(self) -> set[Element]:
        """Collect the elements that have text in them."""
        around: set[Element] = set()
        for element in self._named("*"):
            if any(type(child) is Text and not child.data.isspace() for child in element):
                _add_around(element, around)
        return around

    def _old_attributes(self) -> None:
        """Add the colors of HTML 4: ``<font color>``, ``<body text>``, ``bgcolor``."""
        for element in self._tree.select("font[color], body[text], [bgcolor]"):
            for attribute, name in (("color", "color"), ("text", "color"), ("bgcolor", "background-color")):
                if value := element.attr(attribute):
                    self._set(element, name, Declared(0, value.strip().lower()))

    def _apply(self, selectors: str, body: str, order: int) -> None:
        declared = [one for one in declarations(body) if not one[0].startswith("--") or one[0] in self._used]
        if _ROOT.search(selectors):
            self._variables.update((name, value) for name, value, _ in declared if name.startswith("--"))
            declared = [one for one in declared if not one[0].startswith("--")]
        if not declared:
            return
        for selector in split_selectors(selectors):
            if _STATES.search(selector):
                continue
            rank = specificity(selector) * 1_000_000 + order
            for element in self._matches(selector, declared):
                for name, value, important in declared:
                    self._set(element, name, Declared(rank + _IMPORTANT * important, value))

    def _set(self, element: Element, name: str, declared: Declared) -> None:
        styles = self.styles.setdefault(element, {})
        if name not in styles or styles[name].rank <= declared.rank:
            styles[name] = declared

    def _matches(self, selector: str, declared: list[tuple[str, str, bool]]) -> Iterator[Element]:
        name = last_name(selector)
        candidates = self._named(name)
        trials = len(candidates) * (1 + len(selector) // LONG_SELECTOR) if selector != name else 0
        self._declared += len(candidates) * len(declared)
        if self._trials + trials > MAX_TRIALS or self._declared > MAX_DECLARED:
            values = {name: value for name, value, _ in declared}
            if name not in self._doubted and _hiding(values, {"display": _BY_RULE}) is not None:
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


class _Colors:
    """The colors of text and of what is behind it, as far as they are declared."""

    def __init__(self, styles: Mapping[Element, Styles]) -> None:
        self._styles = styles
        page: tuple[Color | None, Color | None] = (Color(0, 0, 0), Color(255, 255, 255))
        self._inherited = Inherited(self._within, page)

    def hiding(self, element: Element, values: Mapping[str, str]) -> Hiding | None:
        if not any(name in values for name in _COLOR_PROPERTIES):
            return None
        text, behind = self._inherited.of(element)
        if text is None:
            return None
        if text.alpha < _FAINTEST:
            # A gradient may shine through letters that are transparent.
            clips = (values.get("background-clip"), values.get("-webkit-background-clip"))
            return None if "text" in clips else Hiding.TRANSPARENT
        return Hiding.BACKGROUND_COLOR if behind is not None and are_alike(text, behind) else None

    def _within(self, element: Element, outer: tuple[Color | None, Color | None]) -> tuple[Color | None, Color | None]:
        """Return the colors of an element's text and background; None for one that is not known."""
        styles = self._styles.get(element)
        if styles is None:
            return outer
        text, behind = outer
        for name in ("color", "-webkit-text-fill-color"):
            if name in styles and styles[name].value not in ("inherit", "currentcolor", "unset"):
                text = read_color(styles[name].value)
        for name in ("background", "background-color", "background-image"):
            if name in styles:
                behind = _background(styles[name].value, behind)
        return text, behind


_COLOR_PROPERTIES = ("color", "background", "background-color", "-webkit-text-fill-color")


def _background(value: str, outer: Color | None) -> Color | None:
    if "url(" in value or "gradient(" in value or "var(" in value:
        return None
    if value in ("none", "transparent", "inherit", "unset", "initial"):
        return outer
    color = read_color(value) or next(filter(None, map(read_color, value.split())), None)
    if color is None or color.alpha < 1:
        return outer if color is not None and color.alpha == 0 else None
    return color
