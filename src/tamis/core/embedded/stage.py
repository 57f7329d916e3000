"""The stage that compares the kept text with the body in the page's data, and uses that body if the text falls short.

If the page shows that body too, its own blocks with that text are kept. If it does not, the body itself is split into
blocks. In both cases the article says so.

Of a body from data all is kept, except what forums put around posts and repeat in them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.embedded.find import find_embedded, may_carry
from tamis.core.embedded.matching import follow
from tamis.core.enrich.title import heading_of
from tamis.core.parse import parse
from tamis.core.parse.document import Origin
from tamis.core.parse.tree import Element, elements_of, path_of
from tamis.core.strategies.roles import TITLE
from tamis.model import ROLES_BY_KIND, Kind, Labels, Page, Role
from tamis.settings.extraction import Limits
from tamis.text.word_overlap import fold
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.embedded.find import Embedded
    from tamis.core.enrich import PageFacts
    from tamis.core.parse import Document

__all__ = ["LabelledDocument", "PageData", "follow_data"]

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


class _More(NamedTuple):
    """A body in the page's data, and the number of words that it must have to be preferred to the kept blocks."""

    found: Embedded
    at_least: int


class PageData:
    """The body that a page carries as data, searched for once for each number of words that it must have."""

    def __init__(self, document: Document, facts: PageFacts, min_words: int) -> None:
        self._document = document
        self._facts = facts
        self._min_words = min_words
        self._found: dict[tuple[int, bool], Embedded | None] = {}

    def more_than(self, kept: Sequence[bool]) -> _More | None:
        """Find a body with more than what is kept. If there is none, any choice that keeps more has none, too."""
        document, facts = self._document, self._facts
        characters = sum(map(len, compress(document.texts, kept)))
        if characters >= MANY and not may_carry(document.tree, characters):
            return None
        words = _words(document, kept)
        nothing = words < max(1, min(self._min_words, NOTHING))
        at_least = MIN_BODY if nothing else max(words + MORE, round(LONGER * words))
        asked = at_least, nothing or (words < LITTLE and _is_article(facts))
        if asked not in self._found:
            self._found[asked] = find_embedded(document, facts.description, at_least, anywhere=asked[1])
        embedded = self._found[asked]
        return _More(embedded, at_least) if embedded is not None else None


def follow_data(own: LabelledDocument, data: PageData) -> LabelledDocument:
    """Choose what to make the article from: the page's own blocks, or its data if that is much more, or a thread.

    The document's `origin` says which it is.
    """
    document, labels = own
    more = data.more_than(labels.kept)
    if more is None or elements_of(more.found.html, MAX_ELEMENTS) > MAX_ELEMENTS:
        return own
    embedded, at_least = more
    body = parse(Page(html=embedded.html, url=document.base_url))
    body = replace(
        body,
        title=document.title,
        title_block=heading_of(body, document.title),
        origin=Origin(embedded.source, path_of(embedded.host)),
    )
    body_labels = label_body(body, embedded.source, is_thread=embedded.is_thread)
    choice = not _keeps_all(document, labels)  # a strategy that keeps all visible text does not want a selection
    if _words(body, body_labels.kept) < at_least and not (embedded.is_thread and choice):
        return own
    shown = follow(document, labels, body, body_labels, embedded) if choice else None
    if shown is not None:
        return LabelledDocument(replace(document, origin=Origin(embedded.source)), shown)
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


MAX_QUOTES = 500
"""Maximum number of quotes that are searched for in earlier posts."""
# Class names of parts of a post that its author did not write (Discourse, NodeBB).
_BESIDE = {
    "meta": "name and size of a picture",
    "onebox": "preview of a linked page",
    "link-preview": "preview of a linked page",
}
_SMALL_IMAGES = frozenset({"avatar", "emoji", "site-icon"})


def label_body(body: Document, source: str, *, is_thread: bool = False) -> Labels:
    """Keep all visible text except the title; in a thread, drop previews and quotes of its own posts.

    The title is the one that the document knows.
    """
    reasons: list[str | None] = [
        None if seen else body.hiding_reason(block) for block, seen in enumerate(body.visible())
    ]
    if body.title_block >= 0:
        _leave_out(reasons, (body.title_block,), TITLE[1])
    if is_thread:
        _leave_out_beside(body, reasons)
        _leave_out_quotes(body, reasons)
        _leave_out_small_images(body, reasons)
    kept = [reason is None for reason in reasons]
    return Labels(
        kept=kept,
        scores=[1.0 if keep else 0.0 for keep in kept],
        roles=[
            ROLES_BY_KIND.get(kind, Role.TEXT) if keep else Role.OTHER
            for kind, keep in zip(body.kinds, kept, strict=True)
        ],
        reasons=[reason or f"in {source}" for reason in reasons],
    )


def _leave_out_beside(body: Document, reasons: list[str | None]) -> None:
    for node, element in enumerate(body.elements):
        for name in _classes(element):
            if name in _BESIDE:
                _leave_out(reasons, range(body.block_start[node], body.block_stop[node]), _BESIDE[name])


def _leave_out_quotes(body: Document, reasons: list[str | None]) -> None:
    quotes = [
        node
        for node, element in enumerate(body.elements)
        if body.tags[node] == "aside" and "quote" in _classes(element)
    ][:MAX_QUOTES]
    if not quotes:
        return
    folded = [fold(text) for text in body.texts]
    offsets = [0]
    for text in folded:
        offsets.append(offsets[-1] + len(text) + 1)
    said = " ".join(folded)
    for node in quotes:
        inside = range(body.block_start[node], body.block_stop[node])
        words = [index for index in inside if "title" not in _classes(body.elements[body.block_nodes[index]])]
        _leave_out(reasons, set(inside).difference(words), "says who is quoted")
        end = offsets[inside.start]
        if all(said.find(folded[index], 0, end) >= 0 for index in words):
            _leave_out(reasons, words, "quotes a post that is there")


def _leave_out_small_images(body: Document, reasons: list[str | None]) -> None:
    for index, kind in enumerate(body.kinds):
        leaf = body.leaves[index][0]
        if kind is Kind.IMAGE and isinstance(leaf, Element) and not _SMALL_IMAGES.isdisjoint(_classes(leaf)):
            reasons[index] = reasons[index] or "sign of a person or a mood"


def _leave_out(reasons: list[str | None], blocks: Iterable[int], why: str) -> None:
    for index in blocks:
        reasons[index] = reasons[index] or why


def _classes(element: Element) -> list[str]:
    return (element.attr("class") or "").split()
