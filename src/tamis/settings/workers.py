"""Settings of a pool of worker processes, as one frozen dataclass."""

from __future__ import annotations

import os
from dataclasses import dataclass

from tamis.settings.options import check, option

WORKERS = "Workers"
MEBIBYTE = 1 << 20
LEAST_MEMORY = 64 * MEBIBYTE
WORKER_MEMORY = 1024 * MEBIBYTE
"""Number of bytes that a worker may hold: the default of pools, batches and the service."""
"""Minimum bytes for `max_memory`: with less, an interpreter with a parser does not fit, and no document is done."""


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """Settings for the number of processes, and for what one document may cost."""

    workers: int = option(
        0, "How many workers; 0 for one on each processor that this process may use.", minimum=0, group=WORKERS
    )
    deadline: float = option(
        30.0, "Seconds of wall-clock time for one document. Then its worker is killed.", above=0, group=WORKERS
    )
    max_memory: int = option(
        WORKER_MEMORY,
        "Bytes that a worker may hold in memory. A worker with more is killed.",
        minimum=LEAST_MEMORY,
        group=WORKERS,
    )
    chunk: int = option(
        8,
        "How many documents a worker has at hand, so that it need not wait for the next. Servers take 1.",
        minimum=1,
        group=WORKERS,
    )
    tries: int = option(
        2,
        "How often to try a document whose worker died, because the kernel or a person may have killed it.",
        minimum=1,
        group=WORKERS,
    )
    max_documents: int = option(
        10_000,
        "A worker is replaced after this many documents, so that leaks of libraries do not add up.",
        minimum=1,
        group=WORKERS,
    )
    max_waiting: int | None = option(
        None,
        "How many documents of `Pool.submit` may wait; over that it raises `WorkersBusy`. None: no limit.",
        minimum=1,
        group=WORKERS,
    )

    def __post_init__(self) -> None:
        check(self)

    @property
    def worker_count(self) -> int:
        """The number of workers, with 0 resolved."""
        return self.workers or _usable_processors()


def _usable_processors() -> int:
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
