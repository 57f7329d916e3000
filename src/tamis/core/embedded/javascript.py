"""The data in a page's inline scripts: what they assign, push and pass to functions, read without running them.

Frameworks that draw a page in the browser send along what to draw: ``window.__INITIAL_STATE__ = {…}``,
``JSON.parse("…")``, or a function that is called at once with the values that occur often (Nuxt 2). Most of it is JSON.
What is almost JSON (keys without quotes, ``undefined``, ``!0``) is rewritten as JSON, token by token.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.expressions import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MIN_LITERAL = 300
"""Minimum characters of a value; shorter ones hold no body."""
MAX_WASTED = 3_000_000
"""Maximum characters of a script that are read in vain."""
MAX_FAILURES = 200
"""Maximum number of failed attempts to read a value."""
MAX_LITERAL = 1_500_000
"""Maximum characters of a value that is not JSON: to rewrite longer ones token by token would take too long."""
MAX_DEPTH = 200
"""Maximum depth of nested literals that are read."""

_START = re.compile(
    r"[=(]\s*+(?:JSON\.parse\(\s*+(String\.raw\s*+)?)?"
    r"(?=\{\s*\"|\[\s*[\[{\"]|[\"'`]\s*\\?[\[{])"
)
_FUNCTION = re.compile(r"__NUXT__\s*+=\s*+\(?+\s*+function\s*+\(([\w$,\s]*+)\)\s*+\{")
_PLAIN_KEYS = re.compile(r"(__NUXT__)\s*+=\s*+(?=\{)|\bkit\.start\([^(){]{0,200}(?=\{)")
_ASSIGNED = re.compile(r"(?:\b([A-Za-z_$][\w$]*)|\[\s*[\"']([\w$.-]+)[\"']\s*\])\s*$")
_ESCAPES = {quote: repeated(rf"\\.[^{quote}\\]*+") for quote in "\"'`"}
_TOKEN = re.compile(
    "|".join(rf"{quote}[^{quote}\\]*+{escapes}{quote}" for quote, escapes in _ESCAPES.items())
    + r"|![01]|[A-Za-z_$][\w$]*|-?(?:\d[\w.]*(?:(?<=[eE])[-+]\d+)?|\.\d+)|\S",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_JSON_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,15})(?:\.\d{1,16})?(?:[eE][-+]?\d{1,2})?")
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": " ", "0": "", "\n": "", "\r\n": ""}
_WORDS = {"true": "true", "false": "false", "!0": "true", "!1": "false"}
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_CLOSES = {"{": "}", "[": "]", "(": "]"}
_DECODER = json.JSONDecoder(strict=False)


class Named(NamedTuple):
    """A value and its name in the script; the name is empty if there is none."""

    name: str
    value: object


def read_script(source: str) -> Iterator[Named]:
    """Yield the data that a script holds, in order; skip the code."""
    function = _FUNCTION.search(source)
    if function is not None:
        yield from _called(source, function)
        return
    has_data = False
    for start, end, value in _values(source):
        if end - start.end() >= MIN_LITERAL and isinstance(value, dict | list):
            yield Named(_name_before(source, start.start()), value)
            has_data = True
    if not has_data and (plain := _PLAIN_KEYS.search(source)) is not None:
        literal = read_literal(source, plain.end())
        if literal is not None:
            yield Named(plain.group(1) or "", literal[0])


def _values(source: str) -> Iterator[tuple[re.Match[str], int, object]]:
    """Yield the positions where values begin and end, with the values; None for one that cannot be read."""
    offset = wasted = failures = 0
    while wasted < MAX_WASTED and failures < MAX_FAILURES and (start := _START.search(source, offset)) is not None:
        begin = start.end()
        if source[begin] in "\"'`":
            value, offset = _from_string(source, begin, raw=start.group(1) is not None)
            yield start, offset, value
            continue
        try:
            value, offset = _DECODER.raw_decode(source, begin)
        except json.JSONDecodeError as error:
            failures += 1
            wasted += error.pos - begin
            offset = begin + 1
            if error.pos - begin < MIN_LITERAL:
                continue
            rewritten = read_literal(source, begin)
            if rewritten is None:
                wasted += len(source) - begin
                continue
            value, offset = rewritten
        except RecursionError:
            return
        yield start, offset, value


def read_literal(source: str, offset: int, names: Mapping[str, str] | None = None) -> tuple[object, int] | None:
    """Read the JavaScript object or array that begins here; return it with the offset where it ends.

    `names` maps variables to the JSON text of their values; any other expression becomes null.
    """
    rewriting = _Rewriting(names)
    for token in _TOKEN.finditer(source, offset, offset + MAX_LITERAL):
        if not rewriting.take(token.group()):
            return None
        if not rewriting.closers:
            return rewriting.value(token.end())
    return None


class _Rewriting:
    """A rewriting of a JavaScript object or array as JSON, token by token."""

    def __init__(self, names: Mapping[str, str] | None) -> None:
        self.names = names
        self.pieces: list[str] = []
        self.closers: list[str] = []
        """Closing brackets of the open containers, outermost first."""
        self.keys: list[bool] = []
        """For each open container, true if a key is next."""
        self.skipping = 0
        """Depth inside an expression that is not data."""

    def take(self, token: str) -> bool:
        """Process the next token; return False if this is not a literal, or too deep."""
        char = token[0]
        if self.skipping and not self._is_after_expression(char):
            return True
        if char in "{[" or (char == "(" and not self.closers):
            return self._open(char)
        if not self.closers:
            return False
        if char in "}])":
            self._close()
        elif char == ",":
            self._separate()
        elif char == ":":
            self.pieces.append(":")
            self.keys[-1] = False
        else:
            self._put(token)
        return True

    def value(self, end: int) -> tuple[object, int] | None:
        """Return the value and the offset where it ends; None if it cannot be read."""
        try:
            return json.loads("".join(self.pieces), strict=False), end
        except (ValueError, RecursionError):
            return None

    def _is_after_expression(self, char: str) -> bool:
        """Tell whether an expression ended before this: at a comma, or where its container closes."""
        if char in "([{":
            self.skipping += 1
            return False
        if char in ")]}":
            self.skipping -= 1
            return not self.skipping
        if char != "," or self.skipping > 1:
            return False
        self.skipping = 0
        return True

    def _open(self, char: str) -> bool:
        self.closers.append(_CLOSES[char])
        self.keys.append(char == "{")
        self.pieces.append("[" if char == "(" else char)
        return len(self.closers) <= MAX_DEPTH

    def _close(self) -> None:
        self.keys.pop()
        if self.pieces[-1] == ",":
            self.pieces.pop()
        elif self.pieces[-1] == ":":
            self.pieces.append("null")
        self.pieces.append(self.closers.pop())

    def _separate(self) -> None:
        if self.pieces[-1] in (",", "["):
            self.pieces.append("null")
        self.pieces.append(",")
        self.keys[-1] = self.closers[-1] == "}"

    def _put(self, token: str) -> None:
        self.pieces.append(_as_json(token, self.names, key=self.keys[-1]))
        if not self.keys[-1]:
            self.skipping = 2 if token[0] == "(" else 1


def _as_json(token: str, names: Mapping[str, str] | None, *, key: bool) -> str:
    char = token[0]
    if char == '"':
        return _ESCAPE.sub(_json_escape, token) if "\\" in token else token
    if char in "'`":
        return json.dumps(_unescape(token[1:-1]))
    if key:
        return json.dumps(token)
    if _NUMBER.fullmatch(token):
        return token
    return (names or {}).get(token) or _WORDS.get(token, "null")


def _json_escape(escape: re.Match[str]) -> str:
    """Rewrite an escape as JSON writes it."""
    text = escape.group()
    return text if _JSON_ESCAPE.fullmatch(text) else json.dumps(_escaped(escape))[1:-1]


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_escaped, text)
    if _HALF_CHARACTER.search(plain):  # pairs of escapes that represent one character
        plain = plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return plain


def _escaped(escape: re.Match[str]) -> str:
    code = escape.group(1)
    if code[0] in "ux" and len(code) > 1:
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _CONTROL.get(code, code)


def _from_string(source: str, offset: int, *, raw: bool) -> tuple[object, int]:
    """Parse the JSON in a string literal; return it, or None, with the offset where the literal ends."""
    literal = _TOKEN.match(source, offset)
    if literal is None or len(literal.group()) < MIN_LITERAL:
        return None, literal.end() if literal else offset + 1
    text = literal.group()[1:-1]
    try:
        value = json.loads(text if raw else _unescape(text), strict=False)
    except (ValueError, RecursionError):
        value = None
    return value, literal.end()


def _called(source: str, function: re.Match[str]) -> Iterator[Named]:
    """Yield the value returned by a function that is called with the values that occur often."""
    names = [name.strip() for name in function.group(1).split(",") if name.strip()]
    returned = source.find("return", function.end())
    begin = source.find("{", returned)
    call = source.rfind("}(")
    if returned < 0 or begin < 0 or call < begin:
        return
    arguments = read_literal(source, call + 1)
    values = arguments[0] if arguments is not None else []
    known = {
        name: json.dumps(value) for name, value in zip(names, values if isinstance(values, list) else [], strict=False)
    }
    literal = read_literal(source, begin, known)
    if literal is not None:
        yield Named("__NUXT__", literal[0])


def _name_before(source: str, offset: int) -> str:
    assigned = _ASSIGNED.search(source, max(0, offset - 80), offset)
    return (assigned.group(1) or assigned.group(2)) if assigned else ""
