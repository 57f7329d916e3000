"""A labeled page, whatever the format of its set."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path

_LANGUAGE = re.compile(r"<html[^<>]*?\slang\s*+=\s*+[\"']?([A-Za-z]{2,3})(?![A-Za-z])", re.IGNORECASE)
_LANGUAGE_WITHIN = 5_000  # characters: the html tag is near the top or missing
_WRAPPER = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<text\b[^>]*>", re.IGNORECASE)
_WRAPPER_END = re.compile(r"</text\s*>\s*\Z", re.IGNORECASE)
_WRAPPER_ENCODING = re.compile(rb"<text\b[^<>]*?\bencoding\s*+=\s*+[\"']?([\w-]++)", re.IGNORECASE)
_WRAPPER_WITHIN = 2_000  # bytes


@dataclass(frozen=True, slots=True)
class TruePicture:
    """A picture of the article: all its URLs on the page, its caption and its credit."""

    urls: tuple[str, ...]
    caption: str = ""
    credit: str = ""
    is_credited: bool = False
    """True if the caption may contain the credit."""


@dataclass(frozen=True, slots=True)
class TruePost:
    """A post of a thread, as the set writes it."""

    text: str
    user: str = ""
    """Name of the user, or the URL of the user's profile."""
    date: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """The text and metadata that are known to be right for a page."""

    text: str | None = None
    paragraphs: tuple[str, ...] = ()
    """Paragraphs of the text, if the set has them separately."""
    markdown: str | None = None
    """The text with its structure."""
    title: str | None = None
    standfirst: tuple[str, ...] = ()
    """Lines between title and text."""
    authors: tuple[str, ...] = ()
    date: str | None = None
    snippets_with: tuple[str, ...] = ()
    snippets_without: tuple[str, ...] = ()
    comments: str | None = None
    """Comments of readers below the article, if the set has them separately."""
    pictures: tuple[TruePicture, ...] = ()
    posts: tuple[TruePost, ...] = ()
    """Posts of a thread, in order."""
    known: frozenset[str] = frozenset()
    """Names of the fields that the set gives for this page, even if only to say that there is none."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A labeled page, decoded."""

    set: str
    id: str
    url: str | None
    html: str
    truth: Truth
    page_type: str | None = None
    language: str | None = None
    """Language by the set, or else by the page's html tag; the primary subtag, in lower case."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index: a labeled page that has not been read yet."""

    set: str
    id: str
    url: str | None
    path: Path
    truth: Truth
    page_type: str | None
    language: str | None
    encoding: str | None
    is_wrapped: bool = False
    """True if the page is inside CleanEval's `<text>` element, which is not part of it."""

    def load(self) -> Sample:
        """Read and decode the page."""
        data = _unpack(self.path)
        if self.is_wrapped:
            html = _unwrapped(_decode(data, self.encoding or _wrapper_encoding(data)))
        else:
            html = _decode(data, self.encoding)
        language = self.language or _declared_language(html)
        return Sample(self.set, self.id, self.url, html, self.truth, self.page_type, language)


def _unpack(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    except (OSError, EOFError) as error:
        raise BadInput(f"{path}: cannot read this page ({error})") from error


def _decode(data: bytes, encoding: str | None) -> str:
    from tamis.core.parse.encodings import decode

    return decode(data, f"text/html; charset={encoding}" if encoding else None).text


def _declared_language(html: str) -> str | None:
    found = _LANGUAGE.search(html, 0, _LANGUAGE_WITHIN)
    return found.group(1).lower() if found else None


def _wrapper_encoding(data: bytes) -> str | None:
    found = _WRAPPER_ENCODING.search(data, 0, _WRAPPER_WITHIN)
    return found.group(1).decode("ascii") if found else None


def _unwrapped(html: str) -> str:
    """Remove the wrapper around the page, if there is one."""
    start = _WRAPPER.match(html)
    return _WRAPPER_END.sub("", html[start.end() :]) if start else html
