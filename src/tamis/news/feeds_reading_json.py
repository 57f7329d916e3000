"""JSON Feed, versions 1 and 1.1.

M. Reece, B. Simmons: *JSON Feed Version 1.1*, 2020. Fields of the wrong type are left out, and other JSON documents
with a list of items are read as well as they can be.
"""

from __future__ import annotations

import json
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from tamis.model import DateSource, Moment
from tamis.news.feeds import MAX_ENTRIES, Enclosure, Feed, FeedEntry, FeedFormat
from tamis.text.dates import read_date

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEFORE = b" \t\r\n\xef\xbb\xbf\xff\xfe\x00"
"""Bytes that may precede a document: white space, byte order marks and the zero bytes of encodings."""


def looks_like_json(data: bytes) -> bool:
    """Tell whether the bytes begin like a JSON object."""
    return data[:64].lstrip(_BEFORE).startswith(b"{")


def parse_json_feed(data: bytes, url: str | None) -> Feed:
    """Parse a JSON document into a feed."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        return Feed(url=url, problems=(f"not valid JSON: {str(error)[:200]}",))
    if not isinstance(document, dict):
        return Feed(url=url, problems=("the JSON document is not an object",))
    version = _text(document, "version") or ""
    is_known = "jsonfeed.org" in version
    items = document.get("items")
    if not isinstance(items, list):
        problem = "the feed has no list of items" if is_known else "the JSON document is not a feed: it has no items"
        return Feed(FeedFormat.JSON if is_known else FeedFormat.UNKNOWN, url=url, problems=(problem,))
    base = _text(document, "feed_url") or url
    base = urljoin(url, base) if url and base else base
    problems = [] if is_known else ["no version of JSON Feed is named"]
    if len(items) > MAX_ENTRIES:
        problems.append(f"{len(items):,} items; the first {MAX_ENTRIES:,} are read")
    return Feed(
        FeedFormat.JSON,
        _text(document, "title"),
        base,
        _url(document, "home_page_url", base),
        _text(document, "description"),
        _text(document, "language"),
        entries=tuple(_entry(item, base) for item in islice(items, MAX_ENTRIES) if isinstance(item, dict)),
        next_url=_url(document, "next_url", base),
        hub_url=next(_hubs(document), None),
        problems=tuple(problems),
    )


def _entry(item: dict[str, Any], base: str | None) -> FeedEntry:
    content = _text(item, "content_html")
    plain = _text(item, "content_text")
    identity = item.get("id")
    return FeedEntry(
        url=_url(item, "url", base) or _url(item, "external_url", base),
        id=str(identity) if isinstance(identity, str | int | float) and identity != "" else None,
        title=_text(item, "title"),
        authors=tuple(_authors(item)),
        published=_moment(item, "date_published"),
        updated=_moment(item, "date_modified"),
        summary=_as_html(_text(item, "summary")),
        content=content or _as_html(plain),
        enclosures=tuple(_enclosures(item, base)),
        tags=tuple(tag for tag in _list(item, "tags") if isinstance(tag, str)),
    )


def _as_html(plain: str | None) -> str | None:
    """Convert plain text to HTML: blocks between empty lines become paragraphs."""
    if plain is None:
        return None
    return "".join(f"<p>{escape(part.strip())}</p>" for part in plain.split("\n\n") if part.strip())


def _authors(item: dict[str, Any]) -> Iterator[str]:
    authors = _list(item, "authors") or [item.get("author")]
    for author in authors:
        name = _text(author, "name") if isinstance(author, dict) else None
        if name:
            yield name


def _enclosures(item: dict[str, Any], base: str | None) -> Iterator[Enclosure]:
    for file in _list(item, "attachments"):
        if isinstance(file, dict) and (url := _url(file, "url", base)):
            size = file.get("size_in_bytes")
            yield Enclosure(url, _text(file, "mime_type"), size if isinstance(size, int) and size >= 0 else None)


def _hubs(document: dict[str, Any]) -> Iterator[str]:
    for hub in _list(document, "hubs"):
        if isinstance(hub, dict) and (url := _text(hub, "url")):
            yield url


def _moment(item: dict[str, Any], name: str) -> Moment | None:
    written = _text(item, name)
    value = read_date(written) if written else None
    return Moment(written or "", value, DateSource.FEED) if value is not None else None


def _url(item: dict[str, Any], name: str, base: str | None) -> str | None:
    url = _text(item, name)
    if url is None:
        return None
    try:
        return urljoin(base, url) if base else url
    except ValueError:
        return url


def _text(item: Any, name: str) -> str | None:
    value = item.get(name) if isinstance(item, dict) else None
    return value.strip() or None if isinstance(value, str) else None


def _list(item: dict[str, Any], name: str) -> list[Any]:
    value = item.get(name)
    return value[:MAX_ENTRIES] if isinstance(value, list) else []
