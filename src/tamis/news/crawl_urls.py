"""URLs of a crawl: which ones it may request, and the site that it stays on."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from tamis.text.urls.cleaning import MAX_LENGTH, CleanUrl, clean_url
from tamis.text.urls.sites import registered_domain, without_www


def crawlable(url: str, ignored: frozenset[str] = frozenset()) -> CleanUrl | None:
    """Normalize a URL for a crawl; return None if it is not a web page, names a user, or is too long.

    `ignored` are further parameters that turned out to change nothing on this site.
    """
    found = clean_url(url, ignored) if len(url) <= MAX_LENGTH else None
    return found if found is not None and "@" not in urlsplit(url).netloc else None


class Site(NamedTuple):
    """The site that a crawl stays on."""

    authority: str
    """Host of the start page, with its port."""
    whole_domain: bool = False

    def has(self, parts: CleanUrl) -> bool:
        """Tell whether the URL belongs to the site."""
        if without_www(parts.authority) == without_www(self.authority):
            return True
        if not self.whole_domain:
            return False
        own, other = _host_and_port(self.authority), (parts.host, parts.port)
        return own[1] == other[1] and registered_domain(own[0]) == registered_domain(other[0])


def _host_and_port(authority: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{authority}")
    return parts.hostname or "", parts.port
