"""Parts of a page that blocks are in, as the page's author named them: comments, a menu, a byline.

The names give hints (`tamis.core.strategies.markup_hints`), and the row of a hint says the role of what is inside
(`tamis.core.strategies.part_hints`). This module decides which of several elements around a block counts.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.markup_hints import origin
from tamis.model import PICTURES, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document

RoleReason = tuple[Role, str]
"""A role and its reason."""

_CAPTION, _OTHER = Role.CAPTION, Role.OTHER
FIGURE_LEVELS = 3
"""Number of elements around a part in which a picture is searched."""
MAX_FIGURE = 8
"""Largest number of blocks in a part that is a picture with its caption."""


_PARTS = tuple((bits.BITS[row.name], row.part) for row in bits.ROWS if row.part is not None)
"""The bits of the hints that say what is inside an element. Of an element's own the first in this list counts."""
FIRM = 5
"""Highest rank of the parts that decide for everything inside, whatever a line in them says by itself."""
NO_RANK = 99


class PageParts:
    """The part of the page that each node is in, as one number: its rank, and the node that names it.

    The smaller number wins. It has the rank in its upper bits and the node below them, so that of two nodes with the
    same rank the outer one wins.
    """

    def __init__(self, document: Document, hints: Sequence[int], inherited_hints: Sequence[int]) -> None:
        self._document = document
        self._hints = hints
        self._inherited = inherited_hints
        self._reasons: dict[int, RoleReason] = {}
        self.of_nodes = numbers = [NO_PART]
        append = numbers.append
        known: dict[int, int] = {0: NO_PART}
        for hint, given, parent in zip(hints[1:], inherited_hints[1:], document.parents[1:], strict=True):
            outer = numbers[parent]
            if hint:
                hint &= given
                base = known.get(hint)
                if base is None:
                    base = known[hint] = next((part.rank for bit, part in _PARTS if bit & hint), NO_RANK) << _NODE_BITS
                own = base + len(numbers)
                append(own if own < outer else outer)
            else:
                append(outer)

    def reason_of(self, number: int) -> RoleReason:
        """Return the role of what is in a part, and a description of the part."""
        return self._reasons.get(number) or self._find_reason(number)

    def _find_reason(self, number: int) -> RoleReason:
        node = naming_node(number)
        hint = self._hints[node] & self._inherited[node]
        bit, (_, role) = next(found for found in _PARTS if found[0] & hint)
        if (role is _CAPTION and not _is_by_picture(self._document, node)) or (
            bit == bits.TEASER and not _has_links(self._document, node)
        ):
            role = _OTHER
        self._reasons[number] = found = role, f"in {origin(self._document, node, bit)}"
        return found


_NODE_BITS = 24
NO_PART = NO_RANK << _NODE_BITS
FIRM_PART = FIRM + 1 << _NODE_BITS
"""Number that all firm parts are below."""
LINE_PART = 8 << _NODE_BITS  # captions and bylines: ranks 6 and 7
"""Number that the parts are below that decide what a kept line is: captions and bylines."""


def naming_node(number: int) -> int:
    """Return the node that names a part."""
    return number & (1 << _NODE_BITS) - 1


def _is_by_picture(document: Document, node: int) -> bool:
    """Tell whether a part is in an element with a picture and little else."""
    for around in islice(document.around(node), FIGURE_LEVELS):
        begin, end = document.block_start[around], document.block_stop[around]
        if end - begin > MAX_FIGURE:
            return False
        if any(kind in PICTURES for kind in document.kinds[begin:end]):
            return True
    return False


def _has_links(document: Document, node: int) -> bool:
    return any(document.link_sizes[document.block_start[node] : document.block_stop[node]])
