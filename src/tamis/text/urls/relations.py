"""Relations of a URL to that of the page: another page of the article, another version, or something else."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

USUAL_SIZES = frozenset(
    map(
        int,
        "5 6 8 9 10 12 14 15 16 18 20 21 24 25 27 28 30 32 35 36 40 42 45 48 50 60 64 72 75 80 90 96 100 120".split(),
    )
)
"""Usual numbers of items on a page of a list."""


class Relation(Enum):
    """The relation of a URL to that of the page."""

    SAME = "the page itself"
    PAGE = "the page's own URL with a page number"
    WHOLE = "the page's own URL with a sign for all pages"
    PRINT = "the page's own URL with a sign for print"
    COMMENTS = "a page of comments"
    SITE = "another page of the site"
    SISTER = "another site of the same name"
    ELSEWHERE = "another site"


class Comparison(NamedTuple):
    """The result of comparing a URL with that of the page."""

    relation: Relation
    number: int | None = None
    """Page number in the URL."""
    current: int | None = None
    """Number at the same place in the page's own URL; None if there is none."""
    named: bool = False
    """True if a word says that it is a page number."""
    is_offset: bool = False
    """True if it counts items, not pages."""
    is_guess: bool = False
    """True if only two consecutive numbers indicate it, in a parameter whose name does not mention pages."""

    @property
    def is_next(self) -> bool:
        """True if it is the page after this one, judging by the numbers."""
        if self.relation is not Relation.PAGE or self.number is None:
            return False
        if self.is_offset:
            return self.number > (self.current or 0)
        if self.current is None:
            # Some sites count from 0, so that the second page has the number 1.
            return self.number == 2 or (self.number == 1 and self.named)
        return self.number == self.current + 1

    @property
    def is_previous(self) -> bool:
        """True if it is the page before this one, judging by the numbers."""
        if self.relation is not Relation.PAGE or self.current is None:
            return False
        if self.number is None:
            return self.is_offset or self.current <= 2
        return self.number < self.current if self.is_offset else self.number == self.current - 1

    @property
    def may_follow(self) -> bool:
        """True if it may be the page after the first, if its link says so: ``_1.html``, or ``page=20`` for items."""
        if self.relation is not Relation.PAGE or self.current is not None:
            return False
        return self.number == 1 or (self.named and self.number in USUAL_SIZES)
