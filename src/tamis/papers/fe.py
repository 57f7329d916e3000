"""FeatureExtractor: keeps the one block of a page that has the most of a wanted feature, here text.

S. Debnath, P. Mitra, C. L. Giles: *Automatic Extraction of Informative Blocks from Webpages*, SAC 2005, pp. 1722-1726;
at more length with N. Pal: *Automatic Identification of Informative Sections of Web Pages*, IEEE TKDE 17(9), 2005,
pp. 1233-1246.

Tags partition the page into blocks, and blocks with more text than links, pictures, lists and the like go into a basket
(`tamis.papers.block_features`). The block of the basket with the most text wins and is the content. Because each
paragraph is a separate block, that is a small part of most articles; `tamis.papers.kfe` is the remedy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tamis.papers.block_features import DEFAULT_FEATURES, WebBlocks, check_parts
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class FeatureExtractor:
    """The FeatureExtractor strategy."""

    name: ClassVar[str] = "fe"

    partition: tuple[str, ...] = option(
        ("table", "tr", "p", "hr", "ul", "div"),
        "The tags that part a page into blocks.",
        source="the paper's list without `span`",
    )
    features: tuple[str, ...] = option(DEFAULT_FEATURES, "What counts against text.", source="after the paper")

    def __post_init__(self) -> None:
        check(self)
        check_parts(self.partition, self.features)

    def label(self, document: Document) -> Labels:
        """Keep the text of the winning block."""
        blocks = WebBlocks(document, self.partition, self.features)
        winner = max(blocks.basket, key=lambda node: (blocks.text[node], -node), default=None)
        return blocks.labels(set() if winner is None else {winner})
