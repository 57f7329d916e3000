"""The service among many clients, a part of them hostile: what the others get, and what the hostile ones take.

The honest clients ask for a page now and then, each from its own IP address; every other one connects anew each time.
The hostile ones run in a process of their own (`tamis_bench.serve_clients`). With a token, half of them know it.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis.settings.serve import ServeSettings
from tamis_bench.processes import family, megabytes
from tamis_bench.serve_client import Connection, running_service, with_token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis_bench.serve_client import Service

PAUSE_SECONDS = 30.0
"""Seconds between two requests of an honest client."""
WATCH_SECONDS = 0.5
RECOVERY_SECONDS = 40.0
"""Seconds to wait after the hostile clients left: longer than any of their requests may take."""
GIVE_UP_SECONDS = 60.0
"""Seconds after which an honest client stops waiting."""
TOKEN = "no-secret-of-the-soak"  # noqa: S105 (of a service on this machine, for a minute)


@dataclass(frozen=True)
class Asked:
    """A good request and the answer that is expected."""

    request: bytes
    answer: bytes


@dataclass
class Siege:
    """The results of a service among hostile clients."""

    base: float
    """Megabytes of its process tree before."""
    peak: float = 0.0
    after: float = 0.0
    cpu: float = 0.0
    """CPU seconds that the service took meanwhile."""
    waits: list[float] = field(default_factory=list)
    """Seconds that each good request took."""
    wrong: list[str] = field(default_factory=list)
    """Good requests that got no answer, a wrong one, or a late one."""
    hoarded: int = 0
    """Largest number of connections that a client kept of those it had opened."""
    harm: dict[str, int] = field(default_factory=dict)
    """Number of connections that were made for each kind of harm."""


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


async def hold_siege(
    service: Service, good: Sequence[Asked], honest: int, seconds: float, settings: ServeSettings, siege: Siege
) -> None:
    """Let honest clients ask for pages for some seconds, and watch the memory of the process tree."""
    end = time.monotonic() + seconds
    watching = asyncio.create_task(_watch_peak(service, siege))
    asking = (_ask_honestly(service, good, number, end, settings, siege) for number in range(honest))
    await asyncio.gather(*asking)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)


async def _ask_honestly(
    service: Service, good: Sequence[Asked], number: int, end: float, settings: ServeSettings, siege: Siege
) -> None:
    connection = Connection(service, f"127.1.{number // 250}.{number % 250 + 1}")
    asked = itertools.islice(itertools.cycle(good), number % len(good), None)
    pause = random.Random(number).uniform(0, min(PAUSE_SECONDS, max(0.0, end - time.monotonic())))  # noqa: S311
    await asyncio.sleep(pause)
    while time.monotonic() < end:
        one = next(asked)
        begun = time.monotonic()
        try:
            async with asyncio.timeout(GIVE_UP_SECONDS):
                reply = await connection.ask(with_token(one.request, settings.token))
        except (OSError, EOFError) as error:  # a TimeoutError is an OSError
            connection.close()
            siege.wrong.append(f"no answer after {time.monotonic() - begun:.1f} s ({type(error).__name__})")
            continue
        took = time.monotonic() - begun
        siege.waits.append(took)
        if reply.status != 200 or reply.body != one.answer:
            siege.wrong.append(f"status {reply.status} after {took:.1f} s: {reply.body[:200]!r}")
        elif took > settings.deadline:
            siege.wrong.append(f"answered after {took:.1f} s")
        if number % 2:
            connection.close()
        await asyncio.sleep(PAUSE_SECONDS)
    connection.close()


async def _watch_peak(service: Service, siege: Siege) -> None:
    while True:
        siege.peak = max(siege.peak, megabytes(service.process.pid))
        await asyncio.sleep(WATCH_SECONDS)


@contextmanager
def hostile_clients(service: Service, count: int, token: str | None, siege: Siege) -> Iterator[None]:
    """Run hostile clients in a process of their own until the block ends."""
    command = [sys.executable, "-m", "tamis_bench.serve_clients", service.host, str(service.port), str(count)]
    process = subprocess.Popen(  # noqa: S603 (this module's own command)
        [*command, *([token] if token else [])], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield
        said, _ = process.communicate("", timeout=GIVE_UP_SECONDS)  # its input ends, and it too
        if process.returncode:
            raise BadInput("the hostile clients failed")
        found = json.loads(said)
        siege.hoarded, siege.harm = found["hoarded"], found["harm"]
    finally:
        process.kill()
        process.wait()


def budget_megabytes(base: float, settings: ServeSettings, workers: int) -> float:
    """Return the maximum memory of the service, as docs/serve.md states it."""
    return base + (settings.request_memory + workers * settings.max_memory) / 2**20


def _cpu_of(service: Service) -> float:
    return sum(process.cpu + process.children_cpu for process in family(service.process.pid))


def besieged(
    good: Sequence[Asked], clients: int, hostile: int, seconds: float, workers: int, *, has_token: bool
) -> list[str]:
    """Run `tamis serve` among clients, some of them hostile, print the figures, and return the faults."""
    settings = ServeSettings(token=TOKEN if has_token else None)
    with running_service(("serve", "--port=0", f"--workers={workers}"), token=settings.token) as service:
        siege = Siege(megabytes(service.process.pid))
        before = _cpu_of(service)
        with hostile_clients(service, hostile, settings.token, siege):
            asyncio.run(hold_siege(service, good, clients - hostile, seconds, settings, siege))
        siege.cpu = _cpu_of(service) - before
        time.sleep(RECOVERY_SECONDS)
        siege.after = megabytes(service.process.pid)
    return _report(siege, settings, clients, hostile, seconds, workers)


def _report(
    siege: Siege, settings: ServeSettings, clients: int, hostile: int, seconds: float, workers: int
) -> list[str]:
    most = budget_megabytes(siege.base, settings, workers)
    waits = sorted(siege.waits)
    if not waits:
        return [*siege.wrong, "no request of an honest client was answered"]
    door = "with" if settings.token else "without"
    say(f"{clients} clients, {hostile} of them hostile, {door} a token, {seconds:.0f} s:")
    say(f"  {len(waits)} good requests, {len(siege.wrong)} without the right answer within {settings.deadline:g} s;")
    say(
        f"  {waits[len(waits) // 2]:.2f} s at the median, {waits[len(waits) * 99 // 100]:.2f} s for 99 %, "
        f"{waits[-1]:.2f} s at most"
    )
    say(f"  memory {siege.base:.0f} MB before, {siege.peak:.0f} MB at most ({most:.0f} MB is the budget),")
    say(f"  {siege.after:.0f} MB {RECOVERY_SECONDS:.0f} s after they left; {siege.cpu:.0f} s of CPU in the service,")
    say(f"  load of the machine {os.getloadavg()[0]:.1f}")
    say(
        f"  connections of a client that opens as many as it can: {siege.hoarded}; {settings.client_connections} may be"
    )
    say(f"  connections with harm: {', '.join(f'{count} × {kind}' for kind, count in siege.harm.items())}")
    problems = list(siege.wrong)
    if siege.peak > most:
        problems.append("hostile clients took more memory than there is for them")
    if not 0 < siege.hoarded <= settings.client_connections:
        problems.append(f"a client kept {siege.hoarded} connections")
    problems += [f"no connection for {kind}" for kind, count in siege.harm.items() if not count]
    return problems
