"""Feeds: read the entries of RSS, Atom, RDF and JSON Feed.

`parse_feed` takes the bytes of a feed and reads what it can: a broken feed gives the entries that can be read and says
in `Feed.problems` what is wrong with it. A document type declaration is removed before anything is parsed, so that no
entity is expanded and no URL opened, and a feed over the limit is refused unread.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis.model.right_names import Answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model import Moment

MAX_FEED_BYTES = 10_000_000
"""Size of the largest feed that is parsed. Real ones have less than a tenth of that."""
MAX_ENTRIES = 5_000
"""Maximum number of entries to read."""
GZIP_WINDOW = 31
"""Window size that tells zlib to expect a gzip header."""
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
    PAGE = "page"
    """A web page whose links are read as entries."""
    UNKNOWN = "unknown"
    """Not a feed, or an unknown format."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that belongs to an entry: a podcast's episode, a picture."""

    url: str
    media_type: str | None = None
    size: int | None = None
    """Size in bytes, as the feed declares it."""


@dataclass(frozen=True, slots=True)
class FeedEntry(Answers):
    """One entry of a feed. URLs are absolute if that of the feed is known."""

    url: str | None = None
    """URL of the entry's page."""
    id: str | None = None
    title: str | None = None
    """Title as plain text."""
    authors: tuple[str, ...] = ()
    published: Moment | None = None
    updated: Moment | None = None
    summary: str | None = None
    """Summary as HTML. Not sanitized: to show it, extract it first."""
    content: str | None = None
    """Whole text as HTML, if the feed has it. Not sanitized."""
    enclosures: tuple[Enclosure, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def key(self) -> str | None:
        """The key of the entry within its feed: its id, else its URL, else its title."""
        return self.id or self.url or self.title


@dataclass(frozen=True, slots=True, repr=False)
class Feed(Answers):
    """A feed with its entries, in the feed's order; it iterates over them."""

    format: FeedFormat = FeedFormat.UNKNOWN
    title: str | None = None
    url: str | None = None
    """URL of the feed itself."""
    home_url: str | None = None
    """URL of the site that publishes the feed."""
    description: str | None = None
    language: str | None = None
    updated: Moment | None = None
    entries: tuple[FeedEntry, ...] = ()
    refresh_minutes: int | None = None
    """Minutes for which the feed says it may be cached: `ttl`, or `sy:updatePeriod` and `sy:updateFrequency`."""
    next_url: str | None = None
    """URL of older entries, if the feed names one (RFC 5005, JSON Feed's `next_url`)."""
    hub_url: str | None = None
    """URL of the WebSub hub that announces new entries."""
    problems: tuple[str, ...] = ()
    """Problems of the feed, in words; empty for a good one."""

    def __iter__(self) -> Iterator[FeedEntry]:
        """Go through the entries."""
        return iter(self.entries)

    def __len__(self) -> int:
        """Count the entries."""
        return len(self.entries)

    def __bool__(self) -> bool:
        """Tell whether this is a feed: one without entries is one, too."""
        return self.is_feed

    def __repr__(self) -> str:
        """Show the feed in one line."""
        return f"<Feed {self.title!r}, {self.format}, {len(self.entries)} entries, {self.url}>"

    @property
    def is_feed(self) -> bool:
        """True if this is a feed at all."""
        return self.format is not FeedFormat.UNKNOWN or bool(self.entries)


def parse_feed(
    data: bytes | str, url: str | None = None, content_type: str | None = None, *, max_bytes: int = MAX_FEED_BYTES
) -> Feed:
    """Parse a feed. `url` makes URLs absolute; `content_type` is the HTTP header, if there was one and bytes are given.

    Raises `BadInput` for a feed over the limit and `MissingExtra` without the extra `news`. Anything that is not a feed
    gives one without entries and of unknown format.
    """
    if isinstance(data, str):  # decoded already, whatever it declares
        data, content_type = data.encode("utf-8", "replace"), "application/xml; charset=utf-8"
    data = _unpacked(data, max_bytes)
    if len(data) > max_bytes:
        where = f"{url}: " if url else ""
        raise BadInput(f"{where}the feed is over the limit of {max_bytes:,} bytes")
    from tamis.news.feeds_reading_json import looks_like_json, parse_json_feed

    if looks_like_json(data):
        return parse_json_feed(data, url)
    from tamis.news.feeds_reading_xml import parse_xml_feed

    return parse_xml_feed(data, url, content_type)


def _unpacked(data: bytes, max_bytes: int) -> bytes:
    """Decompress a feed that was sent as a gzip file, as far as the limit allows."""
    if not data.startswith(_GZIP):
        return data
    try:
        return zlib.decompressobj(GZIP_WINDOW).decompress(data, max_bytes + 1)
    except zlib.error:
        return data
