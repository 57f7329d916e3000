"""`tamis explain`: report on every block of a page."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.help import HELP, Command
from tamis.cli.messages import say
from tamis.cli.one_page import load_page, stop
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import (
    chosen_settings,
    method_option,
    page_options,
    render_options,
    rules_option,
    settings_options,
    site_profile_option,
)
from tamis.cli.sources import Web
from tamis.core.pipeline import run
from tamis.errors import TamisError
from tamis.papers.cuter import Cuter
from tamis.settings.extraction import Limits, Settings
from tamis.settings.options import leaves_of
from tamis.text.characters import for_terminal
from tamis.write.explaining import PagePicture, overlay_page, write_report_html, write_report_json
from tamis.write.explaining import explain as explain_page
from tamis.write.explaining.report import talkative

if TYPE_CHECKING:
    from tamis.model import Page
    from tamis.settings.fetching import RenderMode
    from tamis.settings.file import SettingsFile
    from tamis.write.explaining.hidden_texts import HiddenText


@click.command(cls=Command, context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File. Default: standard output.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON instead of HTML.")
@click.option(
    "--hidden-texts",
    is_flag=True,
    help="List the texts that readers of the page do not see: line, vector, whether the article has it, text.",
)
@click.option(
    "--overlay",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the page itself to this file, with CUTER's class of each element in color.",
)
@rules_option
@site_profile_option
@method_option
@settings_options(Settings, skip=frozenset({"positions", "images", *(setting.name for setting in leaves_of(Limits))}))
@page_options
@render_options
def explain(
    source: str,
    output: Path | None,
    as_json: bool,
    hidden_texts: bool,
    overlay: Path | None,
    url: str | None,
    title: str | None,
    settings_file: Path | None,
    render: RenderMode,
    **given: Any,
) -> None:
    """Report why each block of SOURCE was kept or dropped: a URL, a file, or - for standard input.

    The report is one self-contained HTML page, or JSON. With --render it shows the blocks on a picture of the page.
    """
    if output is None and overlay is None and not as_json and not hidden_texts and sys.stdout.isatty():
        raise click.UsageError("name a file for the report: -o report.html; or use --json")
    chosen = chosen_settings(settings_file, given)
    settings = replace(chosen.extract, strategy=talkative(chosen.extract.chosen_strategy()))
    try:
        page = load_page(source, chosen.fetch, chosen.extract.limits, url=url, title=title)
        page, picture = _drawn(page, render, chosen)
        report = explain_page(page, settings, picture)
        if overlay is not None:
            strategy = settings.chosen_strategy()
            cuter = strategy if isinstance(strategy, Cuter) else None
            write_whole(overlay, overlay_page(page, cuter, chosen.extract.limits))
            if output is None and not as_json:
                return
    except TamisError as error:
        raise stop(source, error) from error
    if hidden_texts and not as_json:
        text = "".join(map(_hidden_line, report.hidden_texts))
    else:
        text = write_report_json(report) if as_json else write_report_html(report)
    if output is not None:
        write_whole(output, text)
    else:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def _hidden_line(hidden: HiddenText) -> str:
    fate = "in the article" if hidden.in_article else "left out"
    return f"{hidden.line or '-'}\t{hidden.vector.value}\t{fate}\t{for_terminal(hidden.text)}\n"


def _drawn(page: Page, render: RenderMode, chosen: SettingsFile) -> tuple[Page, PagePicture | None]:
    """Render the page in a browser, with a screenshot; return it unchanged if no browser is wanted."""
    if render == "never":
        return page, None
    from tamis.io.rendering import PICTURE_HEIGHT, Browser, needs_browser

    if render == "auto" and not needs_browser(run(page, chosen.extract)):
        return page, None
    with Web(chosen.fetch) as web, Browser(chosen.render, fetcher=web.fetcher) as browser:
        drawn = browser.render(page, picture=True)
    layout = drawn.page.layout
    if layout is None or drawn.picture is None:
        say(f"tamis: {page.url or 'the page'}: no picture (rendering {drawn.page.rendering})")
        return drawn.page, None
    return drawn.page, PagePicture(drawn.picture, layout.width, min(layout.height, PICTURE_HEIGHT))
