"""Style sheets and style attributes of a page, as far as they are safe to pass on.

Modern browsers run nothing in a style sheet, but older ones did: ``expression()``, ``behavior``, ``-moz-binding`` and
script URLs. Such words are made harmless; a style that hides them behind escapes is dropped.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.filter.urls import UrlKind

if TYPE_CHECKING:
    from tamis.filter.urls import PageUrls

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\r\n\f]?|([^0-9a-fA-F\r\n\f]))")
_RISK = re.compile(r"expression\s*\(|behaviou?r\s*:|-moz-binding|(?:java|vb|live)script\s*:|@charset", re.IGNORECASE)
# Possessive, so that long runs of spaces are not scanned twice.
_URL = re.compile(r"(url\(\s*+)(?:\"([^\"\n]*+)\"|'([^'\n]*+)'|([^\"'()\s]*+))(\s*+\))", re.IGNORECASE)
_IMPORT = re.compile(r"(@import\s++)(?:\"([^\"\n]*+)\"|'([^'\n]*+)')", re.IGNORECASE)
_BEFORE_URL = 16  # characters before a URL in which @import is looked for; a space or two are between
_SAFE_DATA = re.compile(r"data:(?:image|font|application/(?:x-)?font|application/vnd\.ms-fontobject)", re.IGNORECASE)


def safe_style(css: str, urls: PageUrls) -> str | None:
    """Return the style with absolute URLs and nothing that could run; None if that is impossible."""
    plain = _RISK.sub("blocked:", css)
    if "\\" in plain or "/*" in plain:
        bare = _ESCAPE.sub(_character, _COMMENT.sub("", plain))
        if _RISK.search(bare):
            return None
    plain = _URL.sub(lambda found: _url(found, urls), plain)
    plain = _IMPORT.sub(lambda found: _url(found, urls), plain)
    # Nothing may end the element that contains the style, or begin an HTML comment.
    return plain.replace("</", "<\\/").replace("<!", "<\\!")


def _character(escape: re.Match[str]) -> str:
    if escape.group(2):
        return escape.group(2)
    number = int(escape.group(1), 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


def _url(match: re.Match[str], urls: PageUrls) -> str:
    raw = next((part for part in match.groups()[1:4] if part), "")
    if raw.startswith("#") or _SAFE_DATA.match(raw):
        return match.group(0)
    kind = UrlKind.STYLE if _is_import(match) else UrlKind.STYLE_RESOURCE
    url = (urls.resolve(kind, raw) or "about:invalid").replace('"', "%22").replace("\\", "%5C").replace(")", "%29")
    end = match.group(5) if match.re is _URL else ""
    return f'{match.group(1)}"{url}"{end}'


def _is_import(match: re.Match[str]) -> bool:
    """Tell whether a URL is that of another style sheet, in either spelling."""
    before = match.string[max(0, match.start() - _BEFORE_URL) : match.start()]
    return match.re is _IMPORT or before.rstrip().lower().endswith("@import")
