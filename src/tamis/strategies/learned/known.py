"""What is known without training: parts that are named for what they are, and lines that say it.

Some parts are too rare in the training pages for a model to learn them, or look like the article around them:
advertisements between paragraphs, the author's biography, a prompt to subscribe. Their names and lines tell
(`tamis.strategies.marks`), and so they lose log-odds. On a page that the model is sure of, as it is of most articles,
parts about authors and the lines lose too; on others these may be what the page is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from tamis.strategies import marks as m
from tamis.strategies.learned.choice import SURE, choose

if TYPE_CHECKING:
    from tamis.strategies.learned.arrays import Floats, Ints
    from tamis.strategies.learned.choice import Choice

_PARTS = (
    (m.ADVERTISEMENT | m.CONSENT | m.BREADCRUMB | m.PAGINATION, 3.0),
    (m.SHARE | m.PROMPT, 2.0),
    (m.POPUP, 1.0),
)
"""Marks of parts, and the log-odds that these lose on any page."""
_PARTS_OF_ARTICLES = ((m.AUTHOR, 2.0),)
"""The same on pages that the model is sure of."""
_LINES = ((m.SHARE | m.ADVERTISEMENT | m.LEGAL | m.READ_TIME | m.MORE | m.PROMPT | m.AUTHOR | m.CREDIT, 2.0),)
"""Marks of short lines, on pages that the model is sure of."""


class Rows(Protocol):
    """What is asked of a page's rows."""

    @property
    def words(self) -> Floats:
        """How many each has."""

    @property
    def given(self) -> Ints:
        """The marks of what each stands in."""

    @property
    def said(self) -> Ints:
        """The marks that each has by its own line."""


def against(rows: Rows, *, sure: bool) -> Floats:
    """The log-odds that each row loses."""
    given = rows.given
    result = np.zeros(len(given))
    for bits, loss in (*_PARTS, *_PARTS_OF_ARTICLES) if sure else _PARTS:
        result += loss * (given & bits != 0)
    if sure:
        for bits, loss in _LINES:
            result += loss * (rows.said & bits != 0)
    return result


def decide(rows: Rows, log_odds: Floats, favour: float = 1.0) -> tuple[Floats, Choice]:
    """The probabilities by the model and by what is known, and what is best to keep."""
    first = _probabilities(log_odds - against(rows, sure=False))
    if choose(first, rows.words).expected <= SURE:
        return first, choose(first, rows.words, favour)
    second = _probabilities(log_odds - against(rows, sure=True))
    return second, choose(second, rows.words, favour)


def _probabilities(log_odds: Floats) -> Floats:
    result: Floats = 1.0 / (1.0 + np.exp(-log_odds))
    return result
