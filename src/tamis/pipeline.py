"""The stages from a page to an article, one after another. A pure function of its arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.assemble import assemble, keep_notes
from tamis.enrich import metadata as find_metadata
from tamis.errors import TooLarge
from tamis.model import Article, Step
from tamis.outcome import judge
from tamis.parse import parse
from tamis.settings import Settings
from tamis.strategies import by_name

if TYPE_CHECKING:
    from tamis.model import Labels, Page
    from tamis.parse import Document
    from tamis.strategies import Strategy

DEFAULT_SETTINGS = Settings()


def run(page: Page, settings: Settings = DEFAULT_SETTINGS) -> Article:
    """Parse, describe, label, assemble, judge."""
    if len(page.html) > settings.limits.max_characters:
        raise TooLarge(len(page.html), settings.limits.max_characters, page.url)
    document = parse(page)
    metadata = find_metadata(document)
    document = replace(document, title=metadata.title)
    strategy = chosen(settings)
    labels = strategy.label(document)
    blocks = assemble(document, labels, images=settings.images)
    with_notes = keep_notes(document, labels, blocks)
    if with_notes is not labels:
        labels = with_notes
        blocks = assemble(document, labels, images=settings.images)
    verdict = judge(document, labels, blocks, metadata, settings.min_words)
    return Article(
        url=page.url,
        metadata=metadata,
        blocks=blocks,
        outcome=verdict.outcome,
        outcome_reason=verdict.reason,
        confidence=verdict.confidence,
        strategy=strategy.name,
        trace=trace(document, labels, strategy),
    )


def chosen(settings: Settings) -> Strategy:
    """The strategy that the settings name or carry."""
    return by_name(settings.strategy) if isinstance(settings.strategy, str) else settings.strategy


def trace(document: Document, labels: Labels, strategy: Strategy) -> tuple[Step, ...]:
    """What each stage found, for people who want to know."""
    page = document.page
    hidden = sum(reason is not None for reason in document.hidden)
    return (
        Step("decode", page.encoding or "came as text"),
        Step("parse", f"{len(document.tags)} elements, {len(document)} blocks, {hidden} of them hidden"),
        Step("enrich", f"title: {document.title}" if document.title else "no title found"),
        Step(strategy.name, f"{sum(labels.kept)} of {len(labels)} blocks kept: {strategy}"),
    )
