"""The stretch with the greatest sum."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.max_sum import max_sum_run


@pytest.mark.parametrize(
    ("scores", "stretch"),
    [
        ([], (0, 0)),
        ([-1, -2], (0, 0)),
        ([0, 0], (0, 0)),
        ([1], (0, 1)),
        ([-1, 2, -1, 3, -5, 4], (1, 4)),
        ([2, -2, 2], (0, 1)),
        ([0, 1, 0], (1, 2)),
    ],
)
def test_the_first_and_shortest_of_the_best_is_taken(scores: list[float], stretch: tuple[int, int]) -> None:
    assert max_sum_run(np.array(scores, dtype=np.float64)) == stretch


@given(st.lists(st.integers(-9, 9), max_size=25))
def test_no_other_stretch_has_a_greater_sum(scores: list[int]) -> None:
    first, last = max_sum_run(np.array(scores, dtype=np.float64))
    best = max(sum(scores[i:j]) for i in range(len(scores) + 1) for j in range(i, len(scores) + 1))
    assert sum(scores[first:last]) == best
