"""Soak of the service: good requests among hostile ones, idle connections, memory over many requests, hostile clients.

``python -m tamis_bench.serve_soak`` is ``make serve-soak``. Every good answer must equal
``tamis.extract(…, hidden="guard").to_json()`` byte for byte; every hostile request must be answered with an error and
its reason, at most a second after its deadline. Meanwhile workers are killed from outside. Exits with 1 at any fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.api import extract
from tamis.errors import BadInput
from tamis.io.files import page_files, read_page
from tamis.serve.running import allow_files
from tamis_bench.datasets import gather
from tamis_bench.processes import family, megabytes
from tamis_bench.serve_client import Connection, extract_request, request_bytes, running_service
from tamis_bench.serve_hostile import BODY, DEADLINE
from tamis_bench.serve_siege import Asked, besieged, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis_bench.serve_client import Reply, Service

GRACE = 1.0
"""Seconds after its deadline within which a hostile request must be answered."""
CONNECTIONS = 8
IDLE = 1_000
KILL_SECONDS = 5.0
"""Seconds between two kills of a worker from outside."""
GROWTH = 1.05
"""Maximum memory at the end, as a multiple of that after a tenth of the requests."""
SETTLE_SECONDS = 2.0
_HEALTH = request_bytes("/healthz", b"", method="GET")


@dataclass
class Tally:
    """The results of the requests."""

    good: int = 0
    wrong: list[str] = field(default_factory=list)
    """Good requests that got a wrong answer."""
    hostile: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    """Number of hostile requests by kind, status and code."""
    faults: list[str] = field(default_factory=list)
    """Hostile requests that were not answered as they should be."""
    slowest: float = 0.0
    """Seconds of the hostile request that took longest."""
    kills: int = 0


def good_requests(pages: Sequence[tuple[str, str | None]]) -> list[Asked]:
    """Make a request for each page, with the library's answer."""
    return [
        Asked(extract_request(html, url), extract(html, url=url, hidden="guard").to_json().encode())
        for html, url in pages
    ]


