"""Places: blocks at the same place of the page's structure are judged together.

Posts of a thread. On the page of an article, comments are not wanted. A model that has seen many articles therefore
doubts the answers of a thread too, above all if they are named comments or are short. So on threads, blocks in parts
named for comments gain log-odds. And each block is drawn to the mean of the blocks at the same place of other posts, so
that a short answer gets the verdict of the long ones, and a line with author and date that of the other such lines.

Paragraphs around a box. A box in the middle of an article (a newsletter, other stories) looks like its end, and what
follows like the text below an article. But an article has the same form above and below the box. So running text of the
form and place of blocks that are surely wanted is drawn towards them, if there is much of it: a single line of that
form, such as the note on the author, is still judged by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.strategies.learned.arrays import grouped
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


class Posts(NamedTuple):
    """The rows of a page as posts of a thread: their places, words, and which are in comments."""

    in_comments: Mask
    """True for rows in parts named for comments."""
    places: Ints
    """A number for each row, the same for rows whose element and the two around it have the same tags and classes."""
    parents: Ints
    """The parent of each row's element."""
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
    return Posts(table.row_hints & COMMENTS != 0, grouped(places).of, parents, table.words)


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
