"""Processes that a test started, seen from outside."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

PATIENCE = 600.0
"""Seconds that a process may take to end on a busy machine."""


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # gone before the file was opened, or before it was read
        return False


def ends(pid: int) -> bool:
    """Tell whether a process ends within the time that it may take."""
    end = time.monotonic() + PATIENCE
    while is_alive(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def children_of(process: int) -> list[int]:
    """Return the processes below one; a process that ends meanwhile has none."""
    found, todo = [], [process]
    while todo:
        below: list[int] = []
        for file in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                below += map(int, file.read_text().split())
        found += below
        todo += below
    return found
