"""`tamis compare`: what several strategies keep of one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE, STRATEGY
from tamis.cli.help import HELP, Command
from tamis.cli.messages import say
from tamis.cli.one_page import load_page, stop
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, page_options
from tamis.core.strategies import names
from tamis.errors import TamisError
from tamis.text.characters import one_line
from tamis.write.explaining import compare as compare_strategies
from tamis.write.explaining import write_comparison_html

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from tamis.core.strategies import Strategy
    from tamis.settings.file import SettingsFile
    from tamis.write.explaining import ComparedBlock, Comparison

_WIDTH = 200  # columns, where the output is a file or a pipe
_TEXT_SHOWN = 100
_TABLES_OF_NUMBERS = 2  # the first ones, whose columns cannot be wrapped
_WIDTH_OF_NUMBERS = 10_000
_COMPARED = ("learned", "cuter", "cetr", "boilerpipe")
"""Strategies compared by default: the trained one, and one of each kind of classic method (structure, tag ratios,
shallow features)."""
_EVERY = "every"
_BASELINE = "all"  # keeps everything: with it, every block would be one on which they differ


@click.command(cls=Command, context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option(
    "--strategy",
    "strategies",
    type=STRATEGY,
    multiple=True,
    metavar="NAME[:FIELD=VALUE,...]",
    help=f"Strategy to compare; repeatable; {_EVERY} compares all. Default: {', '.join(_COMPARED)}.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Also write the comparison as an HTML page."
)
@click.option(
    "--differences",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="Number of disputed blocks to print: the longest, and those with the closest vote.",
)
@page_options
def compare(
    source: str,
    strategies: tuple[str, ...],
    output: Path | None,
    differences: int,
    url: str | None,
    title: str | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """Compare what strategies keep of SOURCE: a URL, a file, or - for standard input."""
    chosen = chosen_settings(settings_file, given)
    compared = _strategies(strategies, chosen)
    try:
        page = load_page(source, chosen.fetch, chosen.extract.limits, url=url, title=title)
        comparison = compare_strategies(page, compared, chosen.extract.limits)
    except TamisError as error:
        raise stop(source, error) from error
    if output is not None:
        write_whole(output, write_comparison_html(comparison))
    _print(comparison, differences)


def _strategies(wanted: tuple[str, ...], chosen: SettingsFile) -> dict[str, Strategy]:
    """Load the strategies by name. If a default one cannot be loaded, leave it out with a message."""
    found = {}
    every = tuple(name for name in names() if name != _BASELINE) if _EVERY in wanted else ()
    for name in every or wanted or _COMPARED:
        try:
            found[name] = chosen.strategy(name)
        except TamisError as error:
            if wanted and not every:
                raise click.UsageError(str(error)) from error
            say(f"tamis: {name} is left out: {error}")
    return found


def _print(comparison: Comparison, differences: int) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_WIDTH)
    tables = list(_tables(comparison, differences))
    # A table that is wider than the terminal wraps there, but no column of it is cut.
    wanted = (Console(width=_WIDTH_OF_NUMBERS).measure(table).maximum for _, table in tables[:_TABLES_OF_NUMBERS])
    width = max(console.width, *wanted)
    wide = Console(highlight=False, width=width)
    for title, table in tables:
        wide.print(title, table, "", sep="\n")


def _tables(comparison: Comparison, differences: int) -> Iterator[tuple[str, Table]]:
    yield _summary(comparison)
    if len(comparison.candidates) > 1:
        yield _matrix(comparison)
        disputed = comparison.disputed()
        if disputed and differences:
            yield _disputed(comparison, differences)


def _summary(comparison: Comparison) -> tuple[str, Table]:
    from rich.table import Table

    title = f"{len(comparison.blocks):,} blocks, {comparison.words:,} words on the page"
    table = Table()
    table.add_column("strategy", no_wrap=True)
    for column in ("blocks", "words", "of the page", "agreement"):
        table.add_column(column, justify="right", no_wrap=True)
    for candidate in comparison.candidates:
        table.add_row(
            candidate.name,
            f"{candidate.blocks:,}",
            f"{candidate.words:,}",
            f"{candidate.share:.0%}",
            f"{candidate.agreement:.2f}",
        )
    return title, table


def _matrix(comparison: Comparison) -> tuple[str, Table]:
    from rich.table import Table

    title = "Agreement by pair: F1 of the words kept"
    table = Table()
    names = [candidate.name for candidate in comparison.candidates]
    # Letters for columns, because a dozen names do not fit a terminal.
    letters = [_letter(number) for number in range(len(names))]
    table.add_column("strategy", no_wrap=True)
    for letter in letters:
        table.add_column(letter, justify="right", no_wrap=True)
    for index, (letter, name, row) in enumerate(zip(letters, names, comparison.f1, strict=True)):
        cells = ("–" if index == place else f"{value:.2f}".removeprefix("0") for place, value in enumerate(row))
        table.add_row(f"{letter} {name}", *cells)
    return title, table


def _disputed(comparison: Comparison, most: int) -> tuple[str, Table]:
    from rich.table import Table
    from rich.text import Text

    found = comparison.disputed()
    title = f"Blocks on which they differ: {min(most, len(found))} of {len(found)}, the most disputed first"
    table = Table()
    table.add_column("words", justify="right")
    table.add_column("kept by", overflow="fold", max_width=40)
    table.add_column("text", overflow="fold")
    for block in found[:most]:
        text = one_line(block.text)
        shown = text if len(text) <= _TEXT_SHOWN else text[:_TEXT_SHOWN] + "…"
        table.add_row(str(block.words), Text(_keepers(comparison, block)), Text(shown))
    return title, table


def _keepers(comparison: Comparison, block: ComparedBlock) -> str:
    """Name the strategies that keep a block; if most do, those that do not."""
    size = len(comparison.candidates)
    most = block.keepers * 2 > size
    few = [
        candidate.name for candidate, kept in zip(comparison.candidates, block.kept, strict=True) if kept is not most
    ]
    return f"{block.keepers} of {size}: {'all but ' if most else ''}{', '.join(few)}"


def _letter(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"{chr(ord('a') + number // 26 - 1)}{chr(ord('a') + number % 26)}"
