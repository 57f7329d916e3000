"""Training of the network that reads blocks in order. It uses numpy, because the network is small enough for that.

The loss is the cross-entropy of each block, weighted as for the forest. It is minimized by Adam with decoupled weight
decay (I. Loshchilov, F. Hutter: *Decoupled Weight Decay Regularization*, ICLR 2019) and dropout (N. Srivastava et al.,
JMLR 2014).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.strategies.learned.model import (
    DILATIONS,
    GAP,
    POOLED_AFTER,
    UNKNOWN,
    Means,
    Network,
    Scaling,
    means_over,
    split_features,
    with_neighbours,
)
from tamis.errors import MissingExtra
from tamis_bench.progress import track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.strategies.learned.arrays import Ints
    from tamis.core.strategies.learned.features import Matrix
    from tamis.core.strategies.learned.model import Layer
    from tamis_bench.learn.examples import Example

Weights = dict[str, "Layer"]


@dataclass(frozen=True, slots=True)
class Training:
    """The parameters of the network's training."""

    width: int = 48
    epochs: int = 8
    pages: int = 16
    """Number of pages in a batch."""
    rate: float = 0.004
    decay: float = 0.02
    dropout: float = 0.1
    seed: int = 1


_WARM_UP = 0.1  # share of all steps
_KEPT_MEAN, _KEPT_SQUARE = 0.9, 0.99  # share of Adam's running means that each step keeps
_LONGEST_STEP = 1.0  # a longer gradient is shortened
_TAIL = 0.02  # share of a feature's values, at either end, that is clipped for its mean and deviation
_OF_ROWS = 0.1  # share of the rows that is used for it


class Lesson(NamedTuple):
    """A page as training data for the network."""

    rows: Layer
    page: Example


def teach(examples: Sequence[tuple[Example, Matrix]], names: Sequence[str], settings: Training) -> Network:
    """Train a network on pages, each with the matrix of its features.

    Uses one thread, because the order of sums depends on their number: the same data give the same network.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        raise MissingExtra("Training", "learn", package="tamis-bench") from error
    with threadpool_limits(limits=1, user_api="blas"):
        return _teach(examples, names, settings)


def _teach(examples: Sequence[tuple[Example, Matrix]], names: Sequence[str], settings: Training) -> Network:
    scaling = fit_scaling([matrix for _, matrix in examples], names)
    lessons = [Lesson(scaling.inputs(matrix), page) for page, matrix in examples]
    random = np.random.default_rng(settings.seed)
    steps = Steps(first_weights(lessons[0].rows.shape[1], settings.width, random), settings)
    batches = -(-len(lessons) // settings.pages)
    for epoch in track(range(settings.epochs), "network"):
        order = random.permutation(len(lessons))
        for number in range(batches):
            chosen = order[number * settings.pages : (number + 1) * settings.pages]
            batch = Batch([lessons[place] for place in chosen.tolist()])
            gradient = batch.gradient(steps.weights, settings, random)
            steps.step(gradient, (epoch * batches + number + 1) / (settings.epochs * batches))
    return Network(scaling, {name: rounded(values) for name, values in steps.weights.items()})


def rounded(values: Layer) -> Layer:
    """Round values as in the model's file."""
    return values.astype(np.float16).astype(np.float32)


def fit_scaling(matrices: Sequence[Matrix], names: Sequence[str]) -> Scaling:
    """Compute the mean and deviation of each feature, with the ends of its distribution clipped."""
    numbers, codes = split_features(names)
    random = np.random.default_rng(0)
    rows = np.concatenate([matrix[:, random.random(matrix.shape[1]) < _OF_ROWS] for matrix in matrices], axis=1)
    middle, scale = np.zeros(len(numbers), dtype=np.float32), np.zeros(len(numbers), dtype=np.float32)
    for place, feature in enumerate(numbers.tolist()):
        known = rows[feature][rows[feature] != UNKNOWN].astype(np.float64)
        if len(known):
            usual = np.clip(known, np.quantile(known, _TAIL), np.quantile(known, 1.0 - _TAIL))
            deviation = float(usual.std()) or float(known.std())
            middle[place], scale[place] = usual.mean(), 1.0 / (deviation + 1e-3)
    return Scaling(numbers, codes, middle, scale)


def first_weights(inputs: int, width: int, random: np.random.Generator) -> Weights:
    """Draw the first weights at random, smaller where a layer adds to the one before it."""
    weights: Weights = {}

    def put(name: str, size: int, out: int, gain: float) -> None:
        values = random.standard_normal((size, out)) * np.sqrt(gain / size)
        weights[name], weights["b" + name] = values.astype(np.float32), np.zeros(out, dtype=np.float32)

    put("in", inputs, width, 2.0)
    for number in range(len(DILATIONS)):
        put(str(number), 3 * width, width, 0.7)
    put("means", 2 * width, width, 0.7)
    put("out", width, 1, 1.0)
    return weights


class Steps:
    """An Adam optimizer with a learning rate that rises and then falls."""

    def __init__(self, weights: Weights, settings: Training) -> None:
        self.weights = weights
        self._settings = settings
        self._means = {name: np.zeros_like(values) for name, values in weights.items()}
        self._squares = {name: np.zeros_like(values) for name, values in weights.items()}
        self._number = 0

    def step(self, gradient: Weights, done: float) -> None:
        """Take one step. `done` is the share of the training that is over, from 0 to 1."""
        self._number += 1
        length = float(np.sqrt(sum(float(np.square(values).sum()) for values in gradient.values())))
        shortened = min(1.0, _LONGEST_STEP / (length + 1e-9))
        rate = self._settings.rate * (done / _WARM_UP if done < _WARM_UP else _falling(done))
        for name, values in self.weights.items():
            slope = gradient[name] * np.float32(shortened)
            mean, square = self._means[name], self._squares[name]
            mean += (1.0 - _KEPT_MEAN) * (slope - mean)
            square += (1.0 - _KEPT_SQUARE) * (slope * slope - square)
            even = mean / (1.0 - _KEPT_MEAN**self._number)
            size = np.sqrt(square / (1.0 - _KEPT_SQUARE**self._number)) + 1e-8
            decay = self._settings.decay * values if values.ndim > 1 else 0.0
            values -= (rate * (even / size + decay)).astype(np.float32)


