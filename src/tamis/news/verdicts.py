"""Which links lead to articles: what the crawler asks, and a judge that goes by the form of the address alone.

The order in which links are followed, and whether a page that reads like an article counts as one, rest on it. The
crawler works with any judge of this form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from tamis.text.url_shape import Shape, shape_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class PageLink(NamedTuple):
    """A link of a page."""

    url: str
    text: str = ""
    rel: tuple[str, ...] = ()


class Verdict(NamedTuple):
    """What a link leads to."""

    score: float
    """From 0, a list or something else, to 1, an article."""
    reason: str
    """In words."""

    @property
    def is_article(self) -> bool:
        """Whether it is more likely an article."""
        return self.score > UNSURE


class LinkJudge(Protocol):
    """Whoever can tell links to articles from others."""

    def judge(self, links: Sequence[PageLink]) -> Sequence[Verdict]:
        """A verdict for each link."""
        ...


UNSURE = 0.5
SCORES = {Shape.SINGLE: 0.9, Shape.UNKNOWN: UNSURE, Shape.SECTION: 0.3, Shape.LIST: 0.05, Shape.HOME: 0.0}
"""How likely an address of each form is that of an article; an order, not measured shares."""


class ShapeJudge:
    """Judges by the form of the address."""

    def judge(self, links: Sequence[PageLink]) -> list[Verdict]:
        """A verdict for each link."""
        return [verdict_of(link.url) for link in links]


def verdict_of(url: str) -> Verdict:
    """The verdict on one address."""
    shape = shape_of(url)
    return Verdict(SCORES[shape], shape.value)
