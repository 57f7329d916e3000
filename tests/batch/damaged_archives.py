"""Archives and tables of pages, and damages to them, all made by a seed.

A damage is what disks, transfers, broken tools and hostile servers do: files that end early, bits that flip, pieces
that are lost, doubled or taken from another file, and numbers that no one foresaw.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import warnings
import zipfile
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis_bench.made_archives import small_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

PAGES = 3
"""Pages of a file."""
EXTREME = (
    b"0 -1 1 00 65536 2147483647 2147483648 4294967296 9223372036854775807 9223372036854775808 1000000000000000000 "
    b"ffffffffffffffff 7fffffffffffffff fffffffff NaN 1e400 0x10 +5"
).split()
"""Numbers at which programs change their ways."""
LONG_NUMBER = b"9" * 5000
"""Longer than Python reads (`sys.set_int_max_str_digits`)."""
_NUMBER = re.compile(rb"\b[0-9a-f]{1,18}\b")
_TAR_CHECKSUM = slice(148, 156)  # POSIX.1-1988, ustar: bytes of a header
_TAR_SIZE = slice(124, 136)
BINARY_EXTREMES = (
    b"\xff",
    b"\0",
    b"\x80",
    b"\x7f",
    b"\xff\xff",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\xff" * 8,
    b"\0" * 8,
)


class Made(NamedTuple):
    """A file that was made: how its name ends, and what it holds."""

    suffix: str
    content: bytes


def http_response(random: Random, page: bytes) -> bytes:
    """A page as a server sends it: as it is, in chunks, compressed, or both."""
    headers = ["Content-Type: text/html; charset=utf-8"]
    coding = random.choice(("", "", "gzip", "deflate", "br", "zstd", "gzip, gzip"))
    body = _coded(page, coding)
    if coding:
        headers.append(f"Content-Encoding: {coding}")
    if random.random() < 0.4:
        headers.append("Transfer-Encoding: chunked")
        body = _chunked(random, body)
    else:
        headers.append(f"Content-Length: {len(body)}")
    return ("HTTP/1.1 200 OK\r\n" + "\r\n".join(headers) + "\r\n\r\n").encode() + body


def _coded(page: bytes, coding: str) -> bytes:
    import pyarrow as pa

    for name in filter(None, coding.split(", ")):
        if name in ("br", "zstd"):
            page = pa.compress(page, "brotli" if name == "br" else name, asbytes=True)
        else:
            page = gzip.compress(page, mtime=0) if name == "gzip" else zlib.compress(page)
    return page


def _chunked(random: Random, body: bytes) -> bytes:
    size = random.choice((7, 100, 4096))
    pieces = [body[first : first + size] for first in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def warc_records(random: Random, first: int) -> list[bytes]:
    """Records of a WARC file: what it is, requests, responses."""
    records = [_warc_record("warcinfo", "", b"software: none\r\n")]
    for number in range(first, first + PAGES):
        url = f"https://made.example/{number}"
        if random.random() < 0.3:
            records.append(_warc_record("request", url, b"GET / HTTP/1.1\r\n\r\n"))
        records.append(_warc_record("response", url, http_response(random, small_page(number))))
    return records


def _warc_record(kind: str, url: str, content: bytes) -> bytes:
    target = f"WARC-Target-URI: {url}\r\n" if url else ""
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\n{target}WARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"


def arc_records(random: Random, first: int) -> list[bytes]:
    """Records of an ARC file."""
    about = b"1 0 Made\nURL IP-address Archive-date Content-type Archive-length\n"
    records = [b"filedesc://made.arc 0.0.0.0 20260101000000 text/plain %d\n%s\n" % (len(about), about)]
    for number in range(first, first + PAGES):
        content = http_response(random, small_page(number))
        line = f"https://made.example/{number} 192.0.2.1 20260101000000 text/html {len(content)}\n"
        records.append(line.encode() + content + b"\n")
    return records


def _members(records: Sequence[bytes]) -> bytes:
    return b"".join(gzip.compress(record, mtime=0) for record in records)


def zip_file(random: Random, first: int) -> bytes:
    """A zip file of pages, some of them stored."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # It warns of two entries of one name.
        for number in range(first, first + PAGES):
            method = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
            entry = zipfile.ZipInfo(f"pages/{number % 50}.html")  # without the time of day
            archive.writestr(entry, small_page(number), method)
    return file.getvalue()


