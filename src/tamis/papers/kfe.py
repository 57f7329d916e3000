"""K-FeatureExtractor: keeps the blocks that have much of a wanted feature, here text, found by k-means clustering.

S. Debnath, P. Mitra, C. L. Giles: *Identifying Content Blocks from Web Documents*, ISMIS 2005, LNCS 3488, pp. 285-293;
at more length with N. Pal: *Automatic Identification of Informative Sections of Web Pages*, IEEE TKDE 17(9), 2005,
pp. 1233-1246.

As in FeatureExtractor (`tamis.papers.fe`), blocks with more text than links, pictures, lists and the like go into a
basket (`tamis.papers.block_features`). But more than one block wins: the basket is clustered by k-means, from centers
at equal distances in the order of size, and the blocks of the high clusters are the content.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tamis.errors import BadSettings
from tamis.papers.block_features import DEFAULT_FEATURES, WebBlocks, check_parts
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels
    from tamis.papers.block_features import Floats

_MAX_ROUNDS = 100  # usually some five are enough; a limit for hostile pages


@dataclass(frozen=True, slots=True)
class KFeatureExtractor:
    """The K-FeatureExtractor strategy."""

    name: ClassVar[str] = "kfe"

    clusters: int = option(
        3, 'The paper\'s k, "usually 2 or 3".', minimum=2, maximum=10, source='the paper: "usually 2 or 3"'
    )
    taken: int = option(
        2,
        'How many of the clusters are content, from the top: the "high probability cluster(s)".',
        minimum=1,
        source='the paper: "the high probability cluster(s)"',
    )
    partition: tuple[str, ...] = option(
        ("table", "tr", "p", "hr", "ul", "div"),
        "The tags that part a page into blocks.",
        source="the paper's list without `span`",
    )
    features: tuple[str, ...] = option(DEFAULT_FEATURES, "What counts against text.", source="after the paper")

    def __post_init__(self) -> None:
        check(self)
        check_parts(self.partition, self.features)
        if self.taken > self.clusters:
            raise BadSettings(f"taken must be from 1 to {self.clusters}, the number of clusters, not {self.taken}")

    def label(self, document: Document) -> Labels:
        """Keep the text of the blocks in the high clusters."""
        blocks = WebBlocks(document, self.partition, self.features)
        if not blocks.basket:
            return blocks.labels(set())
        least = self._least(blocks.text[blocks.basket])
        return blocks.labels({node for node in blocks.basket if blocks.text[node] >= least})

    def _least(self, values: Floats) -> float:
        """Find the smallest value in the clusters that are taken."""
        values = np.sort(values)
        bounds = _bounds(values, self.clusters)
        start = bounds[self.clusters - self.taken]
        return float(values[min(start, len(values) - 1)])


def _bounds(values: Floats, clusters: int) -> list[int]:
    """Cluster sorted numbers by k-means: return the start of each cluster. In one dimension a cluster is a stretch."""
    centers = values[np.linspace(0, len(values) - 1, clusters).astype(np.int64)]
    before = np.concatenate(([0.0], np.cumsum(values)))
    bounds = np.zeros(clusters + 1, dtype=np.int64)
    for _ in range(_MAX_ROUNDS):
        halfway = (centers[1:] + centers[:-1]) / 2
        inner = np.searchsorted(values, halfway)
        new = np.concatenate(([0], inner, [len(values)]))
        if np.array_equal(new, bounds):
            break
        bounds = new
        sizes = np.diff(bounds)
        means = np.diff(before[bounds]) / np.maximum(sizes, 1)
        centers = np.where(sizes > 0, means, centers)
    found: list[int] = bounds[:-1].tolist()
    return found
