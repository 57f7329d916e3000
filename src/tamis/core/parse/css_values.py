"""Values of CSS properties: lengths in pixels, sums with `calc`, variables, the arguments of functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_EM = 16.0  # CSS pixels
_PIXELS = {"px": 1.0, "em": _EM, "rem": _EM, "ex": 8.0, "ch": 8.0, "pt": 4 / 3, "pc": 16.0, "cm": 37.8, "mm": 3.78,
           "in": 96.0, "vw": 12.8, "vi": 12.8, "vmax": 12.8, "vh": 8.0, "vb": 8.0, "vmin": 8.0, "dvh": 8.0, "svh": 8.0,
           "lvh": 8.0, "%": 10.0, "": 1.0}  # fmt: skip
_NUMBER = re.compile(r"([+-]?(?:\d++\.?+\d*+|\.\d++))([a-z%]*+)")
FUNCTION = re.compile(r"(?<![a-z0-9])([a-z0-9]++)\(([^()]*+)\)")
"""Pattern of a function whose arguments have none: its name and its arguments."""
_SUM = re.compile(r"(?<![\w-])(calc|min|max|clamp|)\(([^()]*+)\)")
_SIGN = re.compile(r"\s([+-])\s")
_USE = re.compile(r"var\(\s*+(--[\w-]++)\s*+(?:,([^()]*+))?\)")
_MOST_NESTED = 8
_LONGEST = 1_000
"""Characters of a value with variables; longer ones are not known."""


def pixels(value: str | None, otherwise: float = 0.0) -> float:
    """Return a length in CSS pixels; `otherwise` if it is none."""
    match = _NUMBER.match(value or "")
    return float(match[1]) * _PIXELS.get(match[2], 1.0) if match is not None else otherwise


def font_pixels(value: str | None) -> float | None:
    """Return a font size in CSS pixels; None if it is not a length."""
    match = _NUMBER.match(value or "")
    if match is None:
        return None
    return float(match[1]) * (_PIXELS.get(match[2], 1.0) if match[2] != "%" else _EM / 100)


def amount(value: str | None) -> float:
    """Return a number, or a percentage as a share; 1 if it is neither."""
    match = _NUMBER.match(value or "")
    if match is None or match[2] not in ("", "%"):
        return 1.0
    return float(match[1]) / (100 if match[2] else 1)


def least_argument(value: str, function: str) -> float:
    """Return the least number that a function in a value gets; 1 if the function is not there."""
    return min((amount(given.strip()) for name, given in FUNCTION.findall(value) if name == function), default=1.0)


def parts_of(arguments: str) -> list[str]:
    """Split arguments at spaces and commas."""
    return arguments.replace(",", " ").split()


def computed(value: str) -> str:
    """Replace `calc`, `min`, `max` and `clamp` by their length, as far as it can be computed."""
    for _ in range(_MOST_NESTED):
        if "calc(" not in value and "min(" not in value and "max(" not in value and "clamp(" not in value:
            break
        value = _SUM.sub(_result, value)
    return value


def _result(call: re.Match[str]) -> str:
    results = [_sum(argument) for argument in call[2].split(",")]
    if any(result is None for result in results):
        return "unknown"
    known = [result for result in results if result is not None]
    match call[1]:
        case "min":
            number, unit = min(known)
        case "max":
            number, unit = max(known)
        case "clamp":
            number, unit = known[len(known) // 2]
        case _:
            number, unit = known[0]
    return f"{number:.4f}{unit}"


def _sum(text: str) -> tuple[float, str] | None:
    """Add and subtract products; a result with a unit is in pixels."""
    total, unit = 0.0, ""
    sign = 1.0
    for index, part in enumerate(_SIGN.split(text)):
        if index % 2:
            sign = -1.0 if part == "-" else 1.0
            continue
        product = _product(part)
        if product is None:
            return None
        total += sign * product[0]
        unit = unit or product[1]
    return total, unit


def _product(text: str) -> tuple[float, str] | None:
    number, unit = 1.0, ""
    is_divided = False
    for part in re.split(r"([*/])", text):
        if part in ("*", "/"):
            is_divided = part == "/"
            continue
        match = _NUMBER.fullmatch(part.strip())
        if match is None:
            return None
        factor = float(match[1]) * _PIXELS.get(match[2], 1.0)
        if is_divided and not factor:
            return None
        number = number / factor if is_divided else number * factor
        unit = unit or ("px" if match[2] else "")
    return number, unit


def with_variables(value: str, find: Callable[[str], str | None]) -> str:
    """Replace the variables in a value; one that nobody sets by what is given for that case, if there is any."""

    def replaced(use: re.Match[str]) -> str:
        own = find(use[1])
        return own if own is not None else (use[2] or "unknown").strip()

    for _ in range(_MOST_NESTED):
        if "var(" not in value:
            return value
        value = _USE.sub(replaced, value)
        if len(value) > _LONGEST:
            break
    return value if "var(" not in value and len(value) <= _LONGEST else "unknown"


def variables_in(value: str) -> Iterator[str]:
    """Yield the names of the variables in a value."""
    return (use[0] for use in re.findall(r"var\(\s*+((--[\w-]++))", value))
