"""Confidence: the probability that a page's text was extracted right.

Right means that at least nine tenths of it are: a word F1 of 0.9 or more against what a person would have chosen. A
logistic regression on a few numbers of the page gives the probability. It was trained on pages that the model had not
seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tamis.core.strategies.learned.page_type import ARTICLE

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats
    from tamis.core.strategies.learned.cutoff import Choice

GOOD = 0.9
"""Word F1 from which a page counts as extracted right."""


NUMBERS = 9
"""Number of inputs of the regression."""


def page_numbers(probabilities: Floats, words: Floats, choice: Choice, types: Floats) -> Floats:
    """Compute the inputs of the regression. `types` has the probability of each type of page."""
    all_words = max(1.0, float(words.sum()))
    kept_words = max(1.0, float(words[choice.kept].sum()))
    unsure = float((words * np.minimum(probabilities, 1.0 - probabilities)).sum())
    kept_mean = float((words * probabilities)[choice.kept].sum()) / kept_words
    expected = min(max(choice.expected, 0.02), 0.995)
    return np.array(
        [
            1.0,
            float(np.log(expected / (1.0 - expected))),
            expected,
            kept_mean,
            unsure / kept_words,
            float(np.log1p(kept_words)),
            kept_words / all_words,
            float(np.log1p(len(probabilities))),
            float(types[ARTICLE]),  # articles are extracted right more often than the other numbers promise
        ]
    )


def page_confidence(weights: Floats, numbers: Floats) -> float:
    """Compute the probability that the page was extracted right, to two digits."""
    return round(float(1.0 / (1.0 + np.exp(-float(weights @ numbers)))), 2)
