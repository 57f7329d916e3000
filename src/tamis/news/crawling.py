"""`crawl`: crawl a site and store its articles. The crawl has its own thread; the caller's reports its progress."""

from __future__ import annotations

import fcntl
import time
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from tamis.errors import BadInput, BadUrl, MissingExtra
from tamis.io.fetching import FetchSettings
from tamis.library.location import LIBRARY_SUFFIXES
from tamis.news.crawl_urls import crawlable
from tamis.news.folder import DATABASE, CrawlFolder
from tamis.news.site_crawl import SiteCrawl
from tamis.news.tables import connect
from tamis.settings.crawl import CrawlSettings
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from tamis.news.crawl_report import CrawlReport

PERIOD = 0.5
"""Seconds between two reports."""
MAX_SHARE = 50
"""Pause between two reports as a multiple of the time that one takes: counting many pages is slow."""


def crawl(
    start: str,
    output: str | Path,
    settings: CrawlSettings | None = None,
    *,
    fetching: FetchSettings | None = None,
    extraction: Settings | None = None,
    form: str = "markdown",
    progress: Callable[[CrawlReport], None] | None = None,
    stop: Event | None = None,
) -> CrawlReport:
    """Crawl a site into a folder or a library. The same call again resumes an interrupted run, or asks what changed.

    `output` is a folder, or the file of a `tamis.library.Library` if it ends with ``.db``, ``.sqlite`` or ``.sqlite3``.
    `form` is the format of the files in a folder. `progress` is called twice a second with the state of the crawl.
    `stop` ends the crawl once it is set, after the pages under way; the first Ctrl-C sets it, the second one raises
    `KeyboardInterrupt`. If the process is killed, all articles that were reported are in the library, or in the
    folder's database, from which the next call writes files.
    """
    if find_spec("feedparser") is None:
        raise MissingExtra("crawling", "news")
    parts = crawlable(start)
    if parts is None:
        raise BadUrl(start, "this is not the URL of a web page; begin it with https://")
    library_path = Path(output)
    to_library = library_path.suffix.lower() in LIBRARY_SUFFIXES
    database = library_path if to_library else library_path / DATABASE
    site = SiteCrawl(
        parts,
        database,
        to_library,
        settings or CrawlSettings(),
        fetching or FetchSettings(),
        extraction or Settings(),
        stop or Event(),
    )
    with (
        _alone(database),
        closing(connect(database)) as connection,
        nullcontext() if to_library else closing(CrawlFolder(library_path, form)) as folder,
    ):
        tell = partial(_tell, site, connection, folder, progress)
        _run(site, tell)
        return tell()


def _tell(
    site: SiteCrawl,
    connection: sqlite3.Connection,
    folder: CrawlFolder | None,
    progress: Callable[[CrawlReport], None] | None,
) -> CrawlReport:
    """Report the progress, and write the files of new articles."""
    report = site.report(connection)
    if progress is not None:
        progress(report)
    if folder is not None:
        folder.write_some()
    return report


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Hold the lock of a database: two crawls into one file would fetch the same pages."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        file = database.with_name(f"{database.name}.lock").open("w")
    except OSError as error:
        raise BadInput(f"{database}: cannot be used for a crawl: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"{database}: another crawl writes to it; wait for its end") from None
        yield


def _run(site: SiteCrawl, tell: Callable[[], object]) -> None:
    """Crawl in another thread, because this one may have a running event loop, and report the progress."""
    with ThreadPoolExecutor(1, "tamis crawl") as thread:
        try:
            running = thread.submit(site.run)
            try:
                _follow(running, tell)
            except KeyboardInterrupt:
                if site.stop.is_set():
                    raise
                site.stop.set()
                _follow(running, tell)
        except BaseException:
            site.abandon()
            raise
        running.result()


def _follow(running: Future[None], tell: Callable[[], object]) -> None:
    pause = PERIOD
    while not wait([running], pause).done:
        begin = time.perf_counter()
        tell()
        pause = max(PERIOD, MAX_SHARE * (time.perf_counter() - begin))
