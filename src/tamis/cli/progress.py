"""Progress of long work, on standard error if it is a terminal: a bar for several things, a line for one."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, TypeVar

from tamis.text.characters import for_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.status import Status

Item = TypeVar("Item")
SECONDS = 1.0
"""Seconds that work may take before a line says what is going on."""


def each(items: Iterable[Item], count: int, description: str, *, quiet: bool = False) -> Iterator[Item]:
    """Yield the items, with a progress bar if there are several."""
    if count < 2 or quiet or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, total=count, description=description, console=Console(stderr=True), transient=True)


@contextmanager
def working(description: str, *, quiet: bool = False) -> Iterator[None]:
    """Say what is going on while the block runs, if it takes longer than `SECONDS`."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    shown: list[Status] = []

    def show() -> None:
        from rich.console import Console
        from rich.markup import escape

        shown.append(Console(stderr=True).status(escape(for_terminal(description))))
        shown[0].start()

    timer = Timer(SECONDS, show)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        for status in shown:
            status.stop()
