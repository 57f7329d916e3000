"""Checking the output of a batch: what its completion marks say beside what is there."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.batch.output import ABOUT, ARTICLES, REJECTS, Output, ShardKey, fingerprint
from tamis.batch.seals import Damage
from tamis.batch.shards import BYTES, FILES, HASH
from tamis.batch.storage import opened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PIECE = 1 << 20
"""Bytes that are read at a time."""


class Fault(NamedTuple):
    """Something of an output that is not as it was written."""

    name: str
    """The file, below the folder of the output."""
    reason: str
    part: ShardKey | None = None
    """The output file that has to be made again; None if nothing has to."""

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


def drop_damaged(output: Output, *, hashes: bool) -> list[Fault]:
    """Remove the completion marks of what is damaged, so that it is made again; returns what it found.

    Sizes are always compared. `hashes` compares the content too, for which all files are read.
    """
    faults = [*_damaged(output, hashes=hashes), *_strays(output)]
    for part in {fault.part for fault in faults if fault.part is not None}:
        output.remove(part.mark)
    return faults


def verify(root: str) -> list[Fault]:
    """Return all that is wrong with the output of a batch that should be finished. Nothing is changed."""
    output = Output(root)
    about = output.read_sealed(ABOUT)
    if not isinstance(about, dict):
        return [Fault(ABOUT, about.reason if about is not None else "there is none, so no batch wrote to this folder")]
    output.batch = fingerprint(about)
    damaged = list(_damaged(output, hashes=True))
    return [*damaged, *_missing(output, int(about["splits"]), damaged), *_strays(output), *_unknown(output)]


def _damaged(output: Output, *, hashes: bool) -> Iterator[Fault]:
    """Marks that cannot be believed, and files that are not as their mark says."""
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
    """The hash of a file; None if it cannot be read."""
    digest = hashlib.sha256()
    try:
        with opened(path) as file:
            while piece := file.read(PIECE):
                digest.update(piece)
    except OSError:
        return None
    return digest.hexdigest()


def _missing(output: Output, splits: int, damaged: list[Fault]) -> Iterator[Fault]:
    """Splits that are not complete, except for what is known to be damaged."""
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
    """Files beside those of the batch, which readers of the folder would take for its own."""
    known = {name for _, mark in output.marks() if isinstance(mark, dict) for name in mark[FILES]}
    parts = {part.name for part in output.done()}
    for name in sorted(_sizes(output).keys() - known):
        if name.rpartition("/")[2].partition(".")[0] not in parts:
            yield Fault(name, "no completion mark names this file")


def _sizes(output: Output) -> dict[str, int]:
    folders = (ARTICLES, REJECTS)
    return {f"{folder}/{name}": size for folder in folders for name, size in output.sizes(folder).items()}
