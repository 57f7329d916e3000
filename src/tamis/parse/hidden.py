"""What a reader does not see, with the reason. Such elements are flagged, never dropped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.parse.disclosures import CONTROLS, disclosures
from tamis.parse.document import REVEALED_BY_SCRIPT

if TYPE_CHECKING:
    from tamis.parse.tree import Element, Tree

# Class names by which style sheets hide text from the eye and leave it to screen readers: the three that frameworks
# use. Each further one would cost a search of its own on every page.
_SCREEN_READER_CLASSES = frozenset({"sr-only", "screen-reader-text", "visually-hidden"})
# Where math libraries keep a formula's source, hidden behind what they draw.
_MATH_SOURCES = ("katex-mathml", "mwe-math", "mathjax", "mjx-assistive", "mjx_assistive")

_CANDIDATES = "[hidden], [style], [aria-hidden='true'], " + ", ".join(f".{c}" for c in sorted(_SCREEN_READER_CLASSES))
# Both at once, because every search walks the whole tree.
_CANDIDATES_AND_CONTROLS = f"{_CANDIDATES}, {CONTROLS}"
_HIDING_STYLE = re.compile(
    r"(?:^|[;\s])(?:"
    r"(?P<display>display\s*:\s*none)"
    r"|(?P<visibility>visibility\s*:\s*hidden)"
    r"|(?P<opacity>opacity\s*:\s*0?(?:\.0+)?\s*(?:[;!]|$))"
    r"|(?P<size>font-size\s*:\s*0(?:px|pt|r?em|%)?\s*(?:[;!]|$))"
    r"|(?P<place>(?:left|top|text-indent)\s*:\s*-\d{4,})"
    r")",
    re.IGNORECASE,
)
_STYLE_REASONS = {
    "display": "display: none",
    "visibility": "visibility: hidden",
    "opacity": "opacity: 0",
    "size": "font size 0",
    "place": "off screen",
}
_NEVER_SHOWN = ("size", "place")


def hidden_elements(tree: Tree) -> dict[Element, str]:
    """The elements that hide their content, each with the reason. What a reader can open is none of them."""
    found: dict[Element, str] = {}
    seen: list[Element] = []
    for selector in (_CANDIDATES_AND_CONTROLS, "dialog"):
        for element in tree.select(selector):
            reason = _reason(element)
            if reason is None:
                seen.append(element)
            elif not _holds_math_source(element):
                found[element] = reason
    for element in disclosures(found.keys(), seen):
        if found[element] in REVEALED_BY_SCRIPT and not _is_never_shown(element):
            del found[element]
    return found


def hiding_reason(element: Element) -> str | None:
    """Why an element hides its content; None if it does not."""
    reason = _reason(element)
    return None if reason is not None and _holds_math_source(element) else reason


def _reason(element: Element) -> str | None:
    if element.tag == "dialog" and element.attr("open") is None:
        return "closed dialog"
    style = element.attr("style")
    if style and _may_hide(style) and (match := _HIDING_STYLE.search(style)) and match.lastgroup:
        return _STYLE_REASONS[match.lastgroup]
    if element.attr("aria-hidden") == "true":
        return "aria-hidden"
    if element.attr("hidden") is not None:
        return "hidden attribute"
    classes = element.attr("class")
    if classes and not _SCREEN_READER_CLASSES.isdisjoint(classes.split()):
        return "screen readers only"
    return None


def _is_never_shown(element: Element) -> bool:
    """Whether no click shows an element, because it is hidden in another way too."""
    styles = (match.lastgroup for match in _HIDING_STYLE.finditer(element.attr("style") or ""))
    classes = (element.attr("class") or "").split()
    return not _SCREEN_READER_CLASSES.isdisjoint(classes) or any(style in _NEVER_SHOWN for style in styles)


def _may_hide(style: str) -> bool:
    """A cheap look before the expression; most styles set a width or a colour."""
    style = style.lower()
    return (
        "none" in style or "hidden" in style or "opacity" in style or "size" in style or ":-" in style or ": -" in style
    )


def _holds_math_source(element: Element) -> bool:
    classes = (element.attr("class") or "").lower()
    if "math" not in classes and "mjx" not in classes:  # nearly always
        return False
    return any(name in classes for name in _MATH_SOURCES) and element.find("math") is not None
