"""Hidden elements of a rendered page, each with the reason.

The browser's data on every element (its box, its computed style, the order in which it is drawn) replaces guesses from
markup. An element is hidden if all of its content is, because an invisible parent may have a visible child. Pages fade
text in while the reader scrolls, so transparency that a transition or an animation may end hides nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from tamis.core.parse import Hiding
from tamis.core.parse.colors import Color, are_alike, colors_in, read_color
from tamis.core.parse.css_values import least_argument

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.model import Box

_NEVER_DRAWN = frozenset(
    """
    area base col colgroup datalist head link map meta noscript option optgroup param script source style template title
    track wbr br
    """.split()
)
_PICTURES = frozenset("canvas iframe img object picture svg video".split())
_HIDDEN_OVERFLOW = frozenset(("hidden", "clip"))
_INVISIBLE = frozenset(("hidden", "collapse"))
_NOTHING_LEFT = re.compile(r"circle\(0(?:px|%)?[ )]|polygon\(0(?:px|%)? 0(?:px|%)?\)")
_SHARE_IN_SUM = re.compile(r"calc\(([\d.]++%)[^()]*+\)")
_NUMBER = re.compile(r"-?\d++(?:\.\d++)?")
FAINTEST = 0.06
"""Opacity below which nobody sees a text."""
_WHOLE = 100.0  # per cent
_MIN_PIXELS = 1.0  # Style sheets leave one pixel of text that is only for screen readers.
_MAX_COVERS = 64  # Only the largest are examined: an element that covers text is larger than the text.
_MAX_COVER_SHARE = 0.5  # Share of the page. An element that covers more is a wall before the page, not a part of it.
_BAND = 200.0  # CSS pixels; covers are looked up by the bands of the page that they reach into.


@dataclass(slots=True)
class Drawn:
    """An element as the browser drew it."""

    number: int
    parent: int
    """Number of the parent; -1 for the root."""
    tag: str
    box: Box | None
    """Box of the element; None if it takes no part in the layout."""
    style: Mapping[str, str]
    order: int = 0
    """Rank in the order of drawing: larger is later, and so above."""
    blended: str = ""
    """Color behind the text, if the browser knows it."""
    texts: list[Box | None] = field(default_factory=list)
    """Boxes of the element's own text nodes that are not blank."""


def hidden_nodes(drawn: Sequence[Drawn], area: float, *, with_colors: bool = True) -> dict[int, str]:
    """Find the outermost elements that show nothing to a reader; return their numbers with the values of their
    `Hiding`.

    `area` is that of the page. Without `with_colors`, text in the color of its background does not count as hidden.
    """
    page = _Page(drawn, area, with_colors)
    reasons = page.reasons()
    return {
        element.number: reason.value
        for element, reason in zip(drawn, reasons, strict=True)
        if reason is not None and (element.parent < 0 or reasons[element.parent] is not reason)
    }


