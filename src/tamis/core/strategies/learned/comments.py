"""Detection of the comments below an article.

Three signs: a part that is named for comments; a line that opens them (``Comments``, ``Have your say``) below
running text; and, below running text, repeated short lines with a date in elements of one form. These blocks lose
log-odds, unless the page is probably not an article: the posts of a thread look the same but are what the reader came
for. Blocks with the form of the first running text lose nothing: comments do not have the form of the article's parts.
Nor do parts named for comments on a page that has no running text besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.strategies.learned.page_type import ARTICLE, Signatures, find_signatures
from tamis.core.strategies.part_hints import COMMENTS

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Mask
    from tamis.core.strategies.learned.block_table import BlockTable

# Each is the best of a few values, or the simplest if they are equally good, by the cross-validated F1 on the training
# sets; see docs/strategies/learned.md.
LOSS = 4.0
"""Log-odds that comments lose if a name or an opening line marks them."""
LOSS_BY_SIGNATURE = 5.0
"""Log-odds that blocks lose from the first of several dated lines on, where lists of other stories begin too."""
MIN_WORDS = 40.0
"""Number of words of running text, likely wanted, that come before the comments."""
MIN_ARTICLE = 0.5
"""Probability of an article below which a page is taken to have posts or reviews instead of comments."""


class CommentSigns(NamedTuple):
    """Signs of comments, for each row of a page."""

    named: Mask
    """True for rows in a part that is named for comments."""
    opening: Mask
    """True for lines that open the comments."""
    alike_first: Mask
    """True for rows with the form of the first running text."""
    running: Floats
    """Number of words of rows that are running text; 0 for others."""
    signatures: Signatures

    def losses(self, log_odds: Floats, types: Floats) -> Floats:
        """Compute the log-odds that each row loses, given the probability of each type of page."""
        if types[ARTICLE] < MIN_ARTICLE:
            return np.zeros(len(log_odds))
        is_below_text = float(self.running[~self.named].sum()) >= MIN_WORDS
        losses = np.where(self.named & is_below_text, LOSS, 0.0)
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
    """Find the signs of comments on a page."""
    return CommentSigns(
        named=table.row_hints & COMMENTS != 0,
        opening=table.row_line_hints & COMMENTS != 0,
        alike_first=alike_first,
        running=np.where(table.prose > 0.0, table.words, 0.0),
        signatures=find_signatures(table),
    )


def _first_signature(signatures: Signatures, below: Mask) -> int:
    """Find the first signature below running text whose form repeats; else return the number of rows."""
    forms = signatures.forms
    first: dict[int, int] = {}
    for row, form in zip(signatures.rows, forms, strict=True):
        if below[row]:
            first.setdefault(form, row)
    return min((row for form, row in first.items() if forms.count(form) > 1), default=len(below))
