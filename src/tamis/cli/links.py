"""`tamis links`: list the links of a page, with a verdict on each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import NOTHING
from tamis.cli.help import HELP, Command
from tamis.cli.messages import say
from tamis.cli.one_page import load_page, stop
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, page_options
from tamis.core.parse import parse
from tamis.errors import TamisError
from tamis.news.link_finding import links_on
from tamis.news.link_model import LinkModel, SiteHabits, link_record
from tamis.text.characters import about, for_terminal
from tamis.write.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Page
    from tamis.news.link_features import LinkFacts
    from tamis.news.link_model import LinkVerdict


@click.command(cls=Command, context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option("--all", "every", is_flag=True, help="List all links, with the verdict on each.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per link.")
@click.option(
    "--known",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with URLs of known articles of the site, one per line: links built alike count as articles.",
)
@click.option(
    "--model",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Model of your own, from tamis learn links.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File. Default: standard output.")
@page_options
def links(
    source: str,
    every: bool,
    as_json: bool,
    known: Path | None,
    model: Path | None,
    output: Path | None,
    url: str | None,
    title: str | None,
    settings_file: Path | None,
    **given: Any,
) -> None:
    """List the links of SOURCE that lead to articles: a URL, a file, or - for standard input.

    Each has its probability, URL, words and reasons. The exit status is 1 if there are none.
    """
    chosen = chosen_settings(settings_file, given)
    try:
        page = load_page(source, chosen.fetch, chosen.extract.limits, url=url, title=title)
        chosen.extract.limits.check(page)
        found = links_on(parse(page))
        judge = LinkModel.read(model) if model is not None else LinkModel.shipped()
        habits = SiteHabits.of(known.read_text(encoding="utf-8").split()) if known is not None else None
        verdicts = judge.judge(found, habits)
    except TamisError as error:
        raise stop(source, error) from error
    write = _as_json if as_json else _as_line
    shown = [write(link, verdict) for link, verdict in zip(found, verdicts, strict=True) if every or verdict.is_article]
    if not shown:
        say(f"tamis: {about(source, _why_none(page, found))}")
    text = "".join(f"{line}\n" for line in shown)
    if output is not None:
        write_whole(output, text)
    else:
        click.echo(text.encode("utf-8", "replace"), nl=False)
    raise SystemExit(0 if shown else NOTHING)


def _why_none(page: Page, found: Sequence[LinkFacts]) -> str:
    """Explain why nothing is listed."""
    if page.url is None:
        return "no link to an article; relative links need --url"
    return "none of its links leads to an article; --all lists them with the reasons" if found else "it has no links"


def _as_line(link: LinkFacts, verdict: LinkVerdict) -> str:
    words = for_terminal(link.text) or "(no words)"
    return f"{verdict.score:.2f}  {for_terminal(link.url)}\n      {words}\n      {for_terminal(verdict.reason)}"


def _as_json(link: LinkFacts, verdict: LinkVerdict) -> str:
    return json_text(link_record(link, verdict))
