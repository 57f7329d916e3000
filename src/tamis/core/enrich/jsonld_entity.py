"""JSON-LD entities that describe this page, among those of its site, its breadcrumbs and the articles it links to.

They declare its type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from tamis.core.enrich.declared import clean
from tamis.core.parse.jsonld import text_of, types_of
from tamis.text.schema_types import ARTICLE_TYPES, PAGE_TYPES, WORK_TYPES
from tamis.text.word_overlap import overlap, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.enrich.declared import Sources
    from tamis.core.enrich.headings import Heading
    from tamis.core.parse.jsonld import Entity

AGREEING = 0.6
"""Word overlap from which two headlines are the same."""


def page_entities(sources: Sources, headings: Iterable[Heading]) -> tuple[Entity, ...]:
    """Return the entities that describe this page, the most telling first: its article, then its page."""
    candidates = sources.data.candidates
    if not candidates:
        return ()
    article = _article(candidates, sources, headings)
    pages = [entity for entity in candidates if PAGE_TYPES.intersection(types_of(entity))]
    page = next(
        (entity for entity in pages if _url_agrees(entity, sources)),
        pages[0] if len(pages) == 1 else None,
    )
    return tuple(entity for entity in (article, page) if entity is not None)


def find_type(sources: Sources, entities: Sequence[Entity]) -> str | None:
    """Return the type that the page declares, an article's before a page's."""
    types = [name for entity in entities for name in types_of(entity)]
    for preferred in (ARTICLE_TYPES, WORK_TYPES):
        if found := next((name for name in types if name in preferred), None):
            return found
    return types[0] if types else clean(sources.meta("og:type")) or None


def _article(candidates: Iterable[Entity], sources: Sources, headings: Iterable[Heading]) -> Entity | None:
    articles = [entity for entity in candidates if ARTICLE_TYPES.intersection(types_of(entity))]
    works = [entity for entity in candidates if WORK_TYPES.intersection(types_of(entity))]
    for group in (articles, works):
        if not group:
            continue
        titles = [words(clean(text)) for text in (sources.html_title, sources.meta("og:title")) if text]
        titles += [heading.words for heading in headings if heading.level == 1]
        scored = [(_score(entity, sources, titles), -place) for place, entity in enumerate(group)]
        (score, place) = max(scored)
        # A lone article is the page, unless its URL or headline differs; of several, one must agree.
        if score > 0 or (len(group) == 1 and score == 0):
            return group[-place]
    return None


def _score(entity: Entity, sources: Sources, titles: list[list[str]]) -> float:
    score = 0.0
    if own_urls(entity):
        score += 1.0 if _url_agrees(entity, sources) else -0.5
    headline = headline_of(entity)
    if headline and titles:
        said = words(headline)
        best = max(_likeness(said, title) for title in titles)
        score += 1.0 + best if best >= AGREEING else -0.5
    # A fuller entity wins among equals: some pages repeat theirs as a stub.
    return score + 0.001 * min(len(entity), 50) if score > 0 else score


def _likeness(said: list[str], title: list[str]) -> float:
    """Compute the word overlap with a title, which may contain more, such as the site's name."""
    if 3 <= len(said) <= len(title) and set(said) <= set(title):
        return 1.0
    return overlap(said, title)


def headline_of(entity: Entity) -> str:
    """Return an entity's headline or name."""
    return clean(text_of(entity.get("headline")) or text_of(entity.get("name")))


def own_urls(entity: Entity) -> list[str]:
    """Return the URLs that an entity gives for itself."""
    page = entity.get("mainEntityOfPage")
    if isinstance(page, dict):
        page = page.get("@id") or page.get("url")
    found = [page, entity.get("url"), entity.get("@id")]
    return [value for value in found if isinstance(value, str) and value.startswith(("http:", "https:", "/", "//"))]


def _url_agrees(entity: Entity, sources: Sources) -> bool:
    own = {_path(claim) for claim in own_urls(entity)}
    page = {
        _path(claim) for claim in (sources.url, *sources.links.get("canonical", ()), sources.meta("og:url")) if claim
    }
    return bool(own & page)


def _path(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url
    return unquote(parts.path).rstrip("/").lower() + (
        "?" + parts.query if parts.query and parts.path in ("", "/") else ""
    )
