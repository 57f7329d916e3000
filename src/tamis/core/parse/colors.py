"""Colors as CSS writes them, and whether a reader can tell two of them apart."""

from __future__ import annotations

import re
from typing import NamedTuple

LEAST_CONTRAST = 1.2
"""Contrast (WCAG 2.1) below which text cannot be told from its background. The least that WCAG asks for is 3."""

MOST_APART = 48
"""Difference of a part of two colors (of 255) up to which only their contrast counts."""


class Color(NamedTuple):
    """A color in sRGB, each part from 0 to 255, and its opacity."""

    red: int
    green: int
    blue: int
    alpha: float = 1.0


_NAMED = {
    "white": Color(255, 255, 255), "black": Color(0, 0, 0), "red": Color(255, 0, 0), "green": Color(0, 128, 0),
    "blue": Color(0, 0, 255), "gray": Color(128, 128, 128), "grey": Color(128, 128, 128),
    "silver": Color(192, 192, 192), "yellow": Color(255, 255, 0), "snow": Color(255, 250, 250),
    "ivory": Color(255, 255, 240), "whitesmoke": Color(245, 245, 245), "ghostwhite": Color(248, 248, 255),
    "floralwhite": Color(255, 250, 240), "mintcream": Color(245, 255, 250), "azure": Color(240, 255, 255),
    "navy": Color(0, 0, 128), "gainsboro": Color(220, 220, 220), "lightgray": Color(211, 211, 211),
    "lightgrey": Color(211, 211, 211), "transparent": Color(0, 0, 0, 0.0),
}  # fmt: skip
_HEX = re.compile(r"#([0-9a-f]{3,8})")
_RGB = re.compile(r"rgba?\(\s*+([\d.]++%?)[\s,]++([\d.]++%?)[\s,]++([\d.]++%?)(?:[\s,/]++([\d.]++%?))?\s*+\)")
_HSL = re.compile(r"hsla?\(\s*+([\d.]++)(?:deg)?[\s,]++([\d.]++)%[\s,]++([\d.]++)%(?:[\s,/]++([\d.]++%?))?\s*+\)")


def read_color(value: str) -> Color | None:
    """Read a color from its value in lowercase; None if it is none that is known."""
    if value in _NAMED:
        return _NAMED[value]
    if match := _HEX.fullmatch(value):
        return _of_digits(match[1])
    if match := _RGB.fullmatch(value):
        red, green, blue = (round(_part(match[index], 255.0)) for index in (1, 2, 3))
        return Color(red, green, blue, _part(match[4], 1.0) if match[4] else 1.0)
    if match := _HSL.fullmatch(value):
        import colorsys  # few colors are written so

        parts = colorsys.hls_to_rgb(float(match[1]) / 360 % 1, min(float(match[3]), 100) / 100, float(match[2]) / 100)
        red, green, blue = (max(0, min(255, round(part * 255))) for part in parts)
        return Color(red, green, blue, _part(match[4], 1.0) if match[4] else 1.0)
    return None


def _of_digits(digits: str) -> Color | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in (6, 8):
        return None
    parts = [int(digits[index : index + 2], 16) for index in range(0, len(digits), 2)]
    return Color(parts[0], parts[1], parts[2], parts[3] / 255 if len(parts) == 4 else 1.0)


def _part(value: str, whole: float) -> float:
    try:
        share = float(value.rstrip("%"))
    except ValueError:  # two points
        return whole
    return min(whole, share / 100 * whole if value.endswith("%") else share)


def are_alike(text: Color, behind: Color) -> bool:
    """Tell whether nobody can read text of one color on the other."""
    if max(abs(one - other) for one, other in zip(text[:3], behind[:3], strict=True)) > MOST_APART:
        return False
    darker, lighter = sorted((_luminance(text), _luminance(behind)))
    return (lighter + 0.05) / (darker + 0.05) < LEAST_CONTRAST


def _luminance(color: Color) -> float:
    """Compute the relative luminance (WCAG 2.1)."""
    parts = []
    for part in color[:3]:
        share = part / 255
        parts.append(share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
