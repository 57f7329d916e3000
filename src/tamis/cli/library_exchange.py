"""`tamis library import` and `tamis library export`: what other programs wrote, and what they read."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP, Command
from tamis.cli.library import with_library
from tamis.cli.messages import complain, number_of, say, say_problems
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, fetch_options, overwrite_option, settings_file_option
from tamis.cli.sources import Web
from tamis.edition import FORMATS as EDITIONS
from tamis.errors import AlreadyThere, TamisError
from tamis.io.deadlines import deadline
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.edition import EditionSettings
    from tamis.io.fetching import FetchSettings
    from tamis.library import Feed, Library, Record
    from tamis.library.exchange import Imported

IMPORT_SECONDS = 300.0
"""Seconds for reading one file, which may have 200 MB; each article of JSON Lines has its own deadline."""
OPML_START = 2_000
"""Number of bytes in which an OPML file declares that it is one."""


@click.command("import", cls=Command, context_settings=HELP)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@with_library(begins=True)
def library_import(opened: Library, files: tuple[Path, ...]) -> None:
    """Import what other programs exported.

    FILE is an export of Pocket (ril_export.html, CSV or zip), Instapaper (CSV), Wallabag (JSON), Readeck (CSV, JSON,
    zip) or Omnivore (zip), a browser's bookmarks (HTML), a list of feeds (OPML), or JSON Lines that tamis wrote. Links
    come with their tags and marks, and with their texts if the file has them; tamis library add --saved fetches the
    pages of the others.
    """
    status = 0
    for file in files:
        try:
            say(_import(opened, file))
        except TamisError as error:
            complain(str(file), error)
            status = 2
    raise SystemExit(status)


def _import(library: Library, file: Path) -> str:
    from tamis.library.exchange import add_json_lines, add_saved, add_saved_text
    from tamis.library.reading_services import read_saved

    data = file.read_bytes()
    if b"<opml" in data[:OPML_START].lower():
        feeds = _feeds(data, str(file))
        with library.transaction():
            new = sum(library.add_feed(feed) for feed in feeds)
        return f"{file}: {new} new feed{'' if new == 1 else 's'}, {len(feeds) - new} known"
    if data.lstrip()[:1] == b"{" and b'"is_marked"' not in data:  # what Readeck writes is an object too
        done = add_json_lines(library, data.decode("utf-8", "replace").split("\n"), str(file))
        return _summary(file, done, "article")
    with deadline(IMPORT_SECONDS, str(file)):
        saved = read_saved(data, str(file))
    for problem in saved.problems:
        say(f"tamis: {problem}")
    done = add_saved(library, saved.links)
    for link in saved.links:
        add_saved_text(library, link)
    return _summary(file, done, "link") + "; tamis library add --saved fetches their pages"


def _feeds(data: bytes, name: str) -> list[Feed]:
    from tamis.library.records import FOLDER_SEPARATOR, Feed
    from tamis.news.opml import read_opml

    with deadline(IMPORT_SECONDS, name):
        found = [feed for feed in read_opml(data) if is_web_url(feed.url)]
    return [Feed(feed.url, feed.title or "", feed.home_url, FOLDER_SEPARATOR.join(feed.folders)) for feed in found]


def _summary(file: Path, done: Imported, unit: str) -> str:
    for problem in done.skipped:
        say(f"tamis: {problem}")
    skipped = f", {number_of(len(done.skipped), 'line' if unit == 'article' else unit)} skipped" if done.skipped else ""
    return f"{file}: {done.new} new {unit}{'' if done.new == 1 else 's'}, {done.known} known{skipped}"


JSON_LINES, MARKDOWN, OPML = "jsonl", "markdown", "opml"
EVERYTHING = 10_000_000
"""Number of articles that no library reaches."""


@click.command("export", cls=Command, context_settings=HELP)
@click.argument("query", nargs=-1)
@click.option("-o", "--output", required=True, help="File, - for standard output, or for Markdown a folder.")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice((JSON_LINES, MARKDOWN, OPML, *EDITIONS)),
    help="Format. Default: by the file's name; a folder gets Markdown.",
)
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(min=1),
    default=EVERYTHING,
    help="Maximum articles to export. Default: all.",
)
@click.option("--fetch-pictures", is_flag=True, help="For editions: fetch pictures that the library does not have.")
@overwrite_option
@settings_file_option
@fetch_options
@with_library()
def library_export(
    opened: Library,
    query: tuple[str, ...],
    output: str,
    form: str | None,
    limit: int,
    fetch_pictures: bool,
    overwrite: bool,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Export the articles that match QUERY, or all: as JSON Lines, Markdown files, an edition, or the feeds as OPML.

    JSON Lines have everything but page sources and pictures, and tamis library import reads them.
    """
    from tamis.library.exchange import markdown_folder

    form = form or _form_of(output)
    try:
        if form != MARKDOWN and output != "-" and Path(output).is_file() and not overwrite:
            raise AlreadyThere(output)
        chosen = chosen_settings(settings_file, given)
        records = [] if form == OPML else opened.newest(" ".join(query), limit=limit)
        if form == MARKDOWN:
            count = markdown_folder(opened, records, Path(output), overwrite=overwrite)
            say(f"{number_of(count, 'file')} in {output}")
        elif form == OPML:
            feeds = opened.feeds()
            _write(output, _opml(feeds).encode("utf-8"), number_of(len(feeds), "feed"))
        elif form == JSON_LINES:
            _write_lines(opened, records, output)
        else:
            data = _edition(opened, records, form, chosen.fetch if fetch_pictures else None, chosen.edition)
            _write(output, data, number_of(len(records), "article"))
    except TamisError as error:
        raise click.UsageError(str(error)) from error


