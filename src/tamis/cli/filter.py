"""`tamis filter`: remove the clutter from a page."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.help import HELP
from tamis.cli.messages import say
from tamis.cli.outputs import write_whole
from tamis.cli.sources import sources_from
from tamis.errors import BadSettings, FetchError, TamisError
from tamis.fetching import Fetcher, FetchSettings
from tamis.filtering import EasyList, filter_page, filter_text
from tamis.filtering.page import PAGE_FILTERS
from tamis.settings import Limits
from tamis.strategies.filters import AdHosts, Filters, entries_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.strategies.filters import AdList

DONE, NOTHING, NOT_FETCHED = 0, 1, 3
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_LABELS_ONLY = frozenset(("ad_list", "captioned_images", "related_images", "captions"))


def _filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """An option for each field of the filters, in their order. None says that it was not given."""
    for field in reversed(fields(Filters)):
        if field.name not in _LABELS_ONLY:
            command = _option(field.name, getattr(PAGE_FILTERS, field.name), field.metadata["help"])(command)
    return command


def _option(name: str, default: Any, text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    flag = name.replace("_", "-")
    if isinstance(default, bool):
        off = flag.replace("remove-", "keep-", 1) if flag.startswith("remove-") else f"no-{flag}"
        text = f"{text} [default: {flag if default else off}]"
        return click.option(f"--{flag}/--{off}", name, default=None, help=text)
    if isinstance(default, tuple):
        return click.option(f"--{flag}", name, metavar="TAG,TAG", help=f"{text} [default: {','.join(default)}]")
    return click.option(f"--{flag}", name, type=type(default), help=f"{text} [default: {default}]")


@click.command(context_settings=HELP)
@click.argument("source")
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
@click.option("--settings", "settings_file", type=_FILE, help="TOML file with a table [filters] of the options below.")
@click.option("--ad-list", "ad_lists", type=_FILE, multiple=True, help="File with hosts of ad servers; repeatable.")
@click.option("--own-ad-list/--no-own-ad-list", default=True, show_default=True, help="Also use tamis's own list.")
@click.option(
    "--easylist",
    "easylists",
    type=_FILE,
    multiple=True,
    help="List in the syntax of EasyList, used in place of hosts; may be repeated. Needs the extra ads.",
)
@_filter_options
@click.option(
    "--max-characters",
    type=click.IntRange(min=1),
    default=Limits().max_characters,
    show_default=True,
    help="Largest page, in characters.",
)
@click.option(
    "--max-elements",
    type=click.IntRange(min=1),
    default=Limits().max_elements,
    show_default=True,
    help="Largest page, in elements.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="Seconds to fetch the page, redirects included.",
)
@click.option("--allow-private", is_flag=True, help="Allow private addresses (your own network).")
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
    max_characters: int,
    max_elements: int,
    timeout: float,
    allow_private: bool,
    **given: Any,
) -> None:
    """Remove the clutter from SOURCE: a URL, a file, or - for standard input.

    The page keeps its design. Scripts, frames, embedded objects and event handlers are removed by default.
    """
    if url and not url.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"--url {url}: begin it with https:// or http://")
    try:
        filters = _filters(given, settings_file, _ad_list(ad_lists, own_ad_list, easylists))
        fetching = FetchSettings(
            timeout=timeout,
            connect_timeout=min(timeout, FetchSettings().connect_timeout),
            allow_private=allow_private,
        )
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    limits = Limits(max_characters=max_characters, max_elements=max_elements)
    with Fetcher(fetching) as fetcher:
        (found,) = sources_from((source,), fetcher, url=url, title=None, from_xml=False)
        try:
            page = found.page()
            if form == "html":
                text = filter_page(page, filters, limits)
            else:
                text = filter_text(page, filters, None if all_line_breaks else line_breaks, limits)
        except TamisError as error:
            message = str(error)
            say(f"tamis: {message if message.startswith(source) else f'{source}: {message}'}")
            raise SystemExit(NOT_FETCHED if isinstance(error, FetchError) else NOTHING) from error
    if output is not None:
        write_whole(output, text)
    else:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def _filters(given: dict[str, Any], settings_file: Path | None, ad_list: AdList) -> Filters:
    """The defaults for pages, then the settings file, then what was given."""
    values: dict[str, Any] = {
        field.name: getattr(PAGE_FILTERS, field.name) for field in fields(Filters) if field.name != "ad_list"
    }
    if settings_file is not None:
        values |= _table(settings_file)
    for name, value in given.items():
        if value is not None:
            values[name] = value.replace(",", " ").split() if isinstance(value, str) else value
    return replace(Filters.from_mapping(values), ad_list=ad_list)


def _table(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("filters", {})
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path}: cannot be read as TOML: {error}") from error
    if not isinstance(table, dict):
        raise BadSettings(f"{path}: filters must be a table: [filters]")
    return table


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
