"""Who is measured: tamis's own strategies and the peers, behind one way to ask them."""

from __future__ import annotations

import logging
import signal
import threading
import warnings
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tamis_bench import peers
from tamis_bench.agreement import Found
from tamis_bench.peers import Analysis, Functions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

OWN = "tamis:"
"""What the names of tamis's own strategies begin with in the tables."""


SHOWN_ONLY = " (method alone)"
"""What they end with if a strategy's choice stays as it is: no embedded text, no teasers in its place."""


class Answer(NamedTuple):
    """What a contender made of a page."""

    text: str
    found: Found | None
    """Title, authors and date; None if it does not give them."""
    failure: str | None
    """Why it failed, if it did; a page on which it failed counts as empty."""


def field(strategies: Sequence[str], peer_names: Sequence[str], *, embedded: bool = True) -> list[str]:
    """The contenders' names: strategies first, then peers. Without `embedded` a strategy's choice stays as it is."""
    ending = "" if embedded else SHOWN_ONLY
    return [f"{OWN}{strategy}{ending}" for strategy in strategies] + list(peer_names)


def strategy_of(name: str) -> str:
    """The strategy that a contender of tamis's own stands for."""
    return name.removeprefix(OWN).removesuffix(SHOWN_ONLY)


def own_strategies(asked: Sequence[str]) -> list[str]:
    """The strategies asked for, or all."""
    from tamis.core.strategies import by_name, names

    for name in asked:
        by_name(name)
    return list(asked) or list(names())


def peers_asked(asked: str) -> tuple[list[str], list[str]]:
    """The peers of `all`, `none` or a list with commas that are installed, and a word on each that is not."""
    if asked == "none":
        return [], []
    return peers.available(peers.PEERS if asked == "all" else [name.strip() for name in asked.split(",")])


def version(name: str) -> str:
    """The version of a contender."""
    if name.startswith(OWN):
        from tamis import __version__

        return __version__
    return peers.PEERS[name].version()


@cache
def functions(name: str) -> Functions:
    """How to ask a contender."""
    return _own(name.removeprefix(OWN)) if name.startswith(OWN) else peers.load(name)


def ask(name: str, html: str, url: str | None, cap: float) -> Answer:
    """Have a contender extract one page within a time limit. A crash or timeout gives an empty answer."""
    _, analyse, describes = functions(name)
    try:
        with quiet(), time_cap(cap):
            text, found = analyse(html, url)
            return Answer(text, found, None)
    except OutOfTime:
        failure = f"took more than {cap:g} seconds"
    except Exception as error:  # noqa: BLE001 (a contender that dies on a page is counted, not fatal)
        failure = f"{type(error).__name__}: {error}"[:200]
    return Answer("", Found() if describes else None, failure)


@contextmanager
def quiet() -> Iterator[None]:
    """Without the warnings and the log lines of foreign libraries."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _own(strategy: str) -> Functions:
    from tamis import Settings, extract

    is_whole = not strategy.endswith(SHOWN_ONLY)
    # Plain text shows no positions.
    name = strategy.removesuffix(SHOWN_ONLY)
    settings = Settings(strategy=name, positions=False, embedded=is_whole, teasers=is_whole)

    def text(html: str, url: str | None) -> str:
        return extract(html, url=url, settings=settings).text

    def analyse(html: str, url: str | None) -> Analysis:
        article = extract(html, url=url, settings=settings)
        date = article.published.isoformat() if article.published else None
        return Analysis(article.text, Found(article.title, article.authors, date))

    return Functions(text, analyse)


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
