"""Operations of the service: one row each, with its options and the function that a worker calls.

Command line, query, JSON and the OpenAPI description read the options from the same settings classes, so that a new
field appears in all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urldefrag

from tamis.core.site_rules import SiteRule
from tamis.core.strategies import by_name, split_specification
from tamis.errors import BadSettings, NoArticle
from tamis.filter import FilteredPage
from tamis.filter.page import PAGE_FILTERS
from tamis.papers.filters import Filters  # noqa: TC001 (tamis.settings.options reads the annotations)
from tamis.settings.excerpt import ExcerptSettings
from tamis.settings.extraction import Limits, Settings
from tamis.settings.options import leaves_of, option, options_of
from tamis.settings.summary import SummarySettings
from tamis.text.characters import folded
from tamis.text.invisible import without_invisible
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tamis.core.parse import Document
    from tamis.model import Page
    from tamis.settings.file import SettingsFile
    from tamis.settings.options import Option

JSON, JSON_LINES = "application/json", "application/x-ndjson"
MARKDOWN, TEXT, HTML, XML = "text/markdown", "text/plain", "text/html", "application/xml"
SSML = "application/ssml+xml"


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """Options of extraction, besides those of the page."""

    format: Literal[
        "json", "markdown", "text", "html", "xml", "tei", "speech", "ssml", "chunks", "outline", "excerpt"
    ] = option("json", "Format of the answer. Excerpt: the Markdown in JSON, with its tokens and what is left out.")
    outline: bool = option(False, "An excerpt is the list of sections with their sizes.")
    head: bool = option(True, "Markdown begins with a head in YAML: title, authors, date, site and URL.")
    excerpt: ExcerptSettings = option(ExcerptSettings(), "Part of the Markdown to write.")
    selector: str = option("", "CSS selector of the elements that hold the article. Without, the strategy decides.")
    extract: Settings = option(Settings(), "How to extract.")


@dataclass(frozen=True, slots=True)
class SummarizeOptions:
    """Options of summaries."""

    summary: SummarySettings = option(SummarySettings(), "How to summarize.")
    extract: Settings = option(Settings(), "How to extract.")


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """Options of reports."""

    extract: Settings = option(Settings(), "How to extract.")


@dataclass(frozen=True, slots=True)
class LinksOptions:
    """Options of lists of links."""

    all: bool = option(False, "List all links, not only those that lead to articles.")
    limits: Limits = option(Limits(), "What one page may cost.")


def guarded(settings: Settings) -> Settings:
    """Return the settings with `hidden` as a service for machines has it, unless they keep or mark hidden text."""
    return replace(settings, hidden="guard") if settings.hidden == "drop" else settings


NAMES = ("extract", "summarize", "explain", "links", "filter")
"""Names of the operations."""


def operation_of(name: str) -> Operation:
    """Return the operation with a name. `filter` is imported when it is used, because it loads the parser."""
    if name == "filter":
        return FILTER
    return _OWN[name]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on a page."""

    name: str
    summary: str
    """One line for the description of the API."""
    options: type[Any]
    base: Callable[[SettingsFile], Any]
    """Function that returns the options of a request that names none."""
    work: Callable[[Page, Any], str]
    """Function that a worker calls."""
    media_types: Mapping[str, str]
    """Media type by format; an operation without formats has JSON only."""

    def media_type(self, options: object) -> str:
        """Return the media type of the answer."""
        return self.media_types[getattr(options, "format", "json")]


def offered(kind: type) -> tuple[Option, ...]:
    """List the options that a request may set: all plain ones, except files of the machine that the service runs on."""
    return tuple(setting for setting in leaves_of(kind) if setting.is_plain and setting.type is not Path)


def check_options(options: object, base: object) -> None:
    """Raise `BadSettings` if a request must not set these options."""
    settings = getattr(options, "extract", None)
    if isinstance(settings, Settings) and isinstance(settings.strategy, str):
        check_strategy(settings.strategy)
    limits, most = _limits(options), _limits(base)
    for setting in options_of(Limits):
        if getattr(limits, setting.name) > getattr(most, setting.name):
            raise BadSettings(f"{setting.name} can be at most {getattr(most, setting.name):,} in this service")


def check_strategy(specification: str) -> None:
    """Raise `BadSettings` if a strategy would read a file of the machine that the service runs on."""
    name, values = split_specification(specification)
    files = [
        setting.name for setting in leaves_of(type(by_name(name))) if setting.type is Path and setting.name in values
    ]
    if files:
        raise BadSettings(f"{name}: {files[0]} names a file, which a request cannot")


def _limits(options: object) -> Limits:
    own = getattr(options, "limits", None)
    found = own if own is not None else getattr(getattr(options, "extract", None), "limits", None)
    return found if isinstance(found, Limits) else Limits()


# Called in a worker.


