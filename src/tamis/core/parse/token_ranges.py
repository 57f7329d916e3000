"""Token ranges: the texts of the source that each block is made of.

Strategies that read the source need them to turn decisions on the source into labels on blocks.
`tamis.core.parse.positions` finds exactly where a block begins and ends, for the few blocks that are kept. Here all
blocks are placed at once and at a fraction of the cost: a block begins with the text after the tag that comes before
its first leaf, and continues until its characters have passed or another block begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np
from tamis.core.parse.tree import VOID, Element, Text, location_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tokens import Tokens
    from tamis.core.parse.tree import Node

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

# Number of nodes without a position in the source (comments, tags that the parser inserted) that a search skips.
_MAX_STEPS = 8


@dataclass(frozen=True, slots=True)
class TokenRanges:
    """The texts of each block, from `first` up to `last`."""

    first: Ints
    last: Ints

    def sums(self, values: Ints | Floats) -> Floats:
        """Sum a column over the texts of each block."""
        total = np.zeros(len(values) + 1, dtype=np.float64)
        np.cumsum(values, out=total[1:])
        result: Floats = total[self.last] - total[self.first]
        return result

    def shares(self, part: Ints | Floats, whole: Ints | Floats) -> Floats:
        """Divide the sum of `part` by that of `whole` over the texts of each block; 0 if the latter is 0."""
        sums = self.sums(whole)
        result: Floats = self.sums(part) / np.where(sums > 0, sums, 1)
        return np.clip(result, 0, 1)


def find_token_ranges(document: Document, tokens: Tokens) -> TokenRanges:
    """Place every block of a document among its source's texts."""
    first = np.searchsorted(tokens.tag_starts, _offsets(document, tokens.line_starts.tolist()), side="right")
    passed = np.zeros(len(tokens.sizes) + 1, dtype=np.int64)
    np.cumsum(tokens.sizes, out=passed[1:])
    sizes = np.fromiter(map(_size, document.texts), dtype=np.int64, count=len(document))
    # The text where the block's last character has passed, but not beyond the beginning of another block.
    last = np.searchsorted(passed, passed[first] + sizes, side="left")
    return TokenRanges(first, np.maximum(first + 1, np.minimum(last, _next_begins(document, first, len(tokens.texts)))))


def _next_begins(document: Document, first: Ints, count: int) -> Ints:
    """Return where the next block of text begins. Pictures and hidden text are inside other blocks and do not count."""
    of_text = np.fromiter(
        (bool(text) and reason is None for text, reason in zip(document.texts, document.hidden, strict=True)),
        dtype=np.bool_,
        count=len(document),
    )
    begins = np.append(np.unique(first[of_text]), count)
    result: Ints = begins[np.searchsorted(begins, first, side="right").clip(max=len(begins) - 1)]
    return result


def _size(text: str) -> int:
    return len(text) - text.count(" ") - text.count("\n")


def _offsets(document: Document, lines: Sequence[int]) -> Ints:
    """Return an offset in the tag before each block's first leaf.

    A block that cannot be placed gets the offset of the block before it.
    """
    offsets: list[int] = []
    last = 0
    for leaves in document.leaves:
        offset = _tag_before(_first_leaf(leaves), lines)
        if offset is not None:
            last = offset
        offsets.append(last)
    return np.array(offsets, dtype=np.int64)


def _first_leaf(leaves: Sequence[Node | str]) -> Node | None:
    for leaf in leaves:
        if type(leaf) is Text:
            if not leaf.data.isspace():
                return leaf
        elif type(leaf) is Element and leaf.tag != "br":
            return leaf
    return None


def _tag_before(leaf: Node | None, lines: Sequence[int]) -> int | None:
    """Return an offset in the tag right before a text; for an element, in its own start tag."""
    if leaf is None or type(leaf) is Element:
        return _start(leaf, lines)
    here: Node = leaf
    for _ in range(_MAX_STEPS):
        before = here.previous_sibling
        node = here.parent if before is None else before
        if node is None:
            return None
        if type(node) is Element:
            offset = _start(node, lines)
            if offset is not None:
                return offset if before is None or node.tag in VOID else _end(node, offset)
        here = node
    return None


def _start(element: Element | None, lines: Sequence[int]) -> int | None:
    """Return where an element's start tag begins. Line and column cost far less than the whole location."""
    if element is None:
        return None
    line, column = element.source_line, element.source_col
    return lines[line - 1] + column if line is not None and column is not None and line <= len(lines) else None


def _end(element: Element, start: int) -> int:
    """Return where the end tag begins, or the start tag if there is no end tag."""
    location = location_of(element)
    return location.end_tag.start_offset if location is not None and location.end_tag is not None else start
