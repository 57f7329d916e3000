"""HTTP responses in archives: status, headers, and the body without its transfer and content codings.

Archives hold what servers sent, but some tools decompress bodies and leave the headers as they were. So a body that is
not encoded as its headers say is used as it is, and a truncated body is used as far as it goes.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tamis.io.fetching.decoding import DEFLATE_NAMES, GZIP_FILE, GZIP_NAMES, MOST_LAYERS, decompressed
from tamis.io.fetching.failures import PendingError
from tamis.text.rights import HEADERS, rights_in_headers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model import Rights

MAX_BODY = 64 << 20
"""Maximum number of bytes of a body, decompressed."""
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})\b[^\n]*\n?", re.IGNORECASE)
_END_OF_HEADERS = re.compile(rb"\n\r{0,3}\n")
_CHUNK = re.compile(rb"[ \t]*([0-9a-fA-F]{1,16})[ \t]*(?:;[^\n]{0,1000})?\r?\n")
_BROTLI_NAMES = frozenset({"br", "brotli"})
_ZSTD_NAMES = frozenset({"zstd"})


class HttpResponse(NamedTuple):
    """The response of a server."""

    status: int
    headers: dict[str, str]
    """Headers by lowercase name. The last of several with the same name counts, as browsers do for the content type."""
    body: bytes
    rights: Rights | None = None
    """Rights that the headers declare."""

    @property
    def content_type(self) -> str | None:
        """The header Content-Type."""
        return self.headers.get("content-type")


def parse_response(content: bytes) -> HttpResponse | None:
    """Parse the HTTP response in the content of a record; None if there is none."""
    status = _STATUS.match(content)
    if status is None:
        return None
    end = _END_OF_HEADERS.search(content, status.end() - 1)
    head, body = (content[status.end() : end.start()], content[end.end() :]) if end else (content[status.end() :], b"")
    headers = _headers(head)
    rights = rights_in_headers(_pairs(head)) if not HEADERS.isdisjoint(headers) else None
    if "chunked" in headers.get("transfer-encoding", "").lower():
        body = dechunked(body)
    return HttpResponse(int(status[1]), headers, unpacked(body, headers.get("content-encoding", "")), rights)


def _headers(head: bytes) -> dict[str, str]:
    return {name.lower(): value for name, value in _pairs(head)}


def _pairs(head: bytes) -> Iterator[tuple[str, str]]:
    for line in head.decode("latin-1").splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name.strip(), value.strip()


def dechunked(body: bytes) -> bytes:
    """Decode a chunked body. One that is not chunked is returned as it is, a truncated one as far as it goes."""
    pieces: list[bytes] = []
    offset = 0
    while match := _CHUNK.match(body, offset):
        size = min(int(match[1], 16), len(body))  # A size beyond the body is as good as one up to its end.
        if size == 0:
            is_empty = not pieces and not body[match.end() :].strip()
            return b"" if is_empty else b"".join(pieces) or body
        pieces.append(body[match.end() : match.end() + size])
        offset = match.end() + size
        offset += 2 if body.startswith(b"\r\n", offset) else body.startswith(b"\n", offset)
    return b"".join(pieces) or body


def unpacked(body: bytes, codings: str) -> bytes:
    """Decode a body by its content codings, at most the outermost `MOST_LAYERS` of them."""
    names = [name for part in codings.split(",") if (name := part.strip().lower()) not in ("", "identity", "none")]
    for name in names[: -MOST_LAYERS - 1 : -1]:
        if name in GZIP_NAMES and body.startswith(GZIP_FILE):
            body = _inflated(body, "gzip")
        elif name in DEFLATE_NAMES:
            body = _inflated(body, "deflate") or body
        elif name in _BROTLI_NAMES | _ZSTD_NAMES:
            body = _by_arrow(body, "brotli" if name in _BROTLI_NAMES else "zstd") or body
    return body


def _inflated(body: bytes, name: str) -> bytes:
    pieces: list[bytes] = []
    with suppress(PendingError):  # It is truncated or over the limit; what came before counts.
        for piece in decompressed([body], [name], len(body), MAX_BODY):
            pieces.append(piece)
    return b"".join(pieces)


def _by_arrow(body: bytes, codec: str) -> bytes:
    import pyarrow as pa

    pieces: list[bytes] = []
    with suppress(OSError), pa.CompressedInputStream(pa.BufferReader(body), codec) as stream:
        while (piece := stream.read(1 << 16)) and sum(map(len, pieces)) < MAX_BODY:
            pieces.append(piece)
    return b"".join(pieces)
