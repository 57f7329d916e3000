"""Forest of symmetric trees: all nodes on one level of a tree ask the same question.

Many trees ask the same questions, so each question is answered once, for whole columns. The index of the leaf that a
block falls into is the binary number that its answers spell. This needs only numpy, and no loop over blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np
from tamis.errors import BadInput

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints
    from tamis.core.strategies.learned.features import Matrix

MAX_DEPTH = 8
"""Maximum number of levels of a tree: a byte holds no more answers."""
_ROWS_AT_ONCE = 2048  # so that a page of any size needs little memory


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees of one depth. Question `d` of tree `t`: is feature ``features[t, d]`` over ``borders[t, d]``?"""

    features: np.ndarray[tuple[int, int], np.dtype[np.int16]]
    borders: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    leaves: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    """Log-odds of each leaf: ``leaves[t, leaf]``."""
    shares: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    """Share of the training data that fell into each leaf."""
    bias: float
    _asked: Questions = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.features.shape[1] > MAX_DEPTH:
            raise BadInput(f"trees may have {MAX_DEPTH} levels, not {self.features.shape[1]}")
        object.__setattr__(self, "_asked", Questions(self.features, self.borders))

    def log_odds(self, matrix: Matrix) -> Floats:
        """Sum the log-odds over the trees, for each column of the matrix. A line of the matrix is a feature."""
        count = matrix.shape[1]
        if count > _ROWS_AT_ONCE:
            parts = [
                self.log_odds(matrix[:, start : start + _ROWS_AT_ONCE]) for start in range(0, count, _ROWS_AT_ONCE)
            ]
            return np.concatenate(parts)
        places = self._asked.answers(matrix) + (np.arange(len(self.leaves)) * self.leaves.shape[1])[:, None]
        result: Floats = self.leaves.ravel().take(places).sum(axis=0, dtype=np.float64) + self.bias
        return result

    def contributions(self, matrix: Matrix) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """Compute how much each feature moved the log-odds of each block: one line per feature.

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


class Questions:
    """The questions of all trees, without repetition."""

    def __init__(
        self,
        features: np.ndarray[tuple[int, int], np.dtype[np.int16]],
        borders: np.ndarray[tuple[int, int], np.dtype[np.float32]],
    ) -> None:
        pairs = np.stack((features.ravel().astype(np.float64), borders.ravel().astype(np.float64)), axis=1)
        unique, numbers = np.unique(pairs, axis=0, return_inverse=True)
        self.features: Ints = unique[:, 0].astype(np.int64)
        self.borders = unique[:, 1].astype(np.float32)[:, None]
        # The last level first: its answer is the highest bit.
        self.levels = np.ascontiguousarray(numbers.reshape(features.shape).T[::-1], dtype=np.int64)

    def answers(self, matrix: Matrix) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
        """Compute the number of the leaf, for each tree and each column of the matrix."""
        bits = (matrix[self.features] > self.borders).view(np.uint8)
        places: np.ndarray[tuple[int, int], np.dtype[np.uint8]] = bits[self.levels[0]]
        for level in self.levels[1:]:
            places += places
            places += bits[level]
        return places
