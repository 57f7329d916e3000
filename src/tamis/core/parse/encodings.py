"""Character encodings: decode by byte order mark, valid UTF-8, HTTP header, meta element, detection, in this order.

The order is that of the HTML standard except for one step: bytes that are valid UTF-8 well beyond ASCII are read as
UTF-8 even where the header or the page claims a legacy encoding, because text in another encoding is hardly ever valid
UTF-8 by chance, while wrong claims are common. No bytes raise an error; what cannot be decoded becomes U+FFFD.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from turbohtml.detect import Detection, detect

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Pages declare their encoding near their start. The standard requires 1,024 bytes, browsers and pages allow more.
_DECLARATION_BYTES = 16_384
# Possessive, here and below: a quantifier never gives back, so that the cost grows with the page and no faster.
_TAG = re.compile(rb"<(?:(meta)|\?xml)[^>]++", re.IGNORECASE)
_META = re.compile(rb"charset\s*+=\s*+[\"']?+\s*+([a-z0-9_.:+-]++)", re.IGNORECASE)
_XML = re.compile(rb"encoding\s*+=\s*+[\"']?+\s*+([a-z0-9_.:+-]++)", re.IGNORECASE)
_HEADER = re.compile(r"charset\s*+=\s*+[\"']?+\s*+([A-Za-z0-9_.:+-]++)", re.IGNORECASE)
_NOT_UTF_8 = Detection(excluded=frozenset({"UTF-8"}))
# Number of continuation bytes that make valid UTF-8 more credible than a claim of another encoding.
_MIN_EVIDENCE = 16
# Greatest share of broken characters, among those beyond ASCII, in a page that is believed to be UTF-8 because it says
# so.
_MAX_BROKEN_SHARE = 0.2


class Decoded(NamedTuple):
    """Text, and the encoding that it was decoded from: ``windows-1252 (meta)``."""

    text: str
    encoding: str


def decode(data: bytes, content_type: str | None = None) -> Decoded:
    """Decode a page's bytes, given the Content-Type header if there was one."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), f"{encoding} (byte order mark)")
    if _looks_like_utf_16(data):
        encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        return Decoded(data.decode(encoding, "replace"), f"{encoding} (detected)")
    declared = _declared(data, content_type)
    valid = _valid_utf_8(data)
    if valid is not None and (not declared or len(data) - len(valid) >= _MIN_EVIDENCE):
        return Decoded(valid, "utf-8 (valid)")
    for label, source in declared:
        decoded = _decode_as(data, label)
        if decoded is not None and not (_is_utf_8(label) and _is_broken(decoded)):
            return Decoded(decoded, f"{label} ({source})")
    if valid is not None:
        return Decoded(valid, "utf-8 (valid)")
    label = (detect(_undeclared(data), _NOT_UTF_8).encoding or "windows-1252").lower()
    text = _decode_as(data, label)
    return Decoded(text if text is not None else data.decode("cp1252", "replace"), f"{label} (detected)")


def _undeclared(data: bytes) -> bytes:
    """Remove the declaration, which was not believed and which the detector would believe."""
    return _TAG.sub(b"", data[:_DECLARATION_BYTES]) + data[_DECLARATION_BYTES:]


