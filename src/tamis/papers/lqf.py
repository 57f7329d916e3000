"""Link Quota Filter: drops elements whose text is mostly linked, because they are navigation.

C. Mantratzis, M. Orgun, S. Cassidy: *Separating XHTML Content from Navigation Clutter Using DOM-Structure Block
Analysis*, HYPERTEXT '05, pp. 145-147. In the form that T. Gottron measured: *Evaluating Content Extraction on HTML
Documents*, ITA 2007, pp. 123-132.

The link quota of an element is its share of linked text. It is computed for every structural element, at every level of
the tree. Elements over the limit are lists of links, and go with everything inside. The rest is the content, so the
filter can also be combined with other methods (`tamis.core.strategies.vote`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import Role
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class LinkQuota:
    """The Link Quota Filter strategy."""

    name: ClassVar[str] = "lqf"

    quota: float = option(
        0.25,
        "An element goes when more than this share of its text is linked. Gottron measures 0.25, 0.5 and 0.75.",
        minimum=0,
        maximum=1,
        source="Gottron's LQF-25",
    )
    spared: float = option(
        0.5,
        "An element never goes when it holds more than this share of the page's unlinked text; 1 spares none.",
        minimum=0,
        maximum=1,
        source="chosen",
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep all text that is not in an element of links."""
        visible = document.visible()
        sizes = document.sizes() * np.asarray(visible, dtype=np.int64)
        links = np.minimum(np.asarray(document.link_sizes, dtype=np.int64), sizes)
        gone = self._gone(document, sizes, links)
        reasons, kept, scores = [], [], []
        for node, size, link in zip(gone, sizes.tolist(), links.tolist(), strict=True):
            keep = node is None and size > 0 and link <= self.quota * size
            kept.append(keep)
            scores.append(1 - link / size if size else 0.0)
            if node is not None:
                reasons.append(f"{node:.0%} of the text of its element is links")
            elif not keep:
                reasons.append(f"{link / size if size else 1:.0%} of its text is links")
            else:
                reasons.append("not in an element of links")
        return labels_from_choice(document, visible, kept, scores, reasons, Role.NAVIGATION)

    def _gone(self, document: Document, sizes: Ints, links: Ints) -> list[float | None]:
        """Find, for each block, the quota of the outermost element around it that goes, or None."""
        text, linked = document.node_sums(sizes), document.node_sums(links)
        unlinked = text - linked
        limit = self.spared * (unlinked[0] if len(unlinked) else 0)
        over = np.flatnonzero((linked > self.quota * text) & (unlinked <= limit))
        gone: list[float | None] = [None] * len(document)
        end = 0
        for node in over.tolist():
            first, last = document.block_start[node], document.block_stop[node]
            if first >= end:
                gone[first:last] = [float(linked[node] / text[node])] * (last - first)
                end = last
        return gone
