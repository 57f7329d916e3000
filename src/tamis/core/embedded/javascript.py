"""The data in a page's inline scripts: what they assign, push and hand over, read without running anything.

Frameworks that draw a page in the browser send along what to draw: ``window.__INITIAL_STATE__ = {…}``,
``JSON.parse("…")``, or a function that is called at once with the values that occur often (Nuxt 2). Most of it is
JSON. What is not quite (keys without quotes, ``undefined``, ``!0``) is rewritten as JSON, token by token.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.expressions import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MIN_LITERAL = 300
"""Characters: shorter values hold no body."""
MAX_WASTED = 3_000_000
"""How many characters of a script may be read in vain."""
MAX_FAILURES = 200
"""How often a value may turn out to be none."""
MAX_LITERAL = 1_500_000
"""Characters: what is not JSON is rewritten token by token, and longer values would take too long."""
MAX_DEPTH = 200
"""Literals nested deeper than this are not read."""

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
    """A value, and the name by which the script knows it; empty if it has none."""

    name: str
    value: object


def read_script(source: str) -> Iterator[Named]:
    """The data that a script holds, in order; code is passed over."""
    function = _FUNCTION.search(source)
    if function is not None:
        yield from _called(source, function)
        return
    found = False
    for start, end, value in _values(source):
        if end - start.end() >= MIN_LITERAL and isinstance(value, dict | list):
            yield Named(_name_before(source, start.start()), value)
            found = True
    if not found and (plain := _PLAIN_KEYS.search(source)) is not None:
        literal = read_literal(source, plain.end())
        if literal is not None:
            yield Named(plain.group(1) or "", literal[0])


def _values(source: str) -> Iterator[tuple[re.Match[str], int, object]]:
    """Where values may begin, where they end, and what they are: None for what is none."""
    at = wasted = failures = 0
    while wasted < MAX_WASTED and failures < MAX_FAILURES and (start := _START.search(source, at)) is not None:
        begin = start.end()
        if source[begin] in "\"'`":
            value, at = _from_string(source, begin, raw=start.group(1) is not None)
            yield start, at, value
            continue
        try:
            value, at = _DECODER.raw_decode(source, begin)
        except json.JSONDecodeError as error:
            failures += 1
            wasted += error.pos - begin
            at = begin + 1
            if error.pos - begin < MIN_LITERAL:
                continue
            rewritten = read_literal(source, begin)
            if rewritten is None:
                wasted += len(source) - begin
                continue
            value, at = rewritten
        except RecursionError:
            return
        yield start, at, value


def read_literal(source: str, at: int, names: Mapping[str, str] | None = None) -> tuple[object, int] | None:
    """The object or array that begins here, written as JavaScript does, and where it ends.

    `names` gives for variables the JSON text of their value; any other expression is null.
    """
    rewriting = _Rewriting(names)
    for token in _TOKEN.finditer(source, at, at + MAX_LITERAL):
        if not rewriting.take(token.group()):
            return None
        if not rewriting.closers:
            return rewriting.value(token.end())
    return None


class _Rewriting:
    """An object or array in JavaScript, token by token, as JSON."""

    def __init__(self, names: Mapping[str, str] | None) -> None:
        self.names = names
        self.pieces: list[str] = []
        self.closers: list[str] = []
        """What closes the open containers, the outermost first."""
        self.keys: list[bool] = []
        """Of each open container: whether a key is next."""
        self.skipping = 0
        """The depth inside an expression that is not data."""

    def take(self, token: str) -> bool:
        """Go on by a token; False if this is no literal, or too deep."""
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
        """The value, and where it ends; None if it cannot be read."""
        try:
            return json.loads("".join(self.pieces), strict=False), end
        except (ValueError, RecursionError):
            return None

    def _is_after_expression(self, char: str) -> bool:
        """Whether an expression ended before this: at a comma, or where what it is in is closed."""
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
    """An escape as JSON writes it."""
    text = escape.group()
    return text if _JSON_ESCAPE.fullmatch(text) else json.dumps(_escaped(escape))[1:-1]


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_escaped, text)
    if _HALF_CHARACTER.search(plain):  # pairs of escapes that stand for one character
        plain = plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return plain


def _escaped(escape: re.Match[str]) -> str:
    code = escape.group(1)
    if code[0] in "ux" and len(code) > 1:
        number = int(code[1:].strip("{}"), 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    return _CONTROL.get(code, code)


def _from_string(source: str, at: int, *, raw: bool) -> tuple[object, int]:
    """What a string literal holds, if that is JSON, and where the literal ends."""
    literal = _TOKEN.match(source, at)
    if literal is None or len(literal.group()) < MIN_LITERAL:
        return None, literal.end() if literal else at + 1
    text = literal.group()[1:-1]
    try:
        value = json.loads(text if raw else _unescape(text), strict=False)
    except (ValueError, RecursionError):
        value = None
    return value, literal.end()


def _called(source: str, function: re.Match[str]) -> Iterator[Named]:
    """The value that a function returns which is called with the values that occur often."""
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
    found = read_literal(source, begin, known)
    if found is not None:
        yield Named("__NUXT__", found[0])


def _name_before(source: str, at: int) -> str:
    found = _ASSIGNED.search(source, max(0, at - 80), at)
    return (found.group(1) or found.group(2)) if found else ""
