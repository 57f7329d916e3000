"""The article of a filtered page, if only the article is kept (D7), and its pictures (D8, D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.tree import Element, Text
from tamis.papers.filters.article import Pictures, article_nodes
from tamis.papers.filters.removals import OUTSIDE, Remains
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.parse import Document
    from tamis.model import Labels
    from tamis.papers.filters import Filters
    from tamis.papers.filters.removals import Removals

_REASON = "outside of the article"


class FoundArticle(NamedTuple):
    """The article that a filtered page was reduced to."""

    strategy: str
    """Name of the strategy that found it."""
    words: int
    page_words: int
    """Number of visible words on the whole page."""


def keep_first_subtree(
    document: Document, visible: Sequence[bool], filters: Filters, removals: Removals
) -> FoundArticle | None:
    """Remove what is outside of the article by the filters' own rule, and pictures that are not the article's."""
    remains = Remains(document, visible, removals)
    nodes = article_nodes(document, remains.left, filters.article_characters)
    if not nodes:
        return None
    inside = {block for node in nodes for block in range(document.block_start[node], document.block_stop[node])}
    kept = [size > 0 and block in inside for block, size in enumerate(remains.left)]
    if filters.captioned_images:
        pictures = Pictures(document, visible, nodes, related=filters.related_images)
        for block, belongs, reason, _, node in pictures.judge(remains.causes, kept):
            picture = document.leaves[block][0]
            if not belongs and isinstance(picture, Element):
                is_figure = document.tags[node] == "figure" and node not in nodes
                removals.add(document.elements[node] if is_figure else picture, OUTSIDE, reason)
    _keep_elements([document.elements[node] for node in nodes], removals)
    return _found(document, visible, kept, filters.name)


def _keep_elements(articles: Iterable[Element], removals: Removals) -> None:
    """Remove everything but these elements and their ancestors."""
    wanted = set(articles)
    way: dict[Element, None] = {}
    for article in wanted:
        outer = article.parent
        while isinstance(outer, Element) and outer not in way:
            way[outer] = None
            outer = outer.parent
    for around in way:
        for child in around:
            if isinstance(child, Text):
                removals.texts.add(child)
            elif isinstance(child, Element) and child not in wanted and child not in way:
                removals.add(child, OUTSIDE, _REASON)
    removals.forget()


def keep_labeled(
    document: Document, visible: Sequence[bool], labels: Labels, removals: Removals, strategy: str
) -> FoundArticle:
    """Remove what a strategy does not keep. The title stays, because strategies leave it to the metadata."""
    kept = [keep or block == document.title_block for block, keep in enumerate(labels.kept)]
    before = [0]
    for keep in kept:
        before.append(before[-1] + keep)
    for node, element in enumerate(document.elements):
        first, last = document.block_start[node], document.block_stop[node]
        # Elements without blocks, such as a rule, stay between blocks that are kept.
        is_wanted = before[last] > before[first] if first < last else 0 < before[first] < before[-1]
        if node and not is_wanted and element.tag not in ("head", "body"):
            removals.add(element, OUTSIDE, _REASON)
    for leaves, keep in zip(document.leaves, kept, strict=True):
        for leaf in leaves if not keep else ():
            if isinstance(leaf, Text):
                removals.texts.add(leaf)
            elif isinstance(leaf, Element) and leaf.tag != "body":
                removals.add(leaf, OUTSIDE, _REASON)
    removals.forget()
    return _found(document, visible, kept, strategy)


def _found(document: Document, visible: Sequence[bool], kept: Sequence[bool], strategy: str) -> FoundArticle:
    words = [count_words(text) if seen else 0 for text, seen in zip(document.texts, visible, strict=True)]
    return FoundArticle(strategy, sum(count for count, keep in zip(words, kept, strict=True) if keep), sum(words))
