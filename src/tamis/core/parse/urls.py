"""URLs in a page: made absolute, and limited to schemes that are safe to follow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from tamis.text.urls.safety import LINK_SCHEMES

if TYPE_CHECKING:
    from tamis.core.parse.document import Document

_CONTROL = re.compile(r"[\x00-\x20\x7f\ud800-\udfff]+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
MAX_URL = 8_192
"""Longest URL that is kept: servers refuse longer ones, and a long base would be copied into every link of the page."""


def base_url(document: Document) -> str | None:
    """Return the URL that relative URLs of the page refer to: that of the base element, else the page's own."""
    url = document.page.url
    for base in document.tree.select("base"):
        href = base.attr("href")
        if href:
            return resolve(href, url) or url
    return url


def resolve(url: str | None, base: str | None) -> str | None:
    """Make a URL absolute; it stays relative if no base is known. None if it is empty, not safe, or too long."""
    if not url or len(url) > MAX_URL:
        return None
    found = _absolute(url.strip(), base)
    return found if found is not None and len(found) <= MAX_URL else None


def _absolute(url: str, base: str | None) -> str | None:
    if " " in url or not (url.isascii() and url.isprintable()):
        url = _CONTROL.sub("", url.replace(" ", "%20"))
    if url.startswith(("https://", "http://")):
        return url
    scheme = _SCHEME.match(url)
    if scheme:
        return url if scheme.group()[:-1].lower() in LINK_SCHEMES else None
    if not url:
        return None
    if base is None:
        return url
    try:
        return _joined(base, url)
    except ValueError:  # such as an unclosed bracket of an IPv6 address
        return None


def _joined(base: str, url: str) -> str:
    """Join URLs as `urljoin` does, with a shortcut for the commonest one, a path from the root."""
    if url[0] == "/" and url[1:2] != "/" and not _is_rewritten(url):
        scheme, host = urlsplit(base)[:2]
        if scheme in ("https", "http"):
            return f"{scheme}://{host}{url}"
    return urljoin(base, url)


def _is_rewritten(path: str) -> bool:
    """Tell whether joining may change a path: it may go up, or have an empty part."""
    return "/." in path or ";" in path or "?#" in path or path[-1] in "?#"
