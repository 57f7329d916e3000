"""A time limit for a piece of work, and silence during it. Imports nothing of tamis, whatever its version."""

from __future__ import annotations

import logging
import signal
import threading
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress the warnings and log lines of other libraries."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


class OutOfTime(BaseException):
    """The time limit was reached.

    This is no `Exception`, so that an extractor that catches every exception does not catch it.
    """


@contextmanager
def time_cap(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block after a number of seconds: only in the main thread, if the system has alarms.

    Python handles the alarm between two steps of Python code; it does not interrupt a loop inside a C library.
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
