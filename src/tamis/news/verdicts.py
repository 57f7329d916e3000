"""Whether a URL alone looks like an article: for entries of sitemaps, and for the page itself.

Links with their words and their place on a page are judged by `tamis.news.link_model`.
"""

from __future__ import annotations

from typing import NamedTuple

from tamis.text.url_shape import Shape, shape_of

UNSURE = 0.5
SCORES = {Shape.SINGLE: 0.9, Shape.UNKNOWN: UNSURE, Shape.SECTION: 0.3, Shape.LIST: 0.05, Shape.HOME: 0.0}
"""How likely a URL of each shape is an article; an order, not measured shares."""


class AddressVerdict(NamedTuple):
    """The verdict on a URL."""

    score: float
    """From 0, a list or something else, to 1, an article."""
    reason: str
    """In words."""

    @property
    def is_article(self) -> bool:
        """Whether it is more likely an article."""
        return self.score > UNSURE


def verdict_of(url: str) -> AddressVerdict:
    """Judge one URL."""
    shape = shape_of(url)
    return AddressVerdict(SCORES[shape], shape.value)
