"""Tables for the ear: row by row, each cell after the header of its column."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.write.grid import MAX_COLUMNS, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Cell

MAX_HEADER_ROWS = 4
"""Number of header rows that are said before each cell; more are read as rows."""


class HeardCell(NamedTuple):
    """A cell with the header that is said before it."""

    header: str
    cell: Cell


class HeardRow(NamedTuple):
    """A row of the body."""

    name: str
    """Header of the row, if it is that of a row above which spans this one; else empty."""
    headers: tuple[Cell, ...]
    """Header cells of the row."""
    cells: tuple[HeardCell, ...]


class HeardTable(NamedTuple):
    """A table in the order in which it is heard."""

    rows: tuple[HeardRow, ...]
    columns: int


def heard_table(rows: Sequence[Sequence[Cell]]) -> HeardTable:
    """Put the headers of columns and rows to the cells that they are for. Cells without text are left out."""
    placed = [row for row in place(rows) if any(cell.text.strip() for cell in row.values())]
    count = next(
        (number for number, row in enumerate(placed) if not all(cell.header for cell in row.values())), len(placed)
    )
    if count == len(placed) or count > MAX_HEADER_ROWS:
        count = 0
    headers = _column_headers(placed[:count])
    columns = max((column + 1 for row in placed for column in row), default=0)
    return HeardTable(tuple(_rows(placed[count:], headers)), columns)


def _column_headers(rows: Sequence[dict[int, Cell]]) -> dict[int, str]:
    headers: dict[int, list[str]] = {}
    for row in rows:
        for column, cell in row.items():
            text = " ".join(cell.text.split())
            for covered in range(column, min(column + max(cell.colspan, 1), max(MAX_COLUMNS, column + 1))):
                headers.setdefault(covered, []).append(text)
    return {column: ", ".join(filter(None, texts)) for column, texts in headers.items()}


def _rows(rows: Sequence[dict[int, Cell]], headers: dict[int, str]) -> list[HeardRow]:
    heard: list[HeardRow] = []
    name, last = "", 0
    for number, row in enumerate(rows):
        own = tuple(cell for cell in row.values() if cell.header and cell.text.strip())
        spanned = name if number < last else ""
        cells = [
            HeardCell(headers.get(column, ""), cell)
            for column, cell in row.items()
            if not cell.header and cell.text.strip()
        ]
        heard.append(HeardRow(spanned, own, tuple(cells)))
        first = next((cell for cell in own if cell.rowspan > 1), None)
        if first is not None:
            name, last = " ".join(first.text.split()), number + first.rowspan
    return heard
