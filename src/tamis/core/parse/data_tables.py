"""Data tables, as opposed to tables that lay out a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

# A cell with more text than this is a column of prose, not a value.
MAX_CELL_CHARACTERS = 400
MIN_ROWS = 2
MIN_COLUMNS = 2
_PROSE = "p, h1, h2, h3, h4, h5, h6, ul, ol, dl, pre, form, blockquote, article, section, figure"


def is_data_table(table: Element) -> bool:
    """Tell whether the rows of a table belong together as data."""
    if table.attr("role") in ("presentation", "none") or table.find("table") is not None:
        return False
    if table.find("pre") is not None:  # code with a gutter of line numbers
        return False
    cells = [list(row_cells(row)) for row in table.iter_elements("tr")]
    if not cells or any(len(cell.text) > MAX_CELL_CHARACTERS for row in cells for cell in row):
        return False
    if table.find("th") is not None or table.find("caption") is not None or table.find("thead") is not None:
        return True
    if len(cells) < MIN_ROWS or max(map(len, cells)) < MIN_COLUMNS:
        return False
    return table.attr("border") not in (None, "0") or table.select_one(_PROSE) is None


def row_cells(row: Element) -> Iterator[Element]:
    """Yield the cells of a row."""
    for child in row:
        if type(child) is Element and child.tag in ("td", "th"):
            yield child
