"""HTTP messages in archives.

Oracles: a body without codings is the end of the message; one that is cut into chunks and packed comes out as it was;
no body is longer than its limit or than its packing can hold.
"""

from __future__ import annotations

import gzip
import zlib

from tamis.batch.http_message import MAX_BODY, dechunked, parse_response, unpacked

from ..oracles import expect, same_twice

_DEFLATE_MOST = 1_100
"""Times that deflate shortens at most, and a little more."""


def check(data: bytes) -> None:
    """Parse a message, and pack its bytes as a server does."""
    response = same_twice(lambda: parse_response(data))
    if response is not None:
        expect(100 <= response.status <= 999 or response.status < 100, "a status of more than three digits")
        expect(len(response.body) <= min(MAX_BODY, _DEFLATE_MOST**2 * len(data)), "a body beyond its limit")
        codings = {"transfer-encoding", "content-encoding"} & set(response.headers)
        expect(codings or data.endswith(response.body), "the body is not in the message")
    expect(dechunked(_chunked(data)) == data, "chunks come out otherwise")
    if not data:
        return
    for name, packed in (("gzip", gzip.compress(data, 1, mtime=0)), ("deflate", zlib.compress(data, 1))):
        expect(unpacked(packed, name) == data, f"{name} comes out otherwise")
    message = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
    whole = parse_response(message + _chunked(gzip.compress(data, 1, mtime=0)))
    expect(whole is not None and whole.body == data, "a message comes out otherwise")


def _chunked(data: bytes) -> bytes:
    size = 1 + len(data) // 3
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