def _opml(feeds: Sequence[Feed]) -> str:
    from tamis.library.records import FOLDER_SEPARATOR
    from tamis.news.opml import Subscription, write_opml

    subscriptions = [
        Subscription(feed.url, feed.title or None, feed.site, tuple(filter(None, feed.folder.split(FOLDER_SEPARATOR))))
        for feed in feeds
    ]
    return write_opml(subscriptions)


def _form_of(output: str) -> str:
    suffix = Path(output).suffix.lower().lstrip(".")
    names = {"jsonl": JSON_LINES, "ndjson": JSON_LINES, "opml": OPML, **{form: form for form in EDITIONS}}
    if suffix in names:
        return names[suffix]
    if output != "-" and (not suffix or Path(output).is_dir()):
        return MARKDOWN
    raise click.UsageError(
        f"-o {output}: name the format with -f, or end the name with .jsonl, .epub, .pdf, .html or .opml"
    )


def _edition(
    library: Library, records: Sequence[Record], form: str, fetch: FetchSettings | None, settings: EditionSettings
) -> bytes:
    from tamis.library.exchange import edition_of

    with Web(fetch) if fetch is not None else nullcontext() as web:
        edition = edition_of(library, records, form, settings, fetcher=web.fetcher if web else None)
    say_problems(edition.problems, "picture")
    return edition.data


def _write_lines(library: Library, records: Sequence[Record], output: str) -> None:
    from tamis.library.exchange import json_lines

    lines = json_lines(library, reversed(records), left_out=lambda reason: say(f"tamis: {reason}"))
    if output == "-":
        for line in lines:
            click.echo(line.encode("utf-8", "replace"), nl=False)
    else:
        written = list(lines)
        write_whole(Path(output), "".join(written))
        say(f"{number_of(len(written), 'article')} in {output}")


def _write(output: str, data: bytes, content: str) -> None:
    """Write to a file or to standard output, and say what is in the file."""
    if output == "-":
        click.echo(data, nl=False)
    else:
        write_whole(Path(output), data)
        say(f"{content} in {output}")
