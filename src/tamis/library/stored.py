"""Values read from the database: as tamis wrote them, or `BadInput` that says what to do.

SQLite checks neither the types nor the texts of what it reads. A damaged file gives numbers instead of texts, half a
JSON document, bytes that cannot be decompressed. All values that are parsed after reading are checked here.
"""

from __future__ import annotations

import json
import zlib
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import UnionType

WHAT_TO_DO = (
    "'tamis library info --check' says where the file is damaged, 'tamis library export -o FILE.jsonl' saves what can "
    "be read, and a copy of the file from before helps most"
)


def damaged(what: str) -> BadInput:
    """Return the error for a value that tamis never wrote."""
    return BadInput(f"the library is damaged: {what}; {WHAT_TO_DO}")


def checked(row: Sequence[Any], kinds: Sequence[type | UnionType], what: str) -> list[Any]:
    """Return the values of a row. Raises `BadInput` if one does not have its type."""
    values = list(row)
    for value, kind in zip(values, kinds, strict=True):
        if not isinstance(value, kind):
            raise damaged(f"{what} has {type(value).__name__} in the place of another value")
    return values


def packed(text: str) -> bytes:
    """Compress a text."""
    return zlib.compress(text.encode("utf-8", "replace"))


def unpacked(data: bytes) -> str:
    """Decompress a text."""
    try:
        return zlib.decompress(data).decode("utf-8")
    except (zlib.error, TypeError, ValueError) as error:
        raise damaged(f"a text cannot be unpacked ({error})") from error


def read_json(text: str, what: str) -> dict[str, Any]:
    """Parse a JSON object."""
    try:
        values = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise damaged(f"{what} cannot be read ({error})") from error
    if not isinstance(values, dict):
        raise damaged(f"{what} is {type(values).__name__}")
    return values


def read_values(data: bytes) -> dict[str, Any]:
    """Decompress and parse a stored article, as plain values."""
    values = read_json(unpacked(data), "an article")
    if not isinstance(values.get("articleBody"), str) or not isinstance(values.get("tamis"), dict):
        raise damaged("an article has no text")
    return values


def read_moment(text: str) -> datetime:
    """Parse a time in ISO 8601 that has a zone."""
    try:
        moment = datetime.fromisoformat(text)
    except (TypeError, ValueError) as error:
        raise damaged("a date cannot be read") from error
    if moment.tzinfo is None:
        raise damaged("a date has no zone")
    return moment


def read_counts(text: str) -> dict[str, int]:
    """Parse the terms of an article, with the count of each."""
    counts = read_json(text, "a list of terms")
    if not all(isinstance(count, int) for count in counts.values()):
        raise damaged("a list of terms has no numbers")
    return counts
