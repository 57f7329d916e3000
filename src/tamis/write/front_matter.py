"""YAML front matter, written by hand: strings always in double quotes, so that no title is taken for YAML."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tamis.write.characters import printable
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
    about = article.metadata
    yield from _string("title", about.title)
    yield from _string("subtitle", about.subtitle)
    yield from _strings("authors", about.authors)
    if about.published:
        yield f"date: {about.published.isoformat()}"
    if about.modified:
        yield f"modified: {about.modified.isoformat()}"
    yield from _string("url", safe_link(article.url))
    yield from _string("site", about.site_name)
    yield from _string("language", about.language)
    yield from _string("description", about.description)
    yield from _strings("tags", about.tags)
    yield from _string("license", about.license)
    yield from _string("image", safe_image(about.lead_image.src) if about.lead_image else None)
    if about.paywalled is not None:
        yield f"paywalled: {'true' if about.paywalled else 'false'}"


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
