"""Archive files as a stream of bytes that survives damage.

A file compressed with gzip is a sequence of members; web archives mostly have one for each record. Where a member is
damaged, the stream ends (a *stretch* is over), and the next stretch begins at the next member that can be read.
"""

from __future__ import annotations

import os
import zlib
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

RAW_BYTES = 1 << 16
"""Number of bytes read from the file at a time."""
PIECE = 1 << 18
"""Number of bytes decompressed at a time."""
PROBED_BYTES = 512
"""Number of bytes of a member that are examined to see whether a record begins there."""
OVERLAP = 4096
"""Number of bytes kept while searching, because a match may lie across two pieces."""
GZIP = zlib.MAX_WBITS | 16
GZIP_MAGIC = b"\x1f\x8b\x08"
OTHER_CODECS = {b"\x04\x22\x4d\x18": "lz4", b"\x28\xb5\x2f\xfd": "zstd"}


class Damage(NamedTuple):
    """Bytes that cannot be decompressed."""

    reason: str
    place: int | None = None
    """Offset of the member in the file, or of what is no member; None where the format has none."""


class Piece(NamedTuple):
    """Decompressed bytes, and the member that they begin."""

    data: bytes
    member: int | None = None
    """Offset in the file of the member that begins with these bytes; None if they do not begin a member."""


