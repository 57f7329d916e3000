"""Queue of documents that wait for a worker. Owners take turns, so that nobody waits behind all that another sent."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tamis.io.workers.shares import Shares

if TYPE_CHECKING:
    from collections.abc import Iterable


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
