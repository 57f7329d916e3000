"""What bytes are when they are not a web page, by their first few."""

from __future__ import annotations

import re

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
"""How many bytes it takes to tell."""
_MAX_CONTROL_SHARE = 0.05  # of the bytes; text in any encoding but UTF-16 has next to none
_CONTROL = bytes(range(9)) + b"\x0b" + bytes(range(14, 27)) + bytes(range(28, 32))
_JSON = re.compile(rb"\s*+(?:\{\s*+\"|\[\s*+[\[{\"\d])")
# A comment ends at its first end for good, so that no page makes the search try the next ones.
_FEED = re.compile(rb"\s*+(?:(?>(?:<!--.*?-->|<\?[^>]*+>))\s*+)*+<(?:rss|feed|rdf:RDF)[\s>]", re.DOTALL)


def other_type(data: bytes) -> str | None:
    """The type of bytes that are certainly no web page; None if they may be one."""
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
