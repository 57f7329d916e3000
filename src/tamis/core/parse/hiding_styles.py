"""Ways in which the declared styles of an element hide it, colors aside."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from tamis.core.parse.colors import colors_in
from tamis.core.parse.css_values import FUNCTION, amount, font_pixels, least_argument, parts_of, pixels
from tamis.core.parse.document import Hiding

if TYPE_CHECKING:
    from collections.abc import Mapping

FAINTEST = 0.06
"""Opacity below which nobody sees anything."""
PLACED = ("absolute", "fixed", "relative", "sticky")
"""Values of `position` with which the sides of an element move it."""
_SMALLEST_FONT = 3.0  # CSS pixels; nobody reads smaller text
_FAR = 500.0  # CSS pixels; further up or left is outside every window
_FAR_RIGHT = 5_000.0
_WHOLE_WIDTH = 1_000.0  # 100 %, as `pixels` counts it
_PERCENT_OF_ITSELF = 0.5  # a share of an element's own size, which is smaller than what is around it
_MOVING = frozenset("left right top bottom margin-left margin-top padding-left text-indent transform translate".split())
_EDGEWISE = ("90deg", "-90deg", "270deg", ".25turn", "0.25turn", "-.25turn", "-0.25turn", ".75turn", "0.75turn")
_INVISIBLE = ("hidden", "collapse")
_LENGTH_OF_MATRIX = {"matrix": (6, 0, 1, 2, 3, 4, 5), "matrix3d": (16, 0, 1, 4, 5, 12, 13)}
"""The number of arguments, those that turn and scale in the plane, and those that move."""


def hiding_by(values: Mapping[str, str], *, in_attribute: bool = False) -> Hiding | None:
    """Return the first way in which an element's own styles hide it; `in_attribute` if its attribute says `display`."""
    if values.get("display") == "none":
        return Hiding.DISPLAY if in_attribute else Hiding.STYLE_SHEET
    if values.get("visibility") in _INVISIBLE:
        return Hiding.VISIBILITY
    if values.get("content-visibility") == "hidden":
        return Hiding.STYLE_SHEET
    if amount(values.get("opacity")) < FAINTEST or least_argument(values.get("filter", ""), "opacity") < FAINTEST:
        return Hiding.OPACITY
    if (size := _font_size(values)) is not None and size < _SMALLEST_FONT:
        return Hiding.TINY if size else Hiding.FONT_SIZE
    if _is_far(values):
        return Hiding.OFF_SCREEN
    if _is_clipped(values):
        return Hiding.CLIPPED
    if "mask" in values and (colors := colors_in(values["mask"])) and all(c.alpha < FAINTEST for c in colors):
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
    """Tell whether an element is moved out of the window, by all of its sides, margins and transforms together."""
    if _MOVING.isdisjoint(values):
        return False
    is_placed = values.get("position") in PLACED
    sides = {side: pixels(values.get(side)) if is_placed else 0.0 for side in ("left", "right", "top", "bottom")}
    across, down = _moves(values)
    shifts = [sides["left"] + across, sides["top"] + down]
    if "float" not in values:  # columns are put beside each other by floats with margins
        shifts[0] += pixels(values.get("margin-left"))
        shifts[1] += pixels(values.get("margin-top"))
    if min(shifts) <= -_FAR or max(shifts[0], sides["right"], sides["bottom"]) >= _FAR_RIGHT:
        return True
    if any(side not in values and sides[other] <= -_FAR for side, other in (("left", "right"), ("top", "bottom"))):
        return True
    if any(abs(move) >= _FAR <= abs(shift) for move, shift in zip((across, down), shifts, strict=True)):
        return True
    indent = pixels(values.get("text-indent"))
    return indent <= -_FAR or any(_is_beyond(values.get(n)) for n in ("text-indent", "margin-left", "padding-left"))


def _is_beyond(value: str | None) -> bool:
    """Tell whether a space before a line is as wide as what is around it."""
    return pixels(value) >= (_WHOLE_WIDTH if value is not None and value.endswith("%") else _FAR_RIGHT)


def _moves(values: Mapping[str, str]) -> tuple[float, float]:
    """Return how far transforms move an element to the right and down."""
    across = down = 0.0
    for name, arguments in [*FUNCTION.findall(values.get("transform", "")), ("translate", values.get("translate", ""))]:
        lengths = [pixels(part) * (_PERCENT_OF_ITSELF if "%" in part else 1.0) for part in parts_of(arguments)]
        if name == "translatey":
            lengths = [0.0, *lengths]
        elif name in _LENGTH_OF_MATRIX and len(lengths) == _LENGTH_OF_MATRIX[name][0]:
            lengths = [lengths[index] for index in _LENGTH_OF_MATRIX[name][5:]]
        elif not name.startswith("translate"):
            continue
        across += lengths[0] if lengths else 0.0
        down += lengths[1] if len(lengths) > 1 else 0.0
    return across, down


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
    names = ("height", "max-height", "line-height") if "height" not in values else ("height", "max-height")
    heights = [pixels(values[name], 99.0) for name in names if name in values]
    if names[-1] in values and names[-1] == "line-height" and heights[-1]:
        heights.pop()
    return (Hiding.NO_HEIGHT if min(heights) == 0 else Hiding.CLIPPED) if heights and min(heights) <= 1 else None


def _has_no_size(values: Mapping[str, str]) -> bool:
    turn = values.get("rotate", "")
    turns = [(f"rotate{axis}", turn.removeprefix(axis)) for axis in "xy" if turn.startswith(f"{axis} ")]
    scales = [("scale", values.get("scale", "1"))]
    for name, arguments in [*FUNCTION.findall(values.get("transform", "")), *scales, *turns]:
        parts = parts_of(arguments)
        if name.startswith("scale") and any(abs(amount(part)) < FAINTEST for part in parts):
            return True
        if name in ("rotatex", "rotatey") and arguments.strip() in _EDGEWISE:
            return True
        if name == "rotate3d" and len(parts) == 4 and pixels(parts[2]) == 0 and parts[3] in _EDGEWISE:
            return True
        if name in _LENGTH_OF_MATRIX and len(parts) == _LENGTH_OF_MATRIX[name][0]:
            a, b, c, d = (pixels(parts[index]) for index in _LENGTH_OF_MATRIX[name][1:5])
            if abs(a * d - b * c) < FAINTEST**2:
                return True
    return amount(values.get("zoom")) == 0


def share_left(values: Mapping[str, str]) -> float:
    """Return the share of its opacity and size that an element leaves to what it holds."""
    scales = [values["scale"]] if "scale" in values else []
    scales += [arguments for name, arguments in FUNCTION.findall(values.get("transform", "")) if name == "scale"]
    sizes = [min(1.0, abs(amount(part))) for scale in scales for part in parts_of(scale)[:1]]
    return min(1.0, abs(amount(values.get("opacity")))) * min(1.0, amount(values.get("zoom"))) * prod(sizes)


SHARED = frozenset({"opacity", "scale", "transform", "zoom"})
"""Properties that leave a share of its opacity or size to what an element holds."""
