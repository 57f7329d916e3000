"""OPML 2.0: lists of feeds, as feed readers exchange them.

Folders are outlines with outlines in them; a feed is an outline with ``xmlUrl``. The parser stops at a document type
declaration, in which entity bombs are, before it has read it.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from tamis.errors import BadXml
from tamis.library.records import Feed
from tamis.write.characters import one_line, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_DEPTH = 64
"""Of outlines within outlines."""
MAX_BYTES = 50_000_000
FOLDER_SEPARATOR = " / "
_WEB = ("http://", "https://")


def read_opml(data: bytes) -> list[Feed]:
    """The feeds of a list, each once, with the folder it is in. Raises `BadXml`."""
    reader = _Reader()
    if len(data) > MAX_BYTES:
        raise BadXml(f"an OPML file has at most {MAX_BYTES:,} bytes")
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BadXml(expat.ErrorString(error.code), error.lineno, error.offset + 1) from error
    if not reader.is_opml:
        raise BadXml("the file is not OPML: its root is not <opml>")
    return list(reader.feeds.values())


def looks_like_opml(data: bytes) -> bool:
    """Whether a file is OPML, by its first bytes."""
    return b"<opml" in data[:2_000].lower()


def write_opml(feeds: Iterable[Feed], title: str = "Feeds") -> str:
    """A list of feeds; those of one folder are together."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<opml version="2.0">']
    lines += [f"<head><title>{escape(_plain(title))}</title></head>", "<body>"]
    ordered = sorted(feeds, key=lambda feed: (feed.folder, feed.title, feed.url))
    for folder, members in groupby(ordered, key=lambda feed: feed.folder):
        outlines = [f"  {_outline(feed)}" for feed in members]
        if folder:
            outlines = [
                f"  <outline text={quoteattr(_plain(folder))}>",
                *(f"  {one}" for one in outlines),
                "  </outline>",
            ]
        lines += outlines
    return "\n".join([*lines, "</body>", "</opml>", ""])


def _outline(feed: Feed) -> str:
    values = {"type": "rss", "text": feed.title or feed.url, "xmlUrl": feed.url, "htmlUrl": feed.site or ""}
    attributes = (f"{name}={quoteattr(_plain(value))}" for name, value in values.items() if value)
    return f"<outline {' '.join(attributes)}/>"


def _plain(text: str) -> str:
    return printable(one_line(text))


class _Reader:
    """Collects feeds while the parser goes along."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.is_opml = False
        self.feeds: dict[str, Feed] = {}
        self._path: list[str] = []
        """The text of each outline that is open; empty for feeds and other elements."""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._path:
            self.is_opml = name.lower() == "opml"
        if len(self._path) >= MAX_DEPTH:
            raise BadXml(f"more than {MAX_DEPTH} outlines within each other", self.parser.CurrentLineNumber)
        values = {key.lower(): value.strip() for key, value in attributes.items()}
        text = values.get("title") or values.get("text", "")
        url = values.get("xmlurl", "")
        if name.lower() == "outline" and url.lower().startswith(_WEB):
            folder = FOLDER_SEPARATOR.join(filter(None, self._path))
            self.feeds.setdefault(url, Feed(url, text, values.get("htmlurl") or None, folder))
        self._path.append(text if name.lower() == "outline" and not url else "")

    def _end(self, _name: str) -> None:
        self._path.pop()

    def _refuse(self, *_: object) -> None:
        raise BadXml("a document type declaration is not allowed", self.parser.CurrentLineNumber)
