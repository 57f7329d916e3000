"""Rules that correct the model: parts with telling names, and telling lines, lose log-odds.

Some parts are too rare in the training pages for a model to learn them, or look like the article around them:
advertisements between paragraphs, the author's biography, a prompt to subscribe. Their names and lines give them away
(`tamis.core.strategies.part_hints`), so they lose log-odds. On a page that the model is sure of, as it is of most
articles, parts about authors and the lines lose too; on other pages these may be what the page is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.learned.arrays import grouped
from tamis.core.strategies.learned.cutoff import SURE, choose
from tamis.core.strategies.part_hints import BREADCRUMB, COMMENTS, FOOTER, NAVIGATION, PAGINATION, PRODUCT, TEASER

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import BlockTable
    from tamis.core.strategies.learned.cutoff import Choice

_PARTS = (
    (bits.ADVERTISEMENT | bits.CONSENT | bits.BREADCRUMB | bits.PAGINATION, 3.0),
    (bits.SHARE | bits.PROMPT, 2.0),
    (bits.POPUP, 1.0),
)
"""Hints of parts, and the log-odds that the parts lose on any page."""
_PARTS_OF_ARTICLES = ((bits.AUTHOR, 2.0),)
"""Hints of parts, and the log-odds that the parts lose on pages that the model is sure of."""
_LINES = (
    (
        bits.SHARE
        | bits.ADVERTISEMENT
        | bits.LEGAL
        | bits.READ_TIME
        | bits.MORE
        | bits.PROMPT
        | bits.AUTHOR
        | bits.CREDIT,
        2.0,
    ),
)
"""Hints of short lines, and the log-odds that the lines lose on pages that the model is sure of."""


class Rows(Protocol):
    """The rows of a page, with the hints that the rules need."""

    @property
    def row_hints(self) -> Ints:
        """Hints of the elements around each row."""

    @property
    def row_line_hints(self) -> Ints:
        """Hints that each row's text gives by itself."""


def against(rows: Rows, *, sure: bool) -> Floats:
    """Compute the log-odds that each row loses by the rules. `sure` tells whether the model is sure of the page."""
    row_hints = rows.row_hints
    result = np.zeros(len(row_hints))
    for named, loss in (*_PARTS, *_PARTS_OF_ARTICLES) if sure else _PARTS:
        result += loss * (row_hints & named != 0)
    if sure:
        for named, loss in _LINES:
            result += loss * (rows.row_line_hints & named != 0)
    return result


def decide(rows: Rows, words: Floats, log_odds: Floats, favor: float = 1.0) -> tuple[Floats, Choice]:
    """Compute the probabilities by the model and the rules, and choose the rows to keep.

    `log_odds` are the model's, less what comments lose. `words` has the number of words that each row would add to the
    text.
    """
    first = _probabilities(log_odds - against(rows, sure=False))
    balanced = choose(first, words)
    if balanced.expected <= SURE:
        return first, balanced if favor == 1.0 else choose(first, words, favor)
    second = _probabilities(log_odds - against(rows, sure=True))
    return second, choose(second, words, favor)


def _probabilities(log_odds: Floats) -> Floats:
    result: Floats = 1.0 / (1.0 + np.exp(-log_odds))
    return result


LEAST = 3
"""Minimum number of parts side by side that make a list."""
LONGEST = 80.0
"""Maximum average number of words of a list's parts; longer parts are separate articles or posts."""
_LEVELS = 5  # elements around a block that may be such a part
_NO_LISTS = NAVIGATION | FOOTER | BREADCRUMB | PAGINATION | COMMENTS


def in_lists(table: BlockTable) -> Mask:
    """Mark the rows that are part of a grid or a list. Menus, footers and comments are not lists."""
    forms = table.forms
    parents = table.parents
    group, sizes = grouped(parents * (int(forms.max()) + 1) + forms)
    has_link = table.node_links > 0
    linked = np.bincount(group, has_link) / sizes
    words = np.bincount(group, table.node_words) / sizes
    is_list = ((sizes >= LEAST) & (linked > 0.6) & (words <= LONGEST))[group] & has_link
    found = np.zeros(table.count, dtype=np.bool_)
    node = table.block_nodes
    for _ in range(_LEVELS):
        found |= is_list[node]
        node = parents[node]
    given = table.row_hints
    found |= given & (TEASER | PRODUCT) != 0
    found &= given & _NO_LISTS == 0
    return found
