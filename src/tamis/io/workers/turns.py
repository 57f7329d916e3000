"""Turns and shares: a queue in which the owners of documents take turns, and limited amounts that owners share.

Turns go by work and not by documents, since a page of 10 MB takes as long as a thousand usual ones: next is the owner
that has had the least. An owner that comes, or comes back, begins where the one that was served last began, so that
nobody saves up turns. P. Goyal, H. M. Vin and H. Cheng: *Start-time fair queueing*. SIGCOMM 1996.

For shares, A. K. Choudhury and E. L. Hahne: *Dynamic queue length thresholds for shared-memory packet switches*.
IEEE/ACM Transactions on Networking 6(2), 1998. Each owner may hold a part of what is left free, which the paper calls
α. Nobody has to give back what it holds, so n owners who come one after the other and take all they can leave
(1 / (1 + α))ⁿ.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

PART = 1 / 16
"""The paper's α. One owner alone gets a 17th; fifty who take all they can leave a 20th. The next gets its part of that.
"""


class Shares:
    """A limited amount, and the part that each owner holds."""

    def __init__(self, most: int, least: int = 1) -> None:
        """Set the limit `most`. `least` is the amount that an owner may hold as long as there is any."""
        self.most = most
        self.total = 0
        """Amount that all owners hold together."""
        self._least = least
        self._held: Counter[str] = Counter()

    def fits(self, owner: str, amount: int = 1) -> bool:
        """Tell whether the owner may take this much: afterwards it holds no more than its part of what is left."""
        left = self.most - self.total - amount
        return left >= 0 and self._held[owner] + amount <= max(self._least, PART * left)

    def take(self, owner: str, amount: int = 1) -> None:
        """Add an amount to the owner's share."""
        self._held[owner] += amount
        self.total += amount

    def give(self, owner: str, amount: int = 1) -> None:
        """Free an amount of the owner's share."""
        self._held[owner] -= amount
        self.total -= amount
        if not self._held[owner]:
            del self._held[owner]

    def held(self, owner: str) -> int:
        """Return the amount that the owner holds."""
        return self._held[owner]


class Owned(Protocol):
    """An item with an owner, which can wait in the queue."""

    @property
    def owner(self) -> str:
        """The name of the owner, by which turns are taken."""
        ...

    @property
    def is_long(self) -> bool:
        """True if the item is known to take long."""
        ...


Waiting = TypeVar("Waiting", bound=Owned)


class Turns(Generic[Waiting]):
    """A queue in which owners take turns; the items of one owner stay in order. Any thread may use it."""

    def __init__(self, most: int) -> None:
        """Create a queue. `most` is the number of items that may wait; only `has_room` enforces it."""
        self._lock = threading.Lock()
        self._shares = Shares(most)
        self._returned: deque[Waiting] = deque()
        """Items that a worker had and gave back: they come first."""
        self._queues: OrderedDict[str, OrderedDict[Waiting, None]] = OrderedDict()
        """Queues by owner; among equals, the one whose turn is next comes first."""
        self._had: dict[str, float] = {}
        """Seconds of work that owners had, and those in whose place they began."""
        self._begun_at = 0.0
        """What the owner that was served last had had before."""

    def __len__(self) -> int:
        return self._shares.total + len(self._returned)

    def has_room(self, owner: str) -> bool:
        """Tell whether one more item of this owner may wait: an owner has no more places than are left free."""
        with self._lock:
            return self._shares.fits(owner)

    def extend(self, new: Iterable[Waiting]) -> None:
        """Add items at the end of their owners' queues."""
        with self._lock:
            for waiting in new:
                self._queues.setdefault(waiting.owner, OrderedDict())[waiting] = None
                self._shares.take(waiting.owner)

    def give_back(self, begun: Iterable[Waiting]) -> None:
        """Put items before all others, in their order."""
        with self._lock:
            self._returned.extendleft(reversed(list(begun)))

    def next(self, *, long_too: bool = True) -> Waiting | None:
        """Take the next item out; None if there is none. Without `long_too`, owners whose next item is long wait."""
        with self._lock:
            if self._returned:
                return self._returned.popleft()
            ready = (owner for owner, queue in self._queues.items() if long_too or not _first(queue).is_long)
            owner = min(ready, key=self._place_of, default=None)
            if owner is None:
                return None
            self._begin(self._place_of(owner))
            queue = self._queues.pop(owner)
            waiting, _ = queue.popitem(last=False)
            self._shares.give(owner)
            if queue:
                self._queues[owner] = queue
            return waiting

    def charge(self, owner: str, seconds: float) -> None:
        """Count seconds that a worker spent on an item of this owner."""
        with self._lock:
            self._had[owner] = self._place_of(owner) + seconds

    def withdraw(self, waiting: Waiting) -> None:
        """Remove an item that nobody wants any more, if it is still in the queue."""
        with self._lock:
            queue = self._queues.get(waiting.owner)
            if queue is None or waiting not in queue:
                return
            del queue[waiting]
            self._shares.give(waiting.owner)
            if not queue:
                del self._queues[waiting.owner]

    def _place_of(self, owner: str) -> float:
        return max(self._had.get(owner, 0.0), self._begun_at)

    def _begin(self, place: float) -> None:
        """Note where the owner that is served now began, and forget those who had no more than that."""
        if place > self._begun_at:
            self._begun_at = place
            self._had = {owner: had for owner, had in self._had.items() if had > place}


def _first(queue: OrderedDict[Waiting, None]) -> Waiting:
    return next(iter(queue))
