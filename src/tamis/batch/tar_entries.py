"""Reader of tar files, whole or damaged, in one pass and in bounded memory.

Python's own reader takes a header that makes no sense for the end of the file, and skips an entry of 2**90 bytes in as
many steps as that takes. Here reading continues at the next block whose checksum is right, and the damage is reported.
"""

from __future__ import annotations

import os
import tarfile
from functools import partial

# The stubs lack the subclasses of `HeaderError`, which tell the end of the file from damage.
from tarfile import EmptyHeaderError, EOFHeaderError, InvalidHeaderError  # type: ignore[attr-defined]
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO, Self

Header = TypeVar("Header", bound=tarfile.TarInfo)
MAX_HEADER = 1 << 20
"""Maximum number of bytes of a header's extension: a name, or fields. Linux ends paths at 4,096 bytes."""
COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x5d\0\0")
"""First bytes of files compressed with gzip, bzip2, xz and lzma."""
READS_AT_END = 100
"""Number of times that the reader may ask for more after the end; it does so a few times at the end of a sound file."""
_EXTENSIONS = frozenset(
    (
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    )
)
_BAD_FIELDS = (ValueError, LookupError, ArithmeticError, TypeError)
"""Errors that invalid fields of extended headers raise."""


class TarEntry(NamedTuple):
    """A file, a folder or another entry of a tar file. Open it before the next one is read."""

    name: str
    is_file: bool
    open: Callable[[], IO[bytes]]


class TarDamage(NamedTuple):
    """Blocks that are not an entry."""

    reason: str


class CutOff(NamedTuple):
    """A sign that the file ends without the zeros that end a tar file."""


class _Seen:
    """Damage and end marks seen between two entries."""

    def __init__(self, largest: int | None) -> None:
        self.largest = largest
        """Maximum number of bytes of an entry; None if it is unknown."""
        self.damage: str | None = None
        self.is_ended = False


class _EndingFile:
    """A file that raises an error if it is read on and on after its end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._reads_at_end = 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._reads_at_end += not data
        if self._reads_at_end > READS_AT_END:
            raise EOFError("the file ends within an entry")
        return data


def read_tar(file: BinaryIO) -> Iterator[TarEntry | TarDamage | CutOff]:
    """Yield the entries of a tar file, which may be compressed, and its damages. Raises what `tarfile` raises."""
    seen = _Seen(_largest_entry(file))
    ending: Any = _EndingFile(file)
    with tarfile.open(fileobj=ending, mode="r|*", tarinfo=_headers(seen), ignore_zeros=True) as archive:
        while (entry := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # It would hold the headers of all entries.
            yield from _damage(seen)
            yield TarEntry(entry.name, entry.isfile(), partial(_opened, archive, entry))
        yield from _damage(seen)
        if not seen.is_ended:
            yield CutOff()


def _largest_entry(file: BinaryIO) -> int | None:
    """Return the size of a file that is not compressed, because no entry is larger; None if it is unknown."""
    if not file.seekable():
        return None
    head = file.read(max(map(len, COMPRESSED)))
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    return None if head.startswith(COMPRESSED) else size


def _damage(seen: _Seen) -> Iterator[TarDamage]:
    if seen.damage is not None:
        yield TarDamage(seen.damage)
        seen.damage = None


def _opened(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    content = archive.extractfile(entry)
    if content is None:
        raise tarfile.ReadError("the entry has no content")
    return content


def _headers(seen: _Seen) -> type[tarfile.TarInfo]:
    """Return a class of headers that notes those it cannot read, and lets the reader continue behind them."""

    class Header(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
            header = super().frombuf(buf, encoding, errors)
            most = MAX_HEADER if header.type in _EXTENSIONS else seen.largest
            if header.size < 0 or (most is not None and header.size > most):
                raise InvalidHeaderError(f"a size of {header.size:,} bytes")
            return header

        @classmethod
        def fromtarfile(cls, tarfile: tarfile.TarFile) -> Self:
            return _read_header(super().fromtarfile, tarfile, seen)

    return Header


def _read_header(read: Callable[[tarfile.TarFile], Header], archive: tarfile.TarFile, seen: _Seen) -> Header:
    try:
        return read(archive)
    except EOFHeaderError:
        seen.is_ended = True
        raise
    except EmptyHeaderError:
        raise
    except (tarfile.HeaderError, *_BAD_FIELDS) as error:
        seen.damage = seen.damage or f"the header of an entry cannot be read: {type(error).__name__}: {error}"
        seen.is_ended = False
        raise InvalidHeaderError(str(error)) from error
