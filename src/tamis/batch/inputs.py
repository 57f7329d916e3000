"""Input files of a batch: finding them, telling their kind, and dividing the work into splits."""

from __future__ import annotations

import hashlib
import json
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis.batch.storage import list_files
from tamis.errors import BadInput
from tamis.io.files import is_page_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.batch.storage import StoredFile


class InputKind(StrEnum):
    """A kind of input."""

    PAGE = "page"
    ARCHIVE = "archive"
    """A WARC or ARC file."""
    ZIP = "zip"
    TAR = "tar"
    PARQUET = "parquet"
    JSON_LINES = "jsonl"
    LIST = "list"
    """A list of URLs, one in each line."""
    URL = "url"
    """One URL, to be fetched."""


_SUFFIXES = {
    (".warc", ".warc.gz", ".warc.lz4", ".warc.zst", ".arc", ".arc.gz"): InputKind.ARCHIVE,
    (".zip",): InputKind.ZIP,
    (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"): InputKind.TAR,
    (".parquet",): InputKind.PARQUET,
    (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz"): InputKind.JSON_LINES,
    (".txt", ".lst", ".urls", ".txt.gz"): InputKind.LIST,
}
_IN_FOLDERS = (InputKind.PAGE, InputKind.ARCHIVE, InputKind.ZIP, InputKind.TAR)


class Piece(NamedTuple):
    """A file, or some row groups of a Parquet file."""

    kind: InputKind
    path: str
    size: int
    first: int = 0
    """Number of the first row group."""
    end: int | None = None
    """Number of the row group after the last; None for all row groups."""
    position: int = 0
    """Number of rows in the row groups before."""


class Split(NamedTuple):
    """Some pieces that are read one after another: the unit of work of a cluster."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """Number of bytes of all pieces."""
        return sum(piece.size for piece in self.pieces)


def kind_of(path: str) -> InputKind | None:
    """Tell the kind of a file by its name; None if the name does not tell."""
    name = path.rpartition("/")[2].lower()
    if is_page_file(name):
        return InputKind.PAGE
    return next((kind for suffixes, kind in _SUFFIXES.items() if name.endswith(suffixes)), None)


def find_pieces(names: Sequence[str], split_bytes: int) -> list[Piece]:
    """Find the files that names, folders and patterns match, in the order of the names. Each file comes once."""
    found: dict[tuple[str, int], Piece] = {}
    for name in names:
        for piece in _pieces(name, split_bytes):
            found.setdefault((piece.path, piece.first), piece)
    return list(found.values())


def _pieces(name: str, split_bytes: int) -> Iterator[Piece]:
    if name.startswith(("http://", "https://")) and kind_of(name) in (None, InputKind.PAGE):
        yield Piece(InputKind.URL, name, 0)
        return
    files, is_folder = list_files(name)
    kinds = [(file, kind) for file in files if (kind := kind_of(file.path)) is not None]
    if is_folder:  # Lists and tables may name pages to fetch, so they are only read if they are named themselves.
        kinds = [(file, kind) for file, kind in kinds if kind in _IN_FOLDERS]
    if not kinds:
        raise BadInput(
            f"{name}: nothing here that can be read; files of pages end in .html, archives in .warc.gz, .arc, .zip or "
            ".tar, tables in .parquet or .jsonl, lists of URLs in .txt"
        )
    for file, kind in kinds:
        yield from _parts(file, kind, split_bytes)


def _parts(file: StoredFile, kind: InputKind, split_bytes: int) -> Iterator[Piece]:
    """Yield the file, or pieces of a long Parquet file.

    A file that cannot be divided is one piece; reading it reports the reason.
    """
    if kind is not InputKind.PARQUET or file.size <= split_bytes:
        yield Piece(kind, file.path, file.size)
        return
    from tamis.batch.table_rows import row_groups

    groups = row_groups(file.path)
    first, size, position, rows = 0, 0, 0, 0
    for number, group in enumerate(groups):
        size, rows = size + group.size, rows + group.rows
        if size >= split_bytes or number + 1 == len(groups):
            yield Piece(kind, file.path, size, first, number + 1, position)
            first, size, position, rows = number + 1, 0, position + rows, 0
    if not groups:
        yield Piece(kind, file.path, file.size)


def make_splits(pieces: Sequence[Piece], split_bytes: int, split_files: int) -> list[Split]:
    """Join neighboring pieces into splits, up to a size and a number of pieces."""
    splits: list[Split] = []
    held: list[Piece] = []
    size = 0
    for piece in pieces:
        if held and (size + piece.size > split_bytes or len(held) >= split_files):
            splits.append(Split(len(splits), tuple(held)))
            held, size = [], 0
        held.append(piece)
        size += piece.size
    if held:
        splits.append(Split(len(splits), tuple(held)))
    return splits


def fingerprint_of(pieces: Sequence[Piece]) -> str:
    """Hash the names and sizes of the input, so that a later run can tell whether its input is the same."""
    rows = [[piece.kind.value, piece.path, piece.size, piece.first] for piece in pieces]
    return hashlib.sha256(json.dumps(rows).encode("utf-8", "surrogateescape")).hexdigest()
