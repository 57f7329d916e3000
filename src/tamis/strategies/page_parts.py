"""Which part of the page each block stands in, as the page's author named it: comments, a menu, a byline.

The names are marks (`tamis.strategies.markers`). Here is what they mean for what stands in an element that has one, and
which of several elements around a block counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Role
from tamis.strategies import marks as m
from tamis.strategies.markers import origin
from tamis.strategies.multimedia import PICTURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document

Said = tuple[Role, str]
"""A role and its reason."""

_CAPTION, _OTHER = Role.CAPTION, Role.OTHER
MAX_FIGURE = 8
"""Blocks of a part that is a picture with its caption."""


class _Part(NamedTuple):
    """A kind of part of a page: its mark, how much it says, and the role of what stands in it."""

    mark: int
    rank: int
    role: Role


_PARTS = (
    _Part(m.ADVERTISEMENT, 1, Role.ADVERTISEMENT),
    _Part(m.CONSENT, 2, Role.PROMPT),
    _Part(m.COMMENTS, 3, Role.COMMENT),
    _Part(m.RELATED, 4, Role.RELATED),
    _Part(m.BREADCRUMB, 5, Role.NAVIGATION),
    _Part(m.PAGINATION, 5, Role.NAVIGATION),
    _Part(m.NAVIGATION, 5, Role.NAVIGATION),
    _Part(m.SHARE, 6, Role.PROMPT),
    _Part(m.PROMPT, 6, Role.PROMPT),
    _Part(m.TAGS, 6, Role.NAVIGATION),
    _Part(m.CAPTION, 6, Role.CAPTION),
    _Part(m.CONTENTS, 6, Role.NAVIGATION),
    _Part(m.DATE, 7, Role.DATELINE),
    _Part(m.AUTHOR, 7, Role.BYLINE),
    _Part(m.REVIEW, 8, Role.COMMENT),
    _Part(m.FOOTER, 9, Role.NAVIGATION),
    _Part(m.HEADER, 9, Role.NAVIGATION),
    _Part(m.POPUP, 10, Role.PROMPT),
    _Part(m.TOOLS, 10, Role.NAVIGATION),
    _Part(m.LEGAL, 10, Role.OTHER),
    _Part(m.FORM, 11, Role.PROMPT),
    _Part(m.BUTTON, 11, Role.NAVIGATION),
    _Part(m.TEASER, 12, Role.RELATED),
    _Part(m.SIDEBAR, 13, Role.OTHER),
)
"""What the marks of elements mean for what stands in them.

Of an element's own marks the first in this list counts. Of the elements around a block the one with the least rank
wins, and of those with the same the outermost: a byline in a comment belongs to the comment, a byline in a footer is a
byline.
"""
FIRM = 5
"""Parts up to this rank speak for all that stands in them, whatever a line in them says by itself."""
NO_RANK = 99


class PageParts:
    """The part of the page that each node stands in, as one number: its rank, and the node that names it.

    The smaller number wins. It has the rank in its upper bits and the node below them, so that of two nodes with the
    same rank the outer one wins.
    """

    def __init__(self, document: Document, marks: Sequence[int], handed_down: Sequence[int]) -> None:
        self._document = document
        self._marks = marks
        self._handed_down = handed_down
        self._said: dict[int, Said] = {}
        self.of_nodes = numbers = [NO_PART]
        append = numbers.append
        known: dict[int, int] = {0: NO_PART}
        for mark, given, parent in zip(marks[1:], handed_down[1:], document.parents[1:], strict=True):
            outer = numbers[parent]
            if mark:
                mark &= given
                base = known.get(mark)
                if base is None:
                    base = known[mark] = next((part.rank for part in _PARTS if part.mark & mark), NO_RANK) << _NODE_BITS
                own = base + len(numbers)
                append(own if own < outer else outer)
            else:
                append(outer)

    def said_of(self, number: int) -> Said:
        """The role of what stands in a part, and what the part is, in words."""
        return self._said.get(number) or self._say(number)

    def _say(self, number: int) -> Said:
        node = naming_node(number)
        mark = self._marks[node] & self._handed_down[node]
        part = next(part for part in _PARTS if part.mark & mark)
        role = part.role
        if (role is _CAPTION and not _is_by_picture(self._document, node)) or (
            part.mark == m.TEASER and not _has_links(self._document, node)
        ):
            role = _OTHER
        self._said[number] = found = role, f"in {origin(self._document, node, part.mark)}"
        return found


_NODE_BITS = 24
NO_PART = NO_RANK << _NODE_BITS
FIRM_PART = FIRM + 1 << _NODE_BITS
"""The number that all firm parts are below."""
LINE_PART = 8 << _NODE_BITS  # captions and bylines: ranks 6 and 7
"""The same of those that tell what a kept line is."""


def naming_node(number: int) -> int:
    """The node that names a part."""
    return number & (1 << _NODE_BITS) - 1


def _is_by_picture(document: Document, node: int) -> bool:
    """Whether a part stands with a picture and hardly anything else."""
    for _ in range(3):
        begin, end = document.first[node], document.last[node]
        if end - begin > MAX_FIGURE:
            return False
        if any(kind in PICTURES for kind in document.kinds[begin:end]):
            return True
        node = max(0, document.parents[node])
    return False


def _has_links(document: Document, node: int) -> bool:
    return any(document.link_sizes[document.first[node] : document.last[node]])
