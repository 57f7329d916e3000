"""One clock for a whole visit, so that no slow step can hide behind a quick one.

Connections outlive visits, so they do not own a clock: they look at that of the visit that is under way
in their thread.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from tamis.errors import TooSlow
from tamis.io.fetching.failures import PendingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.io.fetching.ip_rules import IPAddress


class Deadline:
    """The moment by which names, connections, redirects and body must all be done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Seconds left, always over 0; raises when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def passed(self) -> PendingError:
        """What to raise once the time has run out."""
        return PendingError(
            TooSlow,
            f"the page was not complete after {self.seconds:g} s; try again, or raise --timeout (timeout)",
        )


class Moment(Enum):
    """Callbacks during a request, in the thread that sends it."""

    SENT = auto()
    """The whole request is written."""
    ANSWERED = auto()
    """The head of the answer is there, so the server has the request."""


@dataclass(slots=True)
class Trip:
    """What the connections of one visit share."""

    deadline: Deadline
    addresses: dict[tuple[str, int], tuple[IPAddress, ...]] = field(default_factory=dict)
    """Names that were resolved and checked: a name keeps its addresses for the whole visit."""
    dialled: int = 0
    """How many connections were opened."""
    watch: Callable[[Moment], None] | None = None
    """Whom to tell how far a request is."""
    resend: bool = True
    """Whether to send a request again if an idle connection turns out to be closed."""


_CURRENT: ContextVar[Trip] = ContextVar("trip")


@contextmanager
def trip(deadline: Deadline, watch: Callable[[Moment], None] | None = None, *, resend: bool = True) -> Iterator[Trip]:
    """Let everything that is sent and received in this thread keep to a deadline."""
    made = Trip(deadline, watch=watch, resend=resend)
    token = _CURRENT.set(made)
    try:
        yield made
    finally:
        _CURRENT.reset(token)


def current_trip() -> Trip:
    """The visit that is under way in this thread."""
    return _CURRENT.get()
