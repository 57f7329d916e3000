"""Sitemaps: lists of a site's pages in XML or plain text, and indexes of such lists.

The protocol is that of sitemaps.org, with Google's extension for news (``news:publication_date``). A document type
declaration is refused before anything in it is read, so that there are no entities; if a file is truncated or broken,
the entries before the damage count.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

from tamis.errors import BadInput
from tamis.news.xml_limits import MAX_URI

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_URLS = 50_000  # The protocol's limit for a file.
MAX_BYTES = 52_428_800  # The protocol's limit for a file: 50 MiB.
MAX_URL = 2_048  # The protocol's limit for a URL.
MAX_TEXT = 500
"""Maximum number of characters of a title or a date to read."""
CHUNK = 65_536


class Listing(StrEnum):
    """The kind of entries in a sitemap."""

    PAGES = "pages"
    SITEMAPS = "sitemaps"


class Entry(NamedTuple):
    """A page or a further sitemap."""

    url: str
    changed: str | None = None
    """Date of the last change, as written; in W3C's form of ISO 8601."""
    published: str | None = None
    """Date of a news entry, as written."""
    title: str | None = None
    """Headline of a news entry."""

    @property
    def is_news(self) -> bool:
        """True if the site itself declares that this is an article."""
        return self.published is not None


class Sitemap(NamedTuple):
    """The content of a sitemap file."""

    listing: Listing
    entries: tuple[Entry, ...]
    problem: str | None = None
    """Reason why the list may be incomplete."""


_FIELDS = {
    ("url", "loc"): "url",
    ("sitemap", "loc"): "url",
    ("url", "lastmod"): "changed",
    ("sitemap", "lastmod"): "changed",
    ("news", "publication_date"): "published",
    ("news", "title"): "title",
}
"""Field for each element, by its parent's name and its own: pictures and videos have titles and URLs too."""
_ENTRIES = ("url", "sitemap")
_ROOTS = {"urlset": Listing.PAGES, "sitemapindex": Listing.SITEMAPS}


class _Full(Exception):
    pass


class _Reader:
    def __init__(self) -> None:
        self.listing: Listing | None = None
        self.entries: list[Entry] = []
        self._values: dict[str, str] | None = None
        self._around: list[str] = []
        self._field: str | None = None
        self._text: list[str] = []
        self._size = 0

    def start(self, tag: str, _attributes: object) -> None:
        name = _local(tag)
        if self.listing is None:
            self.listing = _ROOTS.get(name)
            if self.listing is None:
                raise BadInput(f"this is not a sitemap: its root is {name[:40]!r}")
        elif name in _ENTRIES:
            self._values = {}
        elif self._values is not None:
            self._field, self._text, self._size = _FIELDS.get((self._around[-1], name)), [], 0
        self._around.append(name)

    def text(self, data: str) -> None:
        if self._field is not None and self._size <= MAX_URL:
            self._text.append(data)
            self._size += len(data)

    def end(self, tag: str) -> None:
        name = _local(tag)
        self._around.pop()
        if self._field is not None and self._values is not None:
            self._values.setdefault(self._field, "".join(self._text).strip())
            self._field = None
        elif name in _ENTRIES and self._values is not None:
            self._add(self._values)
            self._values = None

    def _add(self, values: dict[str, str]) -> None:
        url = values.pop("url", "")
        if 0 < len(url) <= MAX_URL:
            self.entries.append(Entry(url, **{name: text[:MAX_TEXT] for name, text in values.items() if text}))
        if len(self.entries) >= MAX_URLS:
            raise _Full

    @staticmethod
    def namespace(_prefix: str | None, uri: str | None) -> None:
        """Refuse a long namespace: expat repeats it in the name of each element."""
        if uri is not None and len(uri) > MAX_URI:
            raise BadInput(f"this is not a sitemap: a namespace has more than {MAX_URI:,} characters")

    @staticmethod
    def refuse(*_: object) -> None:
        raise BadInput("a document type declaration is refused; a sitemap needs none")


def read_sitemap(data: bytes) -> Sitemap:
    """Read a sitemap. Raises `BadInput` if it is not one."""
    data = data[:MAX_BYTES]
    if not data.lstrip(b"\xef\xbb\xbf\xfe\xff \t\r\n\x00").startswith((b"<", b"\x00<")):
        return _plain(data)
    reader = _Reader()
    problem = _parse(data, reader)
    if reader.listing is None:
        raise BadInput(f"this is not a sitemap ({problem or 'it is empty'})")
    return Sitemap(reader.listing, tuple(reader.entries), problem)


def _parse(data: bytes, reader: _Reader) -> str | None:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = reader.start
    parser.CharacterDataHandler = reader.text
    parser.EndElementHandler = reader.end
    parser.StartNamespaceDeclHandler = reader.namespace
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.EntityDeclHandler = reader.refuse
    try:
        for chunk in _chunks(data):
            parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except _Full:
        return f"more than {MAX_URLS:,} entries"
    except (expat.ExpatError, ValueError, LookupError) as error:
        return str(error)
    return None


def _chunks(data: bytes) -> Iterator[bytes]:
    return (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))


def _plain(data: bytes) -> Sitemap:
    """Read a text file with a URL in each line."""
    lines = (line.strip() for line in data.decode("utf-8-sig", "replace").splitlines())
    entries = [Entry(line) for line in lines if line.startswith(("http://", "https://")) and len(line) <= MAX_URL]
    if not entries:
        raise BadInput("this is not a sitemap: neither XML nor a list of URLs")
    return Sitemap(Listing.PAGES, tuple(entries[:MAX_URLS]))


def _local(tag: str) -> str:
    return tag.rpartition(" ")[2].lower()
