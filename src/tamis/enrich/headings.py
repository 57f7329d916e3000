"""The page's headings as displayed, with their place among the blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.enrich.declared import clean
from tamis.model import Kind
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from tamis.parse.document import Document

MAX_HEADINGS = 30
"""How many headings from the top of the page are looked at."""
MAX_LENGTH = 400
"""A longer heading is a text in large type."""
_ANCHOR_SIGNS = " ¶#§\uf0c1🔗"
"""What documentation puts after a heading to link to it."""


class Heading:
    """A heading of the page."""

    __slots__ = ("_words", "block", "last", "level", "text")

    def __init__(self, text: str, level: int, block: int, last: int) -> None:
        self.text = text
        self.level = level
        self.block = block
        self.last = last
        """Its last block."""
        self._words: list[str] | None = None

    @property
    def words(self) -> list[str]:
        """Its words as compared, found when first asked for."""
        if self._words is None:
            self._words = words(self.text)
        return self._words


def headings(document: Document) -> list[Heading]:
    """The first headings of the page down to the third level, the ones in several blocks joined."""
    found: list[Heading] = []
    kinds, block_nodes, texts, tags = document.kinds, document.block_nodes, document.texts, document.tags
    last_node = -1
    block = -1
    while len(found) < MAX_HEADINGS:
        try:
            block = kinds.index(Kind.HEADING, block + 1)
        except ValueError:
            break
        node = block_nodes[block]
        if tags[node] not in _LEVELS:
            node = _heading_node(document, node)
        text = clean(texts[block]).rstrip(_ANCHOR_SIGNS)
        if node < 0 or not text:
            continue
        first = block
        if node == last_node:
            previous = found.pop()
            text, first = f"{previous.text} {text}", previous.block
        last_node = node
        found.append(Heading(text, _LEVELS[tags[node]], first, block))
    return [heading for heading in found if len(heading.text) <= MAX_LENGTH]


_LEVELS = {"h1": 1, "h2": 2, "h3": 3}


def _heading_node(document: Document, node: int) -> int:
    """The heading element that a node is in, or -1."""
    while node >= 0 and document.tags[node] not in _LEVELS:
        node = document.parents[node]
    return node


def pieces(document: Document, heading: Heading) -> list[str]:
    """A heading's text as its markup cuts it: kickers stand in elements of their own."""
    found: list[str] = []
    for block in range(heading.block, heading.last + 1):
        parent: object = None
        for leaf in document.leaves[block]:
            text = leaf if isinstance(leaf, str) else leaf.text
            here = None if isinstance(leaf, str) else leaf.parent
            if found and here is not None and here is parent:
                found[-1] += text
            elif text.strip():
                found.append(text)
                parent = here
    return [clean(piece) for piece in found if piece.strip()]
