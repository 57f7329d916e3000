"""Largest Pagelet: cuts the page where its links are, and keeps the piece with the most text.

Z. Bar-Yossef, S. Rajagopalan: *Template Detection via Data Mining and its Applications*, WWW 2002, pp. 580-591. Used
for content extraction in table 4 of T. Weninger, W. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010.

A pagelet is a region of a page with one purpose. The paper defines it by syntax: an element is a pagelet if none of its
children has k links or more, and no element around it is a pagelet. The page is cut from the root down, until no child
has that many; the largest pagelet is then taken for the content. (The paper goes on to find templates among the
pagelets of many pages; that is not done here.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import Role
from tamis.papers.element_counts import ElementCounts
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class LargestPagelet:
    """The Largest Pagelet strategy."""

    name: ClassVar[str] = "lp"

    links: int = option(
        10,
        "The paper's k: an element is cut when one of its children has this many links. The paper takes 3.",
        minimum=1,
        source="chosen; the paper takes 3",
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the text of the largest pagelet."""
        visible = document.visible()
        sizes = document.node_sums(document.sizes() * np.asarray(visible, dtype=np.int64)).tolist()
        pagelets = self._pagelets(document)
        largest = max(pagelets, key=lambda node: (sizes[node], -node), default=-1)
        total = max(1, sizes[0] if sizes else 0)
        kept, scores, reasons = [False] * len(document), [0.0] * len(document), [""] * len(document)
        for node in pagelets:
            share = sizes[node] / total
            reason = f"in the largest pagelet: {share:.0%} of the page's text"
            if node != largest:
                reason = f"in a smaller pagelet: {share:.1%} of the page's text"
            for block in range(document.block_start[node], document.block_stop[node]):
                kept[block], scores[block], reasons[block] = node == largest, share, reason
        reasons = [reason or "between pagelets, in an element that was cut" for reason in reasons]
        return labels_from_choice(document, visible, kept, scores, reasons, Role.OTHER)

    def _pagelets(self, document: Document) -> list[int]:
        """Find the pagelets, in document order."""
        cut = self._to_cut(document.parents, ElementCounts(document).all("a[href]"))
        found = []
        reached = [False] * len(cut)
        for node, parent in enumerate(document.parents):
            if parent < 0 or (reached[parent] and cut[parent]):
                reached[node] = True
                if not cut[node]:
                    found.append(node)
        return found

    def _to_cut(self, parents: Sequence[int], links: Sequence[int]) -> list[bool]:
        """Mark the nodes with a child that has too many links."""
        cut = [False] * len(parents)
        for node, parent in enumerate(parents):
            if parent >= 0 and links[node] >= self.links:
                cut[parent] = True
        return cut
