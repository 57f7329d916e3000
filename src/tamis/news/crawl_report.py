"""Progress of a crawl, counted in its database."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.news.frontier import Code, State

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from tamis.model import Article


@dataclass(frozen=True)
class CrawlReport:
    """Progress of a crawl, or its result."""

    found: int = 0
    """Number of pages that the crawl knows."""
    fetched: int = 0
    """Number of pages that this run requested."""
    articles: int = 0
    """Number of articles in all."""
    new_articles: int = 0
    """Number of new articles in this run."""
    unchanged: int = 0
    """Number of pages that had not changed since the last run."""
    queued: int = 0
    """Number of pages still to fetch."""
    errors: dict[str, int] = field(default_factory=dict)
    """Number of failed pages, by code."""
    skipped: dict[str, int] = field(default_factory=dict)
    """Number of pages that were not fetched or brought nothing new, by code."""
    halted: str = ""
    """Reason why the crawl stopped early; empty if it did not."""
    resumed: bool = False
    """True if it resumed an interrupted run."""
    complete: bool = False
    """True if the run finished."""
    source: Callable[[], Iterator[Article]] | None = field(default=None, repr=False, compare=False)
    """Function that reads the articles of the crawl; `iter` calls it."""

    def __iter__(self) -> Iterator[Article]:
        """Yield the articles of the crawl, those of earlier runs included, in the order in which they were found."""
        return iter(()) if self.source is None else self.source()


def counted(connection: sqlite3.Connection, crawl: int) -> CrawlReport:
    """Count the pages and articles of a crawl."""
    pages = connection.execute(
        "SELECT state, code, count(*) FROM crawl_page WHERE crawl = ? GROUP BY state, code", (crawl,)
    ).fetchall()
    states: Counter[str] = Counter()
    codes: dict[str, Counter[str]] = {State.FAILED: Counter(), State.SKIPPED: Counter(), State.DONE: Counter()}
    for state, code, number in pages:
        states[state] += number
        if state in codes and code != Code.PROBE:
            codes[state][code] += number
    fetched, articles = connection.execute(
        "SELECT fetched, (SELECT count(*) FROM crawl_article WHERE crawl = :crawl) FROM crawl WHERE id = :crawl",
        {"crawl": crawl},
    ).fetchone()
    return CrawlReport(
        found=states.total(),
        fetched=fetched,
        articles=articles,
        unchanged=codes[State.DONE][Code.UNCHANGED],
        queued=states[State.QUEUED] + states[State.FETCHING],
        errors=dict(codes[State.FAILED].most_common()),
        skipped=dict(codes[State.SKIPPED].most_common()),
    )
