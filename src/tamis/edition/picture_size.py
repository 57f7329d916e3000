"""Picture sizes, read from the first bytes.

Formats: PNG (ISO 15948), GIF89a, JPEG (ITU T.81, B.2.2), WebP (RFC 9649), AVIF (ISO 23008-12, `ispe`), BMP, SVG.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD_BYTES = 200_000
"""Number of bytes in which the size is searched: SVG files and AVIF boxes have it near the start."""
SVG_DEFAULT = (300, 150)
"""Size that browsers use if an SVG gives neither size nor view box."""
LONGEST_SIDE = 100_000

_SVG_TAG = re.compile(rb"<svg\b[^<>]{0,4000}>", re.IGNORECASE)
_LENGTH = re.compile(rb"\s(width|height)\s?=\s?[\"']([0-9]{1,6})(?:\.[0-9]{1,6})?(?:px|pt)?[\"']", re.IGNORECASE)
_VIEW_BOX = re.compile(rb"\sviewBox\s?=\s?[\"']([-0-9.eE, ]{1,100})[\"']", re.IGNORECASE)


class Size(NamedTuple):
    """The size of a picture, in pixels."""

    width: int
    height: int


def read_size(data: bytes, media_type: str) -> Size | None:
    """Read the size of a picture of that type; None if it cannot be read."""
    reader = _READERS.get(media_type)
    if reader is None:
        return None
    try:
        size = reader(data[:HEAD_BYTES] if media_type != "image/jpeg" else data)
    except (struct.error, IndexError, ValueError, OverflowError):
        return None
    fits = size is not None and 0 < size.width <= LONGEST_SIDE and 0 < size.height <= LONGEST_SIDE
    return size if fits else None


def _png(data: bytes) -> Size | None:
    return Size(*struct.unpack(">II", data[16:24])) if data[12:16] == b"IHDR" else None


def _gif(data: bytes) -> Size:
    return Size(*struct.unpack("<HH", data[6:10]))


def _bmp(data: bytes) -> Size:
    width, height = struct.unpack("<ii", data[18:26])
    return Size(abs(width), abs(height))


def _jpeg(data: bytes) -> Size | None:
    """Read the size in the frame header, after all segments before it. Exif data tell if the photo is on its side."""
    offset, is_turned = 2, False
    while offset + 9 < len(data):
        if data[offset] != 0xFF:
            return None
        marker = data[offset + 1]
        if marker == 0xFF:
            offset += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[offset + 5 : offset + 9])
            return Size(height, width) if is_turned else Size(width, height)
        length = struct.unpack(">H", data[offset + 2 : offset + 4])[0]
        if marker == 0xE1 and data[offset + 4 : offset + 10] == b"Exif\0\0":
            is_turned = _orientation(data[offset + 10 : offset + 2 + length]) in (5, 6, 7, 8)
        offset += 2 + max(length, 2)
    return None


def _orientation(exif: bytes) -> int:
    """Read the tag 0x0112 of the first Exif directory; 1 if there is none."""
    order = "<" if exif[:2] == b"II" else ">"
    try:
        start = struct.unpack(order + "I", exif[4:8])[0]
        count = struct.unpack(order + "H", exif[start : start + 2])[0]
        for entry in range(start + 2, start + 2 + 12 * min(count, 500), 12):
            tag, _, _, value = struct.unpack(order + "HHIH", exif[entry : entry + 10])
            if tag == 0x0112:
                return int(value)
    except struct.error:
        return 1
    return 1


def _webp(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return Size(int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1)
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return Size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return Size(width & 0x3FFF, height & 0x3FFF)
    return None


def _avif(data: bytes) -> Size | None:
    offset = data.find(b"ispe")
    return Size(*struct.unpack(">II", data[offset + 8 : offset + 16])) if offset >= 0 else None


def _svg(data: bytes) -> Size | None:
    tag = _SVG_TAG.search(data)
    if tag is None:
        return None
    lengths = {name.lower(): int(value) for name, value in _LENGTH.findall(tag[0])}
    box = _VIEW_BOX.search(tag[0])
    _, _, wide, high = map(float, box[1].replace(b",", b" ").split()) if box else (0, 0, *SVG_DEFAULT)
    width, height = lengths.get(b"width"), lengths.get(b"height")
    if width and height:
        return Size(width, height)
    if width and wide:
        return Size(width, round(width * high / wide))
    if height and high:
        return Size(round(height * wide / high), height)
    return Size(round(wide), round(high))


_READERS: dict[str, Callable[[bytes], Size | None]] = {
    "image/png": _png,
    "image/gif": _gif,
    "image/jpeg": _jpeg,
    "image/webp": _webp,
    "image/avif": _avif,
    "image/bmp": _bmp,
    "image/svg+xml": _svg,
}
