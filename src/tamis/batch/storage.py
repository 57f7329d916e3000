"""Access to files on this machine or in a store that fsspec supports (``s3://``, ``gs://``, ``memory://`` …)."""

from __future__ import annotations

import glob
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

MAX_NAME = 500
"""Number of characters of a name that a message repeats."""
_PATTERN = frozenset("*?[")


class StoredFile(NamedTuple):
    """A file and its size."""

    path: str
    size: int


class Listing(NamedTuple):
    """The files that a name or pattern matches, sorted."""

    files: list[StoredFile]
    is_folder: bool
    """True if the name is that of a folder, and the files are in it."""


def has_pattern(path: str) -> bool:
    """Tell whether a path is a pattern for several files."""
    return not _PATTERN.isdisjoint(path)


def is_local(path: str) -> bool:
    """Tell whether a path is on this machine."""
    return "://" not in path or path.startswith("file://")


def local_path(path: str) -> Path:
    """Return the path of a file on this machine."""
    return Path(path.removeprefix("file://"))


def is_below(path: str, folder: str) -> bool:
    """Tell whether a file is in a folder or one of its subfolders."""
    if is_local(path) and is_local(folder):
        return local_path(path).absolute().is_relative_to(local_path(folder).absolute())
    return path.startswith(folder.rstrip("/") + "/")


def file_system(path: str) -> tuple[Any, str]:
    """Return the fsspec file system of a path, and the path within it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingExtra("reading from other machines", "batch") from error
    try:
        system, inner = url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise BadInput(f"{path}: {error}") from error
    return system, inner


def list_files(pattern: str) -> Listing:
    """List the file of this name, all files below a folder, or those that match a pattern."""
    try:
        found = _list_local(pattern) if is_local(pattern) else _list_elsewhere(pattern)
    except OSError as error:
        raise BadInput(f"{pattern[:MAX_NAME]}: cannot be read: {error.strerror or error}") from error
    if not found.files:
        raise BadInput(f"{pattern}: {'no files in this folder' if found.is_folder else 'there is no such file'}")
    return found


def _list_local(pattern: str) -> Listing:
    path = local_path(pattern)
    is_folder = path.is_dir()
    if is_folder:
        paths = [Path(directory) / name for directory, names in _walk(path) for name in names]
    elif path.exists() or not has_pattern(pattern):
        paths = [path]
    else:
        paths = [Path(name) for name in glob.glob(str(path), recursive=True)]  # noqa: PTH207 (whole patterns)
    return Listing(sorted(StoredFile(str(path), path.stat().st_size) for path in paths if path.is_file()), is_folder)


def _walk(folder: Path) -> Iterator[tuple[str, list[str]]]:
    for directory, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        yield directory, [name for name in names if not name.startswith((".", "_"))]


def _list_elsewhere(pattern: str) -> Listing:
    system, inner = file_system(pattern)
    is_folder = False
    if has_pattern(inner):
        details = system.glob(inner, detail=True)
    else:
        try:
            details = {inner: system.info(inner)}
        except FileNotFoundError:
            details = {}
        is_folder = details.get(inner, {}).get("type") == "directory"
        details = system.find(inner, detail=True) if is_folder else details
    whole = pattern.rstrip("/")
    before = whole[: -len(inner)] if whole.endswith(inner) else None  # a protocol, and perhaps a host
    files = [
        StoredFile(system.unstrip_protocol(name) if before is None else before + name, int(detail.get("size") or 0))
        for name, detail in details.items()
        if detail.get("type") != "directory"
    ]
    return Listing(sorted(files), is_folder)


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading."""
    if is_local(path):
        with local_path(path).open("rb") as file:
            yield file
        return
    system, inner = file_system(path)
    with system.open(inner, "rb") as file:
        yield file


def read_range(path: str, offset: int, length: int) -> bytes:
    """Read `length` bytes of a file from `offset` on."""
    if is_local(path):
        with local_path(path).open("rb") as file:
            file.seek(offset)
            return file.read(length)
    system, inner = file_system(path)
    data: bytes = system.cat_file(inner, start=offset, end=offset + length)
    # A web server may ignore the range and send the whole file.
    return data if len(data) <= length else data[offset : offset + length]