class ArchiveStream:
    """The decompressed content of an archive file."""

    def __init__(self, file: BinaryIO, begins_record: Callable[[bytes], bool]) -> None:
        """Open the stream of a file. `begins_record` tells whether some bytes are the beginning of a record."""
        self._buffer = bytearray()
        self._start = 0  # offset of the buffer in the decompressed bytes
        self._members: deque[tuple[int, int]] = deque()  # offsets at which members begin: decompressed, in the file
        self._is_plain = False
        self._file = file
        self._begins_record = begins_record
        self.damage: Damage | None = None
        self._pieces = self._opened()
        self._at_end = False

    def _opened(self) -> Iterator[Piece | Damage]:
        file = self._file
        head = file.read(RAW_BYTES)
        codec = next((codec for magic, codec in OTHER_CODECS.items() if head.startswith(magic)), None)
        if head.startswith(GZIP_MAGIC[:2]):
            return _gzip_pieces(file, head, self._begins_record)
        if codec is not None:
            return _codec_pieces(file, head, codec)
        self._is_plain = True
        return _plain_pieces(file, head)

    @property
    def place(self) -> int:
        """Offset of the next byte in the file; in a file compressed with gzip, the offset of its member."""
        while len(self._members) > 1 and self._members[1][0] <= self._start:
            self._members.popleft()
        return self._members[0][1] if self._members and not self._is_plain else self._start

    @property
    def unpacked(self) -> int:
        """Number of bytes decompressed before the next one."""
        return self._start

    def next_stretch(self) -> bool:
        """Continue after damage; return False at the end of the file."""
        if self._at_end:
            return False
        self.damage = None
        return self._fill(1) >= 1 or (self.damage is not None)

    def peek(self, size: int, after: int = 0) -> bytes:
        """Return the next bytes without taking them, or those after the first `after`; fewer if the stretch ends."""
        self._fill(after + size)
        return bytes(memoryview(self._buffer)[after : after + size])

    def holds(self, size: int) -> bool:
        """Tell whether the stretch has at least this many more bytes. This decompresses them."""
        return self._fill(size) >= size

    def read(self, size: int) -> bytes:
        """Take the next bytes; fewer at the end of a stretch."""
        taken = self.peek(size)
        self._drop(len(taken))
        return taken

    def read_line(self, limit: int = 1 << 16) -> bytes:
        """Take the bytes up to and including the next line feed; only the first `limit` bytes of a longer line.

        A line ends where a member begins a record, too: what was cut off has no line feed.
        """
        size = 0
        while True:
            end = self._buffer.find(b"\n", size, limit)
            if end >= 0:
                return self.read(self.member_ahead(end + 1) or end + 1)
            size = len(self._buffer)
            if size >= limit:
                break
            if self._fill(size + 1) <= size:
                return self.read(size)
        line = self.read(limit)
        self._skip_line()
        return line

    def _skip_line(self) -> None:
        while self._fill(1):
            end = self._buffer.find(b"\n")
            self._drop(end + 1 if end >= 0 else len(self._buffer))
            if end >= 0:
                return

    def skip(self, size: int) -> int:
        """Skip bytes, but stop at a member that begins a record; return the number of bytes skipped."""
        left = size
        while left and (available := min(left, self._fill(min(left, PIECE)))):
            member = self._next_member()
            step = available if member is None else min(available, member)
            self._drop(step)
            left -= step
            if left and step == member and self._begins_record(self.peek(PROBED_BYTES)):
                break
        return size - left

    def member_ahead(self, limit: int, least: int = 1) -> int | None:
        """Return the distance to the next member that begins a record, if it is within `limit` bytes."""
        self._fill(limit)
        for unpacked, _ in self._members:
            distance = unpacked - self._start
            if least <= distance < limit and self._begins_record(self.peek(PROBED_BYTES, distance)):
                return distance
        return None

    def _next_member(self) -> int | None:
        """Return the distance to the next member that was decompressed."""
        return next((unpacked - self._start for unpacked, _ in self._members if unpacked > self._start), None)

    def record_follows(self, distance: int) -> bool | None:
        """Tell whether the file ends or a record begins after `distance` bytes. It does not read them, so they may be
        many.

        Return None where only reading can tell: in compressed files.
        """
        if not self._is_plain or not self._file.seekable():
            return None
        here = self._file.tell()
        try:
            if self._start + distance > self._file.seek(0, os.SEEK_END):
                return False
            self._file.seek(self._start + distance)
            ahead = self._file.read(PIECE)
        finally:
            self._file.seek(here)
        return not ahead.strip(b"\r\n") or self._begins_record(ahead)

    def find(self, pattern: re.Pattern[bytes], limit: int) -> int | None:
        """Return the distance to a match of the pattern, or a member that begins a record, within `limit` bytes."""
        self._fill(limit + OVERLAP)
        match = pattern.search(self._buffer, 0, limit + OVERLAP)
        return _nearer(match.start() if match and match.start() < limit else None, self.member_ahead(limit, 0))

    def skip_to(self, pattern: re.Pattern[bytes]) -> int | None:
        """Skip to a match of the pattern, or to a member that begins a record; return the number of bytes skipped.

        None if the stretch ends first, and then all of it is skipped.
        """
        passed = 0
        while True:
            held = len(self._buffer)
            member = self.member_ahead(held, 0)
            match = pattern.search(self._buffer)
            nearest = _nearer(match.start() if match else None, member)
            if nearest is not None:
                self._drop(nearest)
                return passed + nearest
            spare = max(0, held - OVERLAP)
            self._drop(spare)
            passed += spare
            held = len(self._buffer)
            if self._fill(held + 1) <= held:
                self._drop(held)
                return None

    def _drop(self, size: int) -> None:
        del self._buffer[:size]
        self._start += size

    def _fill(self, size: int) -> int:
        """Fill the buffer to at least this many bytes, if the stretch has them; return the number of bytes in it."""
        while len(self._buffer) < size and self.damage is None and not self._at_end:
            piece = next(self._pieces, None)
            if piece is None:
                self._at_end = True
            elif isinstance(piece, Damage):
                self.damage = piece
            else:
                if piece.member is not None:
                    self._members.append((self._start + len(self._buffer), piece.member))
                self._buffer += piece.data
        return len(self._buffer)


def _nearer(one: int | None, other: int | None) -> int | None:
    return min((distance for distance in (one, other) if distance is not None), default=None)


def _plain_pieces(file: BinaryIO, head: bytes) -> Iterator[Piece]:
    while head:
        yield Piece(head)
        head = file.read(PIECE)


