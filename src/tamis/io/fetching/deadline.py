"""Deadline of a visit: one clock for all of it, so that no slow step can hide behind a quick one.

Connections outlive visits, so they do not own a clock: they use that of the visit in progress in their thread.
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
    """The time by which name resolution, connections, redirects and body must all be done."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds left, always over 0. Raises an error if there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def passed(self) -> PendingError:
        """Return the error to raise once the time has run out."""
        return PendingError(
            TooSlow,
            f"the page was not complete after {self.seconds:g} s; try again, or raise --timeout (timeout)",
        )


class Moment(Enum):
    """A moment of a request at which `watch` is called, in the thread that sends it."""

    SENT = auto()
    """The whole request is written."""
    ANSWERED = auto()
    """The head of the response has arrived, so the server has the request."""


@dataclass(slots=True)
class Trip:
    """The state that the connections of one visit share."""

    deadline: Deadline
    addresses: dict[tuple[str, int], tuple[IPAddress, ...]] = field(default_factory=dict)
    """IP addresses of names that were resolved and checked: a name keeps its addresses for the whole visit."""
    dialled: int = 0
    """Number of connections that were opened."""
    watch: Callable[[Moment], None] | None = None
    """Function to call with the moments of a request."""
    resend: bool = True
    """True if a request is sent again when an idle connection turns out to be closed."""


_CURRENT: ContextVar[Trip] = ContextVar("trip")


@contextmanager
def trip(deadline: Deadline, watch: Callable[[Moment], None] | None = None, *, resend: bool = True) -> Iterator[Trip]:
    """Apply a deadline to everything that is sent and received in this thread."""
    made = Trip(deadline, watch=watch, resend=resend)
    token = _CURRENT.set(made)
    try:
        yield made
    finally:
        _CURRENT.reset(token)


def current_trip() -> Trip:
    """Return the visit in progress in this thread."""
    return _CURRENT.get()
