"""Tables in GitHub Flavored Markdown. Spans are written as `tamis.write.grid` says, line breaks as ``<br>``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import Cell, Inline, Mark
from tamis.write.grid import count_header_rows, place_repeated, width
from tamis.write.markdown_inline import markdown_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Table
    from tamis.write.outline import Notes

_PIPE = re.compile(r"\|")
_SPACE = Inline(" ")


def write_table(rows: Sequence[Sequence[Cell]], notes: Notes) -> str:
    """Write a pipe table; its first row is the header, because Markdown has no table without.

    Several rows of headers become one: ``Budget`` above ``2024`` is ``Budget 2024``.
    """
    placed = place_repeated(rows)
    headers = count_header_rows(rows)
    if headers > 1:
        placed[:headers] = [_joined(placed[:headers])]
    texts = [{column: _cell(cell, notes) for column, cell in row.items()} for row in placed if row]
    columns = max((column + 1 for row in texts for column, text in row.items() if text), default=0)
    if not columns:
        return ""
    lines = [_row(texts.pop(0), columns), "| " + " | ".join(["---"] * columns) + " |"]
    lines += [_row(row, min(columns, max(row) + 1)) for row in texts]
    return "\n".join(lines)


def fits_pipes(table: Table) -> bool:
    """Tell whether a pipe table holds all of a table: no spans, at most one header row, one line in each cell.

    A table with references to notes always counts as such, because HTML in Markdown has none.
    """
    cells = [cell for row in table.rows for cell in row]
    if any(Mark.NOTE in inline.marks for cell in cells for inline in cell.inlines):
        return True
    return table.header_rows <= 1 and not any(
        cell.colspan > 1 or cell.rowspan > 1 or "\n" in cell.text.strip() for cell in cells
    )


def write_html_table(table: Table) -> str:
    """Write a table in HTML, without its caption, for readers of Markdown that show HTML."""
    from tamis.write.html_table import plain_table_markup  # few ask for it, and it takes long to load

    return plain_table_markup(replace(table, caption_inlines=()))


def _cell(cell: Cell, notes: Notes) -> str:
    return _PIPE.sub(r"\\|", markdown_line(cell.inlines, notes, between="<br>"))


def _joined(rows: Sequence[dict[int, Cell]]) -> dict[int, Cell]:
    """Join the header cells of each column from the top down; a cell that spans several rows counts once."""
    joined: dict[int, Cell] = {}
    for column in range(width(rows)):
        cells = {id(row[column]): row[column] for row in rows if column in row}
        parts: list[Inline] = []
        for cell in cells.values():
            if cell.text.strip():
                parts += [_SPACE, *cell.inlines] if parts else cell.inlines
        joined[column] = Cell(tuple(parts), header=True)
    return joined


def _row(texts: dict[int, str], columns: int) -> str:
    return "| " + " | ".join(texts.get(column, "") for column in range(columns)) + " |"
