"""Counts of elements by CSS selector in each node. Shared by strategies that count links or pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import NearestElement

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Element


class ElementCounts:
    """Counter of elements by CSS selector. The node of each element is found once for all selectors."""

    def __init__(self, document: Document) -> None:
        self._document = document
        own = dict(zip(document.elements, range(len(document.elements)), strict=True))
        self._nodes = NearestElement(own.get, -1)
        """Lookup of the node that an element is in; a structural element is its own node."""

    def own(self, selector: str, counts_as_one: Callable[[Element], bool] | None = None) -> list[int]:
        """Count the matching elements directly in each node, without those in inner nodes."""
        counts = [0] * len(self._document.tags)
        for element in self._document.tree.select(selector):
            node = self._nodes.of(element)
            if node >= 0 and (counts_as_one is None or counts_as_one(element)):
                counts[node] += 1
        return counts

    def all(self, selector: str, counts_as_one: Callable[[Element], bool] | None = None) -> list[int]:
        """Count the matching elements in each node, at any depth."""
        counts, parents = self.own(selector, counts_as_one), self._document.parents
        for node in range(len(counts) - 1, 0, -1):  # children come after their parents
            counts[parents[node]] += counts[node]
        return counts
