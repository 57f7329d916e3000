"""Lenient JSON parsing, for JSON as pages carry it: in comments, with extra or missing commas, cut off, several values.

Valid JSON is read as such. Other text is read token by token: containers are filled as long as tokens make sense,
tokens that do not are skipped, and containers that were left open count as closed.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

MAX_DEPTH = 100
"""Maximum depth of nested containers that are read."""

_COMMENT_START = re.compile(r"^\s*(?://\s*)?(?:<!--|(?:/\*\s*)?<!\[CDATA\[(?:\s*\*/)?)|^\s*/\*.*?\*/", re.DOTALL)
_COMMENT_END = re.compile(r"(?:-->|(?://\s*|/\*\s*)?\]\]>(?:\s*\*/)?)\s*$")
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])|\\u(?![0-9a-fA-F]{4})')
_LITERAL = re.compile(
    r"(?:true|false|null|-?(?:0|[1-9][0-9]{0,299})(?:\.[0-9]{1,300})?(?:[eE][-+]?[0-9]{1,3})?)(?![\w.])"
)
_FILLING = re.compile(r"(?:[\s,;:]|//[^\n]*\n)*")
_NEXT_TOKEN = re.compile(r'[{}\[\]",]')
_COLON = re.compile(r"\s*:")
_DECODER = json.JSONDecoder(strict=False)
_STRING_END = re.compile(r'"(?=\s*(?:[,}\]:]|$))')


def read_json(source: str) -> list[Any]:
    """Read the JSON values in a script's text, one after the other, as far as possible."""
    source = source.strip().lstrip("\ufeff")
    if not source:
        return []
    try:
        return [json.loads(source, strict=False)]
    except (ValueError, RecursionError):
        return _read_tokens(_BAD_ESCAPE.sub(_escape_twice, _unwrapped(source)))


def _escape_twice(escape: re.Match[str]) -> str:
    return "\\" + escape.group()


def _unwrapped(source: str) -> str:
    """Strip comment or CDATA marks around the text and, if it was written for markup, resolve its entities."""
    source = _COMMENT_END.sub("", _COMMENT_START.sub("", source)).strip().lstrip("\ufeff")
    if '"' not in source and "&" in source:
        source = html.unescape(source)
    return source


def _read_tokens(source: str) -> list[Any]:
    values: list[Any] = []
    stack: list[dict[str, Any] | list[Any]] = []
    key: str | None = None
    offset = 0
    while offset < len(source):
        offset = _skip(source, offset)
        if offset >= len(source):
            break
        char = source[offset]
        value: Any = None
        if char in "}]":
            offset += 1
            key = None
            if stack:
                stack.pop()
            continue
        if char in "{[":
            offset += 1
            value = {} if char == "{" else []
        elif char == '"':
            value, offset = _string(source, offset)
            if value is None:
                break
            if stack and isinstance(stack[-1], dict) and key is None:
                key = value if _COLON.match(source, offset) else None
                continue
        elif literal := _LITERAL.match(source, offset):
            value, offset = json.loads(literal.group()), literal.end()
        else:
            token = _NEXT_TOKEN.search(source, offset)
            offset = token.start() if token else len(source)
            key = None
            continue
        if not stack:
            values.append(value)
        elif isinstance(stack[-1], list):
            stack[-1].append(value)
        elif key is not None:
            stack[-1][key] = value
        key = None
        if char in "{[":
            if len(stack) == MAX_DEPTH:
                break
            stack.append(value)
    return [value for value in values if isinstance(value, dict | list)]


def _skip(source: str, offset: int) -> int:
    match = _FILLING.match(source, offset)
    return match.end() if match else offset


def _string(source: str, offset: int) -> tuple[str | None, int]:
    """Read the string that begins here and return its end; if it contains bare quotes, find the one that can end it."""
    try:
        value, end = _DECODER.raw_decode(source, offset)
    except ValueError:
        return None, len(source)
    if source[end : end + 1] in ("", ",", "}", "]", ":") or _STRING_END.match(source, end - 1):
        return value, end
    line_end = source.find("\n", end)
    quote = _STRING_END.search(source, end, line_end + 1 if line_end >= 0 else len(source))
    if quote is None:
        return value, end
    return source[offset + 1 : quote.start()].replace('\\"', '"'), quote.end()
