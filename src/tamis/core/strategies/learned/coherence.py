"""Coherence: paragraphs at the same place of the page's structure are judged together.

A box in the middle of an article (a newsletter, other stories) looks like its end, and what follows like the text below
an article. But an article has the same form above and below the box. So running text of the form and place of blocks
that are surely wanted is drawn towards them, if there is much of it: a single line of that form, such as the note on
the author, is still judged by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints

# Chosen by cross-validation over seven sets, by site; values near these do as well.
SURE = 1.5
"""Log-odds from which a block is surely wanted."""
MIN_SURE = 2
"""Number of sure blocks at a place from which others there are drawn towards them."""
MIN_SURE_WORDS = 60.0
"""Number of words of the sure blocks."""
MIN_DOUBTFUL_WORDS = 100.0
"""Number of words of running text at the place that is not sure, from which it is drawn."""
DRAWN = 0.6
"""Share of the way to the mean of the sure blocks that the others are drawn."""
MOST_WORDS = 50.0
"""Maximum number of words of a block that count in the mean."""


def draw_together(log_odds: Floats, running: Floats, places: Ints) -> Floats:
    """Draw running text towards the sure blocks at its place.

    `running` has the number of words of each row that is running text, 0 for others. `places` has a number for each
    row, the same for rows whose element and the two around it have the same tags and classes.
    """
    is_running = running > 0.0
    is_sure = is_running & (log_odds > SURE)
    is_doubtful = is_running & ~is_sure
    if not is_sure.any() or not is_doubtful.any():
        return log_odds
    is_drawn = (np.bincount(places, is_sure) >= MIN_SURE) & (np.bincount(places, is_sure * running) >= MIN_SURE_WORDS)
    is_drawn &= np.bincount(places, is_doubtful * running) >= MIN_DOUBTFUL_WORDS
    rows = is_doubtful & is_drawn[places]
    if not rows.any():
        return log_odds
    weights = is_sure * (np.minimum(running, MOST_WORDS) + 1.0)
    sums = np.bincount(places, weights)
    means = np.bincount(places, weights * log_odds) / np.where(sums > 0.0, sums, 1.0)
    return np.where(rows, log_odds + DRAWN * (means[places] - log_odds), log_odds)