class _Page:
    """The elements in document order, so that a pass backwards meets children before their parents."""

    def __init__(self, drawn: Sequence[Drawn], area: float, with_colors: bool) -> None:
        self._drawn = drawn
        self._area = area
        self._with_colors = with_colors
        count = len(drawn)
        self._parents = [element.parent for element in drawn]
        self._unread = [False] * count  # in head, in a script or the like, or in closed details
        self._faded = [False] * count
        self._over_picture = [False] * count
        for index, element in enumerate(drawn):
            up = element.parent
            style = element.style
            self._unread[index] = element.tag in _NEVER_DRAWN or (
                up >= 0 and (self._unread[up] or drawn[up].tag == "details")
            )
            self._faded[index] = (up >= 0 and self._faded[up]) or _is_transparent(style)
            self._over_picture[index] = (up >= 0 and self._over_picture[up]) or style.get(
                "background-image", "none"
            ) != "none"
        self._covers = self._found_covers()
        self._picture_boxes = [element.box for element in drawn if element.tag in _PICTURES and element.box is not None]

    def reasons(self) -> list[Hiding | None]:
        """Return for every element the reason that nothing of it is visible, or None."""
        count = len(self._drawn)
        seen = [False] * count  # True if anything in the element is visible
        why: list[Hiding | None] = [None] * count  # the reason that its content is hidden; of several, that of the last
        clipped = [False] * count
        for index, element in enumerate(self._drawn):
            up = element.parent
            clipped[index] = (up >= 0 and clipped[up]) or _is_clipped(element)
        for index in range(count - 1, -1, -1):
            if self._unread[index]:
                continue
            own = self._own_reason(index, clipped[index])
            element = self._drawn[index]
            shows = own is None and (bool(element.texts) or (element.tag in _PICTURES and element.box is not None))
            if shows:
                seen[index] = True
            elif own is not None and (element.texts or why[index] is None):
                why[index] = own
            if (up := element.parent) >= 0:
                seen[up] = seen[up] or seen[index]
                why[up] = why[up] or why[index]
        return [None if seen[index] or self._unread[index] else why[index] for index in range(count)]

    def _own_reason(self, index: int, clipped: bool) -> Hiding | None:
        element = self._drawn[index]
        style = element.style
        if element.box is None and not any(element.texts):
            return Hiding.DISPLAY
        if style.get("visibility") in _INVISIBLE:
            return Hiding.VISIBILITY
        if self._faded[index]:
            return Hiding.OPACITY
        if clipped:
            return Hiding.CLIPPED
        boxes = [box for box in element.texts if box is not None]
        if element.texts and _number(style.get("font-size", "1")) == 0:
            return Hiding.FONT_SIZE
        if boxes and all(box.width == 0 or box.height == 0 for box in boxes):
            return Hiding.NO_SIZE
        if _is_off_screen(boxes or ([element.box] if element.box is not None else [])):
            return Hiding.OFF_SCREEN
        if not boxes:
            return None
        return self._by_color(index) or (Hiding.COVERED if self._is_covered(index, boxes) else None)

    def _by_color(self, index: int) -> Hiding | None:
        element = self._drawn[index]
        color = _color(element.style.get("-webkit-text-fill-color") or element.style.get("color", ""))
        if color is None or self._over_picture[index]:
            return None
        if color.alpha < FAINTEST and element.style.get("-webkit-background-clip") != "text":
            return Hiding.TRANSPARENT
        behind = _color(element.blended) if self._with_colors else None
        if (
            behind is not None
            and behind.alpha == 1
            and are_alike(color, behind)
            and not self._stands_on_picture(element)
        ):
            return Hiding.BACKGROUND_COLOR
        return None

    def _stands_on_picture(self, element: Drawn) -> bool:
        """Tell whether a picture lies behind the element: then white on white is white on a photograph."""
        return element.box is not None and any(_overlap(box, element.box) for box in self._picture_boxes)

    def _found_covers(self) -> dict[int, list[int]]:
        """Collect the opaque elements that are placed over others, by band of the page."""
        covers = [
            (element.box.width * element.box.height, index)
            for index, element in enumerate(self._drawn)
            if element.box is not None
            and element.style.get("position") in ("absolute", "relative")
            and element.style.get("visibility") == "visible"
            and not self._faded[index]
            and element.box.width * element.box.height <= self._area * _MAX_COVER_SHARE
            and _is_opaque(element.style)
        ]
        bands: dict[int, list[int]] = defaultdict(list)
        for _, index in sorted(covers, reverse=True)[:_MAX_COVERS]:
            box = self._drawn[index].box
            if box is not None:
                for band in range(int(box.top // _BAND), int((box.top + box.height) // _BAND) + 1):
                    bands[band].append(index)
        return bands

    def _is_covered(self, index: int, boxes: Sequence[Box]) -> bool:
        return bool(self._covers) and all(self._has_cover(index, box) for box in boxes)

    def _has_cover(self, index: int, box: Box) -> bool:
        order = self._drawn[index].order
        for cover in self._covers.get(int(box.top // _BAND), ()):
            over = self._drawn[cover]
            if (
                over.order > order
                and over.box is not None
                and _contains(over.box, box)
                and not self._is_in(index, cover)
            ):
                return True
        return False

    def _is_in(self, index: int, ancestor: int) -> bool:
        while index > ancestor:  # parents come before their children
            index = self._parents[index]
        return index == ancestor


def _is_transparent(style: Mapping[str, str]) -> bool:
    if (
        _number(style.get("opacity", "1")) >= FAINTEST
        and least_argument(style.get("filter", "none"), "opacity") >= FAINTEST
        and not _is_masked(style.get("mask-image", "none"))
    ):
        return False
    moves = style.get("animation-name", "none") != "none" or any(
        _number(duration) > 0 for duration in style.get("transition-duration", "0s").split(",")
    )
    return not moves


def _is_clipped(element: Drawn) -> bool:
    style, box = element.style, element.box
    if box is None:
        return False
    if (style.get("overflow-x") in _HIDDEN_OVERFLOW and box.width <= _MIN_PIXELS) or (
        style.get("overflow-y") in _HIDDEN_OVERFLOW and box.height <= _MIN_PIXELS
    ):
        return True
    clip = style.get("clip", "auto")
    if clip.startswith("rect(") and style.get("position") in ("absolute", "fixed"):
        edges = [float(edge) for edge in _NUMBER.findall(clip)]
        if len(edges) == 4 and (edges[2] - edges[0] <= _MIN_PIXELS or edges[1] - edges[3] <= _MIN_PIXELS):
            return True
    path = style.get("clip-path", "none")
    return path != "none" and (_NOTHING_LEFT.match(path) is not None or _is_cut_away(path))


def _is_cut_away(path: str) -> bool:
    """Tell whether an inset takes all of the width or the height; browsers write other rectangles so, too."""
    edges = _SHARE_IN_SUM.sub(r"\1", path.partition(" round")[0]).removeprefix("inset(").rstrip(")").split()
    if not path.startswith("inset(") or not edges:
        return False
    shares = [_number(edge) if edge.endswith("%") else 0.0 for edge in edges]
    top, right, bottom, left = (shares[index % len(shares)] for index in (0, 1, 2, 3 if len(shares) == 4 else 1))
    return top + bottom >= _WHOLE or left + right >= _WHOLE


def _is_off_screen(boxes: Sequence[Box]) -> bool:
    """Tell whether all boxes are left of the page or above it, out of reach of scrolling."""
    return bool(boxes) and all(
        box.width * box.height > 0 and (box.left + box.width <= 0 or box.top + box.height <= 0) for box in boxes
    )


def _is_opaque(style: Mapping[str, str]) -> bool:
    color = _color(style.get("background-color", ""))
    return color is not None and color.alpha == 1 and style.get("opacity", "1") == "1"


def _is_masked(mask: str) -> bool:
    return mask != "none" and bool(colors := colors_in(mask)) and all(color.alpha < FAINTEST for color in colors)


@lru_cache(maxsize=256)
def _color(value: str) -> Color | None:
    return read_color(value.lower())


def _number(value: str | None) -> float:
    match = _NUMBER.search(value or "")
    return float(match[0]) if match else 0.0


def _contains(outer: Box, inner: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.left + inner.width <= outer.left + outer.width
        and inner.top + inner.height <= outer.top + outer.height
    )


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.left + other.width
        and other.left < one.left + one.width
        and one.top < other.top + other.height
        and other.top < one.top + one.height
    )
