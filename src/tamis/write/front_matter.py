"""YAML front matter, written by hand: strings always in double quotes, so that no title is taken for YAML."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tamis.model import Image, Moment
from tamis.write.characters import printable
from tamis.write.metadata_fields import FRONT_MATTER_FIELDS
from tamis.write.safe_urls import safe_image, safe_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.model import Article

# Line ends to YAML 1.1, and the byte order mark, which some readers refuse.
_ESCAPED = {0x2028: "\\u2028", 0x2029: "\\u2029", 0xFEFF: "\\ufeff"}


def front_matter(article: Article) -> str:
    """What is known about the article, between two lines of dashes; nothing if nothing is."""
    lines = list(_lines(article))
    return "\n".join(["---", *lines, "---"]) + "\n" if lines else ""


def _lines(article: Article) -> Iterator[str]:
    for key, attribute in FRONT_MATTER_FIELDS.items():
        value = getattr(article, attribute)
        if isinstance(value, bool):
            yield f"{key}: {'true' if value else 'false'}"
        elif isinstance(value, Moment):
            yield f"{key}: {value.isoformat()}"
        elif isinstance(value, tuple):
            yield from _strings(key, value)
        elif isinstance(value, Image):
            yield from _string(key, safe_image(value.src))
        else:
            yield from _string(key, safe_link(value) if attribute == "url" else value)


def _string(key: str, value: str | None) -> Iterator[str]:
    if value:
        yield f"{key}: {_quoted(value)}"


def _strings(key: str, values: Iterable[str]) -> Iterator[str]:
    values = list(values)
    if values:
        yield f"{key}:"
        yield from (f"  - {_quoted(value)}" for value in values)


def _quoted(value: str) -> str:
    """A JSON string is a YAML string too."""
    return json.dumps(printable(value), ensure_ascii=False).translate(_ESCAPED)
