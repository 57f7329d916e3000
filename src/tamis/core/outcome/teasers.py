"""Teasers: elements beside others of their kind, each with a linked headline and little else.

They are the content of home pages, sections and lists. Most articles have some beside or below them, too.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np
from tamis.core.outcome.evidence import within
from tamis.model import Kind
from tamis.text.lists import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tamis.core.outcome.evidence import Flags
    from tamis.core.parse import Document
    from tamis.core.parse.document import Ints

MIN_ALIKE = 3
"""Number of elements with the same parent and tag that make a list."""
# Limits of teasers, in the width of their text: characters, or bytes for letters that are not Latin, because an
# ideograph says as much as a syllable or two.
_MAX_TEASER = 800
_SHORTEST_LINK = 3  # a shorter one is a number or an arrow
HEADLINE = 15  # a shorter link is a name or a label
_LONG_HEADLINE = 20  # a link this long is a headline also with a little text beside it, such as a date
_BESIDE_HEADLINE = 40
_BARE_HEADLINE = 25  # without picture and text, a shorter one is a menu item
_BESIDE_PICTURE = 200  # a name and a price
LINKED = 0.8  # the share of a block's text from which all of it counts as linked
_ODD_ONE_OUT = 3  # an element this many times as long as its neighbors is not one of them,
_MAY_BE_LONGER = 200  # and this much more
MIN_PROSE = 60  # shorter blocks are not prose

_OUTSIDE = word_set("nav footer form dialog")
_NO_TEASERS = word_set("p h1 h2 h3 h4 h5 h6 body html main table tbody thead ul ol dt")
_HEADING, _TABLE, _IMAGE = Kind.HEADING, Kind.TABLE, Kind.IMAGE


class Columns:
    """The measures of each block, and of each node as the sum over its blocks."""

    def __init__(self, document: Document, dialogs: Iterable[int]) -> None:
        count = len(document)
        kinds = document.kinds
        widths = np.fromiter(map(_width, document.texts), dtype=np.int64, count=count)
        sizes = np.where(np.fromiter(document.visible(), dtype=bool, count=count), widths, 0)
        links = np.minimum(np.asarray(document.link_sizes) * widths // np.maximum(document.sizes(), 1), sizes)
        heading = np.fromiter((kind is _HEADING for kind in kinds), dtype=bool, count=count) & (sizes > 0)
        row = np.fromiter((kind is _TABLE for kind in kinds), dtype=bool, count=count)
        picture = np.fromiter((kind is _IMAGE for kind in kinds), dtype=bool, count=count)
        linked = (links >= LINKED * sizes) & (links > _SHORTEST_LINK)
        linked |= (links >= _LONG_HEADLINE) & (sizes - links <= _BESIDE_HEADLINE)
        linked |= row & (links >= HEADLINE) & (5 * links >= sizes)
        self.sizes: Ints = sizes
        self.linked_heading: Flags = heading & linked
        headline = self.linked_heading | (linked & (links >= HEADLINE))
        outside = within(document, _OUTSIDE)
        outside[list(dialogs)] = True
        unlinked = sizes - links
        self.prose: Ints = np.where(outside | (unlinked < MIN_PROSE), 0, unlinked)

        columns = (sizes, links, picture, headline, self.linked_heading, heading, (links > _SHORTEST_LINK) & ~outside)
        node_sizes, node_links, pictures, headlines, linked_headings, headings, inside = _sums(document, columns)
        node_unlinked = node_sizes - node_links
        small = (headlines > 0) & ((node_unlinked >= 10) | (pictures > 0) | (node_links >= _BARE_HEADLINE))
        small |= (pictures > 0) & (node_unlinked < _BESIDE_PICTURE)
        # A longer one is a whole post on a blog's home page: it begins with its one linked heading.
        likely = np.where(node_sizes < _MAX_TEASER, small, headlines > 0) & (inside > 0)
        # A heading that is not linked belongs to a section of this page.
        likely &= (linked_headings > 0) | (headings == 0)
        self.likely: list[int] = np.flatnonzero(likely).tolist()
        self.node_sizes: list[int] = node_sizes.tolist()
        self.linked_headings: list[int] = linked_headings.tolist()


def _width(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _sums(document: Document, columns: tuple[Ints | Flags, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Sum each of the columns over the blocks of each node."""
    before = np.zeros((len(columns), len(document) + 1), dtype=np.int64)
    for row, column in zip(before, columns, strict=True):
        np.cumsum(column, out=row[1:])
    return before[:, document.block_stop] - before[:, document.block_start]


def groups_of(document: Document, columns: Columns) -> list[list[int]]:
    """Group the teasers with the same parent and tag; outer groups come before the inner ones."""
    alike: dict[tuple[int, str], list[int]] = {}
    for node in columns.likely:
        tag = document.tags[node]
        if tag in _NO_TEASERS:
            continue
        if columns.node_sizes[node] >= _MAX_TEASER and columns.linked_headings[node] != 1 and tag != "article":
            continue
        alike.setdefault((document.parents[node], tag), []).append(node)
    groups = [_without_the_odd(group, columns.node_sizes) for _, group in sorted(alike.items())]
    return [group for group in groups if len(group) >= MIN_ALIKE]


def lone_teasers(document: Document, columns: Columns, groups: list[list[int]]) -> list[int]:
    """Find teasers without others of their kind beside them, such as the first story of a home page.

    They are the outermost elements with one linked heading that hold none of the groups' teasers.
    """
    edges = np.zeros(len(document) + 1, dtype=np.int64)
    for node in chain.from_iterable(groups):
        edges[document.block_start[node]] += 1
        edges[document.block_stop[node]] -= 1
    before = np.concatenate(([0], np.cumsum(np.cumsum(edges)[:-1] > 0)))
    lone: list[int] = []
    end = 0
    for node in columns.likely:
        first, last = document.block_start[node], document.block_stop[node]
        is_one = columns.linked_headings[node] == 1 and columns.node_sizes[node] < _MAX_TEASER
        if first >= end and is_one and document.tags[node] not in _NO_TEASERS and before[last] == before[first]:
            lone.append(node)
            end = last
    return lone


def _without_the_odd(group: list[int], sizes: list[int]) -> list[int]:
    """Drop the elements that are far longer than the others: the article among its teasers."""
    if len(group) < MIN_ALIKE:
        return group
    usual = sorted(sizes[node] for node in group)[len(group) // 2]
    limit = max(_MAX_TEASER, _ODD_ONE_OUT * usual + _MAY_BE_LONGER)
    return [node for node in group if sizes[node] <= limit]
