"""The posts of a thread: what the same part of each post is, the others are too.

On the page of an article what others wrote is not wanted, and a model that has seen many articles doubts the answers
of a thread, too, above all where they are named comments or are short. So on pages that are threads, blocks in such
parts gain log-odds; and each block is drawn to the mean of the blocks at the same place of other posts, so that a short
answer goes with the long ones, and the line with author and date with the other such lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.strategies.learned.page_type import FORUM, MIN_FORUM
from tamis.core.strategies.part_hints import COMMENTS

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import BlockTable

# Settled on the threads of wcxb-dev and east-forums, by models trained on the others' sites.
COMMENTS_GAIN = 1.5
"""Log-odds that blocks in parts named for comments gain where the page is surely a thread."""
SHARED = 0.6
"""How much of a block's log-odds is the mean of its place."""
MIN_ALIKE = 3
"""Blocks from which a place has a mean."""
MOST_WORDS = 50.0
"""Words of a block that count in it."""


def thread_certainty(types: Floats) -> float | None:
    """How sure it is that a page is a thread, from 0 to 1; None if it is not taken for one."""
    probability = float(types[FORUM])
    return (probability - MIN_FORUM) / (1.0 - MIN_FORUM) if probability >= MIN_FORUM else None


class Posts(NamedTuple):
    """What is known of the rows of a thread."""

    in_comments: Mask
    """In parts named for comments."""
    places: Ints
    """A number for each row, the same where its element and the two around it have the same tags and classes."""
    words: Floats


def thread_log_odds(posts: Posts, log_odds: Floats, certainty: float) -> Floats:
    """The log-odds of the blocks of a thread. `certainty`, from 0 to 1, is how sure it is that it is one."""
    gained = log_odds + certainty * COMMENTS_GAIN * posts.in_comments
    places = posts.places
    weights = np.minimum(posts.words, MOST_WORDS) + 1.0
    means = np.bincount(places, weights * gained) / np.bincount(places, weights)
    is_shared = np.bincount(places)[places] >= MIN_ALIKE
    result: Floats = np.where(is_shared, (1.0 - SHARED) * gained + SHARED * means[places], gained)
    return result


def find_posts(table: BlockTable) -> Posts:
    """Read them off a page."""
    own = table.block_nodes
    parents = table.parents[own]
    forms = (table.forms[nodes].tolist() for nodes in (own, parents, table.parents[parents]))
    numbers: dict[tuple[int, ...], int] = {}
    places = np.array([numbers.setdefault(place, len(numbers)) for place in zip(*forms, strict=True)], dtype=np.int64)
    return Posts(table.row_hints & COMMENTS != 0, places, table.words)
