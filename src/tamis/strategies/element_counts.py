"""The number of elements of some sort in each node. Shared by strategies that count links or pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.parse import Document


class ElementCounts:
    """Counts by selector; which node an element is in is found once for all selectors."""

    def __init__(self, document: Document) -> None:
        self._document = document
        # Which node each element is in (a structural one in itself), filled on the way.
        self._nodes: dict[Element, int] = dict(zip(document.elements, range(len(document.elements)), strict=True))

    def own(self, selector: str, counts_as_one: Callable[[Element], bool] | None = None) -> list[int]:
        """For each node how many there are in it and in no node further inside."""
        counts = [0] * len(self._document.tags)
        for element in self._document.tree.select(selector):
            node = self._node(element)
            if node >= 0 and (counts_as_one is None or counts_as_one(element)):
                counts[node] += 1
        return counts

    def all(self, selector: str, counts_as_one: Callable[[Element], bool] | None = None) -> list[int]:
        """For each node how many there are in it, however deep."""
        counts, parents = self.own(selector, counts_as_one), self._document.parents
        for node in range(len(counts) - 1, 0, -1):  # children come after their parents
            counts[parents[node]] += counts[node]
        return counts

    def _node(self, element: Element) -> int:
        nodes, path = self._nodes, []
        at: object = element
        while type(at) is Element and at not in nodes:
            path.append(at)
            at = at.parent
        node = nodes[at] if type(at) is Element else -1
        nodes.update(dict.fromkeys(path, node))
        return node
