"""Records of WARC and ARC files, whole or damaged.

Oracles: no content raises an error; records come in order and hold bytes of the file; and a sound record behind the
damage comes out, unless a record that says so holds it whole.
"""

from __future__ import annotations

import gzip
import io

from tamis.batch.archive_stream import GZIP_MAGIC, OTHER_CODECS
from tamis.batch.records import CUT_OFF, read_records

from ..oracles import expect

_URL = "https://sound.example/after-the-damage"
_BODY = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a sound page, after the damage</p>"
_SOUND = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: " + _URL.encode() + b"\r\nContent-Length: "
    + str(len(_BODY)).encode() + b"\r\n\r\n" + _BODY + b"\r\n\r\n"
)  # fmt: skip
_PACKED = (GZIP_MAGIC[:2], *OTHER_CODECS)
_MOST = 1 << 20
"""Size at which a record is cut."""


def check(data: bytes) -> None:
    """Read an archive as it is, then with a sound record behind it, then both as gzip members."""
    _records(data)
    if data.startswith(_PACKED):
        return
    _sound_comes_out(data + b"\r\n\r\n" + _SOUND, packed=False)
    _sound_comes_out(gzip.compress(data, 1, mtime=0) + gzip.compress(_SOUND, 1, mtime=0), packed=True)


def _records(data: bytes) -> None:
    records = list(read_records(io.BytesIO(data), _MOST))
    offsets = [record.offset for record in records]
    expect(offsets == sorted(offsets), "records are out of order")
    expect(all(0 <= offset <= len(data) for offset in offsets), "a record begins outside of the file")
    if not data.startswith(_PACKED):
        expect(sum(len(record.content) for record in records) <= len(data), "records are longer than the file")
        expect(all(record.content in data for record in records), "a record holds what the file does not")
    expect(list(read_records(io.BytesIO(data), _MOST)) == records, "the same file has two lists of records")


def _sound_comes_out(data: bytes, *, packed: bool) -> None:
    records = list(read_records(io.BytesIO(data), _MOST))
    if any(record.url == _URL and record.content == _BODY for record in records):
        return
    holds = [record for record in records if _BODY in record.content and record.truncated != CUT_OFF]
    expect(holds and not packed, "a sound record behind the damage is lost")
