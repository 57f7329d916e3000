"""What bytes are when they are not a web page, by their first few."""

from __future__ import annotations

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


def other_type(data: bytes) -> str | None:
    """The type of bytes that are certainly no web page; None if they may be one."""
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            return name
    return None
