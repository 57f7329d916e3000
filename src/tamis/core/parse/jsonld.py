"""JSON-LD (linked data): its scripts, its entities, and the references between them.

A page holds several scripts of it, each an object, a list, or a graph whose parts refer to one another by ``@id``. They
describe much besides the page: its site, its breadcrumbs, its reviews, the articles it links to.
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
"""Depth to which entities are searched for nested entities."""
MAX_ENTITIES = 400
"""Number of entities of a page that are examined."""

# Properties whose values describe something other than this page.
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
    """Return an entity's types without their namespace: ``NewsArticle``."""
    types = entity.get("@type")
    if isinstance(types, str):
        types = [types]
    if not isinstance(types, list):
        return ()
    return tuple(name.strip().rsplit("/", 1)[-1].rsplit(":", 1)[-1] for name in types if isinstance(name, str))


@dataclass(frozen=True, slots=True)
class LinkedData:
    """The entities of a page's JSON-LD that may describe the page, and an index of all entities by ``@id``."""

    candidates: tuple[Entity, ...]
    by_id: dict[str, Entity]

    def resolve(self, value: object) -> object:
        """Return the entity that a reference ``{"@id": …}`` points to, or the value itself."""
        if isinstance(value, dict) and "@id" in value and "name" not in value:
            name = value["@id"]
            if isinstance(name, str):
                return self.by_id.get(name, value)
        return value

    def each(self, value: object) -> Iterator[object]:
        """Yield the values of a property: one value, a list, those in an ``@list`` or ``@set``, or references."""
        if isinstance(value, list):
            for item in value[:MAX_ENTITIES]:
                yield self.resolve(item)
        elif isinstance(value, dict) and isinstance(values := value.get("@list", value.get("@set")), list):
            yield from self.each(values)
        elif value is not None:
            yield self.resolve(value)


class JsonLd:
    """The JSON-LD scripts of a page, read once, on first use."""

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
        """Return the values in one script, given its text."""
        return self._read().get(source, ())

    def _read(self) -> dict[str, tuple[object, ...]]:
        if self._values is None:
            sources = [script.text for script in self._tree.select("script") if is_json_ld(script)]
            self._values = {source: tuple(read_json(source)) for source in sources}
        return self._values


def is_json_ld(script: Element) -> bool:
    """Tell whether a script contains JSON-LD, by its type."""
    return "ld+json" in (script.attr("type") or "").lower()


def _indexed(values: Iterable[object]) -> LinkedData:
    """Index the top-level objects of a page and the entities in them."""
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
    """Return a property's text: the string, the first of a list, or its ``@value``, ``name``, ``@id`` or ``url``."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and depth < MAX_DEPTH:
        texts = (text_of(item, depth + 1) for item in value[:MAX_ENTITIES])
        return next((text for text in texts if text), None)
    if isinstance(value, dict):
        texts = (value.get(key) for key in ("@value", "name", "@id", "url"))
        return next((text for text in texts if isinstance(text, str)), None)
    return None
