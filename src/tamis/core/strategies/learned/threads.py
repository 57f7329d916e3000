"""Posts of a thread: blocks at the same place of different posts are judged alike.

On the page of an article, comments are not wanted. A model that has seen many articles therefore doubts the answers of
a thread too, above all if they are named comments or are short. So on threads, blocks in parts named for comments gain
log-odds. And each block is drawn to the mean of the blocks at the same place of other posts, so that a short answer
gets the verdict of the long ones, and a line with author and date that of the other such lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.strategies.learned.arrays import grouped
from tamis.core.strategies.learned.page_type import FORUM, MIN_FORUM
from tamis.core.strategies.part_hints import COMMENTS

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import BlockTable

# Chosen on the threads of wcxb-dev and east-forums, by models trained on the sites of the others.
COMMENTS_GAIN = 1.5
"""Log-odds that blocks in parts named for comments gain on a page that is surely a thread."""
SHARED = 0.6
"""Weight of the mean of its place in a block's log-odds."""
MIN_ALIKE = 3
"""Number of blocks from which the mean of a place counts."""
MOST_WORDS = 50.0
"""Maximum number of words of a block that count in the mean."""


def thread_certainty(types: Floats) -> float | None:
    """Scale the probability that a page is a thread to a certainty from 0 to 1; None if it is not taken for one."""
    probability = float(types[FORUM])
    return (probability - MIN_FORUM) / (1.0 - MIN_FORUM) if probability >= MIN_FORUM else None


class Posts(NamedTuple):
    """The rows of a page as posts of a thread: their places, words, and which are in comments."""

    in_comments: Mask
    """True for rows in parts named for comments."""
    places: Ints
    """A number for each row, the same for rows whose element and the two around it have the same tags and classes."""
    words: Floats


def thread_log_odds(posts: Posts, log_odds: Floats, certainty: float) -> Floats:
    """Adjust the log-odds of the blocks of a thread. `certainty`, from 0 to 1, tells how sure it is that it is one."""
    gained = log_odds + certainty * COMMENTS_GAIN * posts.in_comments
    return drawn_to_places(gained, posts.places, posts.words, SHARED)


def drawn_to_places(log_odds: Floats, places: Ints, words: Floats, share: float) -> Floats:
    """Draw the log-odds of each row towards the mean of its place, if there are enough rows; `share` is how far."""
    weights = np.minimum(words, MOST_WORDS) + 1.0
    means = np.bincount(places, weights * log_odds) / np.bincount(places, weights)
    is_shared = np.bincount(places)[places] >= MIN_ALIKE
    result: Floats = np.where(is_shared, (1.0 - share) * log_odds + share * means[places], log_odds)
    return result


def find_posts(table: BlockTable) -> Posts:
    """Find the place of each row of a page, and the rows in parts named for comments."""
    own = table.block_nodes
    parents = table.parents[own]
    forms = grouped(table.forms)  # numbers so small that three of them make one
    count = len(forms.sizes)
    places = (forms.of[own] * count + forms.of[parents]) * count + forms.of[table.parents[parents]]
    return Posts(table.row_hints & COMMENTS != 0, grouped(places).of, table.words)
