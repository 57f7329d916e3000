"""Fitting of the weights of a page's confidence, by logistic regression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tamis.core.strategies.learned.cutoff import GOOD

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats

_STEPS = 50
_RIDGE = 1.0


def fit_confidence(numbers: Any, scores: Floats) -> Floats:
    """Fit the weights for `page_numbers`, given the numbers of many pages (a row each) and the F1 on each page."""
    matrix = np.asarray(numbers, dtype=np.float64)
    good = (scores >= GOOD).astype(np.float64)
    weights = np.zeros(matrix.shape[1])
    ridge = _RIDGE * np.eye(matrix.shape[1])
    ridge[0, 0] = 0.0
    for _ in range(_STEPS):  # Newton's method
        odds = 1.0 / (1.0 + np.exp(-matrix @ weights))
        gradient = matrix.T @ (good - odds) - ridge @ weights
        curvature = (matrix * (odds * (1.0 - odds))[:, None]).T @ matrix + ridge + 1e-9 * np.eye(len(weights))
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < 1e-9:
            break
    return weights
