"""Output folder of a batch: files that appear whole, and completion marks that are on the disk before they count.

A file is written under a temporary name, synchronized (fsync), renamed, and its folder is synchronized. The mark of an
output file is written in the same way after it. So whenever the machine stops, a mark means that its files are whole;
files without a mark are written again. Object stores show a file only when it is complete, which has the same effect.

Disks fail and people make mistakes later on. So a mark names its batch and its files with their sizes and hashes, and
is sealed: it contains a hash of itself. `tamis.batch.checking` compares all that with the files that are there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.batch.storage import file_system, is_local, local_path
from tamis.errors import BadSettings, OutputFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO

SEAL = "sha256"


class Damage(NamedTuple):
    """The reason that a file is not valid."""

    reason: str


def sealed(values: Mapping[str, Any]) -> bytes:
    """Serialize the values as JSON with their hash."""
    return json.dumps({**values, SEAL: _seal(values)}, indent=1).encode() + b"\n"


def unsealed(content: bytes) -> dict[str, Any] | Damage:
    """Parse sealed JSON; return its values, or the damage."""
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        return Damage(f"it is no JSON: {error}"[:200])
    if not isinstance(values, dict):
        return Damage("it is no JSON object")
    seal = values.pop(SEAL, None)
    return values if seal == _seal(values) else Damage("its content does not have its hash")


def _seal(values: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


RUN, MARKS = "_run", "_run/marks"
ABOUT = f"{RUN}/run.json"
ARTICLES, REJECTS = "articles", "rejects"
_TEMPORARY = ".part"
AT_ONCE = 1_000
"""Number of marks requested together."""
GONE = Damage("it is gone")
_MARK = re.compile(rf"{MARKS}/(\d{{5,9}})/(\d{{5,9}})\.json", re.ASCII)


class ShardKey(NamedTuple):
    """The key of an output file: its split, and its number within the split."""

    split: int
    number: int

    @property
    def name(self) -> str:
        """Name of the files, without the folder and the ending."""
        return f"{self.split:05d}-{self.number:05d}"

    @property
    def mark(self) -> str:
        """Path of the completion mark. Each split has a separate folder, so that a task lists only its own marks."""
        return f"{MARKS}/{self.split:05d}/{self.number:05d}.json"


def key_of_mark(name: str) -> ShardKey | None:
    """Parse the path of a completion mark into the key of its output file; None if it is no such path."""
    match = _MARK.fullmatch(name)
    key = ShardKey(int(match[1]), int(match[2])) if match else None
    return key if key is not None and key.mark == name else None


def fingerprint(about: Mapping[str, Any]) -> str:
    """Hash everything that the rows of a batch depend on."""
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


class Output:
    """A folder of output, on this machine or in a store that fsspec supports."""

    def __init__(self, root: str, batch: str = "") -> None:
        """Open a folder. `batch` is the fingerprint of the batch that writes to it; `prepare` sets it too."""
        self.root = root.rstrip("/") or "/"
        self.batch = batch
        self._lock: int | None = None

    def prepare(self, about: Mapping[str, Any]) -> None:
        """Create and lock the folders, and check that they belong to the same batch."""
        with self.writing(self.root):
            if is_local(self.root):
                self._create_folders()
                self._take_hold()
                self._remove_temporary()
            self.batch = fingerprint(about)
            known = self.read_sealed(ABOUT)
            if isinstance(known, dict):
                self._refuse_other(known, about)
            else:
                self._refuse_unknown()
                self.write_sealed(ABOUT, about)

    def _refuse_other(self, known: Mapping[str, Any], about: Mapping[str, Any]) -> None:
        """Raise `BadSettings` if the folder belongs to another batch."""
        differing = [name for name, value in about.items() if known.get(name) != value]
        if differing:
            raise BadSettings(
                f"{self.root} holds another batch (different: {', '.join(differing)}); name another folder, "
                "or remove this one"
            )

    def _refuse_unknown(self) -> None:
        """Raise `BadSettings` if the folder has completion marks, but none of this batch."""
        marks = [mark for _, mark in self.marks()]
        if marks and not any(isinstance(mark, dict) and mark["batch"] == self.batch for mark in marks):
            raise BadSettings(
                f"{self.root} may hold another batch: {ABOUT} is missing or damaged, and no completion mark is of this "
                "batch; name another folder, or remove this one"
            )

    def _create_folders(self) -> None:
        root = local_path(self.root)
        for name in (ARTICLES, REJECTS, MARKS):
            (root / name).mkdir(parents=True, exist_ok=True)
        for folder in (root / RUN, root, root.parent):
            _synchronize(folder)

    def _take_hold(self) -> None:
        """Lock the folder against other writers. The system releases the lock, however this process ends."""
        import fcntl

        self._lock = os.open(local_path(self.root) / RUN / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise BadSettings(f"{self.root}: another process is writing to this folder") from error

    def release(self) -> None:
        """Release the lock on the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _remove_temporary(self) -> None:
        for pattern in (f".*{_TEMPORARY}", f"*/.*{_TEMPORARY}", f"{MARKS}/*/.*{_TEMPORARY}"):
            for path in local_path(self.root).glob(pattern):
                path.unlink(missing_ok=True)

    def path(self, name: str) -> str:
        """Return the full path of a file in the folder."""
        return f"{self.root}/{name}"

    @contextmanager
    def whole_file(self, name: str) -> Iterator[BinaryIO]:
        """Open a file for writing. It appears under its name when all of it is on the disk."""
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

    def write_sealed(self, name: str, values: Mapping[str, Any]) -> None:
        """Write a JSON file with a hash of itself, whole or not at all."""
        with self.whole_file(name) as file:
            file.write(sealed(values))

    def read_sealed(self, name: str) -> dict[str, Any] | Damage | None:
        """Read a file of `write_sealed`; None if there is none."""
        try:
            if is_local(self.root):
                return unsealed((local_path(self.root) / name).read_bytes())
            system, inner = file_system(self.path(name))
            return unsealed(system.cat_file(inner))
        except FileNotFoundError:
            return None
        except OSError as error:
            return Damage(error.strerror or str(error))

    def done(self, split: int | None = None) -> set[ShardKey]:
        """Return the keys of the output files that have a completion mark, for all splits or one."""
        folders = self.names(MARKS) if split is None else [f"{split:05d}"]
        names = [f"{MARKS}/{folder}/{name}" for folder in folders for name in self.names(f"{MARKS}/{folder}")]
        return {key for name in names if (key := key_of_mark(name)) is not None}

    def stray_marks(self) -> list[str]:
        """List the names in the folder of completion marks that are no completion marks."""
        folders = self.names(MARKS)
        names = [f"{MARKS}/{folder}/{name}" for folder in folders for name in self.names(f"{MARKS}/{folder}")]
        empty = [f"{MARKS}/{folder}" for folder in folders if not folder.isdecimal()]
        return [name for name in [*empty, *names] if key_of_mark(name) is None]

    def marks(self) -> Iterator[tuple[ShardKey, dict[str, Any] | Damage]]:
        """Yield the completion marks with their keys, in the order of the output files."""
        keys = sorted(self.done())
        if is_local(self.root):
            for key in keys:
                yield key, self.read_sealed(key.mark) or GONE
            return
        system, _ = file_system(self.root)
        for first in range(0, len(keys), AT_ONCE):
            paths = {key: file_system(self.path(key.mark))[1] for key in keys[first : first + AT_ONCE]}
            held = system.cat(list(paths.values()), on_error="return")  # many at a time, if the store can
            for key, path in paths.items():
                content = held.get(path) if isinstance(held, dict) else held
                yield key, unsealed(content) if isinstance(content, bytes) else GONE

    def names(self, folder: str) -> list[str]:
        """List the names in one of the folders, sorted."""
        return sorted(self.sizes(folder))

    def sizes(self, folder: str) -> dict[str, int]:
        """Return the names in one of the folders, with the sizes of the files."""
        if is_local(self.root):
            place = local_path(self.root) / folder
            paths = [path for path in place.iterdir() if not path.name.startswith(".")] if place.is_dir() else []
            return {path.name: path.stat().st_size for path in paths}
        system, inner = file_system(self.path(folder))
        system.invalidate_cache(inner)  # Other machines write here too.
        details = system.ls(inner, detail=True) if system.isdir(inner) else []
        named = [(detail["name"].rstrip("/").rpartition("/")[2], int(detail["size"] or 0)) for detail in details]
        return {name: size for name, size in named if not name.startswith(".")}

    @contextmanager
    def writing(self, path: str) -> Iterator[None]:
        """Turn errors of the operating system into `OutputFailed`."""
        try:
            yield
        except OSError as error:
            raise OutputFailed(path, error.strerror or str(error)) from error


@contextmanager
def _durable_file(path: Path) -> Iterator[BinaryIO]:
    # On a cluster two tasks may write the same file, so each uses a different temporary name.
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
