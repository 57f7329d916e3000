"""Where the comments below an article begin.

Three signs: a part that is named for comments; a line that opens them (``Comments``, ``Have your say``) below
running text; and, below running text, short lines with a date of one form, which repeat. What is there loses
log-odds, unless the page is likely no article: the posts of a thread look the same but are what the reader came for.
Blocks of the form of the first running text lose nothing: comments have that of no part of the article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.strategies.learned.page_type import ARTICLE, Signatures, find_signatures
from tamis.core.strategies.part_hints import COMMENTS

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Mask
    from tamis.core.strategies.learned.block_table import BlockTable

# Each is the best of a few values, or the plainest where they are alike, by the cross-validated F1 of the sets that are
# trained on; see docs/strategies/learned.md.
LOSS = 4.0
"""Log-odds that comments lose by name or line."""
LOSS_BY_SIGNATURE = 5.0
"""The same from the first of several dated lines on, where lists of other stories begin, too."""
MIN_WORDS = 40.0
"""Words of running text, likely wanted, that come before the comments."""
MIN_ARTICLE = 0.5
"""Pages that are less likely an article have posts or reviews and no comments."""


class CommentSigns(NamedTuple):
    """What tells comments, for each row of a page."""

    named: Mask
    """In a part that is named for comments."""
    opening: Mask
    """A line that opens them."""
    alike_first: Mask
    """Of the form of the first running text."""
    running: Floats
    """Words, where it is running text."""
    signatures: Signatures

    def losses(self, log_odds: Floats, types: Floats) -> Floats:
        """The log-odds that each row loses, given the probability of each type of page."""
        if types[ARTICLE] < MIN_ARTICLE:
            return np.zeros(len(log_odds))
        losses = np.where(self.named, LOSS, 0.0)
        likely = np.where(log_odds > 0.0, self.running, 0.0)
        below = likely.cumsum() - likely >= MIN_WORDS
        opened = (self.opening & below).nonzero()[0]
        if len(opened):
            losses[opened[0] :] = LOSS
        signed = _first_signature(self.signatures, below)
        losses[signed:] = np.maximum(losses[signed:], LOSS_BY_SIGNATURE)
        losses[self.alike_first] = 0.0
        return losses


def comment_signs(table: BlockTable, alike_first: Mask) -> CommentSigns:
    """Read them off a page."""
    return CommentSigns(
        named=table.row_hints & COMMENTS != 0,
        opening=table.row_line_hints & COMMENTS != 0,
        alike_first=alike_first,
        running=np.where(table.prose > 0.0, table.words, 0.0),
        signatures=find_signatures(table),
    )


def _first_signature(signatures: Signatures, below: Mask) -> int:
    """The first signature below running text whose form repeats; else the number of rows."""
    forms = signatures.forms
    first: dict[int, int] = {}
    for row, form in zip(signatures.rows, forms, strict=True):
        if below[row]:
            first.setdefault(form, row)
    return min((row for form, row in first.items() if forms.count(form) > 1), default=len(below))
