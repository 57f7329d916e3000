"""`crawl`: crawl a site and store its articles. Starts the crawling process and reports its progress."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.errors import BadInput, BadUrl, MissingExtra
from tamis.io.fetching import FetchSettings
from tamis.news.addresses import crawlable
from tamis.news.folder import DATABASE, CrawlFolder
from tamis.news.process import Job
from tamis.settings.crawl import CrawlSettings
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

LIBRARY_SUFFIXES = (".db", ".sqlite", ".sqlite3")
"""File endings of a library; any other output is a folder."""


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


def crawl(
    start: str,
    output: str | Path,
    settings: CrawlSettings | None = None,
    *,
    fetching: FetchSettings | None = None,
    extraction: Settings | None = None,
    form: str = "markdown",
    progress: Callable[[CrawlReport], None] | None = None,
) -> CrawlReport:
    """Crawl a site into a folder or a library. The same call again resumes an interrupted run, or asks what changed.

    `output` is a folder, or the file of a `tamis.library.Library` if it ends with ``.db``, ``.sqlite`` or ``.sqlite3``.
    `form` is the format of the files in a folder. `progress` is called twice a second with the state of the crawl. If
    the process is killed, all articles that were reported are in the library, or in the folder's database, from which
    the next call writes files.
    """
    if find_spec("scrapy") is None:
        raise MissingExtra("crawling", "news")
    if crawlable(start) is None:
        raise BadUrl(start, "this is not the address of a web page; begin it with https://")
    place = Path(output)
    to_library = place.suffix.lower() in LIBRARY_SUFFIXES
    job = Job(
        start,
        str(place if to_library else place / DATABASE),
        to_library,
        settings or CrawlSettings(),
        fetching or FetchSettings(),
        extraction or Settings(),
    )
    tell = progress or (lambda _report: None)
    with nullcontext() if to_library else closing(CrawlFolder(place, form)) as folder:
        return _followed(job, folder, tell)


def _followed(job: Job, folder: CrawlFolder | None, progress: Callable[[CrawlReport], None]) -> CrawlReport:
    command = [sys.executable, "-m", "tamis.news.process"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:  # noqa: S603 (ourselves)
        assert child.stdin is not None  # noqa: S101 (asked for)
        assert child.stdout is not None  # noqa: S101 (the same)
        with suppress(BrokenPipeError):
            pickle.dump(job, child.stdin, pickle.HIGHEST_PROTOCOL)
            child.stdin.flush()
        values: dict[str, Any] = {}
        try:
            for line in child.stdout:
                values = json.loads(line)
                if "error" not in values:
                    progress(_report(values))
                    if folder is not None:
                        folder.write_some()
        except KeyboardInterrupt:  # The child gets the interrupt too, and ends after the pages under way.
            for line in child.stdout:
                values = json.loads(line)
    if "error" in values:
        raise BadInput(str(values["message"]))
    if not values.get("final"):
        raise BadInput(
            f"the crawl ended unexpectedly (exit status {child.returncode}); the same command goes on with it"
        )
    return _report(values)


def _report(values: dict[str, Any]) -> CrawlReport:
    return CrawlReport(**{name: values[name] for name in CrawlReport.__dataclass_fields__ if name in values})
