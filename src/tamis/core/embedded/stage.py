"""The stage that compares the kept text with the body in the page's data, and uses that body if the text falls short.

If the page shows that body too, its own blocks with that text are kept. If it does not, the body itself is split into
blocks. In both cases the article says so.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.embedded.body_labels import label_body
from tamis.core.embedded.find import find_embedded, may_carry
from tamis.core.embedded.matching import follow
from tamis.core.enrich.title import heading_of
from tamis.core.parse import parse
from tamis.core.parse.document import Origin
from tamis.core.parse.sizes import elements_of
from tamis.core.parse.tree import path_of
from tamis.core.parse.urls import base_url
from tamis.model import Kind, Page
from tamis.settings.extraction import Limits
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.embedded.find import Embedded
    from tamis.core.enrich import PageFacts
    from tamis.core.parse import Document
    from tamis.model import Labels

__all__ = ["LabelledDocument", "follow_data", "may_follow_data"]

LITTLE = 250
"""Number of kept words below which the body of a declared article is searched for everywhere.

Otherwise it is searched for only where that is cheap.
"""
MANY = 12 * LITTLE
"""Number of characters that are more words than `LITTLE`, in any writing system."""
NOTHING = 50
"""Number of kept words below which any body is better, if fewer were kept than asked for."""
MIN_BODY = 80
"""Minimum number of words of a body that is worth the doubt."""
MORE = 150
"""Minimum number of words by which a body must exceed the kept blocks, unless hardly anything was kept."""
LONGER = 2.0
"""Minimum ratio of the body's length to the kept blocks', in addition to `MORE`."""
MAX_ELEMENTS = Limits().max_elements
"""Maximum elements of a page; data that would make more is not used."""
_CAPTION = Kind.CAPTION
_ARTICLES = ("article", "posting", "post", "story", "report", "review")


class LabelledDocument(NamedTuple):
    """A document and the labels of its blocks."""

    document: Document
    labels: Labels


def may_follow_data(document: Document, kept: Sequence[bool], facts: PageFacts, min_words: int) -> bool:
    """Tell whether the data may hold more than what is kept.

    If not, the same is true for any choice that keeps more.
    """
    return _find_more(document, kept, facts, min_words) is not None


class _More(NamedTuple):
    """A body in the page's data, and the number of words that it must have to be preferred to the kept blocks."""

    found: Embedded
    at_least: int


def _find_more(document: Document, kept: Sequence[bool], facts: PageFacts, min_words: int) -> _More | None:
    characters = sum(map(len, compress(document.texts, kept)))
    if characters >= MANY and not may_carry(document.tree, characters):
        return None
    words = _words(document, kept)
    nothing = words < max(1, min(min_words, NOTHING))
    at_least = MIN_BODY if nothing else max(words + MORE, round(LONGER * words))
    anywhere = nothing or (words < LITTLE and _is_article(facts))
    found = find_embedded(document, facts.description, at_least, anywhere=anywhere)
    return _More(found, at_least) if found is not None else None


def follow_data(own: LabelledDocument, facts: PageFacts, min_words: int) -> LabelledDocument:
    """Choose what to make the article from: the page's own blocks, or its data if that is much more, or a thread.

    The document's `origin` says which it is.
    """
    document, labels = own
    more = _find_more(document, labels.kept, facts, min_words)
    if more is None or elements_of(more.found.html, MAX_ELEMENTS) > MAX_ELEMENTS:
        return own
    found, at_least = more
    body = parse(Page(html=found.html, url=base_url(document)))
    body = replace(
        body,
        title=document.title,
        title_block=heading_of(body, document.title),
        origin=Origin(found.source, path_of(found.host)),
    )
    body_labels = label_body(body, found.source, is_thread=found.is_thread)
    choice = not _keeps_all(document, labels)  # a strategy that keeps all visible text does not want a selection
    if _words(body, body_labels.kept) < at_least and not (found.is_thread and choice):
        return own
    shown = follow(document, labels, body, body_labels, found) if choice else None
    if shown is not None:
        return LabelledDocument(replace(document, origin=Origin(found.source)), shown)
    return LabelledDocument(body, body_labels)


def _keeps_all(document: Document, labels: Labels) -> bool:
    return any(labels.kept) and all(
        keep or why is not None for keep, why in zip(labels.kept, document.hidden, strict=True)
    )


def _words(document: Document, kept: Sequence[bool]) -> int:
    texts = (
        text
        for text, keep, kind in zip(document.texts, kept, document.kinds, strict=True)
        if keep and kind is not _CAPTION
    )
    return count_words("\n".join(texts))


def _is_article(facts: PageFacts) -> bool:
    """Tell whether the page declares that it is an article.

    The data of shops and home pages is large, and holds none.
    """
    kind = (facts.page_type or "").lower()
    return facts.paywalled is True or kind.endswith(_ARTICLES)
