"""The grid of a table: its cells by row and column.

One rule for spans, in Markdown, CSV and data frames: a cell that spans several rows or columns is repeated in each of
its places, so that every row is complete. A cell that spans a whole row, as the name of a group does, stands once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Cell, Table

    Rows = Sequence[Sequence[Cell]]
    Placed = list[dict[int, Cell]]
    """For each row, its cells by column."""

MAX_COLUMNS = 200  # a page may claim a colspan of billions
MAX_GRID_CELLS = 100_000
MAX_REPEATED = 1_000_000
"""Maximum number of characters that repeating the cells that span several places may take."""


def place(rows: Rows) -> Placed:
    """Map the cells of each row by column. A spanning cell is in its first row and column; the others stay free.

    Spans past `MAX_COLUMNS` are cut, and in tables of more than `MAX_GRID_CELLS` cells they do not count.
    """
    return _place(rows, repeated=False) if _is_small(rows) else _unplaced(rows)


def place_repeated(rows: Rows) -> Placed:
    """Map the cells of each row by column, with a spanning cell in each of its places, if they are not too long."""
    return _place(rows, repeated=_repeated_size(rows) <= MAX_REPEATED) if _is_small(rows) else _unplaced(rows)


def grid_of_texts(rows: Rows) -> list[list[str]]:
    """Return the text of every place; all rows are equally long, and places without a cell are empty."""
    placed = place_repeated(rows)
    columns = width(placed)
    return [
        [" ".join(row[column].text.split()) if column in row else "" for column in range(columns)] for row in placed
    ]


def width(placed: Sequence[dict[int, Cell]]) -> int:
    """Count the columns of the placed cells."""
    return max((max(row) + 1 for row in placed if row), default=0)


def count_header_rows(rows: Rows) -> int:
    """Count the rows at the top in which all cells with text are headers; 0 if all rows are so.

    A header over a whole row above the body is the name of a group of rows.
    """
    count = next((number for number, row in enumerate(rows) if not _is_header(row)), 0)
    while count > 1 and len(rows[count - 1]) == 1 and rows[count - 1][0].colspan > 1:
        count -= 1
    return count


def count_header_columns(rows: Rows) -> int:
    """Count the columns at the start in which all cells below the header rows are headers; 0 if all columns are so."""
    body = place_repeated(rows)[count_header_rows(rows) :]
    columns = width(body)
    for column in range(columns):
        cells = [row[column] for row in body if column in row]
        if not all(cell.header for cell in cells):
            return column
    return 0


def _is_header(row: Sequence[Cell]) -> bool:
    return any(cell.header for cell in row) and all(cell.header or not cell.text.strip() for cell in row)


def _is_small(rows: Rows) -> bool:
    """Tell whether the cells have few enough places, spans included."""
    count = len(rows)
    widest = max((sum(_clamp(cell.colspan, MAX_COLUMNS) for cell in row) for row in rows), default=0)
    places = sum(_clamp(cell.colspan, MAX_COLUMNS) * _clamp(cell.rowspan, count) for row in rows for cell in row)
    return max(places, widest * count) <= MAX_GRID_CELLS


def _repeated_size(rows: Rows) -> int:
    """Count the characters of the spanning cells in all of their places."""
    spanning = (cell for row in rows for cell in row if cell.colspan > 1 or cell.rowspan > 1)
    return sum(
        len(cell.text) * _clamp(cell.colspan, MAX_COLUMNS) * _clamp(cell.rowspan, len(rows)) for cell in spanning
    )


def _unplaced(rows: Rows) -> Placed:
    return [dict(enumerate(row)) for row in rows]


def _place(rows: Rows, *, repeated: bool) -> Placed:
    placed: Placed = []
    above: dict[int, tuple[int, Cell]] = {}  # cells that reach down: the first row in which their column is free again
    for number, row in enumerate(rows):
        above = {at: reach for at, reach in above.items() if reach[0] > number}
        cells = {at: cell for at, (_, cell) in above.items()} if repeated else {}
        below: dict[int, tuple[int, Cell]] = {}
        column = 0
        for cell in row:
            while column in above:
                column += 1
            end = column + _clamp(cell.colspan, max(MAX_COLUMNS - column, 1))
            is_whole_row = len(row) == 1 and column == 0
            cells[column] = cell
            if repeated and not is_whole_row:
                cells.update(dict.fromkeys(range(column, end), cell))
            if cell.rowspan > 1:
                reach = (number + _clamp(cell.rowspan, len(rows)), cell)
                below.update(dict.fromkeys(range(column, end), reach))
            column = end
        above |= below
        placed.append(dict(sorted(cells.items())))
    return placed


def _clamp(span: int, limit: int) -> int:
    return min(max(span, 1), limit)


def data_frame(table: Table) -> Any:
    """Make a DataFrame of texts: header rows become its columns, on several levels if there are several."""
    try:
        import pandas
    except ImportError as error:
        raise MissingExtra("Table.to_pandas", "pandas") from error
    grid = table.grid()
    count = table.header_rows
    head, body = grid[:count], grid[count:]
    if not head:
        return pandas.DataFrame(body)
    columns = head[0] if count == 1 else pandas.MultiIndex.from_arrays(head)
    return pandas.DataFrame(body, columns=columns)
