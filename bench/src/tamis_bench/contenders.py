"""The contenders of a benchmark: tamis's own strategies and its peers, behind one interface."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tamis_bench import peers
from tamis_bench.agreement import Found
from tamis_bench.peers import Analysis, Functions
from tamis_bench.time_limit import OutOfTime, quiet, time_cap

if TYPE_CHECKING:
    from collections.abc import Sequence

OWN = "tamis:"
"""Prefix of the names of tamis's own strategies in the tables."""


SHOWN_ONLY = " (method alone)"
"""Suffix of the names if a strategy's choice is not changed: no embedded text, no teasers in its place."""


class Answer(NamedTuple):
    """A contender's result for a page."""

    text: str
    found: Found | None
    """Title, authors and date; None if the contender does not give them."""
    failure: str | None
    """Reason of the failure, if the contender failed; such a page counts as empty."""


def field(strategies: Sequence[str], peer_names: Sequence[str], *, embedded: bool = True) -> list[str]:
    """Return the contenders' names, strategies first. Without `embedded`, a strategy's choice is not changed."""
    ending = "" if embedded else SHOWN_ONLY
    return [f"{OWN}{strategy}{ending}" for strategy in strategies] + list(peer_names)


def strategy_of(name: str) -> str:
    """Return the strategy behind the name of one of tamis's own contenders."""
    return name.removeprefix(OWN).removesuffix(SHOWN_ONLY)


def own_strategies(asked: Sequence[str]) -> list[str]:
    """Return the requested strategies, or all. Raise if one does not exist."""
    from tamis.core.strategies import by_name, names

    for name in asked:
        by_name(name)
    return list(asked) or list(names())


def peers_asked(asked: str) -> tuple[list[str], list[str]]:
    """Return the installed peers of `all`, `none` or a list with commas, and a message about each that is missing."""
    if asked == "none":
        return [], []
    return peers.available(peers.PEERS if asked == "all" else [name.strip() for name in asked.split(",")])


def version(name: str) -> str:
    """Return the version of a contender."""
    if name.startswith(OWN):
        from tamis import __version__

        return __version__
    return peers.PEERS[name].version()


@cache
def functions(name: str) -> Functions:
    """Return the functions that call a contender."""
    return _own(name.removeprefix(OWN)) if name.startswith(OWN) else peers.load(name)


def ask(name: str, html: str, url: str | None, cap: float) -> Answer:
    """Have a contender extract one page within a time limit. A crash or timeout gives an empty answer."""
    own = functions(name)
    try:
        with quiet(), time_cap(cap):
            text, found = own.analyse(html, url)
            return Answer(text, found, None)
    except OutOfTime:
        failure = f"took more than {cap:g} seconds"
    except Exception as error:  # noqa: BLE001 (a contender that dies on a page is counted, not fatal)
        failure = f"{type(error).__name__}: {error}"[:200]
    return Answer("", Found() if own.describes else None, failure)


def _own(strategy: str) -> Functions:
    from tamis import Settings, extract

    is_whole = not strategy.endswith(SHOWN_ONLY)
    # Positions are off because plain text does not show them.
    name = strategy.removesuffix(SHOWN_ONLY)
    settings = Settings(strategy=name, positions=False, embedded=is_whole, teasers=is_whole)

    def text(html: str, url: str | None) -> str:
        return extract(html, url=url, settings=settings).text

    def analyse(html: str, url: str | None) -> Analysis:
        article = extract(html, url=url, settings=settings)
        date = article.published.isoformat() if article.published else None
        captions = tuple(f"{image.caption} {image.credit}" for image in article.images)
        return Analysis(article.text, Found(article.title, article.authors, date, captions))

    def markdown(html: str, url: str | None) -> str:
        return extract(html, url=url, settings=settings).to_markdown()

    return Functions(text, analyse, markdown=markdown)
