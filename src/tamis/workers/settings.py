"""How a pool works: every choice as one frozen dataclass."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from tamis.errors import BadSettings

MEBIBYTE = 1 << 20
LEAST_MEMORY = 64 * MEBIBYTE
"""Less than an interpreter with a parser takes; no document could be done."""


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """How many processes, and what one document may cost."""

    processes: int = 0
    """How many workers; 0 for one on each processor that this process may use."""
    deadline: float = 30.0
    """Seconds of wall-clock time for one document. Then its worker is killed."""
    max_memory: int = 1024 * MEBIBYTE
    """Bytes that a worker may hold in memory. A worker with more is killed."""
    chunk: int = 8
    """How many documents a worker has at hand, so that it need not wait for the next. Servers take 1."""
    tries: int = 2
    """How often a document is tried whose worker died, because the kernel or a person may have killed it."""
    max_documents: int = 10_000
    """After so many documents a worker is replaced, so that no leak of a library adds up."""
    max_waiting: int | None = None
    """So many documents of `Pool.submit` may wait; over that it raises `WorkersBusy`. None: no limit."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.deadline) and self.deadline > 0):
            raise BadSettings(f"deadline must be over 0 seconds, not {self.deadline}")
        for name, least in (("processes", 0), ("max_memory", LEAST_MEMORY), ("chunk", 1), ("tries", 1)):
            if getattr(self, name) < least:
                raise BadSettings(f"{name} must be at least {least:,}, not {getattr(self, name):,}")
        if self.max_documents < 1 or (self.max_waiting is not None and self.max_waiting < 1):
            raise BadSettings("max_documents and max_waiting must be at least 1")

    @property
    def worker_count(self) -> int:
        """The number of workers, with 0 resolved."""
        return self.processes or _usable_processors()


def _usable_processors() -> int:
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
