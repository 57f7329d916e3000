"""`tamis cuter`: extract pages in XML to articles in XML, as the CUTER paper's mechanism works in a pipe."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from tamis.cli.completion import STRATEGY
from tamis.cli.exit_status import NOTHING, WRONG_USE
from tamis.cli.help import HELP, Command
from tamis.cli.messages import complain
from tamis.cli.settings_options import NOT_ON_COMMAND_LINE, chosen_settings, settings_file_option, settings_options
from tamis.core.pipeline import run
from tamis.errors import BadXml, TamisError
from tamis.io.files import whole_file
from tamis.settings.extraction import Settings
from tamis.write.xml import stream_pages, stream_xml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model import Article, Page


@click.command(cls=Command, context_settings=HELP)
@click.argument("source", type=click.File("rb"), default="-")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File, written whole or not at all. Default: standard output.",
)
@click.option("--strategy", type=STRATEGY, default="cuter", show_default=True, help="Strategy.")
@settings_file_option
@settings_options(Settings, skip=NOT_ON_COMMAND_LINE | {"strategy", "positions"})
def cuter(source: Any, output: Path | None, strategy: str, settings_file: Path | None, **given: Any) -> None:
    """Extract the articles of a stream of pages: XML in, XML out (docs/xml.md).

    Pages are read, extracted and written one at a time, so that memory does not grow with their number. A page that
    cannot be extracted is named on standard error; the exit status is then 1. XML that does not parse ends the stream
    with exit status 2; articles before that are written on standard output, but not to a file.
    """
    chosen = chosen_settings(settings_file, {**given, "strategy": strategy})
    settings = replace(chosen.extract, positions=False)
    stream = _Stream(settings)
    try:
        with _written(output) as file:
            for piece in stream_xml(stream.articles(stream_pages(source, settings.limits.max_characters))):
                file.write(piece.encode("utf-8", "replace"))
    except BadXml as error:
        name = getattr(source, "name", "standard input")
        complain(name, error)
        raise SystemExit(WRONG_USE) from error
    raise SystemExit(NOTHING if stream.failed else 0)


class _Stream:
    """The articles of a stream of pages, and the number of pages that failed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.failed = 0

    def articles(self, pages: Iterator[Page]) -> Iterator[Article]:
        for number, page in enumerate(pages, 1):
            try:
                yield run(page, self.settings).complete()
            except TamisError as error:
                self.failed += 1
                complain(page.url or f"page {number}", error)


@contextmanager
def _written(output: Path | None) -> Iterator[BinaryIO]:
    """Open standard output, or a file that replaces the old one when all has been written."""
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(output) as file:
        yield file
