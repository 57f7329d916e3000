"""`tamis library import`: links from reading services, feeds from OPML, articles from JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli.help import HELP
from tamis.cli.library import with_library
from tamis.cli.messages import complain, number_of, say
from tamis.errors import TamisError
from tamis.io.deadlines import deadline
from tamis.text.domains import is_web_url

if TYPE_CHECKING:
    from tamis.library import Feed, Library
    from tamis.library.importing import Imported

IMPORT_SECONDS = 300.0
"""Seconds for reading one file, which may have 200 MB; each article of JSON Lines has its own deadline."""
OPML_START = 2_000
"""Number of bytes in which an OPML file declares that it is one."""


@click.command("import", context_settings=HELP)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@with_library(begins=True)
def library_import(opened: Library, files: tuple[Path, ...]) -> None:
    """Import what other programs exported.

    FILE is an export of Pocket (ril_export.html, CSV or zip) or Instapaper (CSV), a list of feeds (OPML), or JSON Lines
    that tamis wrote. Links come with their tags and marks; tamis library add --saved fetches their pages.
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
    from tamis.library.importing import add_json_lines, add_saved
    from tamis.library.reading_services import read_saved

    data = file.read_bytes()
    if b"<opml" in data[:OPML_START].lower():
        feeds = _feeds(data, str(file))
        with library.transaction():
            new = sum(library.add_feed(feed) for feed in feeds)
        return f"{file}: {new} new feed{'' if new == 1 else 's'}, {len(feeds) - new} known"
    if data.lstrip()[:1] == b"{":
        done = add_json_lines(library, data.decode("utf-8", "replace").split("\n"), str(file))
        return _summary(file, done, "article")
    with deadline(IMPORT_SECONDS, str(file)):
        saved = read_saved(data, str(file))
    for problem in saved.problems:
        say(f"tamis: {problem}")
    done = add_saved(library, saved.links)
    return _summary(file, done, "link") + "; tamis library add --saved fetches their pages"


def _feeds(data: bytes, name: str) -> list[Feed]:
    from tamis.library.records import FOLDER_SEPARATOR, Feed
    from tamis.news.opml import read_opml

    with deadline(IMPORT_SECONDS, name):
        found = [one for one in read_opml(data) if is_web_url(one.url)]
    return [Feed(one.url, one.title or "", one.home_url, FOLDER_SEPARATOR.join(one.folders)) for one in found]


def _summary(file: Path, done: Imported, unit: str) -> str:
    for problem in done.skipped:
        say(f"tamis: {problem}")
    skipped = f", {number_of(len(done.skipped), 'line' if unit == 'article' else unit)} skipped" if done.skipped else ""
    return f"{file}: {done.new} new {unit}{'' if done.new == 1 else 's'}, {done.known} known{skipped}"
