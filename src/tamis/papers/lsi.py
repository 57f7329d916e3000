"""Largest Size Increase: keeps the subtree at which the visible text grows the most.

W. Han, D. Buttler, C. Pu: *Wrapping Web Data into XML*, SIGMOD Record 30(3), 2001, pp. 33-38.

On the way from a leaf of the tree up to its root, the text of the subtree grows in jumps. The jumps are small around a
single paragraph, and also further up, where a wrapper holds the content and little else. The largest jump is where
many pieces of about the same size come together: the content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tamis.core.strategies.verdicts import labels_from_choice
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class LargestSizeIncrease:
    """The Largest Size Increase strategy."""

    name: ClassVar[str] = "lsi"

    compare: Literal["largest", "average"] = option(
        "largest", "What an element is compared with: its largest child, or its children on the average."
    )
    count_links: bool = option(
        False,
        "Whether linked text counts, as in the paper. Without it, long menus weigh nothing.",
        source="the paper counts them",
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the text of the subtree with the largest increase."""
        visible = document.visible()
        sizes = document.sizes() * np.asarray(visible, dtype=np.int64)
        if not self.count_links:
            sizes -= np.minimum(np.asarray(document.link_sizes, dtype=np.int64), sizes)
        increases = self._increases(document, sizes)
        total = max(1, int(sizes.sum()))
        node = int(np.argmax(increases)) if len(increases) else 0
        best = float(increases[node]) if len(increases) else 0.0
        inside = range(document.block_start[node], document.block_stop[node]) if best > 0 else range(0)
        kept = [block in inside for block in range(len(document))]
        where = f"<{document.tags[node]}>" if best > 0 else "nothing"
        reason = f"in the subtree of the largest increase: {where}, by {best / total:.0%} of the page's text"
        reasons = [reason if keep else "outside of the subtree of the largest increase" for keep in kept]
        return labels_from_choice(document, visible, kept, [best / total * keep for keep in kept], reasons)

    def _increases(self, document: Document, sizes: Ints) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Compute the size of each node minus that of its largest child, or minus the average of its children."""
        subtrees = document.node_sums(sizes)
        # The root is no child, so it is left out.
        parents = np.asarray(document.parents, dtype=np.int64)[1:]
        children = subtrees[1:].astype(np.float64)
        below = np.zeros(len(subtrees))
        if self.compare == "largest":
            np.maximum.at(below, parents, children)
        else:
            counts = np.bincount(parents[children > 0], minlength=len(subtrees))
            below = np.bincount(parents, weights=children, minlength=len(subtrees)) / np.maximum(counts, 1)
        increases: np.ndarray[tuple[int], np.dtype[np.float64]] = subtrees - below
        return increases
