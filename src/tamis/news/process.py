"""The process that crawls: ``python -m tamis.news.process``, started by `tamis.news.crawling`.

It is a separate process because Scrapy's reactor can run only once in one. It reads its job from standard input, writes
its progress to standard output, a JSON object in each line, and ends when its parent does.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pickle
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadInput, TamisError
from tamis.news.tables import connect, lay_out

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from tamis.io.fetching import FetchSettings
    from tamis.settings.crawl import CrawlSettings
    from tamis.settings.extraction import Settings

PERIOD = 0.5
"""Seconds between two reports."""
MAX_SHARE = 50
"""Pause between two reports as a multiple of the time that one takes: counting many pages is slow."""
PATIENCE = 10.0
"""Seconds to wait for an earlier crawl that is about to end."""
PARENT_GONE = 3
"""Exit status if the parent ended first."""


class Job(NamedTuple):
    """A site to crawl, with all settings."""

    start: str
    database: str
    to_library: bool
    settings: CrawlSettings
    fetching: FetchSettings
    extraction: Settings


def main() -> None:
    """Crawl the site and report the progress."""
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Output of libraries must not mix with the reports.
    job: Job = pickle.load(sys.stdin.buffer)  # noqa: S301 (written by the parent)
    threading.Thread(target=_watch_parent, daemon=True).start()
    try:
        with (
            _alone(Path(job.database)),
            closing(connect(Path(job.database), durable=job.to_library)) as connection,
        ):
            final = _crawl(job, connection, lambda counts: _report(reports, counts))
    except TamisError as error:
        final = {"error": error.code, "message": str(error)}
    _report(reports, {**final, "final": True})
    os._exit(0)  # Everything is written; do not wait for threads that wait for a silent server.


def _watch_parent() -> None:
    """End at once when the parent has ended: the frontier stays as the last transaction left it."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(PARENT_GONE)


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Hold the lock of a database: two crawls into one file would fetch the same pages."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with database.with_name(f"{database.name}.lock").open("w") as file:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise BadInput(f"{database}: another crawl writes to it; wait for its end") from None
                time.sleep(PERIOD / 5)
        yield


def _crawl(job: Job, connection: sqlite3.Connection, report: Any) -> dict[str, object]:
    from scrapy.crawler import AsyncCrawlerProcess

    from tamis.news.articles import LibrarySink
    from tamis.news.scrapy_parts import SiteSpider, scrapy_settings
    from tamis.news.site_crawl import SiteCrawl

    sink = LibrarySink(connection) if job.to_library else None
    lay_out(connection)
    crawl = SiteCrawl(connection, job.start, job.settings, job.fetching, job.extraction, sink)
    resumed = crawl.open()
    process = AsyncCrawlerProcess(scrapy_settings(job.settings.concurrency))

    async def report_on() -> None:
        while True:
            start = time.perf_counter()
            report({**crawl.counts(), "resumed": resumed})
            await asyncio.sleep(max(PERIOD, MAX_SHARE * (time.perf_counter() - start)))

    crawler = process.create_crawler(SiteSpider)
    task = process.crawl(crawler, crawl=crawl)
    reporting = asyncio.ensure_future(report_on(), loop=task.get_loop())
    process.start()
    reporting.cancel()
    is_complete = not crawl.has_more() and not crawl.in_flight
    crawl.close(is_complete=is_complete)
    return {**crawl.counts(), "resumed": resumed, "complete": is_complete and not crawl.halt.code}


def _report(reports: Any, values: dict[str, object]) -> None:
    reports.write(json.dumps(values) + "\n")
    reports.flush()


if __name__ == "__main__":
    main()
