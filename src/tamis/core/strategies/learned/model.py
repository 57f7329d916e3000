"""The trained model: a forest and a network, its file format, and the packaged model, which is read once.

The forest judges every block by its own features, but the end of an article is easier to see from both sides. So a
small convolutional network reads the blocks of a page in order, as in J. Leonhardt, A. Anand, M. Khosla: *Boilerplate
Removal using a Neural Sequence Labeling Model*, WWW 2020 Companion, with the dilated convolutions of F. Yu, V. Koltun:
*Multi-Scale Context Aggregation by Dilated Convolutions*, ICLR 2016: each layer looks twice as far as the one before.
After the second layer every block also gets the mean of the blocks of its form and the mean of the whole page, because
the parts of a list or a thread belong together at any position.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO, IOBase
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast
from zipfile import BadZipFile

from tamis.core.lazy_numpy import np
from tamis.core.strategies.learned.forest import Forest
from tamis.core.strategies.learned.page_type import FORUM, TypeForest
from tamis.core.strategies.learned.places import drawn_to_places
from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tamis.core.strategies.learned.arrays import Floats, Ints
    from tamis.core.strategies.learned.features import Matrix
    from tamis.core.strategies.learned.native import Built

    Layer: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

FORMAT = 5
FILE = "extractor.npz"
NETWORK, NETWORK_ON_THREADS = 0.5, 1.0
"""Weight of the network's log-odds against the forest's, on pages that are surely no thread and on those that surely
are: there the network sees what the posts have in common. Chosen on two of the five folds."""
DRAWN = 0.4
"""Share of the mean of its place in the forest's log-odds of a row: the network sees what the rows of a place have in
common, the forest does not. Chosen by cross-validation; values from 0.3 to 0.6 do as well."""
LAYER = "layer "
"""Prefix of the names of the network's layers in the file."""
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
        values = matrix[self.numbers].T
        scaled = (np.where(values == UNKNOWN, self.middle, values) - self.middle) * self.scale
        parts = [np.minimum(np.maximum(scaled, -MOST), MOST)]
        for feature, count in self.codes:
            code = np.minimum(matrix[feature].astype(np.int64), count - 1)
            parts.append(np.eye(count, dtype=np.float32)[code])
        return np.ascontiguousarray(np.concatenate(parts, axis=1))


