"""URLs in a page: made absolute, and limited to schemes that are safe to follow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from tamis.core.parse.document import Document

_CONTROL = re.compile(r"[\x00-\x20\x7f\ud800-\udfff]+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_SAFE_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
MAX_ADDRESS = 8_192
"""Longest URL that is kept: servers refuse longer ones, and a long base would be copied into every link of the page."""


def base_url(document: Document) -> str | None:
    """Return the URL that relative URLs of the page refer to: that of the base element, else the page's own."""
    url = document.page.url
    for base in document.tree.select("base"):
        href = base.attr("href")
        if href:
            return resolve(href, url) or url
    return url


def resolve(address: str | None, base: str | None) -> str | None:
    """Make a URL absolute; it stays relative if no base is known. None if it is empty, not safe, or too long."""
    if not address or len(address) > MAX_ADDRESS:
        return None
    found = _absolute(address.strip(), base)
    return found if found is not None and len(found) <= MAX_ADDRESS else None


def _absolute(address: str, base: str | None) -> str | None:
    if " " in address or not (address.isascii() and address.isprintable()):
        address = _CONTROL.sub("", address.replace(" ", "%20"))
    if address.startswith(("https://", "http://")):
        return address
    scheme = _SCHEME.match(address)
    if scheme:
        return address if scheme.group()[:-1].lower() in _SAFE_SCHEMES else None
    if not address:
        return None
    if base is None:
        return address
    try:
        return _joined(base, address)
    except ValueError:  # such as an unclosed bracket of an IPv6 address
        return None


def _joined(base: str, address: str) -> str:
    """Join URLs as `urljoin` does, with a shortcut for the commonest one, a path from the root."""
    if address[0] == "/" and address[1:2] != "/" and not _is_rewritten(address):
        scheme, host = urlsplit(base)[:2]
        if scheme in ("https", "http"):
            return f"{scheme}://{host}{address}"
    return urljoin(base, address)


def _is_rewritten(path: str) -> bool:
    """Tell whether joining may change a path: it may go up, or have an empty part."""
    return "/." in path or ";" in path or "?#" in path or path[-1] in "?#"
