"""Neural sequence labeling: a small convolutional network that reads the blocks of a page in order.

The forest judges every block by its own features, but the end of an article is easier to see from both sides. So a
second model labels the sequence of blocks, as in J. Leonhardt, A. Anand, M. Khosla: *Boilerplate Removal using a Neural
Sequence Labeling Model*, WWW 2020 Companion, with the dilated convolutions of F. Yu, V. Koltun: *Multi-Scale Context
Aggregation by Dilated Convolutions*, ICLR 2016: each layer looks twice as far as the one before. After the second
layer every block also gets the mean of the blocks of its form and the mean of the whole page, because the parts of a
list or a thread belong together at any position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from tamis.core import compiled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.core.strategies.learned.arrays import Floats, Ints
    from tamis.core.strategies.learned.features import Matrix

Layer: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

DILATIONS = (1, 2, 4, 8, 16)
"""Distance that each layer looks, in blocks."""
GAP = max(DILATIONS)
"""Number of empty rows between two pages that are read at once, so that neither sees the other."""
POOLED_AFTER = 1
"""Index of the layer after which the means are added."""
CODED = {"kind": 12, "tag": 20, "under heading": 20}
"""Features that are codes, with the number of their values."""
MOST = 3.0
"""Maximum distance of a feature from its mean, in standard deviations."""
MOST_WORDS = 50.0
"""Maximum number of words of a block that count in a mean."""
PRODUCTS_AT_ONCE = 200_000
"""Number of multiplications given to BLAS at a time. With more it uses several threads, which wait for each other in
a loop: on a busy machine that costs a hundred times the CPU time."""
UNKNOWN = -999.0
"""Value of a feature that is unknown."""
_COMPILED = compiled.load("tamis.core.strategies.learned._rows")


class Means(NamedTuple):
    """Groups of rows over which means are computed."""

    groups: Ints
    """Group number of each row."""
    shares: Layer
    """Weight of each row in the mean of its group."""
    order: Ints
    starts: Ints
    """The rows in the order of their groups (`order`), and the offset at which each group begins (`starts`)."""

    def mean(self, rows: Layer) -> Layer:
        """Compute, for each row, the mean of its group."""
        return self.total(rows * self.shares)

    def total(self, rows: Layer) -> Layer:
        """Compute, for each row, the sum over its group."""
        sums: Layer = np.add.reduceat(rows[self.order], self.starts, axis=0)
        return sums[self.groups]


def means_over(groups: Ints, words: Floats) -> Means:
    """Prepare means weighted by words, plus one per row with words. `groups` has numbers from 0 on without gaps."""
    weights = np.minimum(words, MOST_WORDS) + (words > 0.0)
    totals = np.bincount(groups, weights)
    shares = (weights / np.maximum(totals, 1e-6)[groups]).astype(np.float32)[:, None]
    order = np.argsort(groups, kind="stable")
    starts = np.searchsorted(groups[order], np.arange(len(totals)))
    return Means(groups, shares, order, starts)


@dataclass(frozen=True, slots=True, eq=False)
class Scaling:
    """The conversion of features to inputs: numbers by their mean and deviation, codes as one input for each value."""

    numbers: Ints
    """Indices of the features that are numbers."""
    codes: tuple[tuple[int, int], ...]
    """Indices of the features that are codes, each with the number of its values."""
    middle: Layer
    scale: Layer

    def inputs(self, matrix: Matrix) -> Layer:
        """Convert the features of a page to inputs, one line per row."""
        if _COMPILED is not None:
            return self.inputs_compiled(_COMPILED, matrix)
        values = matrix[self.numbers].T
        scaled = (np.where(values == UNKNOWN, self.middle, values) - self.middle) * self.scale
        parts = [np.minimum(np.maximum(scaled, -MOST), MOST)]
        for feature, count in self.codes:
            code = np.minimum(matrix[feature].astype(np.int64), count - 1)
            parts.append(np.eye(count, dtype=np.float32)[code])
        return np.ascontiguousarray(np.concatenate(parts, axis=1))

    def inputs_compiled(self, module: Any, matrix: Matrix) -> Layer:
        """Convert features as `inputs` does, with the C module."""
        lines = np.ascontiguousarray(matrix)
        rows = lines.shape[1]
        result = np.empty((rows, len(self.numbers) + sum(count for _, count in self.codes)), dtype=np.float32)
        codes = np.array(self.codes, dtype=np.int64)
        module.inputs(lines, rows, self.numbers, self.middle, self.scale, codes, MOST, UNKNOWN, result)
        return result


def split_features(names: Sequence[str]) -> tuple[Ints, tuple[tuple[int, int], ...]]:
    """Split features into numbers and codes, by their names: the fields `numbers` and `codes` of `Scaling`."""
    codes = tuple((names.index(name), count) for name, count in CODED.items())
    return np.array([place for place, name in enumerate(names) if name not in CODED], dtype=np.int64), codes


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The trained network."""

    scaling: Scaling
    layers: Mapping[str, Layer]
    """The weights of each layer under its name, and its biases under the name with a ``b`` before it."""

    def log_odds(self, matrix: Matrix, forms: Ints, words: Floats) -> Floats:
        """Compute the log-odds of a page's rows. `forms` has the same number for rows at the same kind of place."""
        means = (means_over(forms, words), means_over(np.zeros_like(forms), words))
        rows = self.scaling.inputs(matrix)
        result: Floats = forward(self.layers, rows, means)[:, 0].astype(np.float64)
        return result


def forward(layers: Mapping[str, Layer], rows: Layer, means: tuple[Means, ...]) -> Layer:
    """Compute the output of the network for the rows of one page."""
    state = rectified(rows, layers, "in")
    for number, distance in enumerate(DILATIONS):
        state += rectified(with_neighbours(state, distance), layers, str(number))
        if number == POOLED_AFTER:
            state += rectified(np.concatenate([mean.mean(state) for mean in means], axis=1), layers, "means")
    output: Layer = product(state, layers["out"]) + layers["bout"]
    return output


def rectified(rows: Layer, layers: Mapping[str, Layer], name: str) -> Layer:
    """Apply one layer with rectified linear units."""
    result = product(rows, layers[name])
    if _COMPILED is not None and result.dtype == np.float32 == layers["b" + name].dtype:
        _COMPILED.rectify(result, layers["b" + name])
        return result
    result += layers["b" + name]
    return np.maximum(result, 0.0, out=result)


def product(rows: Layer, weights: Layer) -> Layer:
    """Compute the matrix product, in pieces so small that BLAS uses one thread."""
    if weights.shape[1] == 1:
        column: Layer = np.einsum("ij,jk->ik", rows, weights)
        return column
    step = max(1, PRODUCTS_AT_ONCE // weights.size)
    result: Layer = np.empty((len(rows), weights.shape[1]), dtype=np.result_type(rows, weights))
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], weights, out=result[start : start + step])
    return result


def with_neighbours(rows: Layer, distance: int) -> Layer:
    """Join each row with the rows at this distance before and after it; zeros where there is none."""
    width = rows.shape[1]
    if _COMPILED is not None and rows.dtype == np.float32 and rows.flags.c_contiguous:
        filled: Layer = np.empty((len(rows), 3 * width), dtype=np.float32)
        _COMPILED.with_neighbours(rows, width, distance, filled)
        return filled
    result = np.zeros((len(rows), 3 * width), dtype=rows.dtype)
    result[distance:, :width] = rows[:-distance]
    result[:, width : 2 * width] = rows
    result[:-distance, 2 * width :] = rows[distance:]
    return result
