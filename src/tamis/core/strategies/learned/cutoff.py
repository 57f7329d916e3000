"""Cutoff: chooses the blocks to keep by their probabilities.

No fixed threshold is right for all pages: it pays to be strict where the model is sure, and to keep more where it is
not. So the cutoff maximizes the expected F measure: with the blocks in the order of their probability `p` and with `w`
words each, the first `k` give an expected

    F = (1 + b²) Σ p w / (Σ w + b² E),    E = Σ p w over all blocks,

where `b` weighs recall against precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask

SURE = 0.8
"""Expected F above which the model is sure of a page."""
STRICT = 0.9
"""Probability that a block needs on such a page if precision is favored."""
MIN_LIKELIEST = 0.2
"""Probability that the likeliest block needs: if even that has less, the page has no text to keep. Chosen by
cross-validation; any value from 0.15 to 0.3 gives the same result."""
MIN_BETWEEN = 0.1
"""Probability that a table, list, quote or code between two kept blocks needs: to drop one tears the text apart."""
MIN_HEADING = 0.3
"""Probability that a heading between two kept blocks needs. It is higher, because more headings belong to boxes."""
COPY = 30
"""Number of characters from which a text that was already kept is dropped when it repeats."""


class Choice(NamedTuple):
    """The rows to keep, and the expected quality of the choice."""

    kept: Mask
    threshold: float
    expected: float
    """Expected F1 by the probabilities."""


def keep_between(kept: Mask, probabilities: Floats, between: Mask, parents: Ints, *, whole: bool = False) -> None:
    """Keep tables, lists, quotes, code and headings between two kept blocks of one parent, unless all are unlikely.

    `between` marks the rows that may be kept so, `parents` has the parent of each row's element. With `whole`, a list
    that is kept in part is kept as a whole.
    """
    for anchors in (kept, kept & ~between) if whole else (kept,):
        rows = anchors.nonzero()[0]
        for left, right in zip(rows[:-1].tolist(), rows[1:].tolist(), strict=True):
            inside = slice(left + 1, right)
            if right - left > 1 and parents[left] == parents[right] and between[inside].all():
                kept[inside] |= probabilities[inside].max() >= MIN_BETWEEN


def choose(probabilities: Floats, words: Floats, favor: float = 1.0) -> Choice:
    """Choose the blocks with the greatest expected F; `favor` over 1 is for recall, under 1 for precision."""
    if not len(probabilities) or not float(words.sum()):
        return _nothing(len(probabilities), 0.0)
    order = (-probabilities).argsort(kind="stable")
    hits = (probabilities * words)[order].cumsum()
    sizes = words[order].cumsum()
    weight = favor * favor
    at = int((hits / (sizes + weight * hits[-1] + 1e-9)).argmax())
    expected = float(2.0 * hits[at] / (sizes[at] + hits[-1] + 1e-9))
    if favor <= 1.0 and float(probabilities[words > 0.0].max()) < MIN_LIKELIEST:
        return _nothing(len(probabilities), expected)
    threshold = float(probabilities[order[at]])
    if expected > SURE and favor < 1.0:
        threshold = max(threshold, STRICT)
    return Choice(probabilities >= threshold, threshold, expected)


def _nothing(count: int, expected: float) -> Choice:
    """Return the choice to keep no block."""
    return Choice(np.zeros(count, dtype=np.bool_), 1.0, expected)
