"""Integrity check of a batch's output: compares its completion marks with the files that are there."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.batch.output import ABOUT, ARTICLES, REJECTS, Damage, Output, ShardKey, fingerprint
from tamis.batch.shards import BYTES, FILES, HASH
from tamis.batch.storage import opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PIECE = 1 << 20
"""Number of bytes read at a time."""


class Fault(NamedTuple):
    """A file of the output that is missing, damaged or unknown."""

    name: str
    """Path of the file, relative to the folder of the output."""
    reason: str
    part: ShardKey | None = None
    """Key of the output file that has to be written again; None if none has to."""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


def drop_damaged(output: Output, *, hashes: bool) -> list[Fault]:
    """Remove the completion marks of damaged output files, so that they are written again; return the faults.

    It always compares sizes. `hashes` compares the content too, which reads all files.
    """
    faults = [*_damaged(output, hashes=hashes), *_strays(output)]
    for part in {fault.part for fault in faults if fault.part is not None}:
        output.remove(part.mark)
    return faults


def verify(root: str) -> list[Fault]:
    """Return all faults of a batch's output that should be finished. Nothing is changed."""
    output = Output(root)
    about = output.read_sealed(ABOUT)
    if not isinstance(about, dict):
        return [Fault(ABOUT, about.reason if about is not None else "there is none, so no batch wrote to this folder")]
    output.batch = fingerprint(about)
    damaged = list(_damaged(output, hashes=True))
    return [*damaged, *_missing(output, int(about["splits"]), damaged), *_strays(output), *_unknown(output)]


def _damaged(output: Output, *, hashes: bool) -> Iterator[Fault]:
    """Yield a fault for each mark that is not valid and for each file that differs from its mark."""
    sizes = _sizes(output)
    for part, mark in output.marks():
        if isinstance(mark, Damage):
            yield Fault(part.mark, mark.reason, part)
        elif (mark["batch"], mark["part"]) != (output.batch, part.name):
            yield Fault(part.mark, f"it is the mark of {mark['part']} of another batch or part", part)
        else:
            for name, written in mark[FILES].items():
                reason = _difference(output.path(name), sizes.get(name), written, hashes=hashes)
                if reason is not None:
                    yield Fault(name, reason, part)


def _difference(path: str, size: int | None, written: Mapping[str, Any], *, hashes: bool) -> str | None:
    if size is None:
        return "it is gone"
    if size != written[BYTES]:
        return f"it has {size:,} bytes, {written[BYTES]:,} were written"
    if hashes and _hash(path) != written[HASH]:
        return "its content is not what was written"
    return None


def _hash(path: str) -> str | None:
    """Compute the hash of a file; None if it cannot be read."""
    digest = hashlib.sha256()
    try:
        with opened(path) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except OSError:
        return None
    return digest.hexdigest()


def _missing(output: Output, splits: int, damaged: list[Fault]) -> Iterator[Fault]:
    """Yield a fault for each split that is not complete, except those that are known to be damaged."""
    known = {fault.part.split for fault in damaged if fault.part is not None}
    last = {part for part, mark in output.marks() if isinstance(mark, dict) and mark["last"]}
    done = output.done()
    ends = {part.split: part.number for part in last}
    for split in range(splits):
        wanted = {ShardKey(split, number) for number in range(ends.get(split, 0) + 1)}
        if split not in known and (split not in ends or not wanted <= done):
            yield Fault(ShardKey(split, 0).mark.rpartition("/")[0], "this split is not finished")


def _strays(output: Output) -> Iterator[Fault]:
    for name in output.stray_marks():
        yield Fault(name, "no batch gives a completion mark this name")


def _unknown(output: Output) -> Iterator[Fault]:
    """Yield a fault for each file that no mark names, because readers of the folder would take it for the batch's."""
    known = {name for _, mark in output.marks() if isinstance(mark, dict) for name in mark[FILES]}
    parts = {part.name for part in output.done()}
    for name in sorted(_sizes(output).keys() - known):
        if name.rpartition("/")[2].partition(".")[0] not in parts:
            yield Fault(name, "no completion mark names this file")


def _sizes(output: Output) -> dict[str, int]:
    folders = (ARTICLES, REJECTS)
    return {f"{folder}/{name}": size for folder in folders for name, size in output.sizes(folder).items()}
