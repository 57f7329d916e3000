"""The folder that a batch writes: files that appear whole, and completion marks that are on the disk before they count.

A file is written under a temporary name, synchronized (fsync), renamed, and its folder is synchronized. The mark of an
output file is written in the same way after it. So whatever moment the machine stops at, a mark means that its files
are whole; files without a mark are written again. Object stores show a file when it is complete, which is the same.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.batch.storage import file_system, is_local, local_path
from tamis.errors import BadSettings, OutputFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO

RUN, MARKS = "_run", "_run/marks"
ARTICLES, REJECTS = "articles", "rejects"
_TEMPORARY = ".part"
AT_ONCE = 1_000
"""Marks that are asked for together."""


class ShardKey(NamedTuple):
    """Which output file."""

    split: int
    number: int

    @property
    def name(self) -> str:
        """Of its files, without the ending."""
        return f"{self.split:05d}-{self.number:05d}"

    @property
    def mark(self) -> str:
        """The file of its completion mark. Splits have folders of their own, so that a task lists only its own."""
        return f"{MARKS}/{self.split:05d}/{self.number:05d}.json"


class Output:
    """A folder of output, on this machine or in a store that fsspec knows."""

    def __init__(self, root: str) -> None:
        self.root = root.rstrip("/") or "/"
        self._lock: int | None = None

    def prepare(self, about: Mapping[str, Any]) -> None:
        """Create and lock the folders, and check that they belong to the same batch."""
        with self.writing(self.root):
            if is_local(self.root):
                self._create_folders()
                self._take_hold()
                self._remove_temporary()
            known = self.read_json(f"{RUN}/run.json")
            if known is None:
                self.write_json(f"{RUN}/run.json", about)
            elif differing := [name for name, value in about.items() if known.get(name) != value]:
                raise BadSettings(
                    f"{self.root} holds another batch (different: {', '.join(differing)}); name another folder, "
                    "or remove this one"
                )

    def _create_folders(self) -> None:
        root = local_path(self.root)
        for name in (ARTICLES, REJECTS, MARKS):
            (root / name).mkdir(parents=True, exist_ok=True)
        for folder in (root / RUN, root, root.parent):
            _synchronize(folder)

    def _take_hold(self) -> None:
        """Keep others from writing to the folder. The system releases it, however this process ends."""
        import fcntl

        self._lock = os.open(local_path(self.root) / RUN / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise BadSettings(f"{self.root}: another process is writing to this folder") from error

    def release(self) -> None:
        """Let others write to the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _remove_temporary(self) -> None:
        for pattern in (f".*{_TEMPORARY}", f"*/.*{_TEMPORARY}", f"{MARKS}/*/.*{_TEMPORARY}"):
            for path in local_path(self.root).glob(pattern):
                path.unlink(missing_ok=True)

    def path(self, name: str) -> str:
        """Where a file of the folder is."""
        return f"{self.root}/{name}"

    @contextmanager
    def whole_file(self, name: str) -> Iterator[BinaryIO]:
        """A file to write to, which appears under its name when all of it is on the disk."""
        with self.writing(self.path(name)):
            if is_local(self.root):
                with _durable_file(local_path(self.root) / name) as file:
                    yield file
            else:
                system, inner = file_system(self.path(name))
                with system.open(inner, "wb") as file:
                    yield file

    def remove(self, name: str) -> None:
        """Remove a file that an earlier run left, if there is one."""
        with self.writing(self.path(name)):
            if is_local(self.root):
                path = local_path(self.root) / name
                if path.exists():
                    path.unlink()
                    _synchronize(path.parent)
            else:
                system, inner = file_system(self.path(name))
                if system.exists(inner):
                    system.rm_file(inner)

    def write_json(self, name: str, value: object) -> None:
        """Write a file of JSON, whole or not at all."""
        with self.whole_file(name) as file:
            file.write(json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")

    def read_json(self, name: str) -> dict[str, Any] | None:
        """The content of a file of JSON; None if there is none."""
        try:
            if is_local(self.root):
                text = (local_path(self.root) / name).read_bytes()
            else:
                system, inner = file_system(self.path(name))
                text = system.cat_file(inner)
        except FileNotFoundError:
            return None
        value = json.loads(text)
        return value if isinstance(value, dict) else None

    def done(self, split: int | None = None) -> set[ShardKey]:
        """The output files that have their completion mark, of all splits or of one."""
        splits = map(int, self.names(MARKS)) if split is None else [split]
        return {
            ShardKey(number, int(name.removesuffix(".json")))
            for number in splits
            for name in self.names(f"{MARKS}/{number:05d}")
        }

    def marks(self) -> list[dict[str, Any]]:
        """The completion marks themselves, in the order of the output files."""
        names = [key.mark for key in sorted(self.done())]
        if is_local(self.root):
            return [mark for name in names if (mark := self.read_json(name)) is not None]
        system, _ = file_system(self.root)
        held: list[dict[str, Any]] = []
        for at in range(0, len(names), AT_ONCE):
            paths = [file_system(self.path(name))[1] for name in names[at : at + AT_ONCE]]
            found = system.cat(paths)  # many at a time, where the store can
            held += map(json.loads, found.values() if isinstance(found, dict) else [found])
        return held

    def names(self, folder: str) -> list[str]:
        """The names of the files in one of the folders, sorted."""
        if is_local(self.root):
            place = local_path(self.root) / folder
            paths = [path.name for path in place.iterdir()] if place.is_dir() else []
        else:
            system, inner = file_system(self.path(folder))
            system.invalidate_cache(inner)  # Other machines write here too.
            paths = [
                path.rpartition("/")[2] for path in (system.ls(inner, detail=False) if system.isdir(inner) else [])
            ]
        return sorted(name for name in paths if not name.startswith("."))

    @contextmanager
    def writing(self, path: str) -> Iterator[None]:
        """Turn errors of the operating system into `OutputFailed`."""
        try:
            yield
        except OSError as error:
            raise OutputFailed(path, error.strerror or str(error)) from error


@contextmanager
def _durable_file(path: Path) -> Iterator[BinaryIO]:
    # On a cluster two tasks may write the same file, so each has a name of its own.
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _synchronize(path.parent.parent)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}{_TEMPORARY}")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        _synchronize(path.parent)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _synchronize(folder: Path) -> None:
    """Synchronize a folder (fsync), so that its names are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
