"""Advertisements by class and id: finds the nodes whose names contain given words. Shared by strategies."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import Nearest
from tamis.text.markup_names import ADVERTISING_WORDS, NAME_WORDS

if TYPE_CHECKING:
    from tamis.core.parse import Document


class Advertising:
    """The nodes of a page whose class or id names an advertisement. Each node is checked once."""

    def __init__(self, document: Document, words: frozenset[str] = ADVERTISING_WORDS) -> None:
        """Prepare the lookup. `words` are the names to look for, if not those of advertisements."""
        self._document = document
        self._words = words
        self._nearest = Nearest(document, self._answer, otherwise=False)

    @cached_property
    def _size_before(self) -> list[int]:
        """The size of the text before each block; the last entry is the size of all text."""
        return [0, *accumulate(map(len, self._document.texts))]

    def holds(self, node: int) -> bool:
        """Tell whether a node or one around it is named an advertisement; a name on most of the page means nothing."""
        return self._nearest.of(node)

    def _answer(self, node: int) -> bool | None:
        if node <= 0 or self._size(node) * 2 > self._size_before[-1]:
            return False
        return True if self.is_named(node) else None

    def _size(self, node: int) -> int:
        return self._size_before[self._document.block_stop[node]] - self._size_before[self._document.block_start[node]]

    def is_named(self, node: int) -> bool:
        """Tell whether the class or id of the node itself names an advertisement."""
        element = self._document.elements[node]
        names = f"{element.attr('class') or ''} {element.attr('id') or ''}".lower()
        return len(names) > 1 and not self._words.isdisjoint(NAME_WORDS.findall(names))
