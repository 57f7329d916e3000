"""Rules of style sheets: selectors, declarations, and whether a rule applies to a wide screen.

Shorthands and logical properties become the plain ones, for a page whose lines run from left to right.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.parse.colors import NAMES
from tamis.core.parse.css_values import pixels
from tamis.core.parse.hidden import DISPLAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAX_NESTING = 16
_LONGEST_SELECTOR = 4_000
"""Characters of the selectors of a nested rule; those around it stand for anything in longer ones."""
SCREEN_WIDTH, SCREEN_HEIGHT = 1280.0, 800.0
"""CSS pixels of the window that media queries are asked for."""
_CONTAINER_WIDTH = 800.0
_PLAIN = frozenset(
    """
    display visibility opacity filter font-size font color background background-color background-image
    -webkit-text-fill-color position left top right bottom text-indent margin-left margin-top padding-left float
    transform scale translate rotate clip clip-path overflow overflow-x overflow-y height max-height width max-width
    line-height content-visibility zoom background-clip -webkit-background-clip mask z-index isolation mix-blend-mode
    text-shadow -webkit-text-stroke animation animation-name animation-fill-mode
    """.split()
)
_OTHER_NAMES = {
    "inset-inline-start": ("left",), "inset-inline-end": ("right",), "inset-block-start": ("top",),
    "inset-block-end": ("bottom",), "margin-inline-start": ("margin-left",), "margin-block-start": ("margin-top",),
    "inline-size": ("width",), "max-inline-size": ("max-width",), "block-size": ("height",),
    "max-block-size": ("max-height",), "overflow-inline": ("overflow-x",), "overflow-block": ("overflow-y",),
    "mask-image": ("mask",), "-webkit-mask": ("mask",), "-webkit-mask-image": ("mask",),
    "-webkit-transform": ("transform",), "-webkit-clip-path": ("clip-path",), "-webkit-filter": ("filter",),
    "padding-inline-start": ("padding-left",), "-webkit-animation": ("animation",),
}  # fmt: skip
_SIDES = {
    "inset": ("top", "right", "bottom", "left"),
    "margin": ("margin-top", "", "", "margin-left"),
    "inset-inline": ("left", "right"),
    "inset-block": ("top", "bottom"),
    "margin-inline": ("margin-left", ""),
    "margin-block": ("margin-top", ""),
    "overflow": ("overflow-x", "overflow-y"),
}
"""Shorthands with the properties that they set, in order."""
_PROPERTIES = _PLAIN | _OTHER_NAMES.keys() | _SIDES.keys()
_HIDING_WORDS = re.compile(
    r"display|visibility|opacity|filter|font|color|background|left|top|right|bottom|indent|transform|scale|translate"
    r"|rotate|clip|height|width|size|inset|margin|padding|float|overflow|mask|zoom|z-index|isolation|blend|shadow|stroke"
    r"|animation|position|\\|--",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_TOKEN = re.compile(r"\"[^\"\n]*+\"?|'[^'\n]*+'?|[{};]")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})[ \t\r\n\f]?")
_SIMPLE = re.compile(r"[#.]?[\w-]++|\[[^\[\]]*+\]|:[\w-]++|\*")
_LAST_STEP = re.compile(r"(?<![^\s>+~])[^\s>+~]++$")
_NAME = re.compile(r"([#.\[]|(?<![\w#.\[-]))([\w\x80-\U0010ffff-]++)")
_IN_BRACKETS = re.compile(r"\[\s*+([\w-]*+)[^\[\]]*+\]|\([^()]*+\)")
FRAMES = "@"
"""Sign before the name of an animation, in place of a selector; the steps of a frame stand after the name."""
_KEYFRAMES = re.compile(r"@(?:-webkit-)?keyframes\s++([\w-]++)", re.IGNORECASE)
_AT_NAME = re.compile(r"@[a-z-]++")
_RANGE = re.compile(r"(?:([\d.]++[a-z]*+)\s*+([<>])=?\s*+)?(width|height)(?:\s*+([<>])=?\s*+([\d.]++[a-z]*+))?")
_NOT_ON_SCREEN = frozenset({"print", "speech", "tty", "tv", "projection", "handheld", "braille", "embossed", "aural"})
_FEATURES = {
    "orientation": ("landscape",), "hover": ("hover", ""), "any-hover": ("hover", ""), "pointer": ("fine", ""),
    "any-pointer": ("fine", ""), "prefers-color-scheme": ("light", ""), "display-mode": ("browser",),
    "prefers-reduced-motion": ("no-preference",), "prefers-contrast": ("no-preference",), "scripting": ("enabled", ""),
    "forced-colors": ("none",), "update": ("fast", ""), "color": ("",), "inverted-colors": ("none",), "grid": ("0",),
    "prefers-reduced-transparency": ("no-preference",), "prefers-reduced-data": ("no-preference",),
    "overflow-block": ("scroll", ""), "overflow-inline": ("scroll", ""), "color-gamut": ("srgb",), "monochrome": ("0",),
}  # fmt: skip
"""Features of a media query with the values that a window of a computer has."""


def rules_of(css: str) -> list[tuple[str, str]]:
    """List the selectors and declarations of the rules that apply to a wide screen, and the frames of animations."""
    return list(_rules(_COMMENT.sub(" ", css)))


def is_for_screens(media: str | None) -> bool:
    """Tell whether a style sheet with this attribute applies to a wide screen."""
    return not media or any(_matches_screen(query.strip()) for query in media.lower().split(","))


def _rules(css: str) -> Iterator[tuple[str, str]]:
    around: list[tuple[str, bool]] = []  # the selectors of the rules around, and whether they apply
    start = 0
    for token in _TOKEN.finditer(css):
        sign = token.group()
        selector, applies = around[-1] if around else ("", True)
        if sign == ";":
            if not selector:
                start = token.end()  # a statement such as @import
        elif sign == "{":
            own, _, head = css[start : token.start()].rpartition(";")
            head = head.strip()
            if own and selector and applies:
                yield selector, own  # declarations before a rule that is nested
            if (frames := _KEYFRAMES.match(head)) is not None:
                around.append((f"{FRAMES}{frames[1].lower()}", applies and not selector))
            elif head.startswith("@"):
                around.append((selector, applies and _applies(head.lower())))
            else:
                around.append((_nested(selector, head), applies))
            if len(around) > _MAX_NESTING:
                return
            start = token.end()
        elif sign == "}":
            if around:
                around.pop()
                if selector and applies:
                    yield selector, css[start : token.start()]
            start = token.end()


def _nested(outer: str, inner: str) -> str:
    if not outer:
        return inner
    if outer.startswith(FRAMES):
        return f"{outer} {inner.lower()}"
    if len(inner) + max(1, inner.count("&")) * len(outer) > _LONGEST_SELECTOR:
        outer = "*"  # each level may repeat the one around it
    return inner.replace("&", f":is({outer})") if "&" in inner else f":is({outer}) {inner}"


def _applies(head: str) -> bool:
    """Tell whether the rules in an at-rule apply to a wide screen."""
    name = _AT_NAME.match(head)
    condition = head[name.end() :].strip() if name is not None else ""
    match name.group() if name is not None else "":
        case "@media":
            return any(_matches_screen(query.strip()) for query in condition.split(","))
        case "@supports":
            return _holds(condition, _is_supported)
        case "@container":
            return "(" in condition and _holds(condition[condition.index("(") :].strip(), _fits_container)
        case "@layer" | "@scope":
            return True
    return False


def _matches_screen(query: str) -> bool:
    query = query.removeprefix("only ").strip()
    kind, _, rest = query.removeprefix("not ").partition(" and ")
    if query.startswith("not ") and not kind.startswith("("):
        return not _matches_screen(query.removeprefix("not ").strip())
    if kind.strip() in _NOT_ON_SCREEN:
        return False
    if kind.strip() in ("screen", "all"):
        return not rest or _holds(rest.strip(), _has_feature)
    return not query or _holds(query, _has_feature)


def _holds(condition: str, ask: Callable[[str], bool], depth: int = 0) -> bool:
    """Evaluate a condition of parts in brackets with `and`, `or` and `not`."""
    if depth > _MAX_NESTING:
        return False
    for word, combine in (("or", any), ("and", all)):
        parts = _split_at(condition, f" {word} ")
        if len(parts) > 1:
            return combine(_holds(part.strip(), ask, depth + 1) for part in parts)
    if condition.startswith("not ") or condition.startswith("not("):
        return not _holds(condition[3:].strip(), ask, depth + 1)
    if condition.startswith("(") and condition.endswith(")"):
        inner = condition[1:-1].strip()
        return _holds(inner, ask, depth + 1) if inner.startswith(("(", "not ", "not(")) else ask(inner)
    return ask(condition)


def _split_at(condition: str, word: str) -> list[str]:
    """Split a condition at a word that is not in brackets."""
    parts: list[str] = []
    depth = 0
    for piece in condition.split(word):
        if depth:
            parts[-1] += word + piece
        else:
            parts.append(piece)
        depth += piece.count("(") - piece.count(")")
    return parts


def _has_feature(feature: str, width: float = SCREEN_WIDTH) -> bool:
    name, _, value = (part.strip() for part in feature.partition(":"))
    name = name.replace("device-", "").removeprefix("-webkit-")
    if name in ("min-width", "max-width", "min-height", "max-height"):
        actual, limit = width if name.endswith("width") else SCREEN_HEIGHT, pixels(value)
        return limit <= actual if name.startswith("min") else actual <= limit
    if (found := _RANGE.fullmatch(name)) is not None:
        actual = width if found[3] == "width" else SCREEN_HEIGHT
        return (found[1] is None or _compares(pixels(found[1]), found[2], actual)) and (
            found[5] is None or _compares(actual, found[4], pixels(found[5]))
        )
    return value in _FEATURES.get(name, ())


def _fits_container(feature: str) -> bool:
    return _has_feature(feature.replace("inline-size", "width"), _CONTAINER_WIDTH)


def _compares(left: float, sign: str, right: float) -> bool:
    return left <= right if sign == "<" else left >= right


def _is_supported(declaration: str) -> bool:
    name, colon, value = (part.strip() for part in declaration.partition(":"))
    return not colon or is_valid(name, value)


def declarations(body: str) -> list[tuple[str, str, bool]]:
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
        name = name.strip()
        is_variable = name.startswith("--")
        name = name if is_variable else name.lower()
        if colon and (is_variable or name in _PROPERTIES):
            value = value.strip().lower()
            plain = value.removesuffix("important").rstrip().removesuffix("!").rstrip() if "!" in value else value
            declared += [
                (own, given, plain != value) for own, given in _plain_ones(name, plain) if is_valid(own, given)
            ]
    return declared


def is_valid(name: str, value: str) -> bool:
    """Tell whether browsers take a value for a property; True for properties of which this is not known."""
    known = _VALUES.get(name)
    return known is None or "var(" in value or value in _OF_ALL or known.match(value) is not None


_OF_ALL = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
_LENGTH = r"[+-]?\.?\d|(?:calc|min|max|clamp)\("
_VALUES = {
    "display": re.compile(rf"(?:{'|'.join(DISPLAYS)})(?![\w-])"),
    "visibility": re.compile(r"(?:visible|hidden|collapse)$"),
    "opacity": re.compile(_LENGTH),
    "font-size": re.compile(rf"{_LENGTH}|(?:xx-|xxx-|x-)?(?:small|large)|medium|smaller|larger|math"),
    "position": re.compile(r"(?:static|relative|absolute|fixed|sticky|-webkit-sticky)$"),
    "content-visibility": re.compile(r"(?:visible|auto|hidden)$"),
    "overflow-x": re.compile(r"(?:visible|hidden|clip|scroll|auto|overlay)$"),
    "overflow-y": re.compile(r"(?:visible|hidden|clip|scroll|auto|overlay)$"),
    **dict.fromkeys(("left", "top", "right", "bottom", "margin-left", "margin-top"), re.compile(rf"{_LENGTH}|auto")),
    **dict.fromkeys(("text-indent", "padding-left"), re.compile(_LENGTH)),
    **dict.fromkeys(("height", "max-height", "width", "max-width"),
                    re.compile(rf"{_LENGTH}|auto|none|(?:-webkit-|-moz-)?(?:min|max|fit)-content|fit|stretch|-webkit-fill")),
    **dict.fromkeys(("color", "background-color", "-webkit-text-fill-color"),
                    re.compile(rf"#|(?<![a-z-])[a-z-]++\(|{NAMES}")),
}  # fmt: skip
"""Properties with the beginning of their values. Browsers skip what is none, and the declaration before it holds."""


def _plain_ones(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the plain properties that a declaration sets, with their values."""
    if name in _SIDES:
        sides = _SIDES[name]
        given = value.split() if "(" not in value else [value]
        if len(given) == 3:
            given.append(given[1])
        yield from ((side, given[index % len(given)]) for index, side in enumerate(sides) if side and given)
    else:
        yield from ((own, value) for own in _OTHER_NAMES.get(name, (name,)))


def _character(escape: re.Match[str]) -> str:
    number = int(escape[1], 16)
    return chr(number) if 0 < number < 0xD800 else "\ufffd"


def split_selectors(selectors: str) -> Iterator[str]:
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


def last_name(selector: str) -> str:
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


def specificity(selector: str) -> int:
    """Compute the weight of a selector: ids before classes before tags."""
    weight = 0
    for part in _SIMPLE.findall(selector):
        weight += 10_000 if part[0] == "#" else 100 if part[0] in ".[:" else part != "*"
    return min(weight, 900_000)
