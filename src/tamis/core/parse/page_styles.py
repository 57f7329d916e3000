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
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited, elements_around
from tamis.core.parse.colors import Color, are_alike, read_color
from tamis.core.parse.document import Hiding
from tamis.core.parse.hidden import hidden_elements
from tamis.core.parse.positions import Spans
from tamis.core.parse.tree import Element, Text, noscript_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tamis.core.parse.document import Document
    from tamis.core.parse.hidden import Marked
    from tamis.core.parse.tree import Node, Tree

MAX_TRIALS = 200_000
"""Number of times that a selector is tried on an element."""
_MAX_NESTING = 16
_SMALLEST_FONT = 3.0  # CSS pixels; nobody reads smaller text
_FAINTEST = 0.06  # opacity
_FAR = 500.0  # CSS pixels; further up or left is outside every window
_FAR_RIGHT = 5_000.0
_SCREEN_WIDTH = 1280.0  # CSS pixels; the window that media queries are asked for
_EM = 16.0  # CSS pixels
_PIXELS = {"px": 1.0, "em": _EM, "rem": _EM, "ex": 8.0, "ch": 8.0, "pt": 4 / 3, "pc": 16.0, "cm": 37.8, "mm": 3.78,
           "in": 96.0, "vw": 12.8, "vh": 8.0, "%": 10.0, "": 1.0}  # fmt: skip
_PROPERTIES = frozenset(
    """
    display visibility opacity filter font-size font color background background-color background-image
    -webkit-text-fill-color position left top right bottom text-indent margin-left margin-top transform scale translate
    clip clip-path overflow overflow-x overflow-y height max-height width max-width content-visibility zoom
    background-clip -webkit-background-clip
    """.split()
)
_HIDING_WORDS = re.compile(
    r"display|visibility|opacity|filter|font|color|background|left|top|right|bottom|indent|transform|scale|translate"
    r"|clip|height|width|zoom|\\",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_TOKEN = re.compile(r"\"[^\"\n]*+\"?|'[^'\n]*+'?|[{};]")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})[ \t\r\n\f]?")
_NUMBER = re.compile(r"([+-]?(?:\d++\.?+\d*+|\.\d++))([a-z%]*+)")
_FUNCTION = re.compile(r"(?<![a-z0-9])([a-z0-9]++)\(([^()]*+)\)")
_ROOT = re.compile(r"(?:^|,)\s*+(?::root|html|body|\*)\s*+(?:,|$)")
_VARIABLE = re.compile(r"(?<![\w-])(--[\w-]++)\s*+:\s*+([^;{}]*+)")
_USE = re.compile(r"var\(\s*+(--[\w-]++)[^()]*+\)")
_MIN_WIDTH = re.compile(r"\(\s*+min-width\s*+:\s*+([\d.]++)(px|r?em)\s*+\)")
_STATES = re.compile(
    r"::|:(?:hover|focus|active|visited|checked|target|before|after|first-letter|first-line|placeholder|disabled"
    r"|enabled|open|popover|fullscreen|-)",
    re.IGNORECASE,
)
_SIMPLE = re.compile(r"[#.]?[\w-]++|\[[^\[\]]*+\]|:[\w-]++|\*")
_LAST_STEP = re.compile(r"(?<![^\s>+~])[^\s>+~]++$")
_NAME = re.compile(r"([#.\[]|(?<![\w#.\[-]))([\w\x80-\U0010ffff-]++)")
_IN_BRACKETS = re.compile(r"\[\s*+([\w-]*+)[^\[\]]*+\]|\([^()]*+\)")
_INLINE = 1 << 40  # rank of a style attribute: above every selector
_IMPORTANT = 1 << 50
_NOT_SCREEN = re.compile(r"\b(?:print|speech|not|max-width|orientation|prefers-\w++|hover|pointer|aspect-ratio)\b")
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
    return for_good | hidden_elements(tree, marked, by_state)


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
    if _amount(values.get("opacity")) < _FAINTEST or _argument(values.get("filter", ""), "opacity") < _FAINTEST:
        return Hiding.OPACITY
    if (size := _font_size(values)) is not None and size < _SMALLEST_FONT:
        return Hiding.TINY if size else Hiding.FONT_SIZE
    if _is_far(values):
        return Hiding.OFF_SCREEN
    if _is_clipped(values):
        return Hiding.CLIPPED
    return Hiding.NO_SIZE if _has_no_size(values) else _cut_off(values)


