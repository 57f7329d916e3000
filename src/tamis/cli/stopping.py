"""Stopping a long command: after what is under way, on Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Any

from tamis.cli.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def stopping() -> Iterator[Event]:
    """Yield an event that Ctrl-C and SIGTERM set. A second Ctrl-C ends the process at once."""
    stop = Event()
    before: dict[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def end(number: int, _frame: object) -> None:
        stop.set()
        signal.signal(number, before[number])
        say("tamis: stopping after the pages in progress")

    for number in before:
        signal.signal(number, end)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
