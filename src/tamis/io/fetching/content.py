"""HTML detection: by the declared type first; if that says little, by the first bytes.

The signatures are those of the WHATWG MIME Sniffing standard, section 7.1.
"""

from __future__ import annotations

import codecs
import re

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
MARKDOWN_TYPES = frozenset({"text/markdown", "text/x-markdown"})
XML_TYPES = frozenset({"application/xml", "text/xml"})
# The standard's three spellings of "unknown", and plain text, which servers without a table of types send.
VAGUE_TYPES = frozenset({"text/plain", "unknown/unknown", "application/unknown", "*/*"})

SNIFFED_BYTES = 1445  # The standard's size of the resource header.
UNTYPED = "something without a content type"

CHARSET = re.compile(r";\s*charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))", re.IGNORECASE)
PROLOG = re.compile(r"\ufeff?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
HTML_ROOT = re.compile(r"<(?:!doctype\s+html|html)[\s>/]", re.IGNORECASE)
HTML_START = re.compile(
    r"<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>/]"
    r"|<!--",  # A comment longer than what is sniffed.
    re.IGNORECASE,
)


def media_type_of(header: str | None) -> str | None:
    """Return the media type in a Content-Type header without parameters, in lowercase; None if there is none."""
    return (header or "").partition(";")[0].strip().lower() or None


def charset_of(header: str | None) -> str | None:
    """Return the encoding named in a Content-Type header, in lowercase; None if there is none."""
    charset = CHARSET.search(header or "")
    name = next((group for group in charset.groups() if group), "") if charset else ""
    return name.strip().lower() or None


def is_html(media_type: str | None) -> bool | None:
    """Tell whether the declared type is HTML; None if the bytes have to tell."""
    if media_type in HTML_TYPES:
        return True
    if media_type is None or media_type in XML_TYPES or media_type in VAGUE_TYPES:
        return None
    return False


def looks_like_html(head: bytes, media_type: str | None) -> bool:
    """Tell whether the first bytes of a body begin an HTML page. XML must have ``html`` as its root."""
    pattern = HTML_ROOT if media_type in XML_TYPES else HTML_START
    return pattern.match(skip_prolog(head)) is not None


def skip_prolog(head: bytes) -> str:
    """Decode the first bytes of a body, without byte order mark, white space, comments and XML declarations."""
    text = _as_text(head[:SNIFFED_BYTES])
    start = PROLOG.match(text)
    return text[start.end() :] if start else text


def _as_text(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", "replace")
    return head.decode("utf-8-sig", "replace")
