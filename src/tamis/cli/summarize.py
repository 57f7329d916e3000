"""`tamis summarize`: print the best sentences of pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli.completion import SOURCE
from tamis.cli.exit_status import status_of
from tamis.cli.help import HELP, Command
from tamis.cli.messages import complain
from tamis.cli.outputs import write_whole
from tamis.cli.progress import each, working
from tamis.cli.settings_options import (
    chosen_settings,
    fetch_options,
    input_list_option,
    quiet_option,
    settings_file_option,
    settings_options,
    url_option,
)
from tamis.cli.sources import Reader, Web, all_names
from tamis.core.pipeline import run
from tamis.core.summarizing import SummarySettings
from tamis.core.summarizing import summarize as summarize_article
from tamis.core.summarizing.summaries import summary_record
from tamis.errors import BadSettings, NoArticle, TamisError
from tamis.model import Inline
from tamis.settings.extraction import Limits
from tamis.text.characters import one_line
from tamis.write.json import json_text
from tamis.write.markdown_escape import escape, guard_line_start, pairing_characters

if TYPE_CHECKING:
    from tamis.cli.sources import Source
    from tamis.core.summarizing import Summary
    from tamis.model import Article
    from tamis.settings.file import SettingsFile

FORMATS = ("text", "markdown", "json")


@click.command(cls=Command, context_settings=HELP)
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", type=SOURCE)
@click.option("-f", "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Format.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File. Default: standard output.")
@input_list_option
@url_option
@settings_file_option
@quiet_option
@settings_options(SummarySettings, group="Summary")
@settings_options(Limits)
@fetch_options
def summarize(
    sources: tuple[str, ...],
    form: str,
    output: Path | None,
    input_list: str | None,
    url: str | None,
    settings_file: Path | None,
    quiet: bool,
    **given: Any,
) -> None:
    """Summarize the article of each SOURCE by its best sentences: a URL, a file, a folder, or - for standard input.

    Six scores rate every sentence; the best are shown in their order. JSON has the scores and the place of each
    sentence in the page; one object per line.
    """
    if not sources and input_list is None:
        raise click.UsageError("name a SOURCE: a URL, a file, or - for standard input")
    chosen = chosen_settings(settings_file, given)
    try:
        names = all_names(sources, input_list)
    except TamisError as error:
        raise click.UsageError(str(error)) from error
    if url and len(names) > 1:
        raise click.UsageError("--url is for a single source")
    status, texts = 0, []
    with Web(chosen.fetch) as web:
        reader = Reader(web, url, limits=chosen.extract.limits, respects=bool(chosen.extract.respect))
        for source in each(reader.sources(names), len(names), "summarizing", quiet=quiet):
            try:
                with working(f"summarizing {source.name}", quiet=quiet or len(names) > 1):
                    texts.append(_summary_of(source, chosen, form))
            except BadSettings as error:
                raise click.UsageError(str(error)) from error
            except TamisError as error:
                status = max(status, status_of(error))
                complain(source.name, error)
    whole = ("" if form == "json" else "\n").join(texts)
    if output is not None:
        write_whole(output, whole)
    elif whole:
        click.echo(whole.encode("utf-8", "replace"), nl=False)
    raise SystemExit(status)


def _summary_of(source: Source, chosen: SettingsFile, form: str) -> str:
    article = run(source.page(), replace(chosen.extract, positions=form == "json"))
    summary = summarize_article(article, chosen.summary)
    if not summary.sentences:
        raise NoArticle(article.outcome.value, article.outcome_reason or "no running text", article.url)
    return _WRITERS[form](article, summary)


def _as_text(article: Article, summary: Summary) -> str:
    title = f"{one_line(article.title)}\n\n" if article.title else ""
    keywords = f"\nKeywords: {one_line(', '.join(summary.keywords))}\n" if summary.keywords else ""
    return f"{title}{one_line(summary.text)}\n{keywords}"


def _as_markdown(article: Article, summary: Summary) -> str:
    title = f"## {_escaped(article.title)}\n\n" if article.title else ""
    points = "".join(f"- {_escaped(sentence.text)}\n" for sentence in summary.sentences)
    keywords = f"\nKeywords: {_escaped(', '.join(summary.keywords))}\n" if summary.keywords else ""
    return f"{title}{points}{keywords}"


def _escaped(text: str) -> str:
    line = one_line(text)
    return guard_line_start(escape(line, pairing_characters([Inline(line)])))


def _as_json(article: Article, summary: Summary) -> str:
    return json_text(summary_record(article, summary)) + "\n"


_WRITERS = {"text": _as_text, "markdown": _as_markdown, "json": _as_json}