def _valid_utf_8(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _declared(data: bytes, content_type: str | None) -> list[tuple[str, str]]:
    labels = []
    header = _HEADER.search(content_type or "")
    if header:
        labels.append((header.group(1).lower(), "header"))
    label = _label_in_tags(data[:_DECLARATION_BYTES])
    if label:
        # A declaration that could be read as ASCII cannot be in UTF-16: the standard reads it as UTF-8.
        labels.append(("utf-8" if label.startswith("utf-16") else label, "meta"))
    return labels


def _label_in_tags(head: bytes) -> str:
    """Return the encoding that the first declaring tag names; if it names several, the last."""
    for tag in _TAG.finditer(head):
        labels = (_META if tag.group(1) else _XML).findall(tag.group())
        if labels:
            return str(labels[-1], "ascii").lower()
    return ""


def _decode_as(data: bytes, label: str) -> str | None:
    """Decode as browsers do; None if they do not know the label."""
    if _is_utf_8(label):
        return data.decode("utf-8", "replace")
    try:
        return data.decode(f"whatwg-{label}", "replace")
    except LookupError:
        return None


def _is_utf_8(label: str) -> bool:
    return label.replace("-", "").replace("_", "") == "utf8"


def _is_broken(text: str) -> bool:
    broken = text.count("\ufffd")
    if not broken:  # as nearly always
        return False
    return broken > _MAX_BROKEN_SHARE * (len(text) - len(text.encode("ascii", "ignore")))


def _looks_like_utf_16(data: bytes) -> bool:
    head = data[:64]
    return len(head) >= 4 and (not any(head[1::2]) or not any(head[::2]))


_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"RIFF", "a media file (RIFF)"),
    (b"PK\x03\x04", "a zip archive (or an office document, or an e-book)"),
    (b"\x1f\x8b", "gzip-packed data (unpack it first)"),
    (b"\x28\xb5\x2f\xfd", "zstandard-packed data (unpack it first)"),
    (b"BZh", "bzip2-packed data (unpack it first)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"WARC/", "a WARC archive"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "an Ogg media file"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"wOF", "a font"),
    (b"{\\rtf", "text/rtf"),
)


SNIFFED = 2048
"""Number of bytes that suffice to recognize a type."""
_MAX_CONTROL_SHARE = 0.05  # share of the bytes; text in any encoding but UTF-16 has almost none
_CONTROL = bytes(range(9)) + b"\x0b" + bytes(range(14, 27)) + bytes(range(28, 32))
_JSON = re.compile(rb"\s*+(?:\{\s*+\"|\[\s*+[\[{\"\d])")
# A comment ends at its first end mark for good, so that no page makes the search try the next ones.
_FEED = re.compile(rb"\s*+(?:(?>(?:<!--.*?-->|<\?[^>]*+>))\s*+)*<(?:rss|feed|rdf:RDF)[\s>]", re.DOTALL)


def other_type(data: bytes) -> str | None:
    """Return the type of bytes that are certainly not a web page; None if they may be one."""
    head = data[:SNIFFED]
    for signature, name in _SIGNATURES:
        if head.startswith(signature):
            return name
    text = head.removeprefix(b"\xef\xbb\xbf")
    if _JSON.match(text) and b"<html" not in text.lower():
        return "application/json"
    if _FEED.match(text):
        return "a feed (RSS or Atom)"
    return "binary data" if _is_binary(head) else None


def _is_binary(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or not (any(head[1::2]) and any(head[::2])):
        return False  # UTF-16, whose Latin letters are half NUL bytes
    return len(head) - len(head.translate(None, _CONTROL)) > _MAX_CONTROL_SHARE * len(head)


HEAD = 4_096
"""Number of bytes or characters at the beginning in which a saved page says what it is."""
_MIME_FIELD = re.compile(rb"\s*+[!-9;-~]++:")
_MULTIPART = re.compile(rb"\ncontent-type:\s*+multipart/(?:related|mixed|alternative)", re.IGNORECASE)
_HAR = re.compile(rb"(?:\xef\xbb\xbf)?\s*+\{\s*+\"log\"\s*+:\s*+\{")
_SAVED = ("SingleFile", "saved from url=(", "line-gutter-backdrop", "viewsource")


def is_archive(data: bytes) -> bool:
    """Tell by the first bytes whether they are an archive of a page: MHTML, a web archive of Safari, or HAR."""
    first = data[:1]
    if first == b"<":  # as nearly all pages begin
        return data.startswith(b"<?xml") and b"<!DOCTYPE plist" in data[:300]
    if first == b"b":
        return data.startswith(b"bplist00") or is_mime(data)
    return is_har(data) or is_mime(data)


def is_har(data: bytes) -> bool:
    """Tell whether bytes begin as a HAR file does."""
    return _HAR.match(data[:HEAD]) is not None


def is_mime(data: bytes) -> bool:
    """Tell whether bytes begin with the headers of a message with several parts."""
    head = data[:HEAD]
    return _MIME_FIELD.match(head) is not None and _MULTIPART.search(b"\n" + head.lstrip()) is not None


def may_be_saved(html: str) -> bool:
    """Tell whether the beginning of a page says that a browser or an extension saved it."""
    head = html[:HEAD]
    return any(map(head.__contains__, _SAVED))
