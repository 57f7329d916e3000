"""`tamis extract`: extract articles from pages."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import DONE, NOTHING, WRONG_USE, status_of
from tamis.cli.help import HELP, INPUT, Command, option
from tamis.cli.messages import complain, say
from tamis.cli.outputs import JSON_LINES, Destination, Wanted, page_key, store_option
from tamis.cli.progress import each, working
from tamis.cli.settings_options import (
    NOT_ON_COMMAND_LINE,
    chosen_settings,
    fetch_options,
    input_list_option,
    method_option,
    overwrite_option,
    print_page_option,
    quiet_option,
    render_options,
    rules_option,
    settings_file_option,
    settings_options,
    site_profile_option,
    title_option,
    url_option,
    with_given,
)
from tamis.cli.sources import Reader, Source, Web, all_names, check_url
from tamis.core.pipeline import run
from tamis.core.stitching import ONE_PAGE, Paging, collect
from tamis.errors import AlreadyThere, NoTable, TamisError
from tamis.io.deadlines import can_interrupt, deadline
from tamis.model import CHUNK_WORDS, Outcome
from tamis.settings.excerpt import ExcerptSettings
from tamis.settings.extraction import Settings
from tamis.settings.options import ADVANCED, OUTPUT
from tamis.write.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tamis.library import Library
    from tamis.model import Article, Page
    from tamis.settings.fetching import RenderMode
    from tamis.settings.file import SettingsFile

    Extraction = Callable[[Page, Settings], Article]


@click.command(cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", type=SOURCE)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    help="Output format. [default: markdown]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="File, or folder for one file per source. Default: standard output.",
)
@click.option("--head", is_flag=True, help="Markdown with a head in YAML: title, authors, date, site and URL.")
@store_option
@url_option
@click.option("--all-pages", is_flag=True, help="Join the pages of an article that is split into several.")
@settings_file_option
@click.option("-v", "--verbose", is_flag=True, help="Log the findings of each stage on standard error.")
@quiet_option
@option(
    "--names",
    group=OUTPUT,
    type=click.Choice(("title", "source")),
    help="Name the files in a folder after the title or the source; index.jsonl lists them. [default: title]",
)
@overwrite_option
@option("--json-lines", group=OUTPUT, is_flag=True, help="One JSON object per line, failed sources included.")
@option("--front-matter", group=OUTPUT, is_flag=True, help="Markdown with all metadata in YAML front matter.")
@option("--html-tables", group=OUTPUT, is_flag=True, help="Markdown with tables in HTML that a pipe table cannot hold.")
@option(
    "--table",
    group=OUTPUT,
    type=click.IntRange(min=1),
    metavar="N",
    help="Table to write as CSV, from 1. [default: 1]",
)
@option(
    "--max-words",
    group=OUTPUT,
    type=click.IntRange(min=1),
    help=f"Maximum words in a chunk. [default: {CHUNK_WORDS}]",
)
@settings_options(ExcerptSettings)
@input_list_option
@title_option
@option(
    "--from-xml",
    group=INPUT,
    is_flag=True,
    help="Sources are XML files with pages in CUTER's format (docs/xml.md).",
)
@rules_option
@site_profile_option
@method_option
@settings_options(Settings, skip=NOT_ON_COMMAND_LINE)
@print_page_option
@option(
    "--deadline",
    "seconds",
    group=ADVANCED,
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Give up on a page that takes longer, not counting the time to fetch it. [default: no limit]",
)
@fetch_options
@render_options
def extract(
    sources: tuple[str, ...],
    form: str | None,
    output: str | None,
    names: Literal["title", "source"] | None,
    overwrite: bool,
    input_list: str | None,
    library_file: Path | None,
    json_lines: bool,
    url: str | None,
    title: str | None,
    settings_file: Path | None,
    max_words: int | None,
    head: bool,
    front_matter: bool,
    html_tables: bool,
    table: int | None,
    from_xml: bool,
    render: RenderMode,
    all_pages: bool,
    seconds: float | None,
    verbose: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """Extract the article of each SOURCE: a URL, a file, a folder of pages, or - for standard input.

    If one of several sources fails, the others are still processed; the exit status is 3 if a fetch failed, else 2 if a
    file does not exist or XML does not parse, else 1 if a source has no article, else 0.
    """
    if not sources and input_list is None:
        if sys.stdin.isatty():
            raise click.UsageError("name a SOURCE: a URL, a file, or - for standard input")
        sources = ("-",)
    check_url(url)
    if seconds is not None and not can_interrupt():
        raise click.UsageError("--deadline needs a system with timers: Linux, macOS, or Linux under Windows (WSL)")
    _refuse_contradictions(form, json_lines=json_lines, verbose=verbose, quiet=quiet)
    chosen = chosen_settings(settings_file, given)
    written = JSON_LINES if json_lines else form or "markdown"
    try:
        found = all_names(sources, input_list)
        many = len(found) > 1 or from_xml or input_list is not None or list(sources) != found
        if (url or title) and (many or from_xml):
            raise click.UsageError("--url and --title are for a single source")
        wanted = Wanted(
            written,
            output,
            many,
            head,
            front_matter,
            names,
            overwrite,
            max_words,
            html_tables=html_tables,
            table=table,
            excerpt=with_given(ExcerptSettings(), given),
        )
        destination = Destination(wanted)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    # Only some formats show the positions of blocks; a library needs them for highlights.
    positions = json_lines or library_file is not None or FORMATS[written].positions
    settings = replace(chosen.extract, positions=positions)
    paging = Paging(all_pages=all_pages, print_page=chosen.fetch.print_page)
    if any(paging) and render != "never":
        raise click.UsageError("--all-pages and --print-page read pages without a browser; leave out --render")
    with Web(chosen.fetch) as web, extraction_by(render, chosen, web, paging) as extraction:
        respects = bool(settings.respect)
        reader = Reader(web, url, title, from_xml, settings.limits, tells=verbose, respects=respects)
        with _opened(library_file) as opened:
            is_written = library_file is None or output is not None
            quiet = quiet or verbose
            work = _Work(settings, destination, extraction, verbose, opened, is_written=is_written, seconds=seconds)
            work.quiet = quiet or len(found) > 1
            try:
                for source in each(reader.sources(found), len(found), "extracting", quiet=quiet):
                    work.do(source)
            finally:
                destination.close()
    raise SystemExit(work.status)


@contextmanager
def extraction_by(
    render: RenderMode, chosen: SettingsFile, web: Web, paging: Paging = ONE_PAGE
) -> Iterator[Extraction]:
    """Yield the function that extracts an article from a page: the pipeline, or a browser before it."""
    if any(paging):
        yield lambda page, settings: collect(page, web.fetcher, settings, paging)
        return
    if render == "never":
        yield run
        return
    from tamis.io.rendering import Browser, Renderer

    with Browser(chosen.render, fetcher=web.fetcher) as browser:
        yield Renderer(browser, render, _say_not_rendered).run


def _say_not_rendered(page: Page) -> None:
    name = page.url or "the page"
    say(f"tamis: {name}: read as sent, because the browser gave no result; a settings file may raise render.timeout")


def _refuse_contradictions(form: str | None, *, json_lines: bool, verbose: bool, quiet: bool) -> None:
    if json_lines and form not in (None, "json"):
        raise click.UsageError(f"-f {form} and --json-lines contradict each other")
    if verbose and quiet:
        raise click.UsageError("--verbose and --quiet contradict each other")


@dataclass
class _Work:
    """The loop over the sources, and the worst exit status so far."""

    settings: Settings
    destination: Destination
    extraction: Extraction
    verbose: bool
    library: Library | None = None
    is_written: bool = True
    seconds: float | None = None
    """Deadline of a page, if it has one."""
    quiet: bool = True
    status: int = DONE

    def do(self, source: Source) -> None:
        try:
            article = self._article(source)
        except TamisError as error:
            self._fail(source, error, status_of(error))
        else:
            self._write(source, article)

    def _article(self, source: Source) -> Article:
        with working(f"extracting {source.name}", quiet=self.quiet):
            page = source.page()
            if self.seconds is None:
                return self.extraction(page, self.settings)
            with deadline(self.seconds, source.name):
                return self.extraction(page, self.settings).complete()

    def _fail(self, source: Source, error: TamisError, status: int) -> None:
        self.status = max(self.status, status)
        complain(source.name, error)
        self.destination.add_error(source.name, error)

    def _write(self, source: Source, article: Article) -> None:
        if self.verbose:
            for step in article.trace:
                say(f"{source.name}: {step.stage}: {step.note}")
            say(f"{source.name}: {article.outcome.value}: {article.outcome_reason}")
        if article.outcome is not Outcome.ARTICLE:
            self.status = max(self.status, NOTHING)
            say(f"tamis: {source.name}: no article ({article.outcome.value}): {_why(article)}")
        if self.library is not None and article.blocks:
            self._store(self.library, source, article)
        if not self.is_written:
            return
        try:
            self.destination.add(source.name, article)
        except AlreadyThere as error:
            self._fail(source, error, WRONG_USE)
        except NoTable as error:
            self._fail(source, error, NOTHING)

    def _store(self, library: Library, source: Source, article: Article) -> None:
        try:
            library.add(replace(article.complete(), url=page_key(source.name, article.url)))
        except TamisError as error:
            self._fail(source, error, NOTHING)


def _why(article: Article) -> str:
    """Explain why there is no article, and what there is instead."""
    return f"{article.outcome_reason}; -f json lists them" if article.teasers else article.outcome_reason


@contextmanager
def _opened(path: Path | None) -> Iterator[Library | None]:
    """Open the library, if one is named."""
    if path is None:
        yield None
        return
    from tamis.library import Library

    try:
        library = Library(path)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    with library:
        yield library