def _falling(done: float) -> float:
    return 0.5 * (1.0 + cos(pi * (done - _WARM_UP) / (1.0 - _WARM_UP))) + 1e-3


class Batch:
    """Several pages, one below the other with empty rows between them."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        pages = [lesson.page for lesson in lessons]
        width = lessons[0].rows.shape[1]
        self.rows = _stacked([lesson.rows for lesson in lessons], np.zeros((GAP, width), dtype=np.float32))
        filled = [np.ones(len(lesson.rows), dtype=np.float32) for lesson in lessons]
        self.filled = _stacked(filled, np.zeros(GAP, dtype=np.float32))[:, None]
        words = np.concatenate([np.concatenate((page.words, np.zeros(GAP))) for page in pages])
        places: list[Ints] = []
        forms: list[Ints] = []
        first = 0
        for number, page in enumerate(pages):
            # The empty rows are in the page's first group, where they count nothing.
            forms.append(np.concatenate((page.posts.places, np.zeros(GAP, dtype=np.int64))) + first)
            places.append(np.full(len(page.words) + GAP, number))
            first += int(page.posts.places.max()) + 1
        self.means = (means_over(np.concatenate(forms), words), means_over(np.concatenate(places), words))
        self.wanted = _stacked([page.wanted.astype(np.float32) for page in pages], np.zeros(GAP, dtype=np.float32))
        self.weights = _stacked([page.weights().astype(np.float32) for page in pages], np.zeros(GAP, np.float32))

    def gradient(self, layers: Weights, settings: Training, random: np.random.Generator) -> Weights:
        """Compute the gradient of the cross-entropy, averaged over the pages of a batch."""
        run = _Run(layers, self, settings.dropout, random)
        chances = 1.0 / (1.0 + np.exp(-np.clip(run.output, -30.0, 30.0)))
        slopes: Layer = (self.weights * (chances - self.wanted) / settings.pages).astype(np.float32)
        return run.back(slopes)


def _stacked(parts: Sequence[Layer], gap: Layer) -> Layer:
    return np.concatenate([part for own in parts for part in (own, gap)])


class _Run:
    """One forward pass through the network, with all that the backward pass needs."""

    def __init__(self, layers: Weights, batch: Batch, dropout: float, random: np.random.Generator) -> None:
        self._layers = layers
        self._batch = batch
        self._kept = np.float32(1.0 - dropout)
        self._random = random
        self._inputs: Weights = {}
        self._masks: Weights = {}
        state = self._layer("in", batch.rows * self._dropout(batch.rows.shape), drop=False)
        for number, distance in enumerate(DILATIONS):
            state = state + self._layer(str(number), with_neighbours(state, distance))
            if number == POOLED_AFTER:
                pooled = np.concatenate([mean.mean(state) for mean in batch.means], axis=1)
                state = state + self._layer("means", pooled, drop=False)
        self._last = state
        self.output: Layer = (state @ layers["out"] + layers["bout"])[:, 0]

    def _layer(self, name: str, rows: Layer, *, drop: bool = True) -> Layer:
        values = rows @ self._layers[name] + self._layers["b" + name]
        mask = (values > 0.0) * self._batch.filled
        if drop:
            mask = mask * self._dropout(values.shape)
        self._inputs[name], self._masks[name] = rows, mask
        result: Layer = values * mask
        return result

    def _dropout(self, shape: tuple[int, ...]) -> Layer:
        kept = self._random.random(shape, dtype=np.float32) < self._kept
        return kept.astype(np.float32) / self._kept

    def back(self, slopes: Layer) -> Weights:
        """Compute the gradient of every weight, given the slope of the loss at each output."""
        result: Weights = {"out": self._last.T @ slopes[:, None], "bout": slopes.sum(keepdims=True)}
        state = slopes[:, None] * self._layers["out"][:, 0]
        for number in reversed(range(len(DILATIONS))):
            if number == POOLED_AFTER:
                inner = self._back("means", state, result)
                width = state.shape[1]
                for place, mean in enumerate(self._batch.means):
                    state = state + _back_of_mean(mean, inner[:, place * width : (place + 1) * width])
            state = state + _back_of_neighbours(self._back(str(number), state, result), DILATIONS[number])
        self._back("in", state, result)
        return result

    def _back(self, name: str, slopes: Layer, result: Weights) -> Layer:
        own: Layer = slopes * self._masks[name]
        result[name], result["b" + name] = self._inputs[name].T @ own, own.sum(axis=0)
        inner: Layer = own @ self._layers[name].T
        return inner


def _back_of_mean(mean: Means, slopes: Layer) -> Layer:
    return mean.total(slopes) * mean.shares


def _back_of_neighbours(slopes: Layer, distance: int) -> Layer:
    width = slopes.shape[1] // 3
    result: Layer = slopes[:, width : 2 * width].copy()
    result[:-distance] += slopes[distance:, :width]
    result[distance:] += slopes[:-distance, 2 * width :]
    return result
