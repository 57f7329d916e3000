"""`tamis filter`: remove the clutter from a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.help import HELP, Command
from tamis.cli.messages import say
from tamis.cli.one_page import load_page, stop
from tamis.cli.outputs import page_key, store_option, write_whole
from tamis.cli.settings_options import (
    chosen_settings,
    fetch_options,
    settings_file_option,
    settings_options,
    url_option,
    with_given,
)
from tamis.core.pipeline import run
from tamis.errors import BadSettings, TamisError
from tamis.filter import EasyList, FilteredPage
from tamis.filter.page import PAGE_FILTERS
from tamis.papers.filters import AdHosts, Filters, entries_of
from tamis.settings.extraction import Limits

if TYPE_CHECKING:
    from tamis.filter import FoundArticle
    from tamis.model import Article
    from tamis.papers.filters import AdList

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_LABELS_ONLY = frozenset({"captions"})


@click.command(cls=Command, context_settings=HELP)
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
@url_option
@store_option
@click.option("--all-line-breaks", is_flag=True, help="Keep all line breaks in text output.")
@click.option(
    "--article-strategy",
    metavar="NAME[:FIELD=VALUE,...]",
    help="With --article, keep what this strategy keeps, such as learned. Default: the filters' own rule.",
)
@settings_file_option
@click.option("--ad-list", "ad_lists", type=_FILE, multiple=True, help="File with hosts of ad servers; repeatable.")
@click.option("--own-ad-list/--no-own-ad-list", default=True, show_default=True, help="Also use the list of tamis.")
@click.option(
    "--easylist",
    "easylists",
    type=_FILE,
    multiple=True,
    help="List in the syntax of EasyList, used instead of hosts; repeatable. Needs the extra ads.",
)
@settings_options(Filters, PAGE_FILTERS, skip=_LABELS_ONLY)
@settings_options(Limits)
@fetch_options
def filter(  # noqa: A001 (a command goes by its function's name)
    source: str,
    form: str,
    output: Path | None,
    url: str | None,
    library_file: Path | None,
    all_line_breaks: bool,
    article_strategy: str | None,
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
        filters = with_given(chosen.filters or PAGE_FILTERS, given)
        filters = replace(filters, ad_list=_ad_list(ad_lists, own_ad_list, easylists))
        strategy = chosen.strategy(article_strategy) if article_strategy else None
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    if all_line_breaks:
        filters = replace(filters, line_breaks=0)
    if strategy is not None and not filters.article:
        raise click.UsageError("--article-strategy goes with --article")
    limits = chosen.extract.limits
    try:
        page = load_page(source, chosen.fetch, limits, url=url)
        filtered = FilteredPage(page, filters, limits, strategy=strategy)
        if library_file is not None:
            settings = replace(chosen.extract, strategy=strategy or filters, embedded=False, positions=True)
            _store(library_file, page_key(source, page.url), run(page, settings), filtered.html())
        text = filtered.html() if form == "html" else filtered.text()
    except TamisError as error:
        raise stop(source, error) from error
    if filters.article:
        say(f"tamis: {_about(filtered.article, filters)}")
    if output is not None:
        write_whole(output, text)
    elif library_file is None:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def _store(path: Path, key: str, article: Article, html: str) -> None:
    """Add a page to the library in both forms: the text as an article, and the HTML of the filtered page."""
    from tamis.library import Library

    with Library(path) as library:
        library.add(replace(article.complete(), url=key), html=html)


def _about(found: FoundArticle | None, filters: Filters) -> str:
    """Describe which strategy found the article, and how much of the page it is."""
    if found is None:
        return f"no article: no subtree has {filters.article_characters} characters in paragraphs; the page is whole"
    share = f"{found.words} of the page's {found.page_words} words"
    if found.strategy != filters.name:
        return f"article by {found.strategy}: {share}"
    return f"article by filters, the first subtree with enough text: {share} (--article-strategy learned may keep more)"


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
