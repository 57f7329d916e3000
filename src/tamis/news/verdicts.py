"""Verdict on a URL alone, whether it looks like an article: for entries of sitemaps, and for the page itself.

Links with their text and their place on a page are judged by `tamis.news.link_model`.
"""

from __future__ import annotations

from typing import NamedTuple

from tamis.text.url_shape import Shape, shape_of

UNSURE = 0.5
SCORES = {Shape.SINGLE: 0.9, Shape.UNKNOWN: UNSURE, Shape.SECTION: 0.3, Shape.LIST: 0.05, Shape.HOME: 0.0}
"""Score of each URL shape: an order, not measured probabilities."""


class AddressVerdict(NamedTuple):
    """The verdict on a URL."""

    score: float
    """Score from 0 (a list or something else) to 1 (an article)."""
    reason: str
    """Reason in words."""

    @property
    def is_article(self) -> bool:
        """True if it is more likely an article than not."""
        return self.score > UNSURE


def verdict_of(url: str) -> AddressVerdict:
    """Judge one URL."""
    shape = shape_of(url)
    return AddressVerdict(SCORES[shape], shape.value)
