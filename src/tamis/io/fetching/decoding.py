"""Decompression with a limit: a small body that would become a huge one is stopped before it takes the memory.

All functions are generators over pieces of bounded size, so at no time is more decompressed than the limits allow plus
one piece, however many layers of compression there are.
"""

from __future__ import annotations

import itertools
import zlib
from typing import TYPE_CHECKING

from tamis.errors import BadResponse, ResponseTooLarge
from tamis.io.fetching.failures import PendingError, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ACCEPT_ENCODING = "gzip, deflate"
PIECE = 65_536
"""Number of bytes decompressed at a time."""
MOST_LAYERS = 2
"""Maximum number of layers. Servers behind servers do compress twice by mistake; nobody compresses three times."""

GZIP = zlib.MAX_WBITS | 16  # zlib's manual, inflateInit2
ZLIB = zlib.MAX_WBITS
RAW = -zlib.MAX_WBITS
GZIP_MAGIC = b"\x1f"  # RFC 1952, section 2.3.1: first of the two bytes
GZIP_FILE = b"\x1f\x8b"  # both bytes
ZLIB_HEADER_SIZE = 2

GZIP_NAMES = frozenset({"gzip", "x-gzip"})  # RFC 9110, section 8.4.1.3
DEFLATE_NAMES = frozenset({"deflate", "x-deflate"})


def layers_of(codings: Iterable[str]) -> tuple[str, ...]:
    """Return the layers of a Content-Encoding, first applied first. Raises an error for unknown ones and too many."""
    names = tuple(name for coding in codings if (name := coding.strip().lower()) not in {"", "identity"})
    for name in names:
        if name not in GZIP_NAMES | DEFLATE_NAMES:
            raise PendingError(
                BadResponse,
                f"the body is packed as {excerpt(name)!r}, though only {ACCEPT_ENCODING} was asked for; "
                "save the page from a browser and pass the file",
            )
    if len(names) > MOST_LAYERS:
        raise PendingError(BadResponse, f"the body is compressed {len(names)} times over; save the page from a browser")
    return names


def decompressed(
    chunks: Iterable[bytes],
    layers: Sequence[str],
    max_compressed: int,
    max_bytes: int,
    *,
    compressed_option: str = "max_compressed_bytes",
    option: str = "--max-bytes (max_bytes)",
) -> Iterator[bytes]:
    """Decompress a body in pieces, with a limit at each layer. `option` and `compressed_option` name them in errors."""
    pieces = limited(chunks, max_compressed, "as sent", compressed_option)
    for name in reversed(layers):
        step = _inflated(pieces, GZIP, "gzip") if name in GZIP_NAMES else _undeflated(pieces)
        pieces = limited(step, max_bytes, "decompressed", option)
    return pieces if layers else limited(pieces, max_bytes, "", option)


def opened(pieces: Iterable[bytes], max_bytes: int, option: str) -> Iterator[bytes]:
    """Decompress a gzip file; return anything else as it is. Sitemaps are such files, whatever their headers say."""
    rest = iter(pieces)
    head = b""
    while len(head) < len(GZIP_FILE) and (piece := next(rest, None)) is not None:
        head += piece
    whole = itertools.chain([head] if head else [], rest)
    if not head.startswith(GZIP_FILE):
        return whole
    return limited(_inflated(whole, GZIP, "gzip"), max_bytes, "decompressed", option)


def limited(chunks: Iterable[bytes], limit: int, what: str, option: str) -> Iterator[bytes]:
    """Yield the same chunks, until they exceed the limit."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise too_large(limit, what, option)
        yield chunk


def too_large(limit: int, what: str, option: str) -> PendingError:
    """Return the error to raise for a body over a limit."""
    size = f"{limit:,} bytes {what}".rstrip()
    return PendingError(ResponseTooLarge, f"the body is over {size}; raise the limit with {option}")


def _undeflated(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Decode the deflate coding: in a zlib wrapper as the standard says, or bare as some servers send it."""
    rest = iter(chunks)
    head = b""
    while len(head) < ZLIB_HEADER_SIZE and (chunk := next(rest, None)) is not None:
        head += chunk
    window = ZLIB if _has_zlib_header(head) else RAW
    return _inflated(itertools.chain([head] if head else [], rest), window, "deflate")


def _has_zlib_header(head: bytes) -> bool:
    """Tell whether a zlib header begins here. RFC 1950, section 2.2: method 8, and both bytes a multiple of 31."""
    return len(head) >= ZLIB_HEADER_SIZE and head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:2]) % 31 == 0


def _inflated(chunks: Iterable[bytes], window: int, name: str) -> Iterator[bytes]:
    """Decompress one layer. Gzip may have several members; anything after the last is ignored, as browsers do."""
    engine = zlib.decompressobj(window)
    fed = False
    for chunk in chunks:
        data = chunk
        while data:
            if engine.eof and (window != GZIP or not data.startswith(GZIP_MAGIC)):
                return
            engine = zlib.decompressobj(window) if engine.eof else engine
            fed = True
            yield from _drained(engine, data, name)
            data = engine.unused_data
    if fed and not engine.eof:
        raise PendingError(BadResponse, f"the {name} body ends in the middle; try again later")


def _drained(engine: zlib._Decompress, data: bytes, name: str) -> Iterator[bytes]:
    """Yield everything that this data decompresses to, a piece at a time."""
    while True:
        try:
            piece = engine.decompress(data, PIECE)
        except zlib.error as error:
            raise PendingError(BadResponse, f"the {name} body is broken ({error}); try again later") from error
        data = engine.unconsumed_tail
        if piece:
            yield piece
        if engine.eof or (not data and len(piece) < PIECE):
            return
