"""Feeds: RSS, Atom, RDF and JSON Feed in, their entries out.

`parse_feed` takes the bytes of a feed and reads what it can: a broken feed gives the entries that can be read and says
in `Feed.problems` what is wrong with it. A document type declaration is left out before anything is parsed, so that no
entity is expanded and no address opened, and a feed over the limit is refused unread.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tamis.errors import BadInput

if TYPE_CHECKING:
    from tamis.model import Moment

MAX_FEED_BYTES = 10_000_000
"""The largest feed that is parsed. Real ones have less than a tenth of that."""
MAX_ENTRIES = 5_000
"""The most entries that are read."""
GZIP_WINDOW = 31
"""Tells zlib to expect the header of a gzip file."""
_GZIP = b"\x1f\x8b"

__all__ = ["MAX_ENTRIES", "MAX_FEED_BYTES", "Enclosure", "Feed", "FeedEntry", "FeedFormat", "parse_feed"]


class FeedFormat(StrEnum):
    """The family of a feed's format."""

    RSS = "rss"
    ATOM = "atom"
    RDF = "rdf"
    """RSS 0.90 and 1.0."""
    JSON = "json"
    """JSON Feed 1 and 1.1."""
    CDF = "cdf"
    UNKNOWN = "unknown"
    """Not a feed, or a format that is not known."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that belongs to an entry: a podcast's episode, a picture."""

    url: str
    media_type: str | None = None
    size: int | None = None
    """In bytes, as the feed says."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a feed. Addresses are absolute if that of the feed is known."""

    url: str | None = None
    """The page of the entry."""
    id: str | None = None
    title: str | None = None
    """As plain text."""
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    updated: Moment | None = None
    summary: str | None = None
    """As HTML. Not sanitized: to show it, extract it first."""
    content: str | None = None
    """The whole text, if the feed has it, as HTML. Not sanitized."""
    enclosures: tuple[Enclosure, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def key(self) -> str | None:
        """The key of the entry within its feed: its id, else its URL, else its title."""
        return self.id or self.url or self.title


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed with its entries, in their order."""

    format: FeedFormat = FeedFormat.UNKNOWN
    title: str | None = None
    url: str | None = None
    """The URL of the feed itself."""
    home_url: str | None = None
    """The site that the feed is of."""
    description: str | None = None
    language: str | None = None
    updated: Moment | None = None
    entries: tuple[FeedEntry, ...] = ()
    refresh_minutes: int | None = None
    """How long the feed says that it may be kept: `ttl`, or `sy:updatePeriod` and `sy:updateFrequency`."""
    next_url: str | None = None
    """Where older entries are, if the feed says so (RFC 5005, JSON Feed's `next_url`)."""
    hub_url: str | None = None
    """The WebSub hub that announces new entries."""
    problems: tuple[str, ...] = ()
    """What is wrong with the feed, in words; empty for a good one."""

    @property
    def is_feed(self) -> bool:
        """Whether this is a feed at all."""
        return self.format is not FeedFormat.UNKNOWN or bool(self.entries)


def parse_feed(
    data: bytes, url: str | None = None, content_type: str | None = None, *, max_bytes: int = MAX_FEED_BYTES
) -> Feed:
    """The feed in these bytes. `url` makes addresses absolute; `content_type` is the HTTP header, if there was one.

    Raises `BadInput` for a feed over the limit and `MissingExtra` without the extra `news`. What is no feed gives one
    without entries and of unknown format.
    """
    data = _unpacked(data, max_bytes)
    if len(data) > max_bytes:
        where = f"{url}: " if url else ""
        raise BadInput(f"{where}the feed is over the limit of {max_bytes:,} bytes")
    from tamis.news.feeds_json import looks_like_json, parse_json_feed

    if looks_like_json(data):
        return parse_json_feed(data, url)
    from tamis.news.feeds_xml import parse_xml_feed

    return parse_xml_feed(data, url, content_type)


def _unpacked(data: bytes, max_bytes: int) -> bytes:
    """The bytes of a feed that was sent as a gzip file, as far as the limit allows."""
    if not data.startswith(_GZIP):
        return data
    try:
        return zlib.decompressobj(GZIP_WINDOW).decompress(data, max_bytes + 1)
    except zlib.error:
        return data
