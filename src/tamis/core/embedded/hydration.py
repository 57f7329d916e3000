"""Hydration data, whose values refer to each other by number or name, with the references resolved.

Nuxt 3 sends a flat list in which containers hold indexes into the list. Next.js sends rows that name each other
(``$1f``), in pieces of one stream. Apollo keeps all objects in one table and refers to them by key.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_DEPTH = 60
"""Maximum depth of resolved containers."""
MIN_JSON = 200
"""Minimum characters of a string that is read as JSON."""
MAX_ROWS = 20_000
"""Maximum number of rows that are read from a stream."""
TABLE_DEPTH = 5
"""Maximum depth at which a table of objects is searched for."""
MAX_TABLES = 500
"""Maximum number of objects per level in this search."""
_WRAPPERS = frozenset("Reactive ShallowReactive Ref ShallowRef EmptyRef EmptyShallowRef".split())
_DECODER = json.JSONDecoder(strict=False)
_PUSH = re.compile(r"__next_f\.push\(\s*\[\s*1\s*,\s*(?=\")")
_ROW = re.compile(r"([0-9a-f]{0,8}):(?:T([0-9a-f]{1,8}),)?")


def from_flat(values: object) -> object:
    """Resolve the first value of a flat list whose containers hold the indexes of their content."""
    if not isinstance(values, list):
        return None
    return _Flat(values).at(0, 0)


class _Flat:
    def __init__(self, values: list[object]) -> None:
        self.values = values
        self.made: dict[int, object] = {}

    def at(self, index: object, depth: int) -> object:
        if type(index) is not int or not 0 <= index < len(self.values) or depth > MAX_DEPTH:
            return None
        if index in self.made:
            return self.made[index]
        self.made[index] = None  # references to itself are not followed
        value = self.values[index]
        made: object = value
        if isinstance(value, dict):
            made = {key: self.at(inner, depth + 1) for key, inner in value.items()}
        elif isinstance(value, list):
            if len(value) == 2 and isinstance(value[0], str) and value[0] in _WRAPPERS:
                made = self.at(value[1], depth + 1)
            else:
                made = [self.at(inner, depth + 1) for inner in value]
        self.made[index] = made
        return made


def from_stream(scripts: Iterable[str]) -> dict[str, object]:
    """Read the rows of a stream that scripts push piece by piece, each under its name (``$1f``)."""
    stream = "".join(_pieces(scripts))
    rows: dict[str, object] = {}
    offset = 0
    for _ in range(MAX_ROWS):
        head = _ROW.match(stream, offset)
        if head is None:
            break
        name = "$" + head.group(1)
        if head.group(2) is not None:
            offset = _after_bytes(stream, head.end(), int(head.group(2), 16))
            rows[name] = stream[head.end() : offset]
            continue
        end = stream.find("\n", head.end())
        end = len(stream) if end < 0 else end
        with suppress(ValueError, RecursionError):  # rows for the loader are not data
            rows[name] = _DECODER.decode(stream[head.end() : end])
        offset = end + 1
    return rows


def _pieces(scripts: Iterable[str]) -> Iterable[str]:
    for script in scripts:
        for push in _PUSH.finditer(script):
            try:
                yield _DECODER.raw_decode(script, push.end())[0]
            except ValueError:
                return


def _after_bytes(text: str, start: int, size: int) -> int:
    """Return the offset at which this many bytes of UTF-8 end."""
    piece = text[start : start + size]
    if piece.isascii():
        return start + len(piece)
    return start + len(piece.encode("utf-8", "surrogatepass")[:size].decode("utf-8", "ignore"))


class References:
    """A table that resolves references to the values that they point to."""

    def __init__(self, table: Mapping[str, object]) -> None:
        self._table = table

    def resolve(self, value: object) -> object:
        """Return the object that a reference names or that a string spells as JSON; otherwise the value itself."""
        if isinstance(value, dict):
            if self._table:
                name = value.get("__ref") or (value.get("id") if value.get("type") == "id" else None)
                if isinstance(name, str):
                    return self._table.get(name, value)
        elif isinstance(value, str):
            if value[:1] == "$" and 1 < len(value) < 12:
                return self._table.get(value.replace("$L", "$", 1), value)
            if value[:2] in ("[{", '{"', '["', "[[") and len(value) >= MIN_JSON:
                try:
                    return _DECODER.decode(value)
                except (ValueError, RecursionError):
                    return value
        return value


NO_REFERENCES = References({})


def apollo_table(value: object) -> References:
    """Find the table by which the objects in a value refer to each other: Apollo's has a root query."""
    level = [value]
    for _ in range(TABLE_DEPTH):
        objects = [item for item in level[:MAX_TABLES] if isinstance(item, dict)]
        for item in objects:
            if "ROOT_QUERY" in item:
                return References(item)
        level = [inner for item in objects for inner in item.values()]
    return NO_REFERENCES
