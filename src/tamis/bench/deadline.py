"""A time cap on one page: a page on which an extractor hangs is counted, not fatal."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


class OutOfTime(BaseException):
    """The cap was reached. No `Exception`, lest an extractor that catches everything catches this too."""


@contextmanager
def time_cap(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block after a number of seconds: in the main thread, if the system has alarms.

    The alarm is seen between two steps of Python code; a loop inside a C library is not interrupted by it.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_signal: int, _frame: FrameType | None) -> None:
    raise OutOfTime
