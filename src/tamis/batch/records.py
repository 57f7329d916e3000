"""Records of web archives: WARC (ISO 28500) and ARC, whole or damaged.

A record states its length. If the length is wrong, a header makes no sense or bytes are damaged, the record is reported
as broken, or kept as far as it goes, and reading continues at the next line that begins a record.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis.batch.archive_stream import ArchiveStream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

MAX_RECORD = 64 << 20
"""Number of bytes of a record that are read, about a thousand times those of a page. A longer record is truncated."""
MAX_HEADER_LINES = 500
MAX_LENGTH = 1 << 40
"""Largest length that a record may state: a thousand times the size at which archives are closed (1 GB)."""
AHEAD = 10_000
"""Number of bytes within which the line that begins a record must end."""
CUT_OFF = "cut_off"
"""The value of `Record.truncated` if the file ends within the record or damage cuts it off."""
_WARC_LINE = rb"WARC/\d+\.\d+[ \t\r]*\n"
_ARC_LINE = rb"[a-z][a-z0-9+.-]*:[^\r\n]{0,8000} [^ \r\n]+ \d{12,18} [^ \r\n]+(?: [^\r\n]{1,2000})? -?\w+\r?\n"
_RECORD_LINE = re.compile(rb"(?:" + _WARC_LINE + rb"|" + _ARC_LINE + rb")", re.IGNORECASE)
_NEXT_RECORD = re.compile(rb"(?<=\n)(?:" + _WARC_LINE + rb"|" + _ARC_LINE + rb")", re.IGNORECASE)
_ARC_DATE = re.compile(r"\d{12,18}")
_DATE_PLACES = (-3, -8)
"""Indexes of the date among the fields of an ARC header, counted from the end: in version 1 and in version 2."""
_NEW_LINES = b"\r\n"


class RecordKind(StrEnum):
    """The type of a record, in the words of the WARC standard; `ARC` is a record of an ARC file."""

    RESPONSE = "response"
    ARC = "arc"
    BROKEN = "broken"


class Record(NamedTuple):
    """A record of an archive."""

    kind: str
    """One of `RecordKind`, or another type that the file names: ``revisit``, ``request``, ``warcinfo`` …"""
    offset: int
    """Offset of the record in the file; in a file compressed with gzip, the offset of its member."""
    url: str | None = None
    date: str | None = None
    content_type: str | None = None
    content: bytes = b""
    truncated: str | None = None
    """Reason that the content is not whole: the value of the header ``WARC-Truncated``, or ``cut_off``,
    ``wrong_length``, ``too_large``.
    """
    reason: str = ""
    """Reason that the record is broken."""


def begins_record(data: bytes) -> bool:
    """Tell whether the bytes begin with a record of a WARC or ARC file."""
    return _RECORD_LINE.match(data.lstrip(_NEW_LINES)) is not None


def read_records(file: BinaryIO, max_record: int = MAX_RECORD) -> Iterator[Record]:
    """Yield all records of a file in their order. No content raises an error."""
    stream = ArchiveStream(file, begins_record)
    while stream.next_stretch():
        yield from _records_of_stretch(stream, max_record)


def _records_of_stretch(stream: ArchiveStream, max_record: int) -> Iterator[Record]:
    is_cut_off = False
    while True:
        _skip_new_lines(stream)
        offset = stream.place
        line = stream.peek(5)
        if not line:
            if stream.damage is not None and not is_cut_off:
                reason, place = stream.damage
                yield Record(RecordKind.BROKEN, offset if place is None else place, reason=reason)
            return
        if line.upper() == b"WARC/":
            record = _warc_record(stream, offset, max_record)
        elif _RECORD_LINE.match(stream.peek(AHEAD)):
            record = _arc_record(stream, offset, max_record)
        else:
            record = Record(RecordKind.BROKEN, offset, reason="neither a WARC nor an ARC record begins here")
            _resynchronize(stream)
        is_cut_off = record.truncated == CUT_OFF
        yield record


def _skip_new_lines(stream: ArchiveStream) -> None:
    while (head := stream.peek(64)) and head[:1] in (b"\r", b"\n"):
        stream.skip(len(head) - len(head.lstrip(_NEW_LINES)))


def _resynchronize(stream: ArchiveStream) -> None:
    """Go to the next line that begins a record."""
    stream.skip(1)
    stream.skip_to(_NEXT_RECORD)


def _warc_record(stream: ArchiveStream, offset: int, max_record: int) -> Record:
    stream.read_line()
    headers = _headers(stream)
    length = _length(headers.get("content-length", ""))
    if length is None:
        _go_to_next_record(stream)
        reason = f"the WARC header has no length ({headers.get('content-length', '')[:40]!r})"
        return Record(RecordKind.BROKEN, offset, reason=reason)
    content, truncated = _content(stream, length, max_record)
    return Record(
        headers.get("warc-type", "").lower() or RecordKind.BROKEN,
        offset,
        headers.get("warc-target-uri", "").strip("<>") or None,
        headers.get("warc-date"),
        headers.get("content-type"),
        content,
        truncated or headers.get("warc-truncated"),
        "" if headers.get("warc-type") else "the WARC header does not say of which type the record is",
    )


def _headers(stream: ArchiveStream) -> dict[str, str]:
    """Read the named fields of a header, up to the empty line or, if that is lost, to the next record.

    The first field of a name counts; lines may be folded.
    """
    found: dict[str, str] = {}
    name = ""
    for _ in range(MAX_HEADER_LINES):
        if _RECORD_LINE.match(stream.peek(AHEAD)):
            found.pop("content-length", None)  # The content is lost too: what follows belongs to another record.
            break
        line = stream.read_line().decode("utf-8", "replace")
        if not line.strip():
            break
        if line[0] in " \t" and name:
            found[name] += " " + line.strip()
            continue
        name, _, value = line.partition(":")
        name = name.strip().lower()
        found.setdefault(name, value.strip())
    return found


def _arc_record(stream: ArchiveStream, offset: int, max_record: int) -> Record:
    line = stream.read_line().decode("utf-8", "replace").strip()
    fields = line.split(" ")  # the URL may contain spaces too, so the other fields are counted from the end
    length = _length(fields[-1])
    at = next((place for place in _DATE_PLACES if len(fields) >= 2 - place and _ARC_DATE.fullmatch(fields[place])), -3)
    url, date, content_type = " ".join(fields[: at - 1]), fields[at], fields[at + 1]
    if length is None:
        _go_to_next_record(stream)
        return Record(
            RecordKind.BROKEN, offset, url, date, reason=f"the ARC header has no length ({fields[-1][:40]!r})"
        )
    content, truncated = _content(stream, length, max_record)
    kind = "filedesc" if line.startswith("filedesc:") else RecordKind.ARC
    return Record(kind, offset, url, date, content_type, content, truncated)


def _length(text: str) -> int | None:
    """Parse the length in a header; None if it is no number. Numbers too long to be true all give the same value."""
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text) if len(text) <= len(str(MAX_LENGTH)) else MAX_LENGTH + 1


def _go_to_next_record(stream: ArchiveStream) -> None:
    """Go to the next line that begins a record, which may be the current one."""
    if not _RECORD_LINE.match(stream.peek(AHEAD)):
        _resynchronize(stream)


def _content(stream: ArchiveStream, length: int, max_record: int) -> tuple[bytes, str | None]:
    """Read the content of a record; return it with the reason that it is not whole, or None.

    If the length is right, nothing in the content counts as a record, because pages may contain anything.
    """
    if length > max_record:
        return _large_content(stream, length, max_record)
    is_short = not stream.holds(length)
    if not is_short and _record_follows(stream, length):
        return stream.read(length), None
    following = _next_record(stream, length)
    if following is not None:
        return stream.read(following).rstrip(_NEW_LINES), "wrong_length"
    content = stream.read(length)
    if is_short:
        return content, CUT_OFF
    stream.skip_to(_NEXT_RECORD)
    return content, "wrong_length"


def _next_record(stream: ArchiveStream, limit: int) -> int | None:
    """Return the distance to the next record; 0 where a header's content is lost as a whole."""
    return 0 if limit and _RECORD_LINE.match(stream.peek(AHEAD)) else stream.find(_NEXT_RECORD, limit)


def _large_content(stream: ArchiveStream, length: int, max_record: int) -> tuple[bytes, str]:
    """Read the beginning of a record that is longer than `max_record`, or whose length is wrong."""
    is_wrong = length > MAX_LENGTH or stream.record_follows(length) is False
    following = _next_record(stream, max_record) if is_wrong else stream.member_ahead(max_record, 0)
    if following is not None:
        return stream.read(following).rstrip(_NEW_LINES), "wrong_length"
    content = stream.read(max_record)
    if len(content) < max_record:
        return content, CUT_OFF
    if not is_wrong:
        stream.skip(length - max_record)
    if not _record_follows(stream):
        stream.skip_to(_NEXT_RECORD)
    return content, "too_large"


def _record_follows(stream: ArchiveStream, after: int = 0) -> bool:
    """Tell whether, after some bytes and line ends, the stretch ends or a record begins."""
    ahead = stream.peek(AHEAD, after)
    return not ahead.strip(_NEW_LINES) or begins_record(ahead)
