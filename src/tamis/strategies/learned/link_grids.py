"""Which blocks stand in product grids and lists of links: parts of one form, side by side, each with a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tamis.strategies.part_hints import BREADCRUMB, COMMENTS, FOOTER, NAVIGATION, PAGINATION, PRODUCT, TEASER

if TYPE_CHECKING:
    from tamis.strategies.learned.arrays import Mask
    from tamis.strategies.learned.block_table import BlockTable

LEAST = 3
"""Parts side by side that make a list."""
LONGEST = 80.0
"""Words of its parts on the average; longer ones are articles or posts of their own."""
_LEVELS = 5  # elements around a block that may be such a part
_NO_LISTS = NAVIGATION | FOOTER | BREADCRUMB | PAGINATION | COMMENTS


def in_lists(table: BlockTable) -> Mask:
    """For each row whether it is part of a grid or a list. Menus, footers and comments are none."""
    forms = table.forms
    parents = table.parents
    _, group, sizes = np.unique(parents * (int(forms.max()) + 1) + forms, return_inverse=True, return_counts=True)
    has_link = table.node_links > 0
    linked = np.bincount(group, has_link) / sizes
    words = np.bincount(group, table.node_words) / sizes
    is_list = ((sizes >= LEAST) & (linked > 0.6) & (words <= LONGEST))[group] & has_link
    found = np.zeros(table.count, dtype=np.bool_)
    node = table.block_nodes
    for _ in range(_LEVELS):
        found |= is_list[node]
        node = parents[node]
    given = table.row_hints
    found |= given & (TEASER | PRODUCT) != 0
    found &= given & _NO_LISTS == 0
    return found
