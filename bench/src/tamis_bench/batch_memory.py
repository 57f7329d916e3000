"""Memory of a batch over time: peaks of the parent and of the workers at 10, 50 and 100 % of the input.

The batch runs as the command does, in its own process, over an archive of pages that are all different, and its
workers are never replaced. It is watched from outside.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis_bench.processes import descendants, peak_megabytes
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from pathlib import Path

SHARES = (0.1, 0.5, 1.0)
MAX_GROWTH = 0.05
"""Share by which a peak may grow from the first share of the input to the last."""
SHARD_ROWS = 500
SECONDS = 0.1
"""Seconds between two looks."""
NEVER = 1_000_000_000


@dataclass(slots=True)
class Peaks:
    """The highest memory of the parent and the workers by the share of the input that was done, in megabytes."""

    documents: int
    parent: dict[float, float] = field(default_factory=dict)
    workers: dict[float, float] = field(default_factory=dict)
    """Peaks of the worker that uses the most."""
    exit_status: int = 0

    def growth(self, peaks: dict[float, float]) -> float:
        """Return the growth of the peaks from the first share to the last, as a share."""
        return peaks[SHARES[-1]] / peaks[SHARES[0]] - 1

    @property
    def is_level(self) -> bool:
        """True if neither the parent nor the workers grew by more than `MAX_GROWTH`."""
        return self.exit_status == 0 and all(self.growth(peaks) <= MAX_GROWTH for peaks in (self.parent, self.workers))


def watch(archive: Path, documents: int, output: Path, processes: int) -> Peaks:
    """Run a batch over the archive, which has this many documents, and watch its memory."""
    options = ["--workers", str(processes), "--shard-rows", str(SHARD_ROWS), "--max-documents", str(NEVER)]
    command = [sys.executable, "-m", "tamis", "batch", str(archive), "-o", str(output), *options]
    found = Peaks(documents)
    shards = -(-documents // SHARD_ROWS)
    parent_peak = workers_peak = 0.0
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ)  # noqa: S603 (our own)
    while process.poll() is None:
        time.sleep(SECONDS)
        parent_peak = max(parent_peak, peak_megabytes(process.pid))
        workers_peak = max([workers_peak, *map(peak_megabytes, descendants(process.pid)[1:])])
        done = len(list(output.glob("_run/marks/*/*.json"))) / shards
        for share in SHARES:
            if done >= share:
                found.parent.setdefault(share, parent_peak)
                found.workers.setdefault(share, workers_peak)
    found.exit_status = process.returncode
    for share in SHARES:  # For shares that were completed between two looks.
        found.parent.setdefault(share, parent_peak)
        found.workers.setdefault(share, workers_peak)
    if process.returncode != 0:
        raise BadInput(f"the batch ended with status {process.returncode}")
    return found


def table(name: str, megabytes: float, found: Peaks) -> Table:
    """Build a table of the peaks and their growth."""
    columns = ("process", *(f"MB at {share:.0%}" for share in SHARES), "growth")
    made = Table(f"Memory of a batch: {name}", columns)
    for process, peaks in (("parent", found.parent), ("worker with the most", found.workers)):
        made.add(process, *(round(peaks[share], 1) for share in SHARES), found.growth(peaks))
    made.notes.append(
        f"{found.documents:,} different pages, {megabytes:,.0f} MB. At most {MAX_GROWTH:.0%} may be added."
    )
    return made
