"""Pictures and stories for the tests."""

from __future__ import annotations

import struct
import zlib
from datetime import date
from typing import TYPE_CHECKING

from tamis.model import Article, Block, Image, Inline, Kind, Metadata, Moment, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

PROSE = (
    "The water came up to the third step of the quay and stayed there until the evening, while the crews waited in "
    "the shed and talked about the winter, about the price of rope, and about nothing in particular. "
)


def png(width: int = 40, height: int = 30, shade: int = 120) -> bytes:
    """A whole PNG file of one gray."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\0" + bytes([shade]) * width) * height
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def paragraph(text: str = PROSE, **fields: object) -> Block:
    return Block(Kind.PARAGRAPH, text, 0, "", inlines=(Inline(text),), **fields)  # type: ignore[arg-type]


def heading(text: str, level: int = 2) -> Block:
    return Block(Kind.HEADING, text, 0, "", inlines=(Inline(text),), level=level)


def picture(src: str, caption: str = "", credit: str = "") -> Block:
    return Block(Kind.IMAGE, "", 0, "", image=Image(src, caption[:20], caption, credit=credit))


def story(
    *blocks: Block,
    title: str | None = "Tides",
    url: str | None = "https://courier.example/tides.html",
    language: str | None = "en",
    authors: Sequence[str] = ("Ada Byron",),
    tags: Sequence[str] = ("sea",),
) -> Article:
    about = Metadata(
        title=title,
        subtitle="What the sea does",
        authors=tuple(authors),
        published=Moment("3 May 2024", date(2024, 5, 3)),
        site_name="The Courier",
        language=language,
        tags=tuple(tags),
    )
    return Article(url=url, metadata=about, blocks=blocks or (paragraph(),), outcome=Outcome.ARTICLE)
