"""Posts that no element holds together: lines with a user or a date at the same place, and the text between them.

Lines are at the same place if their elements, and the two around these, have the same tags and names. The text after a
line, or before it if the first line comes after text, is its post.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.posts.marks import plain_names
from tamis.core.posts.units import MAX_COUNTED, MIN_COUNTED, Unit, Units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.posts.marks import Marks

    Place = tuple[str, ...]

AROUND = 2
"""Number of elements around a line's own that tell its place."""
MIN_SIGNED = 0.35
"""Mean of the shares of posts with a date and with a user, from which lines begin posts."""
MIN_LINES = 2
"""Number of lines at one place from which they begin posts."""


def find_line_units(document: Document, marks: Marks) -> Units:
    """Find the posts between lines of one place; none if no place repeats."""
    upto = _Upto(*([0, *accumulate(column.tolist())] for column in marks))
    best: list[tuple[int, int]] = []
    best_score = 0.0
    for lines in _lines(document, marks).values():
        if len(lines) >= MIN_LINES:
            start, stop = _range(document, lines)
            ranges = _between(marks, upto, lines, start, stop)
            score = _score(upto, ranges)
            if score > best_score:
                best, best_score = ranges, score
    return Units([Unit(-1, tuple(range(first, end)), 0) for first, end in best], best_score)


class _Upto(NamedTuple):
    """Sums of the marks before each block."""

    sizes: list[int]
    dated: list[int]
    signed: list[int]


def _lines(document: Document, marks: Marks) -> dict[Place, list[int]]:
    places: dict[Place, list[int]] = defaultdict(list)
    for block in (marks.dated | marks.signed).nonzero()[0].tolist():
        places[_place(document, block)].append(block)
    return places


def _place(document: Document, block: int) -> Place:
    node = document.block_nodes[block]
    parts: list[str] = []
    for _ in range(AROUND + 1):
        if node < 0:
            break
        parts += (document.tags[node], plain_names(document.elements[node].attr("class") or ""))
        node = document.parents[node]
    return tuple(parts)


def _between(marks: Marks, upto: _Upto, lines: Sequence[int], start: int, stop: int) -> list[tuple[int, int]]:
    """List the first block of each post, and the one after its last."""
    has_text_above = upto.sizes[lines[0]] != upto.sizes[start]
    has_text_below = upto.sizes[stop] != upto.sizes[lines[-1]]
    return list(_above(marks, lines, stop) if not has_text_above or has_text_below else _below(lines, start))


def _score(upto: _Upto, ranges: Sequence[tuple[int, int]]) -> float:
    """Score the posts between lines: their text, if they have a date or a user; 0 if the lines begin no posts."""
    score, with_text, signs = 0.0, 0, 0
    for first, end in ranges:
        size = upto.sizes[end] - upto.sizes[first]
        if size >= MIN_COUNTED:
            signed = (upto.dated[end] > upto.dated[first]) + (upto.signed[end] > upto.signed[first])
            with_text += 1
            signs += signed
            score += min(size, MAX_COUNTED) * signed / 2
    if with_text < MIN_LINES or signs < 2 * MIN_SIGNED * with_text:
        return 0.0
    return score * with_text / len(ranges)


def _range(document: Document, lines: Sequence[int]) -> tuple[int, int]:
    """Return the blocks of the innermost element around all lines."""
    for node in document.ancestors(lines[0]):
        if document.block_stop[node] > lines[-1]:
            return document.block_start[node], document.block_stop[node]
    return 0, len(document)


def _above(marks: Marks, lines: Sequence[int], stop: int) -> Iterator[tuple[int, int]]:
    own = set(lines)
    starts = []
    for line in lines:
        start = line
        while start > 0 and (marks.signed[start - 1] or marks.dated[start - 1]) and start - 1 not in own:
            start -= 1
        starts.append(start)
    for start, end in zip(starts, [*starts[1:], stop], strict=True):
        if start < end:
            yield start, end


def _below(lines: Sequence[int], start: int) -> Iterator[tuple[int, int]]:
    for line in lines:
        if start <= line:
            yield start, line + 1
        start = line + 1