def hostile_requests(count: int) -> Iterator[tuple[str, bytes]]:
    """Yield hostile requests of all kinds in turn."""
    kinds = {
        "hang": request_bytes("/hostile/hang", b""),
        "50 MB": request_bytes("/api/extract", b"x" * 50_000_000, "text/html"),
        "deep page": extract_request("<div>" * 250_000, None),
        "deep JSON": request_bytes("/api/extract", b'{"html":' * (BODY // 16)),
        "memory bomb": request_bytes("/hostile/bomb", b""),
        "JSON of lists": request_bytes("/api/extract", b"[" + b"[]," * (BODY // 4) + b"[]]"),
        "worker killed": request_bytes("/hostile/die", b""),
    }
    names = list(kinds)
    for number in range(count):
        name = names[number % len(names)]
        yield name, kinds[name]


async def _ask_good(service: Service, asked: Sequence[Asked], tally: Tally) -> None:
    """Send all good requests over several connections."""
    turn = iter(enumerate(asked))

    async def work() -> None:
        connection = Connection(service)
        for number, one in turn:
            reply = await connection.ask(one.request)
            tally.good += 1
            if tally.good % 1_000 == 0:
                say(f"{tally.good:>8,} good requests, {len(tally.wrong)} wrong")
            if reply.status != 200 or reply.body != one.answer:
                tally.wrong.append(f"request {number}: status {reply.status}: {reply.body[:200]!r}")
                say(tally.wrong[-1])
        connection.close()

    await asyncio.gather(*(work() for _ in range(CONNECTIONS)))


async def _ask_hostile(service: Service, count: int, tally: Tally) -> None:
    for name, request in hostile_requests(count):
        connection = Connection(service)
        start = time.monotonic()
        try:
            reply = await connection.ask(request)
        except (OSError, EOFError) as error:
            tally.faults.append(f"{name}: no answer ({type(error).__name__})")
            continue
        finally:
            connection.close()
        seconds = time.monotonic() - start
        tally.slowest = max(tally.slowest, seconds)
        code = _code(reply)
        tally.hostile[name, reply.status, code] += 1
        if reply.status < 400 or not code or seconds > DEADLINE + GRACE:
            tally.faults.append(f"{name}: status {reply.status}, code {code!r}, {seconds:.1f} s")


def _code(reply: Reply) -> str:
    try:
        return str(json.loads(reply.body)["tamis"]["error"]["code"])
    except (ValueError, KeyError, TypeError):
        return ""


async def _kill_workers(service: Service, tally: Tally) -> None:
    """Kill a worker now and then; another one must do its page."""
    chance = random.Random(1)  # noqa: S311 (no secret)
    while True:
        await asyncio.sleep(KILL_SECONDS)
        tree = family(service.process.pid)
        servers = {process.number for process in tree if process.parent == service.process.pid}
        workers = [process.number for process in tree if process.parent in servers]
        if workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
            tally.kills += 1


async def hold_out(service: Service, good: Sequence[Asked], requests: int, hostile: int) -> Tally:
    """Send good requests among hostile ones, while workers are killed."""
    tally = Tally()
    killing = asyncio.create_task(_kill_workers(service, tally))
    asked = [good[number % len(good)] for number in range(requests)]
    await asyncio.gather(_ask_good(service, asked, tally), _ask_hostile(service, hostile, tally))
    killing.cancel()
    return tally


async def hold_idle(service: Service, good: Sequence[Asked], requests: int) -> tuple[Tally, int]:
    """Send good requests while other connections are idle; count how many of these still work afterwards."""
    idle = [Connection(service) for _ in range(IDLE)]
    for connection in idle:
        await connection.open()
    tally = Tally()
    await _ask_good(service, [good[number % len(good)] for number in range(requests)], tally)
    alive = 0
    for connection in idle:
        alive += (await connection.ask(_HEALTH)).status == 200
        connection.close()
    return tally, alive


async def watch_memory(service: Service, good: Sequence[Asked], requests: int) -> tuple[Tally, list[tuple[int, float]]]:
    """Send many good requests, and measure the memory of the process tree after each tenth of them."""
    tally, sizes = Tally(), []
    step = max(1, requests // 10)
    for done in range(0, requests, step):
        await _ask_good(service, [good[number % len(good)] for number in range(done, done + step)], tally)
        await asyncio.sleep(SETTLE_SECONDS)
        sizes.append((done + step, megabytes(service.process.pid)))
        say(f"{sizes[-1][0]:>8,} requests: {sizes[-1][1]:.1f} MB")
    return tally, sizes


def pages_from(place: Path, limit: int) -> list[tuple[str, str | None]]:
    """Read the pages of a set of the bench, or of a folder with files."""
    files = page_files(place)
    if files:
        return [(page.html, page.url) for page in map(read_page, files[:limit])]
    samples = gather(place.parent, [place.name], limit)
    return [(sample.html, sample.url) for sample in samples]


def _without_siege(good: Sequence[Asked], arguments: argparse.Namespace) -> list[str]:
    """Run the parts in which few clients send many requests."""
    problems: list[str] = []
    with running_service((str(arguments.workers),), "tamis_bench.serve_hostile") as service:
        tally = asyncio.run(hold_out(service, good, arguments.requests, arguments.hostile))
        say(f"{tally.good:,} good requests, {len(tally.wrong)} wrong; {tally.kills} workers killed from outside")
        for (name, status, code), count in sorted(tally.hostile.items()):
            say(f"  {count:>4} × {name}: {status} {code}")
        say(f"slowest hostile request {tally.slowest:.2f} s, the deadline is {DEADLINE:g} s")
        problems += tally.wrong + tally.faults
        tally, alive = asyncio.run(hold_idle(service, good, arguments.idle_requests))
        say(f"{alive:,} of {IDLE:,} idle connections held over {tally.good:,} requests of {CONNECTIONS}")
        problems += tally.wrong + ([] if alive == IDLE else ["idle connections were lost"])
    with running_service((str(arguments.workers),), "tamis_bench.serve_hostile") as service:
        tally, memory = asyncio.run(watch_memory(service, good, arguments.memory_requests))
        ratio = memory[-1][1] / memory[0][1]
        say(f"memory at the end is {ratio:.3f} of that after {memory[0][0]:,} requests; at most {GROWTH} is the aim")
        problems += tally.wrong + ([] if ratio <= GROWTH else ["memory grew"])
    return problems


def main(arguments: argparse.Namespace) -> int:
    """Run all parts, or one; return 1 if something was wrong."""
    allow_files(IDLE + 500)
    good = good_requests(pages_from(arguments.pages, arguments.limit))
    if not good:
        raise BadInput(f"{arguments.pages}: no pages")
    sizes = sorted(len(one.request) for one in good)
    say(f"{len(good)} pages, {sizes[0]:,} to {sizes[-1]:,} bytes, {sizes[len(sizes) // 2]:,} at the median")
    problems = [] if arguments.part == "siege" else _without_siege(good, arguments)
    if arguments.part != "requests":
        for has_token in (False, True):
            problems += besieged(
                good,
                arguments.clients,
                arguments.clients // 10,
                arguments.siege_seconds,
                arguments.workers,
                has_token=has_token,
            )
    for problem in problems[:20]:
        say(f"FAULT {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=Path, required=True, help="Folder with pages, or a set of the bench.")
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--hostile", type=int, default=200)
    parser.add_argument("--idle-requests", type=int, default=1_000)
    parser.add_argument("--memory-requests", type=int, default=100_000)
    parser.add_argument("--clients", type=int, default=500, help="A tenth of them is hostile.")
    parser.add_argument("--siege-seconds", type=float, default=60.0)
    parser.add_argument("--part", choices=("all", "requests", "siege"), default="all")
    sys.exit(main(parser.parse_args()))
