"""Safe URLs: which ones a writer allows, as a second line of defense behind the stages before."""

from __future__ import annotations

import re
from urllib.parse import quote

LINK_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""Schemes of URLs that a reader may be sent to."""
_IMAGE_SCHEMES = frozenset({"http", "https"})
_DATA_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp)(?:;base64)?,[A-Za-z0-9+/=%_.~-]*", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)

# Browsers drop tabs, line ends and leading control characters before they look at the scheme.
_IGNORED_BY_BROWSERS = re.compile("[\x00-\x20\x7f-\xa0\ud800-\udfff\u2028\u2029\ufeff\ufffe\uffff]+")

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")
_SPACE = re.compile(r"\s")


def safe_link(url: str | None) -> str | None:
    """Return the URL if a reader may be sent there (http, https, mailto, tel, relative, ``#``), else None."""
    return _checked(url, LINK_SCHEMES)


def leads_to_page(url: str) -> bool:
    """Tell whether a URL that is safe leads to a page or a file, not to a mail address or a telephone number."""
    return not url.lower().startswith(("mailto:", "tel:"))


def safe_image(url: str | None) -> str | None:
    """Return the URL if a picture may come from there (http, https, relative, bitmap ``data:``), else None."""
    if url and _DATA_IMAGE.fullmatch(url):
        return url
    return _checked(url, _IMAGE_SCHEMES)


def _checked(url: str | None, schemes: frozenset[str]) -> str | None:
    if not url:
        return None
    bare = _IGNORED_BY_BROWSERS.sub("", url)
    scheme = _SCHEME.match(bare)
    if scheme:
        return _without_spaces(url) if scheme[1].lower() in schemes else None
    before_path = re.split(r"[/?#]", bare, maxsplit=1)[0]
    return None if not bare or ":" in before_path or "&" in before_path else _without_spaces(url)


def _without_spaces(url: str) -> str:
    return _SPACE.sub(lambda space: quote(space[0]), _UNPRINTABLE.sub("", url).strip())
