"""Tables without the tag: elements that their roles call rows and cells (`role=row`, `role=cell`, `role=gridcell`).

Scripts draw tables so, and screen readers read them as such. The elements of a grid stand for `table`, `tr` and `td`,
and every stage treats them as those. A grid has several rows, most with the same number of short cells, and no parts of
a page in them.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.cell_spans import span_of
from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.hidden import Marked

HEADER_ROLES = frozenset(("columnheader", "rowheader"))
_CELL_ROLES = HEADER_ROLES | {"cell", "gridcell"}
_GRID_ROLES = frozenset(("table", "grid", "treegrid"))
_NO_ROLES = frozenset((None, "presentation", "none"))
_MAX_AROUND = 12
"""Elements around a row of which one is its grid."""
_MIN_ROWS = 2
_MIN_COLUMNS = 2
_MAX_CELL = 400
_MAX_MEAN = 80
"""Maximum characters of a cell, and of all cells on average; longer ones are columns of a layout."""
_MIN_EQUAL = 0.8
"""Minimum share of rows with as many cells as the most common row."""
_MIN_FILLED = 0.5
_PARTS = "h1, h2, form, article, section, table, pre, figure"


def find_grids(marked: Marked) -> dict[Element, str]:
    """Find the elements of grids, with the tags that they stand for. `marked` contains all elements called a row."""
    grids: dict[Element, list[Element]] = {}
    for element in marked.elements:
        if element.attr("role") == "row" and (grid := _grid_of(element)) is not None:
            grids.setdefault(grid, []).append(element)
    found: dict[Element, str] = {}
    for grid, rows in grids.items():
        cells = [list(grid_cells(row)) for row in rows]
        if _is_data(grid, cells):
            found.update((part, "tbody") for row in rows for part in _between(row, grid))
            found[grid] = "table"
            found.update(dict.fromkeys(rows, "tr"))
            found.update((cell, "td") for row in cells for cell in row)
    return found


def grid_rows(grid: Element) -> Iterator[Element]:
    """Yield the rows of a grid."""
    return (element for element in grid.iter_elements() if element.attr("role") == "row")


def grid_cells(row: Element) -> Iterator[Element]:
    """Yield the cells of a row in a grid."""
    for child in row:
        if type(child) is not Element:
            continue
        if (role := child.attr("role")) in _CELL_ROLES:
            yield child
        elif role in _NO_ROLES:
            yield from (part for part in child.iter_elements() if part.attr("role") in _CELL_ROLES)


def _grid_of(row: Element) -> Element | None:
    """Return the grid that a row is in; None for a row of a table, or in a cell."""
    if row.tag == "tr":
        return None
    for around in islice(elements_around(row.parent), _MAX_AROUND):
        role = around.attr("role")
        if around.tag in ("table", "pre") or role == "row" or role in _CELL_ROLES:
            return None
        if role in _GRID_ROLES:
            return around
    return None


def _between(row: Element, grid: Element) -> Iterator[Element]:
    return takewhile(lambda around: around is not grid, elements_around(row.parent))


def _is_data(grid: Element, rows: list[list[Element]]) -> bool:
    """Tell whether the rows of a grid have as many cells as each other, and short ones."""
    widths = [sum(span_of(cell, "colspan") for cell in cells) for cells in rows if cells]
    usual = sorted(widths)[len(widths) // 2] if widths else 0
    if len(widths) < _MIN_ROWS or usual < _MIN_COLUMNS or widths.count(usual) < _MIN_EQUAL * len(widths):
        return False
    sizes = [len(" ".join(cell.text.split())) for cells in rows for cell in cells]
    is_short = max(sizes) <= _MAX_CELL and sum(sizes) <= _MAX_MEAN * len(sizes)
    is_filled = sum(map(bool, sizes)) >= _MIN_FILLED * len(sizes)
    return is_short and is_filled and grid.select_one(_PARTS) is None
