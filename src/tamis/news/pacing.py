"""Politeness delay: the time between requests to a host.

The delay counts from the moment when the server is known to have the previous request: it has begun to answer, or, if
it stays silent, a second has passed since the request was sent. So the server itself sees the requests at least the
delay apart, however long either of them took on its way, and a server that hangs does not stop the crawl.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from tamis.io.fetching import Moment

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")

SILENCE = 1.0
"""Seconds after which a silent server is assumed to have the request."""


@dataclass(slots=True)
class _Lane:
    """The queue of requests to one host, one after another."""

    delay: float
    last: float = float("-inf")
    """Time when the server was known to have the last request."""
    held_until: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pacer:
    """A queue of requests for each host. Belongs to one event loop."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._lanes: dict[str, _Lane] = {}

    def slow_down(self, authority: str, delay: float) -> None:
        """Raise the minimum time between requests to a host."""
        lane = self._lane(authority)
        lane.delay = max(lane.delay, delay)

    def hold(self, authority: str, seconds: float) -> None:
        """Send nothing to a host for some time."""
        lane = self._lane(authority)
        lane.held_until = max(lane.held_until, asyncio.get_running_loop().time() + seconds)

    async def send(self, authority: str, request: Callable[[Callable[[Moment], None]], Answer]) -> Answer:
        """Call a function that sends one request, in a thread, when its turn has come."""
        loop = asyncio.get_running_loop()
        lane = self._lane(authority)
        if not lane.delay and lane.held_until <= loop.time():
            return await _in_thread(request, lambda _moment: None)
        async with lane.lock:
            while (wait := max(lane.last + lane.delay, lane.held_until) - loop.time()) > 0:
                await asyncio.sleep(wait)
            moments: asyncio.Queue[Moment] = asyncio.Queue()
            under_way = _in_thread(request, lambda moment: _tell(loop, moments, moment))
            try:
                await _received(under_way, moments)
            finally:
                lane.last = loop.time()
        return await under_way

    def _lane(self, authority: str) -> _Lane:
        return self._lanes.setdefault(authority, _Lane(self._delay))


def _in_thread(
    request: Callable[[Callable[[Moment], None]], Answer], watch: Callable[[Moment], None]
) -> asyncio.Future[Answer]:
    """Send a request in a thread of its own, for which the end of the process does not wait."""
    answered: Future[Answer] = Future()
    answered.set_running_or_notify_cancel()  # A request cannot be taken back.

    def send() -> None:
        try:
            answered.set_result(request(watch))
        except BaseException as error:  # noqa: BLE001 (whoever waits for the answer gets it)
            answered.set_exception(error)

    Thread(target=send, name="tamis fetch", daemon=True).start()
    return asyncio.wrap_future(answered)


def _tell(loop: asyncio.AbstractEventLoop, moments: asyncio.Queue[Moment], moment: Moment) -> None:
    loop.call_soon_threadsafe(moments.put_nowait, moment)


async def _received(under_way: asyncio.Future[Answer], moments: asyncio.Queue[Moment]) -> None:
    """Wait until the server has a request, or the request has failed."""
    under_way.add_done_callback(lambda _: moments.put_nowait(Moment.ANSWERED))
    timeout: float | None = None
    while True:
        try:
            moment = await asyncio.wait_for(moments.get(), timeout)
        except TimeoutError:
            return
        if moment is Moment.ANSWERED:
            return
        timeout = SILENCE
