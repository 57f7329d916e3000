"""An estimate for a month of Common Crawl: machines, hours and cost from assumptions, and a simulation.

Tasks are archives of unequal cost, machines are of unequal speed, and some are lost; each processor takes the next task
when it is free (list scheduling, R. L. Graham: *Bounds on multiprocessing timing anomalies*, SIAM 1969). Towards the
end, processors wait for the last tasks: the fewer tasks there are for each, the more is wasted.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from random import Random

from tamis_bench.tables import Table

SPREAD = 0.35
"""Standard deviation of the logarithm of a task's cost: archives have pages of different sites and lengths."""
SLOW_SHARE, SLOW_FACTOR = 0.02, 2.0
"""Share of machines that are slow, and their factor of time; every large cluster has some."""
LOSSES_PER_MACHINE_HOUR = 0.002
"""Losses of a machine per hour, with the task that it is doing: one in five hundred hours."""
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Crawl:
    """The size of a crawl, and the assumptions about its cost."""

    pages: float = 3e9
    archives: int = 90_000
    compressed_bytes: float = 95e12
    cpu_milliseconds: float = 30.0
    """CPU time of a page, from the archive to the Parquet file."""
    output_bytes: float = 2_000.0
    """Bytes of a page in the output."""
    processors: int = 16
    """Number of processors of a machine."""
    price: float = 0.04
    """Price of a processor for an hour."""
    shard_rows: int = 35_000

    @property
    def cpu_hours(self) -> float:
        """CPU hours for all pages."""
        return self.pages * self.cpu_milliseconds / 1000 / HOUR

    @property
    def task_seconds(self) -> float:
        """Mean CPU seconds for an archive."""
        return self.cpu_hours * HOUR / self.archives


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a simulated run."""

    machines: int
    hours: float
    busy: float
    """Share of the processors' time that went into tasks."""
    lost_tasks: int


def simulate(crawl: Crawl, machines: int, seed: int = 1, parts: int = 1) -> Run:
    """Give tasks to processors until none are left. With `parts`, each archive is divided into this many tasks."""
    random = Random(seed)  # noqa: S311 (nothing secret)
    costs = [random.lognormvariate(0, SPREAD) for _ in range(crawl.archives)]
    unit = crawl.task_seconds / (sum(costs) / len(costs)) / parts
    tasks = [cost * unit for cost in costs for _ in range(parts)]
    speeds = [SLOW_FACTOR if random.random() < SLOW_SHARE else 1.0 for _ in range(machines)]
    free = [(0.0, number) for number in range(machines * crawl.processors)]
    work, lost = 0.0, 0
    while tasks:
        start, processor = heapq.heappop(free)
        seconds = tasks.pop() * speeds[processor // crawl.processors]
        if random.random() < LOSSES_PER_MACHINE_HOUR * seconds / HOUR:
            at = random.random()
            tasks.append(
                seconds * (1 - at) / speeds[processor // crawl.processors]
            )  # What has a mark is not done again.
            seconds *= at
            lost += 1
        work += seconds
        heapq.heappush(free, (start + seconds, processor))
    end = max(time for time, _ in free)
    return Run(machines, end / HOUR, work / (end * len(free)), lost)


def assumptions(crawl: Crawl) -> Table:
    """Build a table of the assumptions and what follows from them."""
    made = Table("A month of Common Crawl", ("", "figure"))
    for name, figure in (
        ("pages", f"{crawl.pages:,.0f}"),
        ("archives", f"{crawl.archives:,}"),
        ("input, compressed", f"{crawl.compressed_bytes / 1e12:,.0f} TB"),
        ("CPU of a page", f"{crawl.cpu_milliseconds:.1f} ms"),
        ("Parquet of a page", f"{crawl.output_bytes:,.0f} bytes"),
        ("CPU in all", f"{crawl.cpu_hours:,.0f} hours"),
        ("an archive", f"{crawl.task_seconds / 60:,.0f} minutes on one processor"),
        ("output", f"{crawl.pages * crawl.output_bytes / 1e12:,.1f} TB in {crawl.pages / crawl.shard_rows:,.0f} files"),
        ("processors of a machine", f"{crawl.processors}"),
        ("price of a processor for an hour", f"{crawl.price}"),
        ("cost of the CPU time", f"{crawl.cpu_hours * crawl.price:,.0f}"),
    ):
        made.add(name, figure)
    return made


def runs(crawl: Crawl, machines: tuple[int, ...] = (10, 100, 1_000), parts: tuple[int, ...] = (1, 8)) -> Table:
    """Build a table of simulated runs with more and more machines."""
    columns = ("machines", "tasks for a processor", "hours", "busy", "lost tasks", "read per second")
    made = Table("Simulated runs", columns)
    for number in machines:
        for part in parts:
            run = simulate(crawl, number, parts=part)
            each = crawl.archives * part / (number * crawl.processors)
            rate = crawl.compressed_bytes / (run.hours * HOUR) / 1e9
            made.add(number, round(each, 1), round(run.hours, 1), run.busy, run.lost_tasks, f"{rate:.2f} GB")
    made.notes.append(
        f"Costs of archives log-normal ({SPREAD}), {SLOW_SHARE:.0%} of machines take {SLOW_FACTOR:g} times as long, "
        f"a machine is lost every {1 / LOSSES_PER_MACHINE_HOUR:,.0f} hours."
    )
    return made
