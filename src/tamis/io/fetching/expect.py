"""Expected types of responses: the accepted types, the Accept header, and the size limit of each.

The type that the server declares decides if it can; servers are often wrong about feeds, style sheets and pictures, so
there the first bytes decide. The signatures of pictures are those of the WHATWG MIME Sniffing standard, section 6.1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tamis.io.fetching.content import MARKDOWN_TYPES, VAGUE_TYPES, XML_TYPES, is_html, looks_like_html, skip_prolog

if TYPE_CHECKING:
    from collections.abc import Callable


class Expect(StrEnum):
    """The type of response that a URL should have."""

    HTML = "html"
    """A web page."""
    MARKDOWN = "markdown"
    """Markdown, also as plain text."""
    PAGE = "page"
    """A web page, or Markdown if the server has only that."""
    READABLE = "readable"
    """Markdown, or a web page if the server has only that."""
    FEED = "feed"
    """RSS, Atom, RDF, JSON Feed, OPML or a sitemap, also as a gzip file."""
    TEXT = "text"
    """Any text: robots.txt, a list of hosts."""
    IMAGE = "image"
    """A picture in a format that browsers show."""
    STYLE = "style"
    """A style sheet."""
    ANY = "any"
    """Any type."""


PAGES = (Expect.HTML, Expect.PAGE, Expect.READABLE)
"""Members that stand for a request whose response is read as a page."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The way to request and check one type of response."""

    name: str
    """Name of the type, for messages."""
    accept: str
    """The Accept header."""
    limit: str
    """Name of the field of `FetchSettings` with the maximum size."""
    declared: Callable[[str | None], bool | None]
    """Function that tells whether the declared type fits; None if the bytes have to tell."""
    looks: Callable[[bytes, str | None], bool]
    """Function that tells whether the first bytes fit, given the declared type."""


_BINARY_TYPES = frozenset({"application/octet-stream", "binary/octet-stream"})
_UNSURE = frozenset({None, *VAGUE_TYPES, *_BINARY_TYPES})
_GZIP_TYPES = frozenset({"application/gzip", "application/x-gzip"})
_FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "text/x-opml"}
)
_FEED_START = re.compile(r"<(?:\?xml|rss|feed|rdf:rdf|urlset|sitemapindex|opml|channel)[\s>/:]|[{\[]", re.IGNORECASE)
_GZIP = b"\x1f\x8b"
_IMAGES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"BM": "image/bmp",
    b"\x00\x00\x01\x00": "image/x-icon",
    b"\x00\x00\x02\x00": "image/x-icon",
}
_BOXED_IMAGES = {b"avif": "image/avif", b"avis": "image/avif"}  # ISO base media file format: the brand after "ftyp"
_SVG_START = re.compile(r"(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]", re.IGNORECASE)


def image_type(head: bytes) -> str | None:
    """Tell the format of a picture by its first bytes; None if browsers do not show it."""
    known = next((media_type for magic, media_type in _IMAGES.items() if head.startswith(magic)), None)
    if known is not None:
        return known
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return _BOXED_IMAGES.get(head[8:12])
    return "image/svg+xml" if _SVG_START.match(skip_prolog(head)) else None


def _declared_feed(media_type: str | None) -> bool | None:
    if media_type in _FEED_TYPES:
        return True
    readable = media_type in _UNSURE | XML_TYPES | _GZIP_TYPES | {"text/html", "application/json"}
    return None if readable or str(media_type).endswith("+xml") else False


def _looks_like_feed(head: bytes, media_type: str | None) -> bool:
    if looks_like_html(head, "text/xml"):
        return False
    return head.startswith(_GZIP) or _FEED_START.match(skip_prolog(head)) is not None or not (media_type or head)


def _declared_text(media_type: str | None) -> bool | None:
    major = (media_type or "").partition("/")[0]
    return False if major in {"image", "audio", "video", "font"} or media_type in _GZIP_TYPES else None


def _looks_like_text(head: bytes, _media_type: str | None) -> bool:
    return b"\x00" not in head and not head.startswith((b"%PDF-", b"PK\x03\x04", _GZIP))


def _declared_markdown(media_type: str | None) -> bool | None:
    return True if media_type in MARKDOWN_TYPES else None if media_type in _UNSURE else False


def _looks_like_markdown(head: bytes, media_type: str | None) -> bool:
    return _looks_like_text(head, media_type) and not looks_like_html(head, None)


def _declared_page(media_type: str | None) -> bool | None:
    return True if media_type in MARKDOWN_TYPES else is_html(media_type)


def _looks_like_page(head: bytes, media_type: str | None) -> bool:
    return looks_like_html(head, media_type) or (media_type == "text/plain" and _looks_like_text(head, media_type))


def _declared_image(media_type: str | None) -> bool | None:
    return None if media_type in _UNSURE or str(media_type).startswith("image/") or media_type in XML_TYPES else False


def _looks_like_image(head: bytes, _media_type: str | None) -> bool:
    return image_type(head) is not None


def _declared_style(media_type: str | None) -> bool | None:
    return True if media_type == "text/css" else None if media_type in _UNSURE else False


def _looks_like_style(head: bytes, media_type: str | None) -> bool:
    return _looks_like_text(head, media_type) and not looks_like_html(head, None)


RULES = {
    Expect.HTML: Rule(
        "HTML", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5", "max_bytes", is_html, looks_like_html
    ),
    Expect.MARKDOWN: Rule(
        "Markdown",
        "text/markdown,text/x-markdown;q=0.9,text/plain;q=0.8",
        "max_text_bytes",
        _declared_markdown,
        _looks_like_markdown,
    ),
    Expect.PAGE: Rule(
        "HTML",
        "text/html,application/xhtml+xml,application/xml;q=0.9,text/markdown;q=0.8,*/*;q=0.5",
        "max_bytes",
        _declared_page,
        _looks_like_page,
    ),
    Expect.READABLE: Rule(
        "HTML",
        "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,application/xml;q=0.8,*/*;q=0.5",
        "max_bytes",
        _declared_page,
        _looks_like_page,
    ),
    Expect.FEED: Rule(
        "a feed or a sitemap",
        "application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.5",
        "max_feed_bytes",
        _declared_feed,
        _looks_like_feed,
    ),
    Expect.TEXT: Rule("text", "text/plain,text/*;q=0.9,*/*;q=0.5", "max_text_bytes", _declared_text, _looks_like_text),
    Expect.IMAGE: Rule(
        "a picture",
        "image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8,*/*;q=0.5",
        "max_image_bytes",
        _declared_image,
        _looks_like_image,
    ),
    Expect.STYLE: Rule("a style sheet", "text/css,*/*;q=0.1", "max_style_bytes", _declared_style, _looks_like_style),
    Expect.ANY: Rule("anything", "*/*", "max_bytes", lambda _: True, lambda *_: True),
}
