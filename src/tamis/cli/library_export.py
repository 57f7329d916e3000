"""`tamis library export`: write articles of the library in formats that other programs read."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP
from tamis.cli.library import with_library
from tamis.cli.messages import say
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, fetch_options, overwrite_option, settings_file_option
from tamis.cli.sources import Web
from tamis.edition import FORMATS as EDITIONS
from tamis.errors import AlreadyThere, TamisError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.edition import EditionSettings
    from tamis.io.fetching import FetchSettings
    from tamis.library import Feed, Library, Record

JSON_LINES, MARKDOWN, OPML = "jsonl", "markdown", "opml"
EVERYTHING = 10_000_000
"""Number of articles that no library reaches."""


@click.command("export", context_settings=HELP)
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
    from tamis.library.exporting import markdown_folder

    form = form or _form_of(output)
    try:
        if form != MARKDOWN and output != "-" and Path(output).is_file() and not overwrite:
            raise AlreadyThere(output)
        chosen = chosen_settings(settings_file, given)
        records = [] if form == OPML else opened.newest(" ".join(query), limit=limit)
        if form == MARKDOWN:
            say(f"{markdown_folder(opened, records, Path(output), overwrite=overwrite)} files in {output}")
        elif form == OPML:
            _write(output, _opml(opened.feeds()).encode("utf-8"))
        elif form == JSON_LINES:
            _write_lines(opened, records, output)
        else:
            _write(output, _edition(opened, records, form, chosen.fetch if fetch_pictures else None, chosen.edition))
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
    from tamis.library.exporting import edition_of

    with Web(fetch) if fetch is not None else nullcontext() as web:
        edition = edition_of(library, records, form, settings, fetcher=web.fetcher if web else None)
    for problem in edition.problems:
        say(f"tamis: {problem}")
    return edition.data


def _write_lines(library: Library, records: Sequence[Record], output: str) -> None:
    from tamis.library.exporting import json_lines

    lines = json_lines(library, reversed(records), left_out=lambda reason: say(f"tamis: {reason}"))
    if output == "-":
        for line in lines:
            click.echo(line.encode("utf-8", "replace"), nl=False)
    else:
        write_whole(Path(output), "".join(lines))


def _write(output: str, data: bytes) -> None:
    if output == "-":
        click.echo(data, nl=False)
    else:
        write_whole(Path(output), data)
