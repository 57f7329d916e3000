"""Safe URLs: those of a page, made absolute and limited to safe schemes, and those that writers allow.

Writers check again what stages before them resolved, as a second line of defense.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit

LINK_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""Schemes of URLs that a reader may be sent to."""
MAX_URL = 8_192
"""Longest URL that is kept: servers refuse longer ones, and a long base would be copied into every link of the page."""
_IMAGE_SCHEMES = frozenset({"http", "https"})
_DATA_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp)(?:;base64)?,[A-Za-z0-9+/=%_.~-]*", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)

_CONTROL = re.compile(r"[\x00-\x20\x7f\ud800-\udfff]+")

# Browsers drop tabs, line ends and leading control characters before they look at the scheme.
_IGNORED_BY_BROWSERS = re.compile("[\x00-\x20\x7f-\xa0\ud800-\udfff\u2028\u2029\ufeff\ufffe\uffff]+")

_WEB_PATH = re.compile(r"(?:https?:|(?![a-z][a-z0-9+.-]*:))[^?#]*+", re.IGNORECASE)

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")
_SPACE = re.compile(r"\s")


def resolve(url: str | None, base: str | None) -> str | None:
    """Make a URL absolute; it stays relative if no base is known. None if it is empty, not safe, or too long."""
    if not url or len(url) > MAX_URL:
        return None
    absolute = _absolute(url.strip(), base)
    return absolute if absolute is not None and len(absolute) <= MAX_URL else None


def _absolute(url: str, base: str | None) -> str | None:
    if " " in url or not (url.isascii() and url.isprintable()):
        url = _CONTROL.sub("", url.replace(" ", "%20"))
    if "\\" in url:  # browsers read it as a slash, and so find another host than RFC 3986 does
        path = _WEB_PATH.match(url)
        url = path[0].replace("\\", "/") + url[path.end() :] if path else url
    if url.startswith(("https://", "http://")):
        return url
    scheme = _SCHEME.match(url)
    if scheme:
        return url if scheme[1].lower() in LINK_SCHEMES else None
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
