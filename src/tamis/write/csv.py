"""CSV: one table of an article, as spreadsheets read it (RFC 4180). Spans are written as in `tamis.write.grid`."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from tamis.errors import NoTable
from tamis.text.characters import printable

if TYPE_CHECKING:
    from tamis.model import Article, Table


def write_table_of(article: Article, number: int = 1) -> str:
    """Write a table of an article, by its number from 1. Raises `NoTable` if there is none with that number."""
    tables = article.tables
    if not 1 <= number <= len(tables):
        raise NoTable(number, len(tables))
    return write_csv(tables[number - 1])


def write_csv(table: Table) -> str:
    """Write the grid of a table, a line for each row."""
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerows([printable(text) for text in row] for row in table.grid())
    return lines.getvalue()
