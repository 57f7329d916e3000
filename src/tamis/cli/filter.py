"""`tamis filter`: remove the clutter from a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.help import HELP
from tamis.cli.one_page import have_page, stop
from tamis.cli.outputs import write_whole
from tamis.cli.settings_options import chosen_settings, fetch_options, settings_file_option, settings_options
from tamis.errors import BadSettings, TamisError
from tamis.filtering import EasyList, filter_page, filter_text
from tamis.filtering.page import PAGE_FILTERS
from tamis.settings import Limits
from tamis.strategies.filters import AdHosts, Filters, entries_of

if TYPE_CHECKING:
    from tamis.strategies.filters import AdList

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_LABELS_ONLY = frozenset({"captioned_images", "related_images", "captions"})


@click.command(context_settings=HELP)
@click.argument("source", type=SOURCE)
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(("html", "text")),
    default="html",
    show_default=True,
    help="Output format: the page, or its text.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File. Default: standard output.")
@click.option("--url", help="URL of a file or of standard input: makes links absolute.")
@click.option(
    "--line-breaks",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Most consecutive line breaks in text output.",
)
@click.option("--all-line-breaks", is_flag=True, help="Keep all line breaks in text output.")
@settings_file_option
@click.option("--ad-list", "ad_lists", type=_FILE, multiple=True, help="File with hosts of ad servers; repeatable.")
@click.option("--own-ad-list/--no-own-ad-list", default=True, show_default=True, help="Also use tamis's own list.")
@click.option(
    "--easylist",
    "easylists",
    type=_FILE,
    multiple=True,
    help="List in the syntax of EasyList, used in place of hosts; may be repeated. Needs the extra ads.",
)
@settings_options(Filters, PAGE_FILTERS, skip=_LABELS_ONLY)
@settings_options(Limits)
@fetch_options
def filter(  # noqa: A001 (a command goes by its function's name)
    source: str,
    form: str,
    output: Path | None,
    url: str | None,
    line_breaks: int,
    all_line_breaks: bool,
    settings_file: Path | None,
    ad_lists: tuple[Path, ...],
    own_ad_list: bool,
    easylists: tuple[Path, ...],
    **given: Any,
) -> None:
    """Remove the clutter from SOURCE: a URL, a file, or - for standard input.

    The page keeps its design. Scripts, frames, embedded objects and event handlers are removed by default.
    """
    chosen = chosen_settings(settings_file, given)
    try:
        filters = replace(chosen.filters, ad_list=_ad_list(ad_lists, own_ad_list, easylists))
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    limits = chosen.extract.limits
    try:
        page = have_page(source, chosen.fetch, limits, url=url)
        if form == "html":
            text = filter_page(page, filters, limits)
        else:
            text = filter_text(page, filters, None if all_line_breaks else line_breaks, limits)
    except TamisError as error:
        raise stop(source, error) from error
    if output is not None:
        write_whole(output, text)
    else:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def _ad_list(ad_lists: tuple[Path, ...], own: bool, easylists: tuple[Path, ...]) -> AdList:
    if easylists:
        return EasyList([_text(path) for path in easylists])
    hosts = AdHosts.own() if own else AdHosts(())
    return hosts.with_entries(entry for path in ad_lists for entry in entries_of(_text(path).splitlines()))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}") from error