def codes_of(names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return the indices of the features that are codes, each with the number of its values."""
    return tuple((names.index(name), count) for name, count in CODED.items())


def split_features(names: Sequence[str]) -> tuple[Ints, tuple[tuple[int, int], ...]]:
    """Split features into numbers and codes, by their names: the fields `numbers` and `codes` of `Scaling`."""
    numbers = [index for index, name in enumerate(names) if name not in CODED]
    return np.array(numbers, dtype=np.int64), codes_of(names)


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
    result = np.zeros((len(rows), 3 * width), dtype=rows.dtype)
    result[distance:, :width] = rows[:-distance]
    result[:, width : 2 * width] = rows
    result[:-distance, 2 * width :] = rows[distance:]
    return result


@dataclass(frozen=True, eq=False)
class Model:
    """A trained model: everything that was learned."""

    names: tuple[str, ...]
    """Names of the features, in the order of the matrix."""
    lexicon: Mapping[str, float]
    forest: Forest
    network: Network
    types: TypeForest
    """The forest that predicts the type of a page."""
    confidence: Floats
    """Weights of the regression for a page's confidence; see `tamis.core.strategies.learned.cutoff`."""
    about: Mapping[str, str]
    """Notes on the training: the data, when, and with which version."""

    @cached_property
    def native(self) -> Built | None:
        """The model in C; None if nothing is compiled, or C cannot compute this one."""
        from tamis.core.strategies.learned.native import build_from

        return build_from(self)

    def log_odds(self, matrix: Matrix, types: Floats, forms: Ints, words: Floats) -> Floats:
        """Compute the log-odds that each row of a page is wanted, as a weighted mean of the forest's and the network's.

        `types` has the probability of each type of page, `forms` a number for each row, the same for rows at the same
        kind of place.
        """
        share = NETWORK + (NETWORK_ON_THREADS - NETWORK) * float(types[FORUM])
        result: Floats = (1.0 - share) * drawn_to_places(self.forest.log_odds(matrix), forms, words, DRAWN)
        result += share * self.network.log_odds(matrix, forms, words)
        return result

    def write(self, file: Path) -> int:
        """Write the model to a file, whole or not at all, and return the file's size."""
        buffer = BytesIO()
        self.save(buffer)
        draft = file.with_name(f"{file.name}.part")
        draft.write_bytes(buffer.getvalue())
        draft.replace(file)
        return len(buffer.getvalue())

    def save(self, file: IO[bytes]) -> None:
        """Write the model to an open file; the same model gives the same bytes."""
        tokens = sorted(self.lexicon)
        arrays: dict[str, Any] = {
            "format": np.array(FORMAT),
            "names": _packed("\n".join(self.names)),
            "tokens": _packed("\n".join(tokens)),
            "scores": np.array([self.lexicon[token] for token in tokens], dtype=np.float16),
            "features": self.forest.features,
            "borders": self.forest.borders,
            "leaves": self.forest.leaves,
            "shares": self.forest.shares.astype(np.float16),
            "bias": np.array(self.forest.bias),
            "network_middle": self.network.scaling.middle,
            "network_scale": self.network.scaling.scale,
            **{LAYER + name: values.astype(np.float16) for name, values in self.network.layers.items()},
            "type_features": self.types.features,
            "type_borders": self.types.borders,
            "type_leaves": self.types.leaves,
            "confidence": self.confidence,
            "about": _packed(json.dumps(dict(self.about), sort_keys=True)),
        }
        np.savez_compressed(file, **arrays)


def load(file: Path | IO[bytes]) -> Model:
    """Read a model from a file; raise `BadInput` if it is not one."""
    try:
        content = file.read() if isinstance(file, IOBase) else cast("Path", file).read_bytes()
        with np.load(BytesIO(content), allow_pickle=False) as arrays:
            if int(arrays["format"]) != FORMAT:
                raise BadInput(f"{file}: a model of format {int(arrays['format'])}; this version reads format {FORMAT}")
            tokens = _unpacked(arrays["tokens"]).split("\n")
            names = tuple(_unpacked(arrays["names"]).split("\n"))
            return Model(
                names=names,
                lexicon=dict(zip(tokens, arrays["scores"].astype(np.float64).tolist(), strict=True)),
                forest=Forest(
                    features=arrays["features"],
                    borders=arrays["borders"],
                    leaves=arrays["leaves"],
                    shares=arrays["shares"].astype(np.float32),
                    bias=float(arrays["bias"]),
                ),
                network=_network(names, arrays),
                types=TypeForest(
                    features=arrays["type_features"], borders=arrays["type_borders"], leaves=arrays["type_leaves"]
                ),
                confidence=arrays["confidence"],
                about=json.loads(_unpacked(arrays["about"])),
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BadInput(f"{file}: not a model of tamis; train one with 'tamis learn extractor'") from error


def _network(names: Sequence[str], arrays: Mapping[str, Any]) -> Network:
    scaling = Scaling(*split_features(names), arrays["network_middle"], arrays["network_scale"])
    layers = {name.removeprefix(LAYER): arrays[name].astype(np.float32) for name in arrays if name.startswith(LAYER)}
    return Network(scaling, layers)


@cache
def packaged() -> Model:
    """Return the model that comes with tamis."""
    return load(BytesIO(files(__package__).joinpath(FILE).read_bytes()))


def _packed(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(text.encode("utf-8"), dtype=np.uint8)


def _unpacked(array: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> str:
    return array.tobytes().decode("utf-8")