def tar_file(random: Random, first: int) -> bytes:
    """A tar file of pages, some of them with long names."""
    file = io.BytesIO()
    form = random.choice((tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))
    with tarfile.open(fileobj=file, mode="w", format=form) as archive:
        for number in range(first, first + PAGES):
            folder = "" if form == tarfile.USTAR_FORMAT else random.choice(("", "folder/" * 30))
            entry = tarfile.TarInfo(f"{folder}{number}.html")
            entry.size = len(small_page(number))
            archive.addfile(entry, io.BytesIO(small_page(number)))
    return file.getvalue()


def rows(random: Random, first: int) -> list[dict[str, Any]]:
    """Rows of a table of pages."""
    made: list[dict[str, Any]] = []
    for number in range(first, first + PAGES):
        row: dict[str, Any] = {"url": f"https://made.example/{number}", "html": small_page(number).decode()}
        if random.random() < 0.5:
            row["headers"] = {"Content-Type": "text/html"}
        made.append(row | {"fetched": "2026-01-01T00:00:00Z"})
    return made


def parquet_file(random: Random, first: int) -> bytes:
    """A Parquet file of pages, with a row group for each or for all."""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    held = [{**row, "headers": json.dumps(row.get("headers"))} for row in rows(random, first)]
    file = io.BytesIO()
    codec = random.choice(("none", "snappy", "gzip", "zstd"))
    write_table(pa.Table.from_pylist(held), file, row_group_size=random.choice((1, 100)), compression=codec)
    return file.getvalue()


def json_lines(random: Random, first: int) -> bytes:
    """A file of JSON Lines, the last of them a row of an index."""
    place = {"filename": "good.warc", "offset": random.randrange(3000), "length": random.randrange(9000)}
    return b"".join(json.dumps(row).encode() + b"\n" for row in [*rows(random, first), place])


def _zstd(content: bytes) -> bytes:
    import pyarrow as pa

    packed: bytes = pa.compress(content, "zstd", asbytes=True)
    return packed


def _tar_with_bad_size(random: Random, first: int) -> bytes:
    """A tar file with a size that makes no sense, and the right checksum."""
    content = bytearray(tar_file(random, first))
    header = content[: tarfile.BLOCKSIZE]
    header[_TAR_SIZE] = random.choice((b"77777777777\0", b"\xff" * 12, b"\x80" + b"\xff" * 11, b"00000000001\0"))
    header[_TAR_CHECKSUM] = b" " * 8
    header[_TAR_CHECKSUM] = b"%06o\0 " % sum(header)
    return bytes(header + content[tarfile.BLOCKSIZE :])


