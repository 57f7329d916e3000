"""Tables in GitHub Flavored Markdown, which has no spans: a spanning cell fills its first position only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.write.grid import flatten
from tamis.write.markdown_inline import markdown_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Cell
    from tamis.write.outline import Notes

_PIPE = re.compile(r"\|")


def markdown_table(rows: Sequence[Sequence[Cell]], notes: Notes) -> str:
    """A table with a header row; an empty one if the first row is no header."""
    placed = [row for row in flatten(rows) if row]
    texts = [{column: _cell(cell, notes) for column, cell in row.items()} for row in placed]
    columns = max((column + 1 for row in texts for column, text in row.items() if text), default=0)
    if not columns:
        return ""
    has_header = all(cell.header for cell in placed[0].values())
    header = texts.pop(0) if has_header else {}
    lines = [_row(header, columns), "| " + " | ".join(["---"] * columns) + " |"]
    lines += [_row(row, min(columns, max(row) + 1)) for row in texts]
    return "\n".join(lines)


def _cell(cell: Cell, notes: Notes) -> str:
    return _PIPE.sub(r"\\|", markdown_line(cell.inlines, notes, between="<br>"))


def _row(texts: dict[int, str], columns: int) -> str:
    return "| " + " | ".join(texts.get(column, "") for column in range(columns)) + " |"
