"""The stages from a page to an article, one after another. A pure function of its arguments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from tamis.assemble import assemble, keep_notes
from tamis.embedded.stage import find_embedded_body
from tamis.enrich import metadata as find_metadata
from tamis.model import Article, Step
from tamis.outcome import judge
from tamis.parse import parse
from tamis.settings import Limits, Settings
from tamis.strategies import by_name

if TYPE_CHECKING:
    from tamis.embedded.stage import EmbeddedBody
    from tamis.model import Block, Labels, Metadata, Page
    from tamis.parse import Document
    from tamis.strategies import Strategy

DEFAULT_SETTINGS = Settings()
DEFAULT_LIMITS = Limits()


class Prepared(NamedTuple):
    """A page before any strategy has seen it."""

    document: Document
    """With its title."""
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class Extraction:
    """An article with what it was made of."""

    article: Article
    document: Document
    """The page's own."""
    labels: Labels
    """On the page's own blocks."""
    embedded: EmbeddedBody | None = None
    """What the page carries as data, if the article was taken from that or chosen by it."""


def run(page: Page, settings: Settings = DEFAULT_SETTINGS) -> Article:
    """The article of a page."""
    return extract_traced(page, settings).article


def prepare(page: Page, limits: Limits = DEFAULT_LIMITS) -> Prepared:
    """Parse a page and find what it says about itself: all that is known before blocks are labelled."""
    limits.check(page)
    document = parse(page)
    metadata = find_metadata(document)
    return Prepared(replace(document, title=metadata.title), metadata)


def extract_traced(page: Page, settings: Settings = DEFAULT_SETTINGS) -> Extraction:
    """Parse, describe, label, look into the page's data if that falls short, assemble, judge."""
    document, metadata = prepare(page, settings.limits)
    strategy = strategy_of(settings)
    labels = strategy.label(document)
    steps = trace(document, labels, strategy)
    own, own_labels = document, labels
    embedded = find_embedded_body(document, labels, metadata, settings.min_words) if settings.embedded else None
    if embedded is not None:
        document, labels = embedded.document, embedded.labels
        steps += (embedded.step(),)
    labels, blocks = assemble_with_notes(document, labels, images=settings.images, positions=settings.positions)
    if embedded is not None and settings.positions:
        blocks = embedded.placed(blocks)
    verdict = judge(document, labels, blocks, metadata, settings.min_words)
    if embedded is not None:
        verdict = embedded.verdict(verdict, blocks, metadata, settings.min_words)
    article = Article(
        url=page.url,
        metadata=metadata,
        blocks=blocks,
        outcome=verdict.outcome,
        outcome_reason=verdict.reason,
        confidence=verdict.confidence,
        strategy=strategy.name,
        trace=steps,
    )
    return Extraction(article, own, labels if document is own else own_labels, embedded)


def assemble_with_notes(
    document: Document, labels: Labels, *, images: bool, positions: bool
) -> tuple[Labels, tuple[Block, ...]]:
    """The article's blocks, with the notes that they refer to."""
    blocks = assemble(document, labels, images=images, positions=positions)
    with_notes = keep_notes(document, labels, blocks)
    if with_notes is labels:
        return labels, blocks
    return with_notes, assemble(document, with_notes, images=images, positions=positions)


def strategy_of(settings: Settings) -> Strategy:
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
