"""Hidden elements, each with the reason. They are flagged, never dropped."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.disclosures import CONTROLS, find_disclosures
from tamis.core.parse.document import Hiding
from tamis.core.parse.tree import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tamis.core.parse.tree import Element, Tree

# Class names with which style sheets hide text from the eye and leave it to screen readers: the three that frameworks
# use. Each further one would cost another search on every page.
_SCREEN_READER_CLASSES = frozenset({"sr-only", "screen-reader-text", "visually-hidden"})
# Class names under which math libraries keep a formula's source, hidden behind what they draw.
_MATH_SOURCES = ("katex-mathml", "mwe-math", "mathjax", "mjx-assistive", "mjx_assistive")

# One selector for all, because every search walks the whole tree, also for the tags that HTML does not have.
DRAWN_FORMULA = "mjx-container"
_MARKED = ":is([hidden], [style], [aria-hidden='true'], [role=row], {}, {}, {})".format(
    ", ".join(f".{name}" for name in sorted(_SCREEN_READER_CLASSES)), CONTROLS, DRAWN_FORMULA
)
_HIDING_STYLE = re.compile(
    r"(?<![^;\s])(?:"
    r"(?P<display>display\s*+:\s*+none)"
    r"|(?P<visibility>visibility\s*+:\s*+hidden)"
    r"|(?P<opacity>opacity\s*+:\s*+0?+(?:\.0++)?\s*+(?=[;!]|$))"
    r"|(?P<size>font-size\s*+:\s*+(?:0++(?:\.0*+)?|\.0++)(?:[a-z]{1,4}|%)?\s*+(?=[;!]|$))"
    r"|(?P<place>(?:left|top|text-indent)\s*+:\s*+-\d{4})"
    r"|(?P<clip>clip\s*+:\s*+rect\((?:\s*+[01](?:px)?\s*+,?){4}\)"
    r"|clip-path\s*+:\s*+(?:inset\(\s*+(?:50%|[^()]{0,40}\b100%)|circle\(\s*+0))"
    r")",
    re.IGNORECASE,
)
DISPLAYS = (
    "none", "block", "inline", "flex", "grid", "table", "contents", "flow-root", "list-item", "ruby", "math", "run-in",
    "-webkit-box", "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex", "-ms-flexbox", "-ms-grid",
)  # fmt: skip
"""Beginnings of the values of `display`."""
_DISPLAY = re.compile(
    rf"(?<![^;\s])display\s*+:\s*+(?P<value>{'|'.join(DISPLAYS)})(?![a-z])[^;!]*+(?P<important>!)?", re.IGNORECASE
)
_FONT_SIZE = Hiding.FONT_SIZE
_NEGATIVE = re.compile(r":\s*+-")
_STYLES = {
    "display": Hiding.DISPLAY,
    "visibility": Hiding.VISIBILITY,
    "opacity": Hiding.OPACITY,
    "size": Hiding.FONT_SIZE,
    "place": Hiding.OFF_SCREEN,
    "clip": Hiding.CLIPPED,
}
# A style sheet can show elements that are hidden in these ways.
_UNDONE_BY_DISPLAY = (Hiding.DISPLAY, Hiding.ATTRIBUTE)
_NEVER_SHOWN = ("size", "place", "clip")
# A click on a control may give a part its height; without a control it never gets one.
_NO_HEIGHT = re.compile(r"(?<![^;\s])(?:max-)?height\s*+:\s*+0(?!\.?+0*+[1-9])", re.IGNORECASE)
# Fonts that draw a picture for its name. What stands in both class names is looked for in the source first.
_ICON_FONT = "material-"
_ICONS = "[class*='material-icons'], [class*='material-symbols']"
_CELLS = ("td", "th")
_MAX_IN_CELL = 4  # elements around an icon of which one may be the cell
_ICON_NAME = re.compile(r"\s*+[a-z0-9]++(?:_[a-z0-9]++)*\s*+")


class Marked(NamedTuple):
    """The elements of a page that may hide what they hold, are formulas that MathJax has drawn, or rows by
    their role."""

    elements: list[Element]
    styles: list[str]
    """The style of each; empty if it has none."""

    def with_tag(self, tag: str) -> list[Element]:
        """Return the elements with a tag."""
        return [element for element in self.elements if element.tag == tag]


def marked_elements(tree: Tree) -> Marked:
    """Find the elements that several stages of parsing read, in one search."""
    elements = list(tree.select(_MARKED))
    return Marked(elements, [element.attr("style") or "" for element in elements])


def hidden_elements(
    tree: Tree,
    marked: Marked,
    computed: Mapping[Element, Hiding] | None = None,
    is_shown: Callable[[Element], bool] = lambda _: False,
) -> dict[Element, Hiding]:
    """Find the elements that hide their content, and how they do. Parts that a click reveals are left out.

    `computed` contains the elements that a browser hid. `is_shown` tells whether the browser shows an element that
    markup would hide.
    """
    found: dict[Element, Hiding] = {}
    seen: list[Element] = []
    by_style: dict[str, Hiding | None] = {}  # pages set the same few styles over and over
    for element, style in zip(marked.elements, marked.styles, strict=True):
        hiding = None
        if style:
            if style not in by_style:
                by_style[style] = _by_style(style)
            hiding = by_style[style]
        hiding = hiding or _by_attributes(element)
        if hiding is None:
            seen.append(element)
        elif not _holds_math_source(element) and not (hiding in _UNDONE_BY_DISPLAY and is_shown(element)):
            found[element] = hiding
    if _FONT_SIZE in found.values():
        found = _without_reset_fonts(found, seen)
    for element in tree.select("dialog"):  # a tag alone is found without a walk
        if element.attr("open") is None:
            found[element] = Hiding.CLOSED_DIALOG
    if computed:
        found = {element: hiding for element, hiding in computed.items() if not _holds_math_source(element)} | found
    for element in find_disclosures(tree, found, seen, _may_show) if found else ():
        del found[element]
    return found


def find_icons(tree: Tree, html: str) -> dict[Element, Hiding]:
    """Find the elements that hold nothing but the name of an icon, which a font draws as a picture.

    A table's cell that has nothing else keeps it: what it says is `check` or `close`.
    """
    if _ICON_FONT not in html:
        return {}
    return {
        element: Hiding.ICON
        for element in tree.select(_ICONS)
        if all(type(child) is Text for child in element)
        and _ICON_NAME.fullmatch(element.text)
        and not any(
            around.tag in _CELLS and around.text.strip() == element.text.strip()
            for around in islice(elements_around(element), _MAX_IN_CELL)
        )
    }


def _without_reset_fonts(found: dict[Element, Hiding], seen: list[Element]) -> dict[Element, Hiding]:
    """Leave out elements without a font size in which another element has one: no gaps are between their children."""
    around: set[Element] = set()
    for element in seen:
        if "font-size" in (element.attr("style") or "").lower():
            for outer in elements_around(element):
                if outer in around:
                    break
                around.add(outer)
    return {element: hiding for element, hiding in found.items() if hiding is not _FONT_SIZE or element not in around}


def _by_style(style: str) -> Hiding | None:
    if not _may_hide(style):
        return None
    for match in _HIDING_STYLE.finditer(style):
        if match.lastgroup and (match.lastgroup != "display" or not _is_displayed(style)):
            return _STYLES[match.lastgroup]
    return None


def _is_displayed(style: str) -> bool:
    """Tell whether the value of `display` that holds, of several in a style, is another than `none`."""
    declared = list(_DISPLAY.finditer(style))
    holding = [match for match in declared if match["important"]] or declared
    return bool(holding) and holding[-1]["value"].lower() != "none"


def _by_attributes(element: Element) -> Hiding | None:
    if element.attr("aria-hidden") == "true":
        return Hiding.ARIA
    if element.attr("hidden") is not None:
        return Hiding.ATTRIBUTE
    classes = element.attr("class")
    if classes and not _SCREEN_READER_CLASSES.isdisjoint(classes.split()):
        return Hiding.SCREEN_READERS
    return None


def _may_show(element: Element, by_control: bool) -> bool:
    """Tell whether a click may show a hidden element: not if it is also hidden in a way that no click undoes."""
    style = element.attr("style") or ""
    classes = (element.attr("class") or "").split()
    return (
        _SCREEN_READER_CLASSES.isdisjoint(classes)
        and not any(match.lastgroup in _NEVER_SHOWN for match in _HIDING_STYLE.finditer(style))
        and (by_control or not _NO_HEIGHT.search(style))
    )


def _may_hide(style: str) -> bool:
    """Check cheaply before the regular expression runs; most styles set a width or a color."""
    style = style.lower()
    return (
        "none" in style
        or "hidden" in style
        or "opacity" in style
        or "size" in style
        or "clip" in style
        or ("-" in style and _NEGATIVE.search(style) is not None)
    )


def _holds_math_source(element: Element) -> bool:
    if element.tag.startswith("mjx-"):
        return element.find("math") is not None
    classes = (element.attr("class") or "").lower()
    if "math" not in classes and "mjx" not in classes:  # nearly always
        return False
    return any(name in classes for name in _MATH_SOURCES) and element.find("math") is not None