def _font_size(values: Mapping[str, str]) -> float | None:
    """Return the declared font size in pixels; None if it is not declared, or not a length."""
    value = values.get("font-size")
    if value is None and "font" in values:
        lengths = [part.partition("/")[0] for part in values["font"].split()]
        value = next((part for part in lengths if part[:1] in "0123456789." and not part.endswith("00")), None)
    match = _NUMBER.match(value or "")
    if match is None:
        return None
    unit = match[2]
    return float(match[1]) * (_PIXELS.get(unit, 1.0) if unit != "%" else _EM / 100)


def _is_far(values: Mapping[str, str]) -> bool:
    is_placed = values.get("position") in ("absolute", "fixed", "relative")
    if is_placed and (
        any(_pixels(values.get(side)) <= -_FAR for side in ("left", "top", "right", "bottom"))
        or any(_pixels(values.get(side)) >= _FAR_RIGHT for side in ("left", "right", "bottom"))
    ):
        return True
    if any(_pixels(values.get(name)) <= -_FAR for name in ("text-indent", "margin-left", "margin-top")):
        return True
    moves = [*_FUNCTION.findall(values.get("transform", "")), ("translate", values.get("translate", ""))]
    return any(
        name.startswith("translate") and any(abs(_pixels(part)) >= _FAR for part in _parts(arguments))
        for name, arguments in moves
    )


def _is_clipped(values: Mapping[str, str]) -> bool:
    clip = values.get("clip", "")
    if clip.startswith("rect") and all(_pixels(edge) <= 1 for edge in _parts(clip[5:].rstrip(") "))):
        return True
    path = values.get("clip-path", "")
    for name, arguments in _FUNCTION.findall(path):
        parts = _parts(arguments.partition("round")[0])
        if name == "inset" and any(part.endswith("%") and _pixels(part) >= 500 for part in parts):  # 50 %
            return True
        if name in ("circle", "ellipse") and parts and _pixels(parts[0]) == 0:
            return True
        if name == "polygon" and all(_pixels(part) == 0 for part in parts):
            return True
    return False


