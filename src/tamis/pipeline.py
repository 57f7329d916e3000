"""The stages from a page to an article, one after another. A pure function of its arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tamis.assemble import assemble
from tamis.embedded.stage import LabelledDocument, follow_data
from tamis.enrich import metadata as find_metadata
from tamis.model import Article, Step
from tamis.outcome import judge
from tamis.parse import parse
from tamis.settings import Limits, Settings
from tamis.strategies import by_name
from tamis.strategies.figures import with_bound_captions

if TYPE_CHECKING:
    from tamis.model import Metadata, Page
    from tamis.parse import Document
    from tamis.strategies import Strategy

DEFAULT_SETTINGS = Settings()
DEFAULT_LIMITS = Limits()


class Prepared(NamedTuple):
    """A page before any strategy has seen it."""

    document: Document
    """With its title."""
    metadata: Metadata


class Extraction(NamedTuple):
    """An article with what it was made of."""

    article: Article
    own: LabelledDocument
    """The page's own blocks, as the strategy labelled them."""
    chosen: LabelledDocument
    """The blocks that the article was made of: the same but for notes, unless `document.origin` says otherwise."""


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
    own = LabelledDocument(document, strategy.label(document))
    document, labels = follow_data(own, metadata, settings.min_words) if settings.embedded else own
    steps = trace(own, strategy, LabelledDocument(document, labels))
    labels = with_bound_captions(document, labels)
    labels, blocks = assemble(document, labels, images=settings.images, positions=settings.positions)
    verdict = judge(document, labels, blocks, metadata, settings.min_words)
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
    return Extraction(article, own, LabelledDocument(document, labels))


def strategy_of(settings: Settings) -> Strategy:
    """The strategy that the settings name or carry."""
    return by_name(settings.strategy) if isinstance(settings.strategy, str) else settings.strategy


def trace(own: LabelledDocument, strategy: Strategy, chosen: LabelledDocument) -> tuple[Step, ...]:
    """What each stage found, for people who want to know."""
    document, labels = own
    hidden = sum(reason is not None for reason in document.hidden)
    steps = (
        Step("decode", document.page.encoding or "came as text"),
        Step("parse", f"{len(document.tags)} elements, {len(document)} blocks, {hidden} of them hidden"),
        Step("enrich", f"title: {document.title}" if document.title else "no title found"),
        Step(strategy.name, f"{sum(labels.kept)} of {len(labels)} blocks kept: {strategy}"),
    )
    origin = chosen.document.origin
    if origin is None:
        return steps
    kept = f"{sum(chosen.labels.kept)} of {len(chosen.labels)} blocks kept"
    how = f"cut from {origin.source} at {origin.xpath}" if origin.xpath else f"those with the text of {origin.source}"
    return (*steps, Step("embedded", f"{kept}, {how}"))
