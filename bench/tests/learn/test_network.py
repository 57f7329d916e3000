"""The network that reads blocks in order: its gradient, its training, and that pages do not see each other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tamis.core import lazy_numpy
from tamis.core.strategies.learned.model import CODED, GAP, PRODUCTS_AT_ONCE, forward, means_over, product
from tamis_bench.learn.network import Batch, Lesson, Training, _Run, first_weights, teach

if TYPE_CHECKING:
    from tamis_bench.learn.network import Weights

NAMES = ("size", *CODED)


def _page(count: int, random: np.random.Generator, wanted: Any = None) -> Any:
    places = np.unique(random.integers(0, 5, count), return_inverse=True)[1]
    return SimpleNamespace(
        words=random.random(count) * 60.0 + 1.0,
        posts=SimpleNamespace(places=places),
        wanted=random.random(count) < 0.5 if wanted is None else wanted,
        weights=lambda: np.ones(count),
    )


def _batch(random: np.random.Generator) -> tuple[Batch, list[Lesson], Weights]:
    lessons = [Lesson(random.standard_normal((n, 7)).astype(np.float32), _page(n, random)) for n in (30, 9, 50)]
    weights = first_weights(7, 5, random)
    for name in weights:
        if weights[name].ndim == 1:
            weights[name] = random.standard_normal(weights[name].shape).astype(np.float32) * 0.3
    return Batch(lessons), lessons, {name: values.astype(np.float64) for name, values in weights.items()}


def test_the_gradient_is_what_a_small_change_of_each_weight_does() -> None:
    random = np.random.default_rng(0)
    batch, _, weights = _batch(random)
    batch.rows = batch.rows.astype(np.float64)
    slopes: Any = random.standard_normal(len(batch.rows)) * batch.filled[:, 0]
    run = _Run(weights, batch, 0.0, random)
    gradient = run.back(slopes)
    for name, values in weights.items():
        place = tuple(int(random.integers(0, size)) for size in values.shape)
        changed = {other: some.copy() for other, some in weights.items()}
        changed[name][place] += 1e-6
        change = float((_Run(changed, batch, 0.0, random).output - run.output) @ slopes) / 1e-6
        assert gradient[name][place] == pytest.approx(change, abs=1e-3, rel=1e-3), name


def test_a_page_among_others_has_the_output_that_it_has_alone() -> None:
    random = np.random.default_rng(1)
    batch, lessons, weights = _batch(random)
    together = _Run(weights, batch, 0.0, random).output
    page = lessons[1].page
    means = (means_over(page.posts.places, page.words), means_over(np.zeros_like(page.posts.places), page.words))
    alone = forward(weights, lessons[1].rows, means)[:, 0]
    start = 30 + GAP
    assert together[start : start + 9] == pytest.approx(alone, abs=1e-5)


def _told_by_the_next_block(count: int, seed: int) -> tuple[Any, Any]:
    """A page on which a block is wanted if the one below it is large."""
    random = np.random.default_rng(seed)
    size = random.choice([0.0, 1.0], count)
    wanted = np.append(size[1:] > 0.5, np.False_)
    matrix = np.zeros((len(NAMES), count), dtype=np.float32)
    matrix[0] = size
    return _page(count, random, wanted), matrix


def test_the_network_learns_what_only_a_neighbour_tells() -> None:
    pages = [_told_by_the_next_block(40, seed) for seed in range(40)]
    network = teach(pages, NAMES, Training(width=8, epochs=12, pages=4, rate=0.02))
    page, matrix = _told_by_the_next_block(60, 99)
    found = network.log_odds(matrix, page.posts.places, page.words) > 0.0
    assert np.mean(found == page.wanted) > 0.95


@pytest.mark.parametrize("count", [0, 1, 28, 29, 300])
def test_a_product_in_pieces_is_the_product(count: int) -> None:
    random = np.random.default_rng(count)
    rows, weights = random.random((count, 144), dtype=np.float32), random.random((144, 48), dtype=np.float32)
    assert product(rows, weights) == pytest.approx(rows @ weights, rel=1e-5)
    assert product(rows, weights[:, :1]) == pytest.approx(rows @ weights[:, :1], rel=1e-5)


def test_no_piece_of_a_product_is_so_large_that_blas_takes_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def matmul(rows: Any, weights: Any, out: Any) -> None:
        sizes.append(len(rows) * weights.size)
        out[:] = 0.0

    monkeypatch.setattr(lazy_numpy.np, "matmul", matmul)
    product(np.zeros((1_000, 151), dtype=np.float32), np.zeros((151, 48), dtype=np.float32))
    assert len(sizes) > 1
    assert max(sizes) <= PRODUCTS_AT_ONCE
