"""The body that a page's linked data (JSON-LD) gives in full, as ``articleBody``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.embedded.body import MIN_WORDS, Body, best_body, plain_text
from tamis.embedded.rich_text import is_html, text_as_html
from tamis.parse.jsonld import MAX_DEPTH, MAX_ENTITIES
from tamis.text.word_overlap import words
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.embedded.body import Hints

# What hangs on an entity but is another work than this page.
_ELSEWHERE = frozenset(
    "itemListElement review reviews comment comments hasPart isPartOf mentions citation video about relatedLink".split()
)
_TITLES = ("headline", "name", "alternativeHeadline")


def find_linked_body(values: Iterable[object], hints: Hints) -> Body | None:
    """The body of the page's article in one script of linked data; of several, the one with the page's title."""
    found = [entity for value in values for entity in _with_body(value, 0)][:MAX_ENTITIES]
    if len(found) > 1:
        found = [entity for entity in found if _named(entity, hints)]
    bodies = [body for entity in found if (body := _body(str(entity["articleBody"]))) is not None]
    return best_body(bodies)


def _with_body(value: object, depth: int) -> Iterator[dict[str, object]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for item in value[:MAX_ENTITIES]:
            yield from _with_body(item, depth + 1)
    elif isinstance(value, dict):
        if isinstance(value.get("articleBody"), str):
            yield value
        for key, inner in value.items():
            if isinstance(inner, dict | list) and key not in _ELSEWHERE:
                yield from _with_body(inner, depth + 1)


def _named(entity: dict[str, object], hints: Hints) -> bool:
    return any(isinstance(title := entity.get(key), str) and hints.names(title) for key in _TITLES)


def _body(text: str) -> Body | None:
    if len(words(text)) < MIN_WORDS:
        return None
    html = text_as_html(text)
    return Body(html, count_words(plain_text(html)), is_html(text))
