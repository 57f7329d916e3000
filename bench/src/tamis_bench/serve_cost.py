"""The cost of the service, relative to a bare loop: CPU time of its process tree for the same pages, and latency.

The pages are those around the median cost. Loop and service take turns, so that a busy machine is as busy for both.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tamis.api import extract
from tamis.errors import BadInput
from tamis_bench.processes import cpu_of
from tamis_bench.progress import track
from tamis_bench.serve_client import Connection, extract_request, running_service
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis_bench.datasets import Sample
    from tamis_bench.serve_client import Service

LIMIT = 1.20
"""Maximum cost of a page in the service, as a multiple of its cost in the loop."""
MIDDLE_SHARE = 0.1
"""Share of all pages that is measured: those around the median."""
CONNECTIONS = (1, 8, 64)
CLIENT_REQUESTS = "--client-requests=1000"
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Environment of loop and service: numpy threads that wait for each other on a busy machine also cost CPU time."""
MCP_LIMIT = 2.0
"""Maximum CPU seconds until ``tamis mcp`` answers."""
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}


@dataclass(slots=True)
class Round:
    """CPU seconds of the loop and the service for the same pages."""

    loop: float
    service: float

    @property
    def ratio(self) -> float:
        """The cost of the service as a multiple of the loop's."""
        return self.service / self.loop


@dataclass(slots=True)
class Latency:
    """The times of answers with a number of connections."""

    connections: int
    seconds: list[float] = field(default_factory=list)
    wall: float = 0.0

    @property
    def p50(self) -> float:
        """Milliseconds that half of the answers took at most."""
        return 1000 * median(self.seconds)

    @property
    def p99(self) -> float:
        """Milliseconds that all but one in a hundred took at most."""
        return 1000 * quantiles(self.seconds, n=100)[98]


@dataclass(slots=True)
class ServeCost:
    """The measurements of the service and the loop."""

    pages: int
    characters: int
    """Number of characters of the median page."""
    rounds: list[Round] = field(default_factory=list)
    latencies: list[Latency] = field(default_factory=list)
    different: int = 0
    """Number of answers that differed from the loop's, byte for byte."""
    mcp_seconds: float = 0.0
    """CPU seconds until ``tamis mcp`` answered."""

    @property
    def ratio(self) -> float:
        """Median of the rounds' ratios."""
        return median(one.ratio for one in self.rounds)


def middle(samples: Sequence[Sample]) -> list[Sample]:
    """Choose the pages around the median cost of extraction."""
    costs: list[tuple[float, int]] = []
    for number, sample in enumerate(samples):
        start = time.process_time()
        extract(sample.html, url=sample.url).to_json()
        costs.append((time.process_time() - start, number))
    count = max(1, round(len(samples) * MIDDLE_SHARE))
    first = (len(samples) - count) // 2
    return [samples[number] for _, number in sorted(costs)[first : first + count]]


def measure(samples: Sequence[Sample], requests: int, rounds: int, workers: int = 0) -> ServeCost:
    """Extract the middle pages in a loop and by the service, in turns."""
    pages = middle(samples)
    asked = [extract_request(sample.html, sample.url) for sample in pages]
    cost = ServeCost(len(pages), int(median(len(sample.html) for sample in pages)))
    repeats = max(1, requests // len(pages))
    os.environ.update(ONE_THREAD)
    inputs = [(sample.html, sample.url) for sample in pages]
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as looping,
        running_service(("serve", "--port=0", f"--workers={workers}", CLIENT_REQUESTS)) as service,
    ):
        looping.submit(_loop, inputs, 1).result()
        asyncio.run(_ask(service, asked, 8))  # The service may still be starting up for the first ones.
        for _ in track(range(rounds), "rounds"):
            loop, expected = looping.submit(_loop, inputs, repeats).result()
            before = cpu_of(service.process.pid)
            found = asyncio.run(_ask(service, asked * repeats, 8)).bodies
            cost.rounds.append(Round(loop, cpu_of(service.process.pid) - before))
            cost.different += sum(one != other for one, other in zip(found, expected * repeats, strict=True))
        for connections in track(CONNECTIONS, "connections"):
            timed = asyncio.run(_ask(service, asked * repeats, connections))
            cost.latencies.append(Latency(connections, timed.seconds, timed.wall))
    cost.mcp_seconds = mcp_ready()
    return cost


def _loop(pages: Sequence[tuple[str, str | None]], repeats: int) -> tuple[float, list[bytes]]:
    """Return the CPU seconds of a bare loop over the pages, repeated, and its answers of one pass."""
    gc.collect()
    gc.freeze()  # As the workers do.
    start = time.process_time()
    answers: list[bytes] = []
    for _ in range(repeats):
        answers = [extract(html, url=url).to_json().encode() for html, url in pages]
    seconds = time.process_time() - start
    gc.unfreeze()
    return seconds, answers


def mcp_ready() -> float:
    """Return the CPU seconds of the process tree of ``tamis mcp`` until it has answered the first message."""
    command = [sys.executable, "-m", "tamis", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        if process.stdin is None or process.stdout is None:
            raise BadInput("tamis mcp has no pipes")
        process.stdin.write(json.dumps(_HELLO) + "\n")
        process.stdin.flush()
        if '"result"' not in process.stdout.readline():
            raise BadInput("tamis mcp did not answer")
        seconds = cpu_of(process.pid)
        process.stdin.close()
    return seconds


@dataclass(slots=True)
class _Answers:
    bodies: list[bytes]
    seconds: list[float]
    wall: float = 0.0


async def _ask(service: Service, requests: Sequence[bytes], connections: int) -> _Answers:
    """Send all requests over a number of connections; return the answers in their order."""
    answers = _Answers([b""] * len(requests), [0.0] * len(requests))
    turn = iter(range(len(requests)))

    async def work() -> None:
        connection = Connection(service)
        for number in turn:
            reply = await connection.ask(requests[number])
            answers.bodies[number], answers.seconds[number] = reply.body, reply.seconds
        connection.close()

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(connections)))
    answers.wall = time.perf_counter() - start
    return answers


def tables(cost: ServeCost) -> list[Table]:
    """Build the tables of cost and latency."""
    ratios = [one.ratio for one in cost.rounds]
    spent = Table("Service: CPU time of its process tree as a multiple of a bare loop", ("what", "value"))
    spent.add("CPU of a page (loop = 1)", f"{cost.ratio:.3f}")
    spent.add("lowest and highest round", f"{min(ratios):.3f}, {max(ratios):.3f}")
    spent.add("different answers", cost.different)
    spent.add("CPU seconds until tamis mcp answers", f"{cost.mcp_seconds:.2f}")
    spent.notes.append(
        f"{cost.pages} pages around the median cost, {cost.characters:,} characters at the median; "
        f"{len(ratios)} rounds. At most {LIMIT:.2f} is the aim."
    )
    timed = Table("Service: how long an answer takes", ("connections", "p50 ms", "p99 ms", "answers a second"))
    for one in cost.latencies:
        timed.add(one.connections, f"{one.p50:.1f}", f"{one.p99:.1f}", f"{len(one.seconds) / one.wall:.0f}")
    return [spent, timed]
