"""Wholes: what is kept in part is kept whole, and what leads to kept text stays with it.

The model judges each block by itself, and an item of a list is little to judge. But a reader cannot see that the third
of five items is missing. So an item of a list of which most is kept, a heading of the form of other kept headings, and
a line that introduces what follows need much less than others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.strategies.learned.block_table import KIND_NUMBERS, TAG_NUMBERS
from tamis.core.strategies.learned.cutoff import MIN_BETWEEN, MIN_HEADING
from tamis.core.strategies.learned.rule_adjustments import NOT_MAIN
from tamis.model import Kind

if TYPE_CHECKING:
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import BlockTable
    from tamis.core.strategies.learned.cutoff import Neighbors

# The numbers were chosen by the share of wanted words among the blocks between kept ones, on half of the news pages
# and on six other sets.
MIN_OF_LIST, MIN_ITEM, MIN_LINKED_ITEM = 0.5, 0.3, 0.4
"""Share of a list's items that must be kept, and the probability that the others then need; those that are links."""
MIN_OF_HEADINGS, MIN_HEADINGS, MIN_LIKE_OTHERS = 0.3, 2, 0.05
"""Share and number of the headings of one form that must be kept, and the probability that the others then need."""
MIN_LEADING = 0.3
"""Probability that a heading or a question right above kept running text needs, and a line that ends with a colon."""
MIN_LINKED_LIST, MAX_LINKED = 0.3, 0.5
"""Probability that a list between kept blocks needs of which a part is linked, and the share of its words that may be:
in *Most servers: Private Internet Access* the link is not all."""
_LINK = 0.9  # the share of linked text from which an item is a link and nothing else
_LINKED = 0.3  # the share of linked text from which a line or an item leads to another page
_COLONS, _QUESTIONS = (":", "："), ("?", "？")
_LIST_TAGS = np.zeros(len(TAG_NUMBERS) + 1, dtype=np.bool_)
_LIST_TAGS[[TAG_NUMBERS[tag] for tag in ("ul", "ol", "dl")]] = True
_ITEM, _HEADING = KIND_NUMBERS[Kind.LIST_ITEM], KIND_NUMBERS[Kind.HEADING]
_KINDS_BETWEEN = (Kind.TABLE, Kind.LIST_ITEM, Kind.CODE, Kind.QUOTE, Kind.HEADING, Kind.CAPTION)
_BETWEEN = np.zeros(len(KIND_NUMBERS), dtype=np.bool_)
_BETWEEN[[KIND_NUMBERS[kind] for kind in _KINDS_BETWEEN]] = True
_NEVER = 2.0  # more than any probability


def needed_between(table: BlockTable, probabilities: Floats, parents: Ints) -> Floats:
    """Compute the probability that one of the rows between two kept blocks needs; over 1 if a row is not kept for that.

    `parents` has the parent of each row's element.
    """
    between = _BETWEEN[table.kinds] & (table.row_line_hints == 0) & (table.density < _LINKED)
    between |= ~np.asarray(table.visible, dtype=np.bool_)[table.rows]
    between &= (table.kinds != _HEADING) | (probabilities >= MIN_HEADING)
    needed = np.where(between, MIN_BETWEEN, _NEVER)
    linked = (table.kinds == _ITEM) & (table.density >= _LINKED) & (table.row_line_hints == 0)
    linked &= table.row_hints & NOT_MAIN == 0
    if linked.any():
        shares = np.bincount(parents, table.density * table.words) / np.maximum(np.bincount(parents, table.words), 1.0)
        needed[linked & (shares[parents] < MAX_LINKED)] = MIN_LINKED_LIST
    return needed


class Gaps(NamedTuple):
    """The rows between kept rows, each with the next row that is shown."""

    inside: Ints
    after: Ints


def keep_wholes(kept: Mask, probabilities: Floats, table: BlockTable, plain: Mask, beside: Neighbors) -> None:
    """Keep the rest of lists and headings that are mostly kept, and lines that lead to kept text.

    `plain` marks the rows that neither their names nor their words call anything but text.
    """
    gaps = _find_gaps(kept, beside.shown)
    if gaps is None:
        return
    if not (probabilities[gaps.inside] >= MIN_LIKE_OTHERS).any():  # the least that any of them needs
        return
    _keep_leading(kept, probabilities, table, plain, gaps)
    needed = np.full(len(kept), _NEVER)
    _ask_of_lists(needed, kept, table, beside)
    _ask_of_headings(needed, kept, table, beside, gaps)
    inside = gaps.inside
    kept[inside] |= probabilities[inside] >= needed[inside]


def _find_gaps(kept: Mask, shown: Mask) -> Gaps | None:
    """Find the rows between the first and the last kept one that are shown and not kept; None if there are none."""
    rows = shown.nonzero()[0]
    is_kept = kept[rows]
    chosen = is_kept.nonzero()[0]
    if len(chosen) < 2 or chosen[-1] - chosen[0] + 1 == len(chosen):
        return None
    first, last = int(chosen[0]), int(chosen[-1])
    is_gap = ~is_kept[first:last]
    return Gaps(rows[first:last][is_gap], rows[first + 1 : last + 1][is_gap])


def _share_kept(kept: Mask, members: Mask, groups: Ints) -> Floats:
    """Compute for each row the share of the members of its group that are kept."""
    size = np.bincount(groups, members)
    result: Floats = (np.bincount(groups, members & kept) / np.maximum(size, 1.0))[groups]
    return result


def _ask_of_lists(needed: Floats, kept: Mask, table: BlockTable, beside: Neighbors) -> None:
    items = (table.kinds == _ITEM) & _LIST_TAGS[table.tags[beside.parents]] & beside.shown
    if items.any():
        items &= _share_kept(kept, items, beside.parents) >= MIN_OF_LIST
        needed[items] = np.where(table.density[items] < _LINK, MIN_ITEM, MIN_LINKED_ITEM)


def _ask_of_headings(needed: Floats, kept: Mask, table: BlockTable, beside: Neighbors, gaps: Gaps) -> None:
    above = gaps.inside[kept[gaps.after] & (table.kinds[gaps.inside] == _HEADING)]
    above = above[table.row_line_hints[above] == 0]
    if len(above):
        headings = (table.kinds == _HEADING) & beside.shown
        alike = _share_kept(kept, headings, beside.places) >= MIN_OF_HEADINGS
        alike &= np.bincount(beside.places, headings & kept)[beside.places] >= MIN_HEADINGS
        needed[above[alike[above]]] = MIN_LIKE_OTHERS


def _keep_leading(kept: Mask, probabilities: Floats, table: BlockTable, plain: Mask, gaps: Gaps) -> None:
    """Keep headings and questions above kept running text, and lines that end with a colon above anything kept."""
    inside, after = gaps
    is_led = kept[after] & plain[inside] & (probabilities[inside] >= MIN_LEADING) & (table.density[inside] < _LINKED)
    for row, next_row in zip(inside[is_led].tolist(), after[is_led].tolist(), strict=True):
        if table.prose[next_row] > 0.0:
            kept[row] |= table.kinds[row] == _HEADING or table.texts[row].endswith(_QUESTIONS)
        kept[row] |= table.texts[row].endswith(_COLONS)
