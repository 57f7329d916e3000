"""URLs of a crawl: which ones it may request, and the pattern that pages of one kind share."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tamis.text.clean_urls import CleanUrl, clean_url
from tamis.text.domains import registered_domain

MAX_LENGTH = 2_000
"""Longer URLs are not fetched: no page of a news site needs them, and old browsers refuse them."""
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W_]+")
_SLUG_WORDS = 3
"""A path segment with at least this many words is a headline, which differs from page to page."""


def crawlable(url: str, ignored: frozenset[str] = frozenset()) -> CleanUrl | None:
    """Normalize a URL for a crawl; return None if it is not a web page, names a user, or is too long.

    `ignored` are further parameters that turned out to change nothing on this site.
    """
    found = clean_url(url, ignored) if len(url) <= MAX_LENGTH else None
    return found if found is not None and "@" not in urlsplit(url).netloc else None


def names_of(parts: CleanUrl) -> list[str]:
    """List the names of the query parameters, in lower case."""
    return [pair.partition("=")[0].lower() for pair in parts.query.split("&") if pair]


def pattern_of(parts: CleanUrl) -> str:
    """Build the pattern that URLs of pages of one kind share: ``/news/0/0/*?page``."""
    path = "/".join(map(_form, parts.path.split("/")))
    names = "&".join(sorted(set(names_of(parts))))
    return f"{parts.authority}{path}{'?' + names if names else ''}"


def slug_words(parts: CleanUrl) -> set[str]:
    """Collect the words of the last path segment."""
    last = unquote(parts.path.rstrip("/").rpartition("/")[2], errors="replace").rpartition(".")
    return {word.lower() for word in _WORDS.findall(last[0] or last[2]) if not word.isdigit()}


class Site(NamedTuple):
    """The site that a crawl stays on."""

    authority: str
    """Host of the start page, with its port."""
    whole_domain: bool = False

    def has(self, parts: CleanUrl) -> bool:
        """Tell whether the URL belongs to the site."""
        if _without_www(parts.authority) == _without_www(self.authority):
            return True
        if not self.whole_domain:
            return False
        own, other = _host_and_port(self.authority), (parts.host, parts.port)
        return own[1] == other[1] and registered_domain(own[0]) == registered_domain(other[0])


def _without_www(authority: str) -> str:
    return authority.removeprefix("www.")


def _host_and_port(authority: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{authority}")
    return parts.hostname or "", parts.port


def _form(part: str) -> str:
    stem, dot, ending = part.rpartition(".")
    name = stem if dot else ending
    if len(_WORDS.findall(name)) >= _SLUG_WORDS:
        return f"*.{ending}" if dot else "*"
    return _DIGITS.sub("0", part)