KINDS: dict[str, Callable[[Random, int], Made]] = {
    "WARC": lambda random, first: Made(".warc", b"".join(warc_records(random, first))),
    "WARC, members": lambda random, first: Made(".warc.gz", _members(warc_records(random, first))),
    "WARC, one member": lambda random, first: Made(
        ".warc.gz", gzip.compress(b"".join(warc_records(random, first)), mtime=0)
    ),
    "WARC, zstd": lambda random, first: Made(".warc.zst", _zstd(b"".join(warc_records(random, first)))),
    "WARC, damaged before it was compressed": lambda random, first: Made(
        ".warc.gz", _members([damaged(random, record) for record in warc_records(random, first)])
    ),
    "ARC": lambda random, first: Made(".arc", b"".join(arc_records(random, first))),
    "ARC, members": lambda random, first: Made(".arc.gz", _members(arc_records(random, first))),
    "zip": lambda random, first: Made(".zip", zip_file(random, first)),
    "tar": lambda random, first: Made(".tar", tar_file(random, first)),
    "tar, bad size": lambda random, first: Made(".tar", _tar_with_bad_size(random, first)),
    "tar.gz": lambda random, first: Made(".tar.gz", gzip.compress(tar_file(random, first), mtime=0)),
    "Parquet": lambda random, first: Made(".parquet", parquet_file(random, first)),
    "JSON Lines": lambda random, first: Made(".jsonl", json_lines(random, first)),
    "JSON Lines, gzip": lambda random, first: Made(".jsonl.gz", gzip.compress(json_lines(random, first), mtime=0)),
    "page, gzip": lambda _, first: Made(".html.gz", gzip.compress(small_page(first), mtime=0)),
}
"""Files of every kind that batches read, sound except for what their name says."""


def damaged(random: Random, content: bytes, other: bytes = b"") -> bytes:
    """The content with one to three damages; `other` is what pieces may be taken from."""
    for _ in range(random.randint(1, 3)):
        content = random.choice(_DAMAGES)(random, content, other or content)
    return content


def _cut(random: Random, content: bytes, _: bytes) -> bytes:
    return content[: random.randrange(len(content) + 1)]


def _headless(random: Random, content: bytes, _: bytes) -> bytes:
    return content[random.randrange(min(len(content), 600) + 1) :]


def _flipped(random: Random, content: bytes, _other: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 3, 20)) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _new_number(random: Random, content: bytes, _: bytes) -> bytes:
    """Another number where one is written in digits: lengths, sizes of chunks, statuses, dates."""
    places = list(_NUMBER.finditer(content, 0, 1 << 16))
    if not places:
        return content
    place = random.choice(places)
    number = random.choice((*EXTREME, LONG_NUMBER))
    return content[: place.start()] + number + content[place.end() :]


def _new_bytes(random: Random, content: bytes, _: bytes) -> bytes:
    """Another number where one is written in bytes: anywhere, or near the end, where zip and Parquet have theirs."""
    value = random.choice(BINARY_EXTREMES)
    first = random.randrange(len(content) + 1)
    near_end = max(0, len(content) - random.randrange(400))
    place = random.choice((first, near_end))
    return content[:place] + value + content[place + len(value) :]


def _removed(random: Random, content: bytes, _: bytes) -> bytes:
    first, end = _piece(random, content)
    return content[:first] + content[end:]


def _doubled(random: Random, content: bytes, _: bytes) -> bytes:
    first, end = _piece(random, content)
    return content[:end] + content[first:]


def _spliced(random: Random, content: bytes, other: bytes) -> bytes:
    return content[: random.randrange(len(content) + 1)] + other[random.randrange(len(other) + 1) :]


def _with_noise(random: Random, content: bytes, _: bytes) -> bytes:
    place = random.randrange(len(content) + 1)
    noise = random.choice((random.randbytes(random.randrange(1, 600)), b"\0" * 600, b"\r\n" * 300, b"WARC/1.0\r\n"))
    return content[:place] + noise + content[place:]


def _overwritten(random: Random, content: bytes, _: bytes) -> bytes:
    first, end = _piece(random, content)
    return content[:first] + bytes([random.randrange(256)]) * (end - first) + content[end:]


def _piece(random: Random, content: bytes) -> tuple[int, int]:
    first = random.randrange(len(content) + 1)
    return first, min(len(content), first + random.choice((1, 10, 100, 2000)))


_DAMAGES = (
    _cut,
    _headless,
    _flipped,
    _flipped,
    _new_number,
    _new_number,
    _new_bytes,
    _removed,
    _doubled,
    _spliced,
    _with_noise,
    _overwritten,
)
