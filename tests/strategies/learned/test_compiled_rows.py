"""Counts, forest and network in C and in numpy: the same numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from c_modules import fresh
from tamis.core.strategies.learned import block_table, forest
from tamis.core.strategies.learned import model as models
from tamis.core.strategies.learned.model import packaged

MODULE = "tamis.core.strategies.learned._rows"
_TEXTS = st.lists(
    st.text(alphabet="ab c\n.!?…。»\xa0é海ไ𠀀\u2019\uff01", min_size=1, max_size=40), min_size=1, max_size=12
)


@given(texts=_TEXTS)
def test_both_count_alike(texts: list[str]) -> None:
    in_python = block_table.count_in_python(texts)
    for column, other in zip(in_python, block_table.count_compiled(fresh(MODULE), texts), strict=True):
        assert column.tolist() == other.tolist()


def test_a_row_without_text_is_refused() -> None:
    with pytest.raises(ValueError, match="without text"):
        block_table.count_compiled(fresh(MODULE), ["a", ""])


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 127, 128, 129, 300, 2049])
def test_both_forests_say_the_same(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = packaged()
    random = np.random.default_rng(rows)
    matrix = random.normal(0, 5, (len(model.names), rows)).astype(np.float32)
    monkeypatch.setattr(forest, "_COMPILED", None)
    in_numpy = model.forest.log_odds(matrix)
    monkeypatch.setattr(forest, "_COMPILED", fresh(MODULE))
    assert model.forest.log_odds(matrix).tolist() == in_numpy.tolist()
    assert model.forest.log_odds(np.asfortranarray(matrix)).tolist() == in_numpy.tolist()


def test_a_matrix_of_too_few_features_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        packaged().forest.log_odds_compiled(fresh(MODULE), np.zeros((3, 4), dtype=np.float32))


@pytest.mark.parametrize("rows", [1, 2, 15, 16, 40, 200])
def test_both_networks_say_the_same(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = packaged()
    random = np.random.default_rng(rows)
    matrix = random.normal(0, 5, (len(model.names), rows)).astype(np.float32)
    matrix[7, ::2] = models.UNKNOWN
    for feature, count in model.network.scaling.codes:
        matrix[feature] = random.integers(0, count + 3, rows)
    places = np.unique(random.integers(0, 9, rows), return_inverse=True)[1]
    words = random.integers(0, 60, rows).astype(np.float64)
    monkeypatch.setattr(models, "_COMPILED", None)
    in_numpy = model.network.log_odds(matrix, places, words)
    monkeypatch.setattr(models, "_COMPILED", fresh(MODULE))
    assert model.network.log_odds(matrix, places, words).tolist() == in_numpy.tolist()


def test_what_does_not_fit_the_network_is_refused() -> None:
    module, short = fresh(MODULE), np.zeros(3, dtype=np.float32)
    with pytest.raises(ValueError, match="does not fit the matrix"):
        packaged().network.scaling.inputs_compiled(module, np.zeros((3, 4), dtype=np.float32))
    with pytest.raises(ValueError, match="bias"):
        module.rectify(short, np.zeros(2, dtype=np.float32))
    with pytest.raises(ValueError, match="no room"):
        module.with_neighbours(short, 3, 1, short)
