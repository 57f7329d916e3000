"""Difference between two revisions of an article, block by block.

Bram Cohen's patience diff: blocks that occur once in both texts and in the same order are anchors, and the blocks
between two anchors were removed and added. Its cost is n log n, whatever the texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis.library.anchors import shared_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article


class Change(StrEnum):
    """The change of a block."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class ChangedBlock(NamedTuple):
    """A block of one of two revisions, with its change."""

    change: Change
    text: str


def difference(old: Article, new: Article) -> list[ChangedBlock]:
    """Return the blocks of both revisions in reading order, removed ones before those that replace them."""
    return list(_difference(_texts(old), _texts(new)))


def _texts(article: Article) -> list[str]:
    return [article.title or "", *(block.text for block in article.blocks if block.text)]


def _difference(old: Sequence[str], new: Sequence[str]) -> Iterator[ChangedBlock]:
    at_old = at_new = 0
    for next_old, next_new in [*_anchors(old, new), (len(old), len(new))]:
        yield from _between(old[at_old:next_old], new[at_new:next_new])
        if next_new < len(new):
            yield ChangedBlock(Change.SAME, new[next_new])
        at_old, at_new = next_old + 1, next_new + 1


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Find the blocks that occur once in both texts, as many as are in the same order; return pairs of indexes."""
    times_old, times_new = Counter(old), Counter(new)
    places = {text: index for index, text in enumerate(new) if times_new[text] == 1}
    pairs = [(index, places[text]) for index, text in enumerate(old) if times_old[text] == 1 and text in places]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Find the longest sequence of pairs whose second numbers rise, by patience sorting."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int | None] = []
    for index, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        tops[pile : pile + 1] = [place]
        piles[pile : pile + 1] = [index]
        before.append(piles[pile - 1] if pile else None)
    found: list[tuple[int, int]] = []
    last = piles[-1] if piles else None
    while last is not None:
        found.append(pairs[last])
        last = before[last]
    return found[::-1]


def _between(old: Sequence[str], new: Sequence[str]) -> Iterator[ChangedBlock]:
    """Compare the blocks between two anchors: those that both begin or end with are the same, the others differ."""
    start = shared_start(old, new)
    end = shared_start(old[start:][::-1], new[start:][::-1])
    yield from (ChangedBlock(Change.SAME, text) for text in new[:start])
    yield from (ChangedBlock(Change.REMOVED, text) for text in old[start : len(old) - end])
    yield from (ChangedBlock(Change.ADDED, text) for text in new[start : len(new) - end])
    yield from (ChangedBlock(Change.SAME, text) for text in new[len(new) - end :])
