"""Alignment of two sequences by what they have in common, at a cost of n log n.

Bram Cohen's patience diff: elements that occur once in both sequences and in the same order are anchors. Between two
anchors it is done again, a few times; what is left is aligned by its longest common subsequence if it is short.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_DEPTH = 8
"""Number of times that elements are searched which are unique between two anchors."""
MAX_TABLE = 2_500
"""Maximum number of pairs of elements that are compared between two anchors."""


def aligned(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Find the elements that two sequences have in common, in the same order; return pairs of indexes."""
    return list(_aligned(old, new, 0, 0, MAX_DEPTH))


def shared_start(left: Sequence[str], right: Sequence[str]) -> int:
    """Count the parts, or characters, that two sequences have in common at their beginning."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((index for index, (first, second) in pairs if first != second), min(len(left), len(right)))


def _aligned(
    old: Sequence[str], new: Sequence[str], old_offset: int, new_offset: int, depth: int
) -> Iterator[tuple[int, int]]:
    start = shared_start(old, new)
    end = shared_start(old[start:][::-1], new[start:][::-1])
    yield from ((old_offset + index, new_offset + index) for index in range(start))
    inner_old, inner_new = old[start : len(old) - end], new[start : len(new) - end]
    if inner_old and inner_new:
        for old_index, new_index in _inside(inner_old, inner_new, depth):
            yield old_offset + start + old_index, new_offset + start + new_index
    old_end, new_end = old_offset + len(old) - end, new_offset + len(new) - end
    yield from ((old_end + index, new_end + index) for index in range(end))


def _inside(old: Sequence[str], new: Sequence[str], depth: int) -> Iterator[tuple[int, int]]:
    anchors = _anchors(old, new) if depth else []
    if not anchors:
        if len(old) * len(new) <= MAX_TABLE:
            yield from _longest_common(old, new)
        return
    next_old = next_new = 0
    for anchor_old, anchor_new in [*anchors, (len(old), len(new))]:
        yield from _aligned(old[next_old:anchor_old], new[next_new:anchor_new], next_old, next_new, depth - 1)
        if anchor_old < len(old):
            yield anchor_old, anchor_new
        next_old, next_new = anchor_old + 1, anchor_new + 1


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Find the elements that occur once in both sequences, as many as are in the same order."""
    times_old, times_new = Counter(old), Counter(new)
    indexes = {element: index for index, element in enumerate(new) if times_new[element] == 1}
    pairs = [(index, indexes[item]) for index, item in enumerate(old) if times_old[item] == 1 and item in indexes]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Find the longest sequence of pairs whose second numbers rise, by patience sorting."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int | None] = []
    for index, (_, number) in enumerate(pairs):
        pile = bisect_left(tops, number)
        tops[pile : pile + 1] = [number]
        piles[pile : pile + 1] = [index]
        before.append(piles[pile - 1] if pile else None)
    rising: list[tuple[int, int]] = []
    last = piles[-1] if piles else None
    while last is not None:
        rising.append(pairs[last])
        last = before[last]
    return rising[::-1]


def _longest_common(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Find the longest common subsequence of two short sequences."""
    lengths = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            is_same = old[i] == new[j]
            lengths[i][j] = lengths[i + 1][j + 1] + 1 if is_same else max(lengths[i + 1][j], lengths[i][j + 1])
    i = j = 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
