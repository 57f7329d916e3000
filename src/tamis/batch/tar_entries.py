"""The entries of a tar file, whole or damaged, in one pass and in bounded memory.

Python's own reader takes a header that makes no sense for the end of the file. Here reading goes on at the next block
whose checksum is right, and the damage is reported.
"""

from __future__ import annotations

import tarfile
from functools import partial

# The stubs lack the kinds of `HeaderError`, by which the reader tells the end of the file from damage.
from tarfile import EmptyHeaderError, EOFHeaderError, InvalidHeaderError  # type: ignore[attr-defined]
from typing import IO, TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO, Self

Header = TypeVar("Header", bound=tarfile.TarInfo)
MAX_HEADER = 1 << 20
"""Bytes of a header's extension: a name, or fields. Linux ends paths at 4,096 bytes."""
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
"""What fields of extended headers raise that make no sense."""


class TarEntry(NamedTuple):
    """A file, a folder or something else of a tar file. Open it before the next one is asked for."""

    name: str
    is_file: bool
    open: Callable[[], IO[bytes]]


class TarDamage(NamedTuple):
    """Blocks that are no entry."""

    reason: str


class CutOff(NamedTuple):
    """The file ends without the zeros that end a tar file."""


class _Seen:
    """What was seen between two entries."""

    damage: str | None = None
    is_ended = False


def read_tar(file: BinaryIO) -> Iterator[TarEntry | TarDamage | CutOff]:
    """Yield the entries of a tar file, which may be compressed, and its damages. Raises what `tarfile` raises."""
    seen = _Seen()
    with tarfile.open(fileobj=file, mode="r|*", tarinfo=_headers(seen), ignore_zeros=True) as archive:
        while (entry := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # It would hold the headers of all entries.
            yield from _damage(seen)
            yield TarEntry(entry.name, entry.isfile(), partial(_opened, archive, entry))
        yield from _damage(seen)
        if not seen.is_ended:
            yield CutOff()


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
    """Return a class of headers that notes those it cannot read, and lets the reader go on behind them."""

    class Header(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
            header = super().frombuf(buf, encoding, errors)
            if header.size < 0 or (header.type in _EXTENSIONS and header.size > MAX_HEADER):
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
