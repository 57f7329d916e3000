"""What the judges look at: the page and what was kept of it, with the counts that several of them ask for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Kind
from tamis.text.phrases import plain
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Block, Labels, Metadata
    from tamis.parse import Document

_NO_WORDS = frozenset({Kind.IMAGE, Kind.MEDIA, Kind.CAPTION})
_MANY_LINKED = 0.5
MAX_LINE = 5000
"""Longer blocks are searched for phrases at their end only."""


class Line(NamedTuple):
    """A block with text that a reader sees."""

    block: int
    text: str
    """As the phrases of `tamis.text.phrases.interstitials` are written; of a very long one the end."""
    words: int
    kept: bool
    linked: bool
    """Half of it or more is links."""


class Evidence:
    """A page and what a strategy kept of it. What is costly is counted when it is first asked for."""

    def __init__(
        self, document: Document, labels: Labels, blocks: Sequence[Block], metadata: Metadata, min_words: int
    ) -> None:
        self.document = document
        self.labels = labels
        self.metadata = metadata
        self.min_words = max(1, min_words)
        self.body = [block for block in blocks if block.kind not in _NO_WORDS]
        self.words = count_words("\n".join(block.text for block in self.body))

    @cached_property
    def page_words(self) -> int:
        """All words of the page, hidden ones too."""
        return sum(map(count_words, self.document.texts))

    @cached_property
    def lines(self) -> list[Line]:
        """The blocks that a reader sees."""
        document = self.document
        columns = zip(document.texts, document.visible(), self.labels.kept, document.link_sizes, strict=True)
        return [
            Line(block, plain(text[-MAX_LINE:]), count_words(text), kept, links >= _MANY_LINKED * len(text))
            for block, (text, seen, kept, links) in enumerate(columns)
            if text and seen
        ]

    @cached_property
    def seen_words(self) -> int:
        """The words that a reader sees."""
        return sum(line.words for line in self.lines)