def _codec_pieces(file: BinaryIO, head: bytes, codec: str) -> Iterator[Piece | Damage]:
    """Decompress other formats with Arrow. Nothing is recovered after damage."""
    import pyarrow as pa

    try:
        unpacked = pa.CompressedInputStream(_Rest(head, file), codec)
        while data := unpacked.read(PIECE):
            yield Piece(data)
    except (OSError, pa.ArrowException) as error:
        yield Damage(f"the {codec} stream is damaged: {error}")


class _Rest:
    """A file whose first bytes were read already, with the methods that Arrow needs."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head = head
        self._file = file
        self.closed = False

    def read(self, size: int = -1) -> bytes:
        if self._head:
            taken, self._head = (self._head, b"") if size < 0 else (self._head[:size], self._head[size:])
            return taken
        return self._file.read(size)

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True


def _gzip_pieces(file: BinaryIO, head: bytes, begins_record: Callable[[bytes], bool]) -> Iterator[Piece | Damage]:
    raw = _Raw(file, head)
    while raw.has(1):
        member = raw.place
        engine = zlib.decompressobj(GZIP)
        begins = True
        try:
            while not engine.eof and raw.has(1):
                offset, data = raw.place, raw.take()
                while data and not engine.eof:
                    unpacked = engine.decompress(data, PIECE)
                    data = engine.unconsumed_tail
                    if unpacked:
                        yield Piece(unpacked, member if begins else None)
                        begins = False
                raw.put_back(engine.unused_data)
        except zlib.error as error:
            raw.go_back(max(member + 1, offset - RAW_BYTES))
            yield Damage(f"gzip: {error}", member)
            raw.seek_member(begins_record)
            continue
        if not engine.eof:
            yield Damage("gzip: the file ends in the middle of a record", member)
            return
        raw.skip_padding()
        if raw.has(1) and not raw.is_at_magic():
            yield Damage("gzip: something else follows a record", raw.place)
            raw.seek_member(begins_record)


class _Raw:
    """The compressed bytes of the file. The last ones are kept, so that a search can begin a little earlier."""

    def __init__(self, file: BinaryIO, head: bytes) -> None:
        self._file = file
        self._kept = b""
        self._next = head
        self._read = len(head)

    @property
    def place(self) -> int:
        return self._read - len(self._next)

    def has(self, size: int) -> bool:
        while len(self._next) < size:
            more = self._file.read(RAW_BYTES)
            if not more:
                return False
            self._next += more
            self._read += len(more)
        return True

    def take(self) -> bytes:
        data, self._next = self._next, b""
        self._kept = (self._kept + data)[-4 * RAW_BYTES :]
        return data

    def put_back(self, data: bytes) -> None:
        if data:
            self._next = data + self._next
            self._kept = self._kept[: -len(data)]

    def go_back(self, offset: int) -> None:
        """Go back to an earlier offset, or as far as bytes are kept."""
        back = min(self.place - offset, len(self._kept))
        if back > 0:
            self.put_back(self._kept[-back:])

    def is_at_magic(self) -> bool:
        return self.has(len(GZIP_MAGIC)) and self._next.startswith(GZIP_MAGIC)

    def skip_padding(self) -> None:
        """Skip zeros after a member, as tapes and some tools leave them."""
        while self.has(1):
            rest = self._next.lstrip(b"\0")
            if rest:
                self._next = rest
                return
            self._next = b""

    def seek_member(self, begins_record: Callable[[bytes], bool]) -> None:
        """Go to the next member that begins with a record, or to the end of the file."""
        while self.has(len(GZIP_MAGIC)):
            found = self._next.find(GZIP_MAGIC)
            if found < 0:
                self._next = self._next[-(len(GZIP_MAGIC) - 1) :]
                if not self.has(len(self._next) + 1):
                    break
                continue
            self._next = self._next[found:]
            self.has(PROBED_BYTES)
            if begins_record(_beginning(self._next[: 4 * PROBED_BYTES])):
                return
            self._next = self._next[1:]
        self._next = b""


def _beginning(packed: bytes) -> bytes:
    """Decompress the first bytes of a member, as far as possible."""
    try:
        return zlib.decompressobj(GZIP).decompress(packed, PROBED_BYTES)
    except zlib.error:
        return b""
