"""Turns and shares: a queue in which the owners of documents take turns, and limited amounts that owners share.

A. K. Choudhury and E. L. Hahne: *Dynamic queue length thresholds for shared-memory packet switches*. IEEE/ACM
Transactions on Networking 6(2), 1998. Each owner may hold a part of what is left free, which the paper calls α. Nobody
has to give back what it holds, so n owners who come one after the other and take all they can leave (1 / (1 + α))ⁿ.
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
        """Queues by owner, the one whose turn is next at the front."""

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

    def next(self) -> Waiting | None:
        """Take the next item out; None if the queue is empty."""
        with self._lock:
            if self._returned:
                return self._returned.popleft()
            if not self._queues:
                return None
            owner, queue = self._queues.popitem(last=False)
            waiting, _ = queue.popitem(last=False)
            self._shares.give(owner)
            if queue:
                self._queues[owner] = queue
            return waiting

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
