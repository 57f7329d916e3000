"""Tables in GitHub Flavored Markdown, which has no spans: a spanning cell fills its first position only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.write.markdown_inline import markdown_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Cell
    from tamis.write.outline import Notes

_PIPE = re.compile(r"\|")
MAX_COLUMNS = 200  # a page may claim a colspan of billions
MAX_GRID_CELLS = 100_000


def write_table(rows: Sequence[Sequence[Cell]], notes: Notes) -> str:
    """Write a table; its first row is the header, because Markdown has no table without."""
    placed = [row for row in flatten(rows) if row]
    texts = [{column: _cell(cell, notes) for column, cell in row.items()} for row in placed]
    columns = max((column + 1 for row in texts for column, text in row.items() if text), default=0)
    if not columns:
        return ""
    lines = [_row(texts.pop(0), columns), "| " + " | ".join(["---"] * columns) + " |"]
    lines += [_row(row, min(columns, max(row) + 1)) for row in texts]
    return "\n".join(lines)


def _cell(cell: Cell, notes: Notes) -> str:
    return _PIPE.sub(r"\\|", markdown_line(cell.inlines, notes, between="<br>"))


def _row(texts: dict[int, str], columns: int) -> str:
    return "| " + " | ".join(texts.get(column, "") for column in range(columns)) + " |"


def flatten(rows: Sequence[Sequence[Cell]]) -> list[dict[int, Cell]]:
    """Map the cells of each row by column. A spanning cell is in its first row and column; the others stay free.

    Spans past `MAX_COLUMNS` are cut, and in tables of more than `MAX_GRID_CELLS` cells they do not count.
    """
    placed = _place(rows)
    if width(placed) * len(placed) > MAX_GRID_CELLS:
        return [dict(enumerate(row)) for row in rows]
    return placed


def width(placed: Sequence[dict[int, Cell]]) -> int:
    """Count the columns of the placed cells."""
    return max((max(row) + 1 for row in placed if row), default=0)


def _place(rows: Sequence[Sequence[Cell]]) -> list[dict[int, Cell]]:
    placed: list[dict[int, Cell]] = []
    taken_until: dict[int, int] = {}  # first row in which a column is free again
    for number, row in enumerate(rows):
        cells: dict[int, Cell] = {}
        column = 0
        for cell in row:
            while taken_until.get(column, 0) > number:
                column += 1
            cells[column] = cell
            end = column + _clamp(cell.colspan, max(MAX_COLUMNS - column, 1))
            if cell.rowspan > 1:
                taken_until.update(dict.fromkeys(range(column, end), number + _clamp(cell.rowspan, len(rows))))
            column = end
        placed.append(cells)
    return placed


def _clamp(span: int, limit: int) -> int:
    return min(max(span, 1), limit)
