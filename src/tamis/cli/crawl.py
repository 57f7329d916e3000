"""`tamis crawl`: crawl a news site and store its articles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tamis.cli.exit_status import NOT_FETCHED, NOTHING
from tamis.cli.help import HELP, Command
from tamis.cli.messages import number_of, say
from tamis.cli.settings_options import (
    NOT_ON_COMMAND_LINE,
    chosen_settings,
    fetch_options,
    method_option,
    option_names,
    quiet_option,
    rules_option,
    settings_file_option,
    settings_options,
    take,
    with_given,
)
from tamis.cli.stopping import stopping
from tamis.errors import MissingExtra, TamisError
from tamis.news.crawling import crawl as run_crawl
from tamis.settings.crawl import CrawlSettings
from tamis.settings.extraction import Settings
from tamis.text.urls.sites import is_web_url
from tamis.write.formats import WHOLE_FORMATS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import Self

    from tamis.news.crawl_report import CrawlReport

_OWN = option_names(CrawlSettings)
SHOWN_REASONS = 3
"""Number of kinds of errors that the progress bar names."""


@click.command(cls=Command, context_settings=HELP)
@click.argument("url")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder for the articles, or a library (.db).",
)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(WHOLE_FORMATS),
    default="markdown",
    show_default=True,
    help="Format of the files in a folder.",
)
@settings_file_option
@quiet_option
@settings_options(CrawlSettings)
@rules_option
@method_option
@settings_options(Settings, skip=NOT_ON_COMMAND_LINE | _OWN)
@fetch_options
def crawl(url: str, output: Path, form: str, settings_file: Path | None, quiet: bool, **given: Any) -> None:
    """Crawl the news site at URL and store its articles.

    Follows links, feeds and sitemaps on one site, politely: robots.txt, a delay between requests, each page once.
    Ctrl-C or SIGTERM stops it after the pages in progress; even after a kill, the same command resumes. After a
    complete run, it fetches what is new or has changed. Needs the extra news.

    Exit status: 0 success, 1 no article, 2 usage error, 3 the site could not be crawled.
    """
    if not is_web_url(url):
        raise click.UsageError(f"{url}: begin it with https:// or http://")
    own = take(given, _OWN)
    chosen = chosen_settings(settings_file, given)
    try:
        settings = with_given(chosen.crawl, own)
        with Bar(url, settings.max_pages, quiet=quiet) as bar, stopping() as stop:
            report = run_crawl(
                url,
                output,
                settings,
                fetching=chosen.fetch,
                extraction=chosen.extract,
                form=form,
                progress=bar.show,
                stop=stop,
            )
    except MissingExtra as error:
        raise click.UsageError(str(error)) from error
    except TamisError as error:
        say(f"tamis: {error}")
        raise SystemExit(NOT_FETCHED) from error
    for line in summary(report):
        say(line)
    raise SystemExit(_status(report))


def summary(report: CrawlReport) -> list[str]:
    """Describe how a crawl ended, in lines."""
    lines = [
        f"{number_of(report.articles, 'article')} ({report.new_articles:,} new); "
        f"{number_of(report.fetched, 'page')} fetched, {report.unchanged:,} unchanged, {report.found:,} found"
    ]
    if report.errors:
        lines.append(f"errors: {counted(report.errors)}")
    if report.skipped:
        lines.append(f"skipped: {counted(report.skipped)}")
    if report.halted:
        lines.append(f"stopped: {report.halted}")
    elif not report.complete:
        lines.append("stopped; the same command goes on")
    elif report.queued:
        lines.append(f"{report.queued:,} pages left; the same command goes on (--max-pages)")
    return lines


def counted(counts: Mapping[str, int], most: int | None = None) -> str:
    """Write codes with their counts, the most frequent first."""
    ranked = sorted(counts.items(), key=lambda item: -item[1])[:most]
    return ", ".join(f"{code} {number:,}" for code, number in ranked)


def _status(report: CrawlReport) -> int:
    if report.halted:
        return NOT_FETCHED
    if report.articles:
        return 0
    return NOT_FETCHED if report.errors else NOTHING


class Bar:
    """A progress bar on standard error, if it is a terminal."""

    def __init__(self, url: str, max_pages: int, *, quiet: bool = False) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[counts]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._task = self._progress.add_task(url, total=None, counts="")
        self._max_pages = max_pages

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def show(self, report: CrawlReport) -> None:
        """Show the progress."""
        errors = sum(report.errors.values())
        reasons = f" ({counted(report.errors, SHOWN_REASONS)})" if errors else ""
        counts = f"{report.found:,} found, {report.fetched:,} fetched, {report.articles:,} articles, {errors:,} errors"
        total = min(report.fetched + report.queued, self._max_pages)
        self._progress.update(self._task, total=total, completed=report.fetched, counts=counts + reasons)
