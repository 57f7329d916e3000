"""The cost of a pool of workers, relative to a plain loop: CPU time of the whole process tree for the same pages.

Each round shuffles the pages and runs the loop and every pool on them. The cost of starting and ending a pool is
measured with one that gets no pages, and reported separately: it is paid once, not for each page. Absolute times of a
busy machine mean little, so each pool is compared with the loop of its own round.
"""

from __future__ import annotations

import gc
import resource
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from tamis.io.workers import Pool, PoolSettings
from tamis.io.workers.extraction import WARM_UP, extract_json
from tamis.model import Page
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample

LIMIT = 10 / 9
"""Maximum cost of a page in a worker, as a multiple of its cost in the loop."""


@dataclass(slots=True)
class PoolCost:
    """A pool's rounds; all times are CPU seconds of the whole process tree."""

    processes: int
    starts: list[float] = field(default_factory=list)
    """Time to start and end the pool without a page."""
    runs: list[float] = field(default_factory=list)
    """Time with all pages, including start and end."""
    loops: list[float] = field(default_factory=list)
    """Time of the same pages in a loop, in the same round."""
    different: int = 0
    """Number of answers that differed from the loop's, byte for byte."""

    @property
    def ratios(self) -> list[float]:
        """The cost of a page as a multiple of its cost in the loop, round by round."""
        return [(run - start) / loop for start, run, loop in zip(self.starts, self.runs, self.loops, strict=True)]


def measure(samples: Sequence[Sample], processes: Sequence[int], rounds: int) -> list[PoolCost]:
    """Run the loop and each pool on all pages, round after round."""
    pages = [Page(sample.html, sample.url) for sample in samples]
    costs = [PoolCost(number) for number in processes]
    for page in pages[:3]:
        extract_json(page)
    gc.collect()
    gc.freeze()  # As the pool does.
    for number in track(range(rounds), "rounds"):
        order = Random(number).sample(pages, len(pages))  # noqa: S311 (nothing secret)
        start = _cpu_seconds()
        answers = [extract_json(page) for page in order]
        loop = _cpu_seconds() - start
        for cost in costs:
            cost.loops.append(loop)
            cost.starts.append(_run(cost.processes, [])[0])
            seconds, found = _run(cost.processes, order)
            cost.runs.append(seconds)
            cost.different += sum(one != other for one, other in zip(answers, found, strict=True))
    gc.unfreeze()
    return costs


def table(costs: Sequence[PoolCost], pages: int) -> Table:
    """Build a table of each pool beside the loop."""
    columns = (
        "processes",
        "CPU of a page (loop = 1)",
        "lowest",
        "highest",
        "start and end, in pages",
        "different answers",
    )
    made = Table("Workers: CPU time of the process tree as a multiple of a plain loop's", columns)
    for cost in costs:
        ratios = cost.ratios
        start = median(start / (loop / pages) for start, loop in zip(cost.starts, cost.loops, strict=True))
        made.add(cost.processes, median(ratios), min(ratios), max(ratios), start, cost.different)
    rounds = len(costs[0].runs) if costs else 0
    made.notes.append(f"{pages} pages, the median of {rounds} rounds. At most {LIMIT:.2f} is the aim.")
    return made


def _run(processes: int, pages: Sequence[Page]) -> tuple[float, list[bytes | None]]:
    start = _cpu_seconds()
    with Pool(extract_json, PoolSettings(workers=processes), warm_up=WARM_UP) as pool:
        answers = [result.value for result in pool.map(pages)]
    return _cpu_seconds() - start, answers


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and of all its child processes that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