def _cut_off(values: Mapping[str, str]) -> Hiding | None:
    """Return how an element without height or width hides what does not fit into it."""
    if not any(values.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y")):
        return None
    if any(name in values and _pixels(values[name], 99.0) <= 1 for name in ("width", "max-width")):
        return Hiding.CLIPPED
    heights = [_pixels(values[name], 99.0) for name in ("height", "max-height") if name in values]
    return (Hiding.NO_HEIGHT if min(heights) == 0 else Hiding.CLIPPED) if heights and min(heights) <= 1 else None


def _has_no_size(values: Mapping[str, str]) -> bool:
    for name, arguments in [*_FUNCTION.findall(values.get("transform", "")), ("scale", values.get("scale", "1"))]:
        if name.startswith("scale") and any(abs(_amount(part)) < _FAINTEST for part in _parts(arguments)):
            return True
        if name in ("rotatex", "rotatey") and arguments.strip() in ("90deg", "-90deg", "270deg"):
            return True
    return _amount(values.get("zoom")) == 0


def _parts(arguments: str) -> list[str]:
    return arguments.replace(",", " ").split()


def _amount(value: str | None) -> float:
    """Return a number, or a percentage as a share; 1 if it is neither."""
    match = _NUMBER.match(value or "")
    if match is None or match[2] not in ("", "%"):
        return 1.0
    return float(match[1]) / (100 if match[2] else 1)


def _argument(value: str, function: str) -> float:
    """Return the number that a function in a value gets; 1 if the function is not there."""
    return next((_amount(given.strip()) for name, given in _FUNCTION.findall(value) if name == function), 1.0)


def _pixels(value: str | None, otherwise: float = 0.0) -> float:
    match = _NUMBER.match(value or "")
    return float(match[1]) * _PIXELS.get(match[2], 1.0) if match is not None else otherwise


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
        self._trials = 0
        self._doubted: set[str] = set()
        self._tree = tree
        self._by_name: dict[str, list[Element]] | None = None
        self._old_attributes()
        rules = [rule for sheet in tree.select("style") for rule in _rules(_COMMENT.sub(" ", sheet.text))]
        self._variables = {
            name: value
            for selector, body in rules
            if "--" in body and _ROOT.search(selector)
            for name, value in _VARIABLE.findall(body)
        }
        for rank, (selector, body) in enumerate(rules, 1):
            self._apply(selector, body, rank)
        for element in tree.select("[style]"):
            for name, value, important in _declarations(element.attr("style") or ""):
                self._set(element, name, Declared(_INLINE + _IMPORTANT * important, value, by_attribute=True))

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
        if "var(" in body:
            body = _USE.sub(lambda use: self._variables.get(use[1], use[0]), body)
        declared = _declarations(body)
        if not declared:
            return
        for selector in _split(selectors):
            if _STATES.search(selector):
                continue
            rank = _specificity(selector) * 1_000_000 + order
            for element in self._matches(selector, declared):
                for name, value, important in declared:
                    self._set(element, name, Declared(rank + _IMPORTANT * important, value))

    def _set(self, element: Element, name: str, declared: Declared) -> None:
        styles = self.styles.setdefault(element, {})
        if name not in styles or styles[name].rank <= declared.rank:
            styles[name] = declared

    def _matches(self, selector: str, declared: list[tuple[str, str, bool]]) -> Iterator[Element]:
        name = _last_name(selector)
        candidates = self._named(name)
        if selector == name:
            yield from candidates
            return
        if self._trials + len(candidates) > MAX_TRIALS:
            values = {name: value for name, value, _ in declared}
            if name not in self._doubted and _hiding(values, {"display": _BY_RULE}) is not None:
                self._doubted.add(name)
                self.doubtful.update(candidates)
            return
        self._trials += len(candidates)
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
                for name in element.attrs:
                    index[f"[{name}"].append(element)
            index["*"] = list(everything)
            self._by_name = dict(index)
        return self._by_name


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield the selectors and the declarations of each rule that applies to a screen."""
    around: list[tuple[str, bool]] = []  # the selectors of the rules around, and whether they apply
    start = 0
    for token in _TOKEN.finditer(css):
        sign = token.group()
        if sign == ";":
            if not around or around[-1][0] == "":
                start = token.end()  # a statement such as @import
        elif sign == "{":
            head = css[start : token.start()].rpartition(";")[2].strip()
            selector, applies = around[-1] if around else ("", True)
            if head.startswith("@"):
                around.append((selector, applies and _applies(head.lower())))
            else:
                around.append((_nested(selector, head), applies))
            if len(around) > _MAX_NESTING:
                return
            start = token.end()
        elif sign == "}":
            if around:
                selector, applies = around.pop()
                if selector and applies:
                    yield selector, css[start : token.start()]
            start = token.end()


def _nested(outer: str, inner: str) -> str:
    if not outer:
        return inner
    return inner.replace("&", f":is({outer})") if "&" in inner else f":is({outer}) {inner}"


def _applies(head: str) -> bool:
    """Tell whether the rules in an at-rule apply to a wide screen."""
    if head.startswith("@media"):
        if _NOT_SCREEN.search(head):
            return False
        return all(float(width) * _PIXELS[unit] <= _SCREEN_WIDTH for width, unit in _MIN_WIDTH.findall(head))
    return head.startswith(("@layer", "@supports", "@scope"))


def _declarations(body: str) -> list[tuple[str, str, bool]]:
    """Read the declarations that may hide: name, value in lowercase, and whether it is important."""
    if not _HIDING_WORDS.search(body):
        return []
    if "\\" in body:
        body = _ESCAPE.sub(_character, body)
    if "/*" in body:
        body = _COMMENT.sub(" ", body)
    declared = []
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and name in _PROPERTIES:
            value = value.strip().lower()
            plain = value.removesuffix("important").rstrip().removesuffix("!").rstrip() if "!" in value else value
            declared.append((name, plain, plain != value))
    return declared


def _character(escape: re.Match[str]) -> str:
    number = int(escape[1], 16)
    return chr(number) if 0 < number < 0xD800 else "\ufffd"


def _split(selectors: str) -> Iterator[str]:
    """Split a list of selectors at the commas that are not in brackets."""
    depth = start = 0
    for index, sign in enumerate(selectors):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and depth == 0:
            yield selectors[start:index].strip()
            start = index + 1
    if last := selectors[start:].strip():
        yield last


def _last_name(selector: str) -> str:
    """Return the id, class, tag or attribute that every element has which the selector matches; ``*`` if none."""
    plain = _IN_BRACKETS.sub(_attribute_name, selector)
    step = _LAST_STEP.search(plain)
    if step is None or "(" in plain or "\\" in plain:
        return "*"
    names = dict(_NAME.findall(step.group().partition(":")[0]))
    for sign in ("#", ".", "", "["):
        if sign in names:
            return f"{sign}{names[sign]}" if sign in "#." else f"{sign}{names[sign].lower()}"
    return "*"


def _attribute_name(brackets: re.Match[str]) -> str:
    """Return the beginning of an attribute selector, and nothing of the arguments of a pseudo-class."""
    return f"[{brackets[1]}" if brackets[1] else ""


def _specificity(selector: str) -> int:
    weight = 0
    for part in _SIMPLE.findall(selector):
        weight += 10_000 if part[0] == "#" else 100 if part[0] in ".[:" else part != "*"
    return min(weight, 900_000)


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
