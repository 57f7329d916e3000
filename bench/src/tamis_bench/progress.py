"""A progress bar on standard error, and work distributed over processes."""

from __future__ import annotations

import multiprocessing
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")

PAGES_AT_ONCE = 4  # pages that a process takes at once; few, because pages are large, and some are slow


def track(items: Sequence[Item], description: str) -> Iterator[Item]:
    """Yield the items one by one, with a progress bar."""
    yield from bar(iter(items), len(items), description)


def run(function: Callable[[Item], Result], items: Sequence[Item], jobs: int, description: str) -> Iterator[Result]:
    """Yield the results in the order of the items, whatever the number of processes.

    With more than one job, the function must be importable, or a `functools.partial` of one that is.
    """
    if jobs <= 1:
        yield from bar(map(function, items), len(items), description)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from bar(pool.imap(function, items, PAGES_AT_ONCE), len(items), description)


def bar(items: Iterator[Item], total: int, description: str) -> Iterator[Item]:
    """Yield the items of an iterator that has `total` of them, with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(items, total=total, description=description)