def _extract(page: Page, options: ExtractOptions) -> str:
    from tamis.core.pipeline import run

    settings = options.extract
    if options.selector:
        settings = replace(settings, rules=(*settings.rules, _rule(options.selector, page.url)))
    if options.format == "json":
        return run(page, settings).to_json()
    from tamis.write.formats import FORMATS

    form = FORMATS.get(options.format)
    article = run(page, replace(settings, positions=form is not None and form.positions))
    if not article.blocks:
        raise NoArticle(article.outcome.value, article.outcome_reason, article.url)
    if form is None:
        from tamis.write.excerpts import excerpt_record
        from tamis.write.json import json_text

        return json_text(excerpt_record(article, options.excerpt, head=options.head, outline=options.outline))
    if options.format != "markdown":
        return form.write(article)
    from tamis.write.excerpts import write_excerpt

    return write_excerpt(article, options.excerpt, head=options.head)


def _rule(selector: str, url: str | None) -> SiteRule:
    host = host_of(url)
    if not host:
        raise BadSettings("selector needs the URL of the page: url")
    return SiteRule((host.rstrip("."),), article=(selector,))


def _summarize(page: Page, options: SummarizeOptions) -> str:
    from tamis.core.pipeline import run
    from tamis.core.summarizing.summaries import summarize, summary_record
    from tamis.write.json import json_text

    article = run(page, options.extract)
    summary = summarize(article, options.summary)
    if not summary.sentences:
        raise NoArticle(article.outcome.value, article.outcome_reason or "no running text", article.url)
    return json_text(summary_record(article, summary))


def _explain(page: Page, options: ExplainOptions) -> str:
    from tamis.write.explaining import explain, write_report_json

    return write_report_json(explain(page, options.extract))


def _links(page: Page, options: LinksOptions) -> str:
    from tamis.core.parse import parse
    from tamis.news.link_finding import links_on
    from tamis.news.link_model import LinkModel, link_record
    from tamis.write.json import json_text

    options.limits.check(page)
    document = parse(page, reads_styles=True)
    found = links_on(document)
    judged = zip(found, LinkModel.shipped().judge(found), strict=True)
    marks = _marks_of_links(document)
    links = [
        link_record(replace(link, text=_mark_of(link.url, link.text, marks) + without_invisible(link.text)), verdict)
        for link, verdict in judged
        if options.all or verdict.is_article
    ]
    return json_text({"url": page.url, "links": links})


def _mark_of(url: str, text: str, marks: Mapping[tuple[str, str], str]) -> str:
    from tamis.core.assemble.hidden_marks import says_something
    from tamis.core.parse import Hiding

    return marks.get((url, text)) or (f"[{Hiding.URL.reason}] " if says_something(url) else "")


def _marks_of_links(document: Document) -> dict[tuple[str, str], str]:
    """Return the marks before the words of links that readers cannot see, by URL and words. Single words need none."""
    from tamis.core.assemble.hidden_marks import MIN_WORDS
    from tamis.core.parse import Hiding

    marks: dict[tuple[str, str], str] = {}
    seen: set[tuple[str, str]] = set()
    for link in document.links():
        key = (urldefrag(link.href).url, link.text)
        if len(link.text.split()) < MIN_WORDS:
            continue
        why = document.hiding(link.block) if link.block is not None else Hiding.ALTERNATIVE
        if why is None and folded(link.text) not in folded(link.element.text):
            why = Hiding.ALTERNATIVE
        if why is None:
            seen.add(key)
        else:
            marks[key] = f"[{why.reason}] "
    return {key: mark for key, mark in marks.items() if key not in seen}


_OWN: Mapping[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation(
            "extract",
            "The article of a page",
            ExtractOptions,
            lambda defaults: ExtractOptions(extract=guarded(defaults.extract)),
            _extract,
            {
                "json": JSON,
                "markdown": MARKDOWN,
                "text": TEXT,
                "html": HTML,
                "xml": XML,
                "tei": XML,
                "speech": TEXT,
                "ssml": SSML,
                "chunks": JSON_LINES,
                "outline": MARKDOWN,
                "excerpt": JSON,
            },
        ),
        Operation(
            "summarize",
            "The best sentences of the article of a page",
            SummarizeOptions,
            lambda defaults: SummarizeOptions(defaults.summary, guarded(defaults.extract)),
            _summarize,
            {"json": JSON},
        ),
        Operation(
            "explain",
            "Every block of a page, kept or not, with the reason",
            ExplainOptions,
            lambda defaults: ExplainOptions(guarded(defaults.extract)),
            _explain,
            {"json": JSON},
        ),
        Operation(
            "links",
            "The links of a page that lead to articles",
            LinksOptions,
            lambda defaults: LinksOptions(limits=defaults.extract.limits),
            _links,
            {"json": JSON},
        ),
    )
}


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """Options of the operation `filter`."""

    format: Literal["html", "text"] = option("html", "Format of the answer.")
    filters: Filters = option(PAGE_FILTERS, "What to remove.")
    limits: Limits = option(Limits(), "What one page may cost.")


def _filter(page: Page, options: FilterOptions) -> str:
    filtered = FilteredPage(page, options.filters, options.limits)
    return filtered.html() if options.format == "html" else filtered.text()


FILTER = Operation(
    "filter",
    "The page itself, without its clutter",
    FilterOptions,
    lambda defaults: FilterOptions(filters=defaults.filters or PAGE_FILTERS, limits=defaults.extract.limits),
    _filter,
    {"html": HTML, "text": TEXT},
)
