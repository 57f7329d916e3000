"""`crawl`: crawl a site and store its articles. The crawl has its own thread; the caller's reports its progress.

The articles are in the crawl's database, in the transactions of the frontier. In a folder, files are written from it in
the caller's thread: a file that was not yet written when the process was killed is written by the next one.
"""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Event
from typing import TYPE_CHECKING, cast
from weakref import finalize

from tamis.errors import BadInput, BadUrl, MissingExtra, OutputFailed
from tamis.io.fetching import FetchSettings
from tamis.io.files import INDEX, slug, write_whole
from tamis.library.location import FILE, LIBRARY_SUFFIXES
from tamis.model import Article
from tamis.news.crawl_database import connect, lay_out, transaction
from tamis.news.crawl_urls import crawlable
from tamis.news.site_crawl import SiteCrawl
from tamis.settings.crawl import CrawlOptions, CrawlSettings
from tamis.settings.extraction import Settings
from tamis.settings.fetching import FetchingOptions, divided
from tamis.settings.options import with_options
from tamis.write.formats import FORMATS
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from concurrent.futures import Future
    from typing import Unpack

    from tamis.news.crawl_report import CrawlReport

DATABASE = "crawl.db"
"""Name of the file with the frontier and the articles, in the folder."""
BATCH = 20
"""Number of articles written at a time, so that the crawl does not wait for the database."""
_NEW = "SELECT id, url, title, json, file FROM crawl_article WHERE NOT is_written AND json IS NOT NULL LIMIT ?"
_ALL = "SELECT file, url, title FROM crawl_article WHERE is_written AND file IS NOT NULL ORDER BY file"
PERIOD = 0.5
"""Seconds between two reports."""
MAX_SHARE = 50
"""Pause between two reports as a multiple of the time that one takes: counting many pages is slow."""


class SiteOptions(CrawlOptions, FetchingOptions, total=False):
    """The keyword arguments of `crawl`: fields of `CrawlSettings`, and those of `FetchSettings` that are used most."""


def crawl(
    start: str,
    output: str | Path | None = None,
    settings: CrawlSettings | None = None,
    *,
    fetching: FetchSettings | None = None,
    extraction: Settings | None = None,
    form: str = "markdown",
    progress: Callable[[CrawlReport], None] | None = None,
    stop: Event | None = None,
    **options: Unpack[SiteOptions],
) -> CrawlReport:
    """Crawl a site into a folder or a library. The same call again resumes an interrupted run, or asks what changed.

    `output` is a folder, or the file of a `tamis.library.Library` if it ends with ``.db``, ``.sqlite`` or ``.sqlite3``.
    Without it the articles are kept until the report is gone: ``for article in tamis.crawl(url, max_pages=20)`` goes
    through them once the crawl has ended. `options` are fields of `CrawlSettings`, and of `FetchSettings`, such as
    ``timeout=5``; they override those of `settings` and `fetching`. `max_pages` counts all requests but robots.txt:
    those of lists, sitemaps and feeds, too.
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
    of_crawl, fetching = divided(cast("Mapping[str, object]", options), fetching, CrawlSettings)
    chosen = with_options(settings or CrawlSettings(), of_crawl)
    kept = _KeptFolder() if output is None else None
    library_path = kept.path / FILE if kept is not None else Path(output or "")
    to_library = library_path.suffix.lower() in LIBRARY_SUFFIXES
    database = library_path if to_library else library_path / DATABASE
    site = SiteCrawl(
        parts,
        database,
        to_library,
        chosen,
        fetching or FetchSettings(),
        extraction or Settings(),
        stop or Event(),
    )
    with (
        _writing(library_path),
        _alone(database),
        closing(connect(database)) as connection,
        nullcontext() if to_library else closing(CrawlFolder(library_path, form)) as folder,
    ):
        tell = partial(_tell, site, connection, folder, progress)
        _run(site, tell)
        report = tell()
    return report if kept is None else replace(report, source=partial(_read_kept, report, kept))


@contextmanager
def _writing(output: Path) -> Iterator[None]:
    """Turn errors of a full or broken disk into `OutputFailed`."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise OutputFailed(str(output), reason or str(error)) from error


class _KeptFolder:
    """A temporary folder that is removed once nobody has a reference to it."""

    def __init__(self) -> None:
        self.path = Path(mkdtemp(prefix="tamis-crawl-"))
        finalize(self, rmtree, self.path, ignore_errors=True)


def _read_kept(report: CrawlReport, _folder: _KeptFolder) -> Iterator[Article]:
    """Read the articles of a crawl from a folder that is there as long as somebody reads in it."""
    yield from report


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
    import fcntl

    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        file = database.with_name(f"{database.name}.lock").open("w")
    except OSError as error:
        raise BadInput(f"{database}: cannot be used for a crawl: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"{database}: another crawl is writing to it; wait until it ends") from None
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


class CrawlFolder:
    """A folder with a file for each article of a crawl."""

    def __init__(self, folder: Path, form: str) -> None:
        self._folder = folder
        self._format = FORMATS[form]
        with ExitStack() as on_failure:
            self._connection: sqlite3.Connection = connect(folder / DATABASE)
            on_failure.callback(self._connection.close)
            lay_out(self._connection)
            on_failure.pop_all()

    def close(self) -> None:
        """Write the remaining articles and the index."""
        with closing(self._connection):
            while self.write_some():
                pass
            self._write_index()

    def _write_index(self) -> None:
        rows = self._connection.execute(_ALL).fetchall()
        lines = [json_text({"file": file, "source": url, "url": url, "title": title}) for file, url, title in rows]
        text = "".join(f"{line}\n" for line in lines)
        index = self._folder / INDEX
        if not index.exists() or index.read_text(encoding="utf-8") != text:
            write_whole(index, text)

    def write_some(self) -> int:
        """Write the files of some new articles, and delete the files of removed ones. Return the number of new
        articles."""
        rows = self._connection.execute(_NEW, (BATCH,)).fetchall()
        written = [(self._write(*row), row[0]) for row in rows]
        stale = [file for (file,) in self._connection.execute("SELECT file FROM crawl_stale_file")]
        for file in stale:
            (self._folder / file).unlink(missing_ok=True)
        if written or stale:
            with transaction(self._connection):
                self._connection.execute("DELETE FROM crawl_stale_file")
                # An article that was replaced meanwhile is written again.
                self._connection.executemany(
                    "UPDATE crawl_article SET is_written = (json IS ?), file = ? WHERE id = ?",
                    [(text, file, number) for (file, text), number in written],
                )
        return len(rows)

    def _write(self, number: int, url: str, title: str, text: str, file: str | None) -> tuple[str, str]:
        """Write an article. Return the name of its file and the JSON that was written."""
        name = file or self._name(number, url, title)
        article = Article.from_json(text)
        content = self._format.write(article)
        write_whole(self._folder / name, content if content.endswith("\n") else content + "\n")
        return name, text

    def _name(self, number: int, url: str, title: str) -> str:
        """Choose a file name that no other article has."""
        stem = slug(title) or slug(url.rstrip("/").rpartition("/")[2]) or "article"
        name = f"{stem}{self._format.suffix}"
        taken = self._connection.execute("SELECT 1 FROM crawl_article WHERE file = ?", (name,)).fetchone()
        return f"{stem}-{number}{self._format.suffix}" if taken or (self._folder / name).exists() else name
