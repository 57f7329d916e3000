"""From the probability of each block to the blocks that are kept.

No fixed threshold is right for all pages: where the model is sure it pays to be strict, where it is not it pays to keep
more. So the cut is put where the F measure that is to be expected is greatest: with the blocks in the order of their
probability `p` and with `w` words each, the first `k` give an expected

    F = (1 + b²) Σ p w / (Σ w + b² E),    E = Σ p w over all blocks,

where `b` weighs recall against precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask

SURE = 0.8
"""The expected F from which a page is one that the model is sure of."""
STRICT = 0.9
"""The probability that a block needs on such a page where precision is favored."""
MIN_LIKELIEST = 0.2
"""The probability that the likeliest block needs: where even that has less, the page has no text to keep. Settled by
cross-validation; any value from 0.15 to 0.3 gives the same."""
MIN_BETWEEN = 0.1
"""The probability that a table, a list, a quote or code needs between two kept blocks: one cut tears the text apart."""
MIN_HEADING = 0.3
"""The same of a heading. More of those are of boxes."""
COPY = 30
"""Characters from which a text that was kept already is left out when it comes again."""


class Choice(NamedTuple):
    """What is kept, and what is to be expected of it."""

    kept: Mask
    threshold: float
    expected: float
    """The F1 that the probabilities promise."""


def keep_between(kept: Mask, probabilities: Floats, between: Mask, parents: Ints, *, whole: bool = False) -> None:
    """Keep tables, lists, quotes, code and headings between two kept blocks of one parent, unless all are unlikely.

    `between` says which rows may be kept so, `parents` what each row's element is in. With `whole`, a list that is kept
    in part is kept as a whole.
    """
    for anchors in (kept, kept & ~between) if whole else (kept,):
        rows = anchors.nonzero()[0]
        for left, right in zip(rows[:-1].tolist(), rows[1:].tolist(), strict=True):
            inside = slice(left + 1, right)
            if right - left > 1 and parents[left] == parents[right] and between[inside].all():
                kept[inside] |= probabilities[inside].max() >= MIN_BETWEEN


def choose(probabilities: Floats, words: Floats, favor: float = 1.0) -> Choice:
    """Keep the blocks with the greatest expected F; `favor` over 1 is for recall, under 1 for precision."""
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
    """The choice to keep no block."""
    return Choice(np.zeros(count, dtype=np.bool_), 1.0, expected)
