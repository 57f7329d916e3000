"""The processes below one: their number, memory and CPU time. Read from /proc, so on Linux only.

Memory of a tree is the proportional share (PSS): pages that a browser's processes share are counted once.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from tamis.errors import BadInput

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


class Process(NamedTuple):
    """A process as the system describes it."""

    number: int
    parent: int
    name: str
    cpu: float
    """CPU seconds of the process itself."""
    children_cpu: float
    """CPU seconds of its children that have ended."""


def descendants(number: int) -> list[int]:
    """Return the ids of the processes below one, children before grandchildren."""
    return [process.number for process in family(number)[1:]]


def resident_megabytes(number: int) -> float:
    """Return the resident memory of a process, including shared memory; 0 if it has ended."""
    try:
        return int((_PROC / str(number) / "statm").read_text().split()[1]) * _PAGE / 1e6
    except (OSError, IndexError):
        return 0.0


def peak_megabytes(number: int) -> float:
    """Return the peak memory of a process, as the system recorded it; 0 if it has ended."""
    try:
        status = (_PROC / str(number) / "status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) * 1024 / 1e6 for line in status.splitlines() if line.startswith("VmHWM:")), 0.0)


def family(root: int | None = None) -> list[Process]:
    """Return a process, by default this one, and all below it, breadth first. Raises `BadInput` without /proc."""
    root = os.getpid() if root is None else root
    if not _PROC.is_dir():
        raise BadInput("processes can be counted on Linux only: there is no /proc")
    children: dict[int, list[Process]] = defaultdict(list)
    own = None
    for folder in _PROC.iterdir():
        process = _read(folder) if folder.name.isdecimal() else None
        if process is not None:
            children[process.parent].append(process)
            own = process if process.number == root else own
    found, todo = [], [own] if own is not None else []
    while todo:
        found.append(todo.pop(0))
        todo.extend(children[found[-1].number])
    return found


def cpu_below() -> dict[str, float]:
    """Return the CPU seconds of processes below this one: browser processes, with ended children, and all others."""
    spent = {"browser": 0.0, "others": 0.0}
    for process in family()[1:]:
        if process.name.startswith("chrom"):
            spent["browser"] += process.cpu + process.children_cpu
        else:  # its children that ended may have been browsers
            spent["others"] += process.cpu
    return spent


def cpu_of(root: int) -> float:
    """Return the CPU seconds of a process and all below it, including those that ended."""
    return sum(process.cpu + process.children_cpu for process in family(root))


def megabytes(root: int | None = None) -> float:
    """Return the memory of a process, by default this one, and all below it."""
    return sum(_share(process.number) for process in family(root)) / 1024


def _read(folder: Path) -> Process | None:
    try:
        begin, _, rest = (folder / "stat").read_text().rpartition(")")
        fields = rest.split()
        own, ended = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])
        return Process(int(folder.name), int(fields[1]), begin.partition("(")[2], own / _TICKS, ended / _TICKS)
    except (OSError, IndexError, ValueError):  # it has ended meanwhile
        return None


def _share(process: int) -> int:
    """Return the proportional memory of a process in kilobytes; 0 if it has ended."""
    try:
        for line in (_PROC / str(process) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0
