"""`tamis explain`: a page in, a report on every block out."""

from __future__ import annotations

import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from tamis.cli.help import HELP
from tamis.cli.one_page import have_page, page_options, stop
from tamis.cli.outputs import write_whole
from tamis.cli.strategy_options import chosen_strategy, strategy_options
from tamis.errors import TamisError
from tamis.explaining import explain as explain_page
from tamis.explaining import write_report_html, write_report_json
from tamis.settings import Limits, Settings

if TYPE_CHECKING:
    from tamis.strategies import Strategy


@click.command(context_settings=HELP)
@click.argument("source")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File. Default: standard output.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of HTML.")
@strategy_options
@click.option(
    "--embedded/--no-embedded",
    default=True,
    show_default=True,
    help="Use embedded text (JSON-LD, script state) if the page shows less.",
)
@click.option(
    "--min-words",
    type=click.IntRange(min=0),
    default=Settings().min_words,
    show_default=True,
    help="A body with fewer words is not an article.",
)
@page_options
def explain(
    source: str,
    output: Path | None,
    as_json: bool,
    strategy: str,
    method: str | None,
    embedded: bool,
    min_words: int,
    url: str | None,
    title: str | None,
    max_characters: int,
    max_elements: int,
    timeout: float,
    allow_private: bool,
) -> None:
    """Report why each block of SOURCE was kept or dropped: a URL, a file, or - for standard input.

    The report is one self-contained HTML page, or JSON.
    """
    if output is None and not as_json and sys.stdout.isatty():
        raise click.UsageError("name a file for the report: -o report.html; or use --json")
    chosen = talkative(chosen_strategy(strategy, method))
    settings = Settings(
        strategy=chosen,
        min_words=min_words,
        limits=Limits(max_characters=max_characters, max_elements=max_elements),
        embedded=embedded,
    )
    try:
        page = have_page(source, url=url, title=title, timeout=timeout, allow_private=allow_private)
        report = explain_page(page, settings)
    except TamisError as error:
        raise stop(source, error) from error
    text = write_report_json(report) if as_json else write_report_html(report)
    if output is not None:
        write_whole(output, text)
    else:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def talkative(strategy: Strategy) -> Strategy:
    """The strategy with its reasons in full, if it has a switch for that."""
    known: set[str] = {field.name for field in fields(strategy)} if is_dataclass(strategy) else set()
    if "explain" not in known:
        return strategy
    settings: Any = strategy  # the protocol does not say that it is a dataclass
    return cast("Strategy", replace(settings, explain=True))
