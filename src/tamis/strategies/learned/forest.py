"""A forest of symmetric trees: every level of a tree asks one question of all blocks.

So a tree is a few comparisons of whole columns, and the leaf that a block falls into is the number that its answers
spell in binary. Nothing but numpy is needed, and no loop over blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tamis.strategies.learned.arrays import Floats
    from tamis.strategies.learned.features import Matrix

_ROWS_AT_ONCE = 4096  # so that a page of any size needs little memory
_FIRST_TREES = 100
"""After so many trees, what is clear by then asks no more."""
_HOPELESS, _SURE = -4.0, 5.0  # log-odds: under two in a hundred, over 99


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees of one depth. Question `d` of tree `t` is whether feature ``features[t, d]`` is over ``borders[t, d]``."""

    features: np.ndarray[tuple[int, int], np.dtype[np.int16]]
    borders: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    leaves: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    """Log-odds; ``leaves[t, leaf]``."""
    shares: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    """Of the training data, how much fell into each leaf."""
    bias: float

    def log_odds(self, matrix: Matrix) -> Floats:
        """The sum over the trees, for each column of the matrix (a line of it is a feature).

        Menus and footers, the greater part of most pages, are known for what they are by the first trees, and so are
        many paragraphs; the other trees are asked only of the rest.
        """
        result = self._sums(matrix, slice(_FIRST_TREES)) + self.bias
        if len(self.features) > _FIRST_TREES:
            open_ = np.flatnonzero((result > _HOPELESS) & (result < _SURE))
            result[open_] += self._sums(matrix[:, open_], slice(_FIRST_TREES, None))
        return result

    def _sums(self, matrix: Matrix, chosen: slice) -> Floats:
        """The sums over some trees."""
        count = matrix.shape[1]
        if count > _ROWS_AT_ONCE:
            parts = [self._sums(matrix[:, at : at + _ROWS_AT_ONCE], chosen) for at in range(0, count, _ROWS_AT_ONCE)]
            return np.concatenate(parts)
        features, borders, leaves = self.features[chosen], self.borders[chosen], self.leaves[chosen]
        trees, depth = features.shape
        places = np.zeros((trees, count), dtype=np.uint8)
        for level in range(depth):
            places += (matrix[features[:, level]] > borders[:, level, None]).view(np.uint8) << np.uint8(level)
        indices = np.arange(trees)[:, None] * (1 << depth) + places
        result: Floats = leaves.ravel()[indices].sum(axis=0, dtype=np.float64)
        return result

    def contributions(self, matrix: Matrix) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """How much each feature moved the log-odds of each block: one line a feature.

        On its way down a tree, a block moves from the mean of all leaves to its own; each question gets the credit for
        its step (the method of Saabas).
        """
        count = matrix.shape[1]
        total = np.zeros((matrix.shape[0], count))
        trees, depth = self.features.shape
        for tree in range(trees):
            values = self.leaves[tree].astype(np.float64)
            weights = np.maximum(self.shares[tree].astype(np.float64), 1e-9)
            # The means of ever smaller groups of leaves: level by level, from the whole tree to single leaves.
            answers = np.zeros(count, dtype=np.int64)
            mean = np.full(count, float((values * weights).sum() / weights.sum()))
            for level in range(depth):
                feature = int(self.features[tree, level])
                answers |= (matrix[feature] > self.borders[tree, level]).astype(np.int64) << level
                groups = np.arange(1 << depth) & ((2 << level) - 1)
                sums = np.bincount(groups, values * weights, 2 << level) / np.bincount(groups, weights, 2 << level)
                step = sums[answers]
                total[feature] += step - mean
                mean = step
        return total
