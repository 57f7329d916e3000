"""Memory budget of all requests together, in bytes: bodies, lines, fetched pages, their copies, and answers.

Requests that do not fit wait. A client holds at most a part of what is left free (`tamis.io.workers.turns`), so that
there is always room for the next one. Used by the event loop only.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from tamis.io.workers.turns import Shares
from tamis.serve.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

COPIES = 4
"""Number of times that the bytes of a page are in memory until it is answered: as received, as sent to the worker, and
an answer of the same length, as received and as sent."""
ANSWER_COPIES = 2
LEAST_HELD = 16_384
"""Minimum bytes counted for a page, for the objects around it: a task, a future and a job were measured at 7,000."""

SMALL_PAGE = 262_144
"""Maximum bytes up to which a page of undeclared length is counted piece by piece."""
LEAST_SHARE = 262_144
"""Bytes that a client may hold as long as there are any: the size of a common page."""


class _Wait(NamedTuple):
    size: int
    granted: asyncio.Future[None]


class Budget:
    """A budget of bytes that requests may hold."""

    def __init__(self, most: int, patience: float) -> None:
        """Share `most` bytes. `patience`: seconds that a request waits for room that its own pages will not free."""
        self.peak = 0
        """Maximum of bytes held since it was last reset."""
        self._patience = patience
        self._shares = Shares(most, LEAST_SHARE)
        self._waiting: dict[str, deque[_Wait]] = {}
        """Waiting requests of each client, in order."""

    @property
    def held(self) -> int:
        """Number of bytes that all requests hold now."""
        return self._shares.total

    def take(self, client: str, size: int) -> bool:
        """Count bytes as held by a client. Return False if it may not hold them or already waits for others."""
        if client in self._waiting or not self._shares.fits(client, size):
            return False
        self._count(client, size)
        return True

    async def wait(self, client: str, size: int, is_working: Callable[[], bool]) -> None:
        """Count bytes as held by a client as soon as it may hold them. Raises a `Fault` when patience ends.

        Patience does not end while `is_working` says that pages of the same request are under way.
        """
        if self.take(client, size):
            return
        wait = _Wait(size, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(client, deque()).append(wait)
        try:
            while not await _is_done(wait.granted, self._patience):
                if not is_working():
                    raise Fault("workers_busy", "the requests in progress use all their memory; try again later")
        except BaseException:
            self._give_up(client, wait)
            raise

    def give(self, client: str, size: int) -> None:
        """Release bytes, and grant them to requests that wait."""
        self._shares.give(client, size)
        for waiting_client in tuple(self._waiting):
            self._serve(waiting_client)

    def _count(self, client: str, size: int) -> None:
        self._shares.take(client, size)
        self.peak = max(self.peak, self.held)

    def _serve(self, client: str) -> None:
        """Grant what a client waits for, in order, as far as it may hold it."""
        waits = self._waiting[client]
        while waits and self._shares.fits(client, waits[0].size):
            wait = waits.popleft()
            self._count(client, wait.size)
            wait.granted.set_result(None)
        if not waits:
            del self._waiting[client]

    def _give_up(self, client: str, wait: _Wait) -> None:
        if wait.granted.done():
            self.give(client, wait.size)
            return
        waits = self._waiting[client]
        waits.remove(wait)
        if waits:
            self._serve(client)
        else:
            del self._waiting[client]


async def _is_done(granted: asyncio.Future[None], seconds: float) -> bool:
    done, _ = await asyncio.wait((granted,), timeout=seconds)
    return bool(done)


class Account:
    """The memory that one request holds, or one line of a request with many."""

    def __init__(self, budget: Budget, client: str, largest: int) -> None:
        """Charge `client`. `largest`: maximum bytes of a page of the request."""
        self.client = client
        self.working = 0
        """Number of pages of the request under way, besides the one being read."""
        self._budget = budget
        self._largest = largest
        self._held = 0
        self._pages = 0
        """Number of bytes of pages that were received."""
        self._paid = 0
        """Number of bytes of pages for which all copies are held, received or not."""
        self._answers = 0

    async def hold(self, size: int) -> None:
        """Hold bytes as soon as there is room for them. Raises a `Fault` if there is none in time."""
        await self._budget.wait(self.client, size, lambda: self.working > 0)
        self._held += size

    async def expect_page(self, size: int) -> None:
        """Hold all copies of a page before it arrives, so that nobody waits for room with half a page in memory."""
        if size > self._paid:
            await self.hold(COPIES * (size - self._paid))
            self._paid = size

    async def hold_page(self, size: int) -> None:
        """Hold all copies of a page, or of a piece of one. Above `SMALL_PAGE`, hold those of the largest at once."""
        self._pages += size
        if self._pages > self._paid:
            await self.expect_page(self._pages if self._pages <= SMALL_PAGE else max(self._pages, self._largest))

    async def add_page(self, size: int) -> None:
        """Hold all copies of another page, which has already been received."""
        await self.hold(COPIES * size)
        self._pages += size
        self._paid += size

    def hold_answer(self, size: int) -> None:
        """Hold an answer that already exists. Raises a `Fault` at once if it is larger than there is room for."""
        over = ANSWER_COPIES * (self._answers + size - self._pages)
        extra = min(over, ANSWER_COPIES * size)
        if extra > 0:
            if not self._budget.take(self.client, extra):
                raise Fault("workers_busy", "there is no room for an answer as long as this one; try again later")
            self._held += extra
        self._answers += size

    def let_go(self, size: int) -> None:
        """Release some bytes."""
        self._budget.give(self.client, size)
        self._held -= size

    async def split(self, size: int) -> Account:
        """Move a page of this size to a separate account, which holds the objects around the page too."""
        await self.hold(LEAST_HELD)
        part = Account(self._budget, self.client, self._largest)
        part._held, part._pages, part._paid = COPIES * size + LEAST_HELD, size, size
        self._held -= part._held
        self._pages -= size
        self._paid -= size
        if self._pages <= SMALL_PAGE:
            self.let_go(COPIES * (self._paid - self._pages))
            self._paid = self._pages
        return part

    def close(self) -> None:
        """Release everything."""
        self.let_go(self._held)


_ACCOUNT: ContextVar[Account | None] = ContextVar("account of the request", default=None)


def current_account() -> Account | None:
    """Return the account of the request that is being answered; None outside requests, as for `tamis mcp`."""
    return _ACCOUNT.get()


def charge(account: Account) -> None:
    """Charge everything from here on in this task, and in tasks that it starts, to an account."""
    _ACCOUNT.set(account)
