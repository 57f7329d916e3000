"""Linked data (JSON-LD): its blocks, its entities, and what they refer to.

A page holds several blocks of it, each an object, a list, or a graph whose parts refer to one another by ``@id``, and
tells of much besides itself: its site, its breadcrumbs, its reviews, the articles it links to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis.text.lenient_json import read_json
from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.core.parse.tree import Element, Tree

Entity = dict[str, Any]

MAX_DEPTH = 8
"""How deep entities are looked for in one another."""
MAX_ENTITIES = 400
"""How many entities of a page are looked at."""

# What hangs on an entity but is not this page.
_ELSEWHERE = word_set(
    """
    itemListElement breadcrumb isPartOf publisher author creator editor review reviews comment comments
    hasPart relatedLink mentions about citation image logo video publisherImprint sourceOrganization
    aggregateRating offers potentialAction suggestedAnswer acceptedAnswer itemReviewed significantLink
    isRelatedTo isSimilarTo contributor subjectOf workExample exampleOfWork step recipeInstructions
    liveBlogUpdate associatedMedia blogPost blogPosts containsPlace brand speakable sameAs address
    mainEntityOfPage copyrightHolder sponsor provider reviewedBy accountablePerson thumbnail
    primaryImageOfPage
    """
)


def _take_objects(value: object, into: list[Entity], depth: int = 0) -> None:
    if isinstance(value, dict):
        into.append(value)
    elif isinstance(value, list) and depth < MAX_DEPTH:
        for item in value:
            _take_objects(item, into, depth + 1)


def types_of(entity: Entity) -> tuple[str, ...]:
    """An entity's types without their namespace: ``NewsArticle``."""
    types = entity.get("@type")
    if isinstance(types, str):
        types = [types]
    if not isinstance(types, list):
        return ()
    return tuple(name.strip().rsplit("/", 1)[-1].rsplit(":", 1)[-1] for name in types if isinstance(name, str))


@dataclass(frozen=True, slots=True)
class LinkedData:
    """All entities that a page's JSON-LD may mean itself by, and the index by which they refer to others."""

    candidates: tuple[Entity, ...]
    by_id: dict[str, Entity]

    def resolve(self, value: object) -> object:
        """The entity that a reference ``{"@id": …}`` stands for, or the value itself."""
        if isinstance(value, dict) and "@id" in value and "name" not in value:
            name = value["@id"]
            if isinstance(name, str):
                return self.by_id.get(name, value)
        return value

    def each(self, value: object) -> Iterator[object]:
        """The values of a property that may be one, a list, a set, or references."""
        if isinstance(value, list):
            for item in value[:MAX_ENTITIES]:
                yield self.resolve(item)
        elif isinstance(value, dict) and isinstance(value.get("@list"), list):
            yield from self.each(value["@list"])
        elif value is not None:
            yield self.resolve(value)


class JsonLd:
    """The JSON-LD scripts of a page, read on first use, and only once."""

    __slots__ = ("_data", "_tree", "_values")

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._values: dict[str, tuple[object, ...]] | None = None
        self._data: LinkedData | None = None

    @property
    def data(self) -> LinkedData:
        """The entities of all scripts, indexed."""
        if self._data is None:
            self._data = _indexed(value for values in self._read().values() for value in values)
        return self._data

    def values_of(self, source: str) -> tuple[object, ...]:
        """The values that one script holds, by its text."""
        return self._read().get(source, ())

    def _read(self) -> dict[str, tuple[object, ...]]:
        if self._values is None:
            sources = [script.text for script in self._tree.select("script") if is_json_ld(script)]
            self._values = {source: tuple(read_json(source)) for source in sources}
        return self._values


def is_json_ld(script: Element) -> bool:
    """Whether a script is one of linked data, by its type."""
    return "ld+json" in (script.attr("type") or "").lower()


def _indexed(values: Iterable[object]) -> LinkedData:
    """The top-level objects of a page and what is in them."""
    by_id: dict[str, Entity] = {}
    candidates: list[Entity] = []
    blocks: list[Entity] = []
    for value in values:
        _take_objects(value, blocks)
    for block in blocks:
        _index(block, by_id, candidates, 0, True)
    return LinkedData(tuple(candidates), by_id)


def _index(entity: object, by_id: dict[str, Entity], candidates: list[Entity], depth: int, own: bool) -> None:
    if isinstance(entity, list):
        for item in entity[:MAX_ENTITIES]:
            _index(item, by_id, candidates, depth + 1, own)
        return
    if not isinstance(entity, dict) or depth > MAX_DEPTH or len(by_id) > MAX_ENTITIES:
        return
    name = entity.get("@id")
    if isinstance(name, str) and len(entity) > 1 and len(by_id.get(name, ())) < len(entity):
        by_id[name] = entity
    if own and "@type" in entity and len(candidates) < MAX_ENTITIES:
        candidates.append(entity)
    for key, value in entity.items():
        if isinstance(value, dict | list):
            _index(value, by_id, candidates, depth + 1, own and key not in _ELSEWHERE)


def text_of(value: object, depth: int = 0) -> str | None:
    """A property's text: itself, the first of a list, or its ``@value``, ``name`` or address."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and depth < MAX_DEPTH:
        texts = (text_of(item, depth + 1) for item in value[:MAX_ENTITIES])
        return next((text for text in texts if text), None)
    if isinstance(value, dict):
        texts = (value.get(key) for key in ("@value", "name", "@id", "url"))
        return next((text for text in texts if isinstance(text, str)), None)
    return None
