"""Deadlines for work in this process: the system's timer interrupts it.

Workers are killed when they take too long, whatever they do, and cost an interpreter (`tamis.io.workers`). This costs
nothing, and is for commands that read one file after another: a feed, an import, a page. The timer interrupts Python
code, and patterns that search; a call into C is interrupted at its end. Both report the same reason, `timed_out`.
"""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING
from weakref import WeakSet, WeakValueDictionary

from tamis.errors import DeadlinePassed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

READ_SECONDS = 30.0
"""Deadline for a feed, a list or a page that is read outside of workers; the same as in workers."""
AGAIN_SECONDS = 1.0
"""Seconds until the next interruption, in case one came where Python ignores exceptions, as in a finalizer."""
_SOON = 0.001


class _Passed(BaseException):
    """The exception that interrupts the work. It is no `Exception`, so that no library takes it for its own error."""


def can_interrupt() -> bool:
    """Tell whether deadlines work here: in the main thread of a system with timers, which Windows is not."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


_NOT_THE_WORK = frozenset(
    (
        *(function.__code__.co_filename for function in (contextmanager, can_interrupt)),
        *(kind.__init__.__code__.co_filename for kind in (WeakValueDictionary, WeakSet)),
        "<frozen importlib._bootstrap>",
    )
)
"""Files whose code is not interrupted. That which enters and leaves a deadline: the exception would pass by what stops
the timer. That which is called when an object is gone: Python would print the exception and go on."""


@contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raise `DeadlinePassed` if the body of the ``with`` takes longer. `what` names the work in the message.

    It does nothing where `can_interrupt` is False. Of nested deadlines the first to pass counts.
    """
    if not can_interrupt() or 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= seconds:
        yield  # a deadline around this one passes first
        return
    passed, is_open = _Passed(), True

    def interrupt(_number: int, frame: FrameType | None) -> None:
        if not is_open:
            return
        if frame is not None and frame.f_code.co_filename in _NOT_THE_WORK:
            signal.setitimer(signal.ITIMER_REAL, _SOON, AGAIN_SECONDS)
            return
        raise passed

    handler = signal.signal(signal.SIGALRM, interrupt)
    begun = time.monotonic()
    left = again = 0.0
    try:
        try:
            left, again = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
            yield
        finally:
            is_open = False
    except _Passed as interruption:
        if interruption is not passed:  # it belongs to a deadline around this one
            raise
        raise DeadlinePassed(what, seconds) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(_SOON, left - (time.monotonic() - begun)), again)
