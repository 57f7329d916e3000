"""Colors as CSS writes them, and whether a reader can tell two of them apart."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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


_NAMED_DIGITS = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b
darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222
floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899
lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6
magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db
mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6
olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98
paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513
salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb
slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5
yellow ffff00 yellowgreen 9acd32
canvas ffffff canvastext 000000 window ffffff windowtext 000000 field ffffff fieldtext 000000 buttonface efefef
buttontext 000000 linktext 0000ee visitedtext 551a8b activetext ff0000 graytext 808080 highlight b5d5ff
highlighttext 000000 mark ffff00 marktext 000000
"""
"""Names of colors in CSS Color 4 with their digits; those of the system as browsers draw them in light."""
_HEX = re.compile(r"#([0-9a-f]{3,8})")
_RGB = re.compile(r"rgba?\(\s*+([\d.]++%?)[\s,]++([\d.]++%?)[\s,]++([\d.]++%?)(?:[\s,/]++([\d.]++%?))?\s*+\)")
_HSL = re.compile(r"hsla?\(\s*+([\d.]++)(?:deg)?[\s,]++([\d.]++)%[\s,]++([\d.]++)%(?:[\s,/]++([\d.]++%?))?\s*+\)")


_WORDS = _NAMED_DIGITS.split()
_NAMED = {name: Color(*bytes.fromhex(digits)) for name, digits in zip(_WORDS[::2], _WORDS[1::2], strict=True)} | {
    "transparent": Color(0, 0, 0, 0.0)
}
NAMES = f"(?:{'|'.join(sorted([*_NAMED, 'currentcolor'], reverse=True))})$"
"""Pattern of the names of colors."""
_RELATIVE = re.compile(r"[a-z]++\(\s*+from\s++([#\w]++(?:\([^()]*+\))?)(?:\s++[a-z]){3}\s*+\)")
"""Pattern of a color made of all parts of another, unchanged."""
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
    if (match := _RELATIVE.fullmatch(value)) and depth < _MAX_MIXED:
        return read_color(match[1], depth + 1)
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


def filtered(color: Color, filters: Iterable[tuple[str, float]]) -> Color:
    """Return a color after the functions of a `filter` that turn it lighter or darker, each with its amount."""
    for name, amount in filters:
        match name:
            case "invert":
                share = min(amount, 1.0)
                color = _each(color, 1 - 2 * share, 255 * share)
            case "brightness":
                color = _each(color, amount, 0.0)
            case "contrast":
                color = _each(color, amount, 127.5 * (1 - amount))
            case _:
                pass
    return color


_BLENDED: Mapping[str, Callable[[float, float], float]] = {
    "screen": lambda own, behind: own + behind - own * behind / 255,
    "lighten": max,
    "plus-lighter": lambda own, behind: own + behind,
    "color-dodge": lambda own, behind: 255 * behind / (255 - own) if own < 255 else 255,
    "multiply": lambda own, behind: own * behind / 255,
    "darken": min,
    "color-burn": lambda own, behind: 255 - 255 * (255 - behind) / own if own else 0 if behind < 255 else 255,
    "difference": lambda own, behind: abs(own - behind),
    "exclusion": lambda own, behind: own + behind - own * behind / 127.5,
    "overlay": lambda own, behind: own * behind / 127.5 if behind < 128 else 255 - (255 - own) * (255 - behind) / 127.5,
    "soft-light": lambda own, behind: (255 - 2 * own) * behind * behind / 65_025 + 2 * own * behind / 255,
}


def blended(own: Color, behind: Color, mode: str) -> Color:
    """Return a color mixed with the one behind it by a mode of `mix-blend-mode`; itself for a mode not known."""
    mix = _BLENDED.get(mode)
    if mix is None:
        return own
    red, green, blue = (
        max(0, min(255, round(mix(part, other)))) for part, other in zip(own[:3], behind[:3], strict=True)
    )
    return Color(red, green, blue, own.alpha)


def _each(color: Color, times: float, more: float) -> Color:
    red, green, blue = (max(0, min(255, round(part * times + more))) for part in color[:3])
    return Color(red, green, blue, color.alpha)
