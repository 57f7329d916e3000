"""Colors as CSS writes them, and whether a reader can tell two of them apart."""

from __future__ import annotations

import math
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
    "lightgrey": Color(211, 211, 211), "transparent": Color(0, 0, 0, 0.0), "canvas": Color(255, 255, 255),
    "canvastext": Color(0, 0, 0), "window": Color(255, 255, 255), "windowtext": Color(0, 0, 0),
    "field": Color(255, 255, 255), "fieldtext": Color(0, 0, 0), "linen": Color(250, 240, 230),
    "honeydew": Color(240, 255, 240), "aliceblue": Color(240, 248, 255), "seashell": Color(255, 245, 238),
    "oldlace": Color(253, 245, 230), "lavenderblush": Color(255, 240, 245), "lightyellow": Color(255, 255, 224),
    "lightcyan": Color(224, 255, 255), "cornsilk": Color(255, 248, 220), "beige": Color(245, 245, 220),
}  # fmt: skip
_HEX = re.compile(r"#([0-9a-f]{3,8})")
_RGB = re.compile(r"rgba?\(\s*+([\d.]++%?)[\s,]++([\d.]++%?)[\s,]++([\d.]++%?)(?:[\s,/]++([\d.]++%?))?\s*+\)")
_HSL = re.compile(r"hsla?\(\s*+([\d.]++)(?:deg)?[\s,]++([\d.]++)%[\s,]++([\d.]++)%(?:[\s,/]++([\d.]++%?))?\s*+\)")


_FUNCTION = re.compile(r"([a-z-]++)\(([^()]*+)\)")
_IN_VALUE = re.compile(r"(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color)\([^()]*+\)|#[0-9a-f]{3,8}|[a-z]++")


def colors_in(value: str) -> list[Color]:
    """List the colors in a value, such as those of a gradient."""
    return [color for color in map(read_color, _IN_VALUE.findall(value)) if color is not None]


def read_color(value: str, depth: int = 0) -> Color | None:
    """Read a color from its value in lowercase; None if it is none that is known."""
    if value.startswith(("color-mix(", "light-dark(")) and value.endswith(")") and depth < _MAX_MIXED:
        return _chosen(value, depth + 1)
    if value in _NAMED:
        return _NAMED[value]
    if match := _HEX.fullmatch(value):
        return _of_digits(match[1])
    if match := _RGB.fullmatch(value):
        red, green, blue = (round(_part(match[index], 255.0)) for index in (1, 2, 3))
        return Color(red, green, blue, _part(match[4], 1.0) if match[4] else 1.0)
    if (match := _FUNCTION.fullmatch(value)) and match[1] in _SPACES:
        return _in_space(match[1], match[2])
    if match := _HSL.fullmatch(value):
        import colorsys  # few colors are written so

        parts = colorsys.hls_to_rgb(float(match[1]) / 360 % 1, min(float(match[3]), 100) / 100, float(match[2]) / 100)
        red, green, blue = (max(0, min(255, round(part * 255))) for part in parts)
        return Color(red, green, blue, _part(match[4], 1.0) if match[4] else 1.0)
    return None


_MAX_MIXED = 4
_SPACES = ("oklch", "oklab", "lch", "lab", "hwb", "color")


def _chosen(value: str, depth: int) -> Color | None:
    """Return the color of a choice: the first of the light scheme, or the mean of two that are mixed, in sRGB."""
    name, _, arguments = value[:-1].partition("(")
    parts = _arguments(arguments)
    if name == "light-dark":
        return read_color(parts[0], depth)
    shares, colors = [], []
    for part in parts[1:]:
        words, _, share = part.rpartition(" ")
        has_share = share.endswith("%")
        color = read_color((words if has_share else part).strip(), depth)
        if color is None:
            return None
        colors.append(color)
        shares.append(_part(share, 1.0) if has_share else None)
    if len(colors) != 2:
        return None
    first = shares[0] if shares[0] is not None else 1 - shares[1] if shares[1] is not None else 0.5
    mixed = [one * first + other * (1 - first) for one, other in zip(*colors, strict=True)]
    return Color(round(mixed[0]), round(mixed[1]), round(mixed[2]), mixed[3])


def _arguments(text: str) -> list[str]:
    """Split arguments at the commas that are not in brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _in_space(space: str, arguments: str) -> Color | None:
    """Read a color of another color space, roughly: gray by its lightness, or with its hue in sRGB."""
    given, _, alpha = arguments.partition("/")
    words = given.split()
    if space == "color":
        words = words[1:] if words[:1] and words[0] in ("srgb", "display-p3", "srgb-linear", "a98-rgb") else []
    if len(words) != 3:
        return None
    opacity = _part(alpha.strip(), 1.0) if alpha.strip() else 1.0
    try:
        first, second, third = (
            0.0 if word == "none" else float(word.removesuffix("deg").rstrip("%")) for word in words
        )
    except ValueError:
        return None
    if space == "color":
        red, green, blue = (round(255 * _part(word, 1.0)) for word in words)
        return Color(red, green, blue, opacity)
    if space == "hwb":
        return _of_hwb(first, second / 100, third / 100, opacity)
    return _of_lightness(space, words, (first, second, third), opacity)


def _of_hwb(hue: float, white: float, black: float, opacity: float) -> Color:
    import colorsys  # few colors are written so

    if white + black >= 1:
        gray = round(255 * white / (white + black))
        return Color(gray, gray, gray, opacity)
    pure = colorsys.hsv_to_rgb(hue / 360 % 1, 1.0, 1.0)
    red, green, blue = (round(255 * (part * (1 - white - black) + white)) for part in pure)
    return Color(red, green, blue, opacity)


def _of_lightness(space: str, words: list[str], numbers: tuple[float, float, float], opacity: float) -> Color:
    """Convert a color by OKLab; that of CIE Lab is taken for it, which is close enough to tell text from background."""
    lightness, second, third = numbers
    is_ok = space.startswith("ok")
    if words[0].endswith("%") or not is_ok:
        lightness /= 100
    scale = 1.0 if is_ok else 0.4 / 150 if space == "lch" else 0.4 / 125
    if words[1].endswith("%"):
        scale = 0.4 / 100
    if space.endswith("lch"):
        angle = math.radians(third)
        a, b = second * scale * math.cos(angle), second * scale * math.sin(angle)
    else:
        a, b = second * scale, third * scale
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    red, green, blue = (round(255 * _gamma(min(1.0, max(0.0, part)))) for part in linear)
    return Color(red, green, blue, opacity)


def _gamma(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


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
