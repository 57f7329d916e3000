"""`tamis digest`: make a summarized edition of a news site, feeds or a library."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.crawl import Bar, counted
from tamis.cli.exit_status import NOT_FETCHED, NOTHING
from tamis.cli.help import HELP, Command
from tamis.cli.library import reader_option
from tamis.cli.messages import complain, number_of, say, say_problems
from tamis.cli.outputs import check_edition, write_whole
from tamis.cli.progress import working
from tamis.cli.settings_options import (
    chosen_settings,
    fetch_options,
    option_names,
    quiet_option,
    settings_file_option,
    settings_options,
    take,
    with_given,
)
from tamis.cli.sources import Web, what_is_wrong_with
from tamis.cli.stopping import stopping
from tamis.edition import make_edition
from tamis.errors import BadInput, NoSuchSource, TamisError
from tamis.library import Library
from tamis.library.location import LIBRARY_SUFFIXES
from tamis.news.crawling import crawl
from tamis.news.digest import SENTENCES, DigestSettings, digest_of, since_day, today
from tamis.settings.crawl import CrawlSettings
from tamis.settings.summary import SummarySettings
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.news.digest import Digest
    from tamis.settings.file import SettingsFile

EDITIONS = ("html", "epub", "pdf")
FORMATS = (*EDITIONS, "json", "md")
_CRAWL = frozenset({"max_pages", "max_depth", "delay", "only", "skip"})


@click.command(cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=SOURCE)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File: .html, .epub, .pdf, .json or .md. Default: print the front page as Markdown.",
)
@click.option("--since", metavar="DAY", help="Only stories since then: today, yesterday, 3d or 2024-05-31.")
@click.option(
    "--library",
    "library_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Library to store the stories in; its stars and read marks rank them. Default: none.",
)
@reader_option
@click.option("--title", help="Title of the edition.")
@settings_file_option
@quiet_option
@settings_options(DigestSettings, group="")
@settings_options(SummarySettings, skip=frozenset({"title"}), group="Summary")
@settings_options(CrawlSettings, skip=option_names(CrawlSettings) - _CRAWL)
@fetch_options
def digest(
    sources: tuple[str, ...],
    output: Path | None,
    since: str | None,
    library_file: Path | None,
    reader: str,
    title: str | None,
    settings_file: Path | None,
    quiet: bool,
    **given: Any,
) -> None:
    """Make an edition of the news from each SOURCE: a site (crawled), a feed, an OPML file or a library (.db).

    The front page shows the stories by section with pictures and summaries; the stories follow in full. Exit status: 0
    success, 1 no stories, 2 usage error, 3 a source could not be read.
    """
    if output is not None and _form(output) not in FORMATS:
        raise click.UsageError(f"{output}: the name must end with .{', .'.join(FORMATS)}")
    crawling = take(given, _CRAWL)
    chosen = chosen_settings(settings_file, given)
    try:
        check_edition(_form(output) if output is not None else "")
        day = since_day(since, today()) if since else None
        chosen = replace(chosen, crawl=with_given(chosen.crawl, crawling))
        if settings_file is None and given.get("sentences") is None:
            chosen = replace(chosen, summary=replace(chosen.summary, sentences=SENTENCES))
        settings = with_given(DigestSettings(), given)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    status = 0
    with _library(sources, library_file) as library_path:
        for source in sources:
            try:
                _bring_in(source, library_path, chosen, quiet=quiet)
            except TamisError as error:
                status = NOT_FETCHED
                complain(source, error)
        with Library(library_path, reader) as library:
            made = digest_of(library, settings, chosen.summary, title=title or "", since=day)
            stubs = 0 if made.stories else sum(record.is_stub for record in library)
    if not made.stories:
        unread = f"; {number_of(stubs, 'page')} could not be fetched, and the feed has only a teaser" if stubs else ""
        say("tamis: no stories" + (f" since {since}" if since else "") + unread)
        raise SystemExit(status or NOTHING)
    if output is None:
        click.echo(made.front_page(), nl=False)
    else:
        try:
            with working(f"writing {output}", quiet=quiet):
                problems = _write(made, _form(output), output, chosen)
        except TamisError as error:
            complain(str(output), error)
            raise SystemExit(NOTHING) from error
        say_problems(problems, "picture")
    left = f"; {made.left_out} more left out (--stories)" if made.left_out else ""
    say(f"{len(made.stories)} stories in {len(made.sections)} sections{left}{f': {output}' if output else ''}")
    raise SystemExit(status)


def _form(output: Path) -> str:
    return output.suffix.lower().removeprefix(".")


@contextmanager
def _library(sources: tuple[str, ...], chosen: Path | None) -> Iterator[Path]:
    """Yield the path of the library: the one that was named, as an option or as the only source, or a temporary one."""
    if chosen is not None:
        yield chosen
    elif len(sources) == 1 and _is_library(sources[0]):
        yield Path(sources[0])
    else:
        with tempfile.TemporaryDirectory(prefix="tamis-digest-") as folder:
            yield Path(folder) / "library.db"


def _is_library(source: str) -> bool:
    return not is_web_url(source) and Path(source).suffix.lower() in LIBRARY_SUFFIXES


def _bring_in(source: str, library_path: Path, chosen: SettingsFile, *, quiet: bool) -> None:
    """Add the articles of a source to the library. Raises a `TamisError` for a source that cannot be read."""
    if _is_library(source):
        if Path(source) != library_path:
            raise click.UsageError(f"{source}: a library is the only source, or the one of --library")
        if not library_path.is_file():
            raise click.UsageError(f"there is no library {source}; tamis library add creates one")
        return
    from tamis.news.gathering import feeds_of, gather_feeds

    with Web(chosen.fetch) as web:
        feeds = feeds_of(source, web.fetcher)
        if feeds is not None:
            reading = f"reading the stories of {number_of(len(feeds), 'feed')}"
            with Library(library_path) as library, working(reading, quiet=quiet):
                problems = list(gather_feeds(feeds, library, web.fetcher, chosen.extract))
            for problem in problems:
                say(f"tamis: {problem}")
            return
    if not is_web_url(source):
        raise NoSuchSource(
            what_is_wrong_with(source) or f"{source}: neither a library nor an OPML file; name it by its URL"
        )
    with Bar(source, chosen.crawl.max_pages, quiet=quiet) as bar, stopping() as stop:
        report = crawl(
            source,
            library_path,
            chosen.crawl,
            fetching=chosen.fetch,
            extraction=chosen.extract,
            progress=bar.show,
            stop=stop,
        )
    if report.halted:
        raise BadInput(f"stopped: {report.halted}")
    if report.errors:
        say(f"tamis: {source}: errors: {counted(report.errors)}")


def _write(made: Digest, form: str, output: Path, chosen: SettingsFile) -> tuple[str, ...]:
    """Write the digest. Return what is missing in it, in words."""
    if form == "json":
        write_whole(output, json.dumps(made.to_dict(), ensure_ascii=False, indent=1) + "\n")
    elif form == "md":
        write_whole(output, made.to_markdown())
    else:
        with Web(chosen.fetch) as web:
            settings = replace(chosen.edition, title=chosen.edition.title or made.title)
            edition = make_edition(made.entries(), form, settings, fetcher=web.fetcher)
        write_whole(output, edition.data)
        return tuple(edition.problems)
    return ()
