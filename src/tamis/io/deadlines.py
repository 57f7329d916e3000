"""A deadline for work in this process: the system's timer interrupts it.

Workers are killed when they take too long, whatever they do, and cost an interpreter (`tamis.io.workers`). This costs
nothing, and is for commands that read one file after another: a feed, an import, a page. The timer interrupts Python
code, and patterns that search; a call into C is interrupted at its end. Both have the same reason, `timed_out`.
"""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tamis.errors import DeadlinePassed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

READ_SECONDS = 30.0
"""For a feed, a list or a page that is read outside of workers: what workers have, too."""
AGAIN_SECONDS = 1.0
"""Until the next interruption, in case that one came where Python ignores exceptions, as in a finalizer."""
_SOON = 0.001


class _Passed(BaseException):
    """Interrupts the work; no `Exception`, so that no library takes it for an error of its own."""


def can_interrupt() -> bool:
    """Tell whether deadlines work here: in the main thread of a system with timers, which Windows is not."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def deadline(seconds: float, what: str) -> Iterator[None]:
    """Raise `DeadlinePassed` if the work within takes longer. `what` names it in the message.

    Does nothing where `can_interrupt` is False. Of deadlines within each other the first to pass counts.
    """
    if not can_interrupt() or 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= seconds:
        yield  # a deadline around this one comes first
        return
    passed, is_open = _Passed(), True

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if is_open:
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
        if interruption is not passed:  # of a deadline around this one
            raise
        raise DeadlinePassed(what, seconds) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(_SOON, left - (time.monotonic() - begun)), again)
