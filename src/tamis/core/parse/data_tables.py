"""Data tables, as opposed to tables that lay out a page.

A table with headers or a caption is data, unless its cells hold whole articles. One without is data if it is a grid of
short values: at least two rows and two columns, and no parts of a page in its cells. Paragraphs, lists and headings in
cells, as editors put them there, are no parts of a page if the rows have as many cells as each other and few pictures,
and if a heading is all that its cell has.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from tamis.core.parse.cell_spans import span_of
from tamis.core.parse.grids import HEADER_ROLES, grid_cells, grid_rows
from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Rows = Sequence[Sequence[Element]]

# A cell with more text than this is a column of prose, not a value.
MAX_CELL_CHARACTERS = 400
MAX_DESCRIPTION = 2_000
"""Maximum characters of a cell in a table with headers and several rows: descriptions are longer than values."""
MAX_MEAN_CHARACTERS = 120
"""Maximum mean length of cells with paragraphs in a table without headers; longer ones are columns of a layout."""
MAX_NESTED = 10
"""Maximum number of tables inside a data table."""
MAX_NUMBER = 24
"""Maximum characters of a cell that is a number with its unit."""
MIN_NUMBERS = 0.25
"""Minimum share of numbers among the cells of a table that has no headers."""
MIN_ROWS = 2
MIN_COLUMNS = 2
_DIGITS = frozenset("0123456789")
_PARTS = "h1, h2, dl, pre, form, blockquote, article, section, figure"
_PARTS_BELOW_HEADERS = "h1, h2, form, article, section"
_PROSE = "p, ul, ol, h3, h4, h5, h6"
_HEADINGS = frozenset({"h3", "h4", "h5", "h6"})
_HEADED = ("table", "grid", "treegrid")


def is_data_table(table: Element) -> bool:
    """Tell whether the rows of a table belong together as data."""
    if table.tag != "table":  # a grid, which was judged when it was found
        return True
    role = table.attr("role")
    if role in ("presentation", "none"):
        return False
    nested = sum(1 for _ in islice(table.iter_elements("table"), MAX_NESTED + 1))
    if nested > MAX_NESTED:
        return False
    rows = [list(row_cells(row)) for row in (own_rows(table) if nested else table.iter_elements("tr"))]
    if not any(rows):
        return False
    is_headed = role in _HEADED or _is_headed(table, rows, nested)
    if nested or table.find("pre") is not None:  # a page in tables; code with a gutter of line numbers
        is_grid = is_headed and _is_grid(rows) and _longest(rows) <= MAX_CELL_CHARACTERS
        return is_grid and gutter_of(table) is None
    longest = _longest(rows)
    if is_headed:
        return longest <= MAX_CELL_CHARACTERS or _holds_descriptions(table, rows, longest)
    if longest > MAX_CELL_CHARACTERS or len(rows) < MIN_ROWS or max(map(len, rows)) < MIN_COLUMNS:
        return False
    if table.attr("border") not in (None, "0"):
        return True
    if table.select_one(_PARTS) is not None:
        return False
    return table.select_one(_PROSE) is None or _holds_values(table, rows)


def holds_data(table: Element) -> bool:
    """Tell whether a data table is a grid with headers, a caption or numbers."""
    rows = [cells for cells in map(list, map(row_cells, own_rows(table))) if cells]
    if not _is_grid(rows):
        return False
    if table.find("caption") is not None or any(map(is_header_cell, (cell for row in rows for cell in row))):
        return True
    texts = [text for row in rows for cell in row if (text := cell.text.strip())]
    numbers = sum(len(text) <= MAX_NUMBER and not _DIGITS.isdisjoint(text) for text in texts)
    return numbers >= MIN_NUMBERS * len(texts)


def gutter_of(table: Element) -> Element | None:
    """Return the cell with the line numbers of the code beside it; None if the table is no such listing.

    The numbers grow, and they have as many lines as the code: each line has one, or every fifth line.
    """
    if table.find("pre") is None:
        return None
    rows = [cells for cells in map(list, map(row_cells, islice(own_rows(table), 3))) if len(cells) > 1]
    if len(rows) != 1 or len(rows[0]) != 2 or rows[0][1].find("pre") is None:
        return None
    numbers, code = (cell.text.strip("\n") for cell in rows[0])
    counted = numbers.split()
    if not counted or not all(number.isascii() and number.isdigit() and len(number) < 7 for number in counted):
        return None
    steps = [int(after) - int(before) for before, after in pairwise(counted)]
    if min(steps, default=1) < 1 or len(set(steps)) > 1:
        return None
    return rows[0][0] if abs(numbers.count("\n") - code.strip().count("\n")) <= 1 else None


def is_header_cell(cell: Element) -> bool:
    """Tell whether a cell is marked as a header."""
    return cell.tag == "th" or cell.attr("role") in HEADER_ROLES


def is_heading(cell: Element) -> bool:
    """Tell whether a cell has a heading and nothing else."""
    parts = [part for part in cell if type(part) is Element]
    return len(parts) == 1 and parts[0].tag in _HEADINGS and parts[0].text.strip() == cell.text.strip()


def own_rows(table: Element) -> Iterator[Element]:
    """Yield the rows of a table, without those of tables inside it."""
    if table.tag != "table":
        yield from grid_rows(table)
        return
    for part in table:
        if type(part) is not Element:
            continue
        if part.tag == "tr":
            yield part
        elif part.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in part if type(row) is Element and row.tag == "tr")


def row_cells(row: Element) -> Iterator[Element]:
    """Yield the cells of a row."""
    if row.tag != "tr":
        yield from grid_cells(row)
        return
    for child in row:
        if type(child) is Element and child.tag in ("td", "th"):
            yield child


def _is_headed(table: Element, rows: Rows, nested: int) -> bool:
    if not nested:
        return any(table.find(tag) is not None for tag in ("th", "caption", "thead"))
    return any(cell.tag == "th" for row in rows for cell in row)


def _longest(rows: Rows) -> int:
    """Return the length of the longest cell, with white space folded."""
    longest = 0
    for row in rows:
        for cell in row:
            text = cell.text
            if len(text) > longest:
                longest = max(longest, len(text) if len(text) <= MAX_CELL_CHARACTERS else len(" ".join(text.split())))
    return longest


def _holds_descriptions(table: Element, rows: Rows, longest: int) -> bool:
    """Tell whether a table with headers and a long cell is still a table: several rows, most cells short."""
    if longest > MAX_DESCRIPTION or not _is_grid(rows) or table.select_one(_PARTS_BELOW_HEADERS) is not None:
        return False
    sizes = sorted(len(cell.text) for row in rows for cell in row)
    return sizes[len(sizes) // 2] <= MAX_CELL_CHARACTERS


def _holds_values(table: Element, rows: Rows) -> bool:
    """Tell whether a table with paragraphs or lists in its cells is a regular grid of values."""
    if not _is_grid(rows):
        return False
    cells = [cell for row in rows for cell in row]
    if not all(is_heading(cell) for cell in cells if any(cell.find(tag) is not None for tag in _HEADINGS)):
        return False
    if sum(len(" ".join(cell.text.split())) for cell in cells) > MAX_MEAN_CHARACTERS * len(cells):
        return False
    pictures = sum(1 for _ in islice(table.iter_elements("img"), len(cells)))
    return pictures * 2 <= len(cells)


def _is_grid(rows: Rows) -> bool:
    """Tell whether there are several rows and columns, and most rows have as many columns as the widest."""
    widths = _widths([row for row in rows if row])
    most = max(widths, default=0)
    return len(widths) >= MIN_ROWS and most >= MIN_COLUMNS and sum(width == most for width in widths) * 2 > len(widths)


def _widths(rows: Rows) -> list[int]:
    """Count the columns of each row, with those that cells of rows above reach into."""
    changes = [0] * (len(rows) + 1)
    widths = []
    reaching = 0
    for number, row in enumerate(rows):
        reaching += changes[number]
        width = 0
        for cell in row:
            columns, height = span_of(cell, "colspan"), span_of(cell, "rowspan")
            width += columns
            if height > 1:
                changes[number + 1] += columns
                changes[min(number + height, len(rows))] -= columns
        widths.append(width + reaching)
    return widths
