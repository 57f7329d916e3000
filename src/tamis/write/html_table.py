"""Tables as HTML: header rows in a head, spans and captions as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.write.html_inline import Form, InlineWriter, attribute

if TYPE_CHECKING:
    from tamis.model import Cell, Table

MAX_COLSPAN, MAX_ROWSPAN = 1000, 65534  # limits of the HTML standard


def table_markup(table: Table, inlines: InlineWriter) -> str:
    """Write a table with its caption."""
    heads = table.header_rows
    lines = [_row(row, inlines) for row in table.rows]
    caption = f"<caption>{inlines.write(table.caption_inlines)}</caption>\n" if table.caption_inlines else ""
    head, body = "".join(lines[:heads]), "".join(lines[heads:])
    head = f"<thead>\n{head}</thead>\n" if head else ""
    body = f"<tbody>\n{body}</tbody>\n" if body else ""
    return f"<table>\n{caption}{head}{body}</table>\n"


def plain_table_markup(table: Table) -> str:
    """Write a table alone, as Markdown holds it."""
    return table_markup(table, InlineWriter({}, {}, Form())).rstrip("\n")


def _row(row: tuple[Cell, ...], inlines: InlineWriter) -> str:
    return f"<tr>{''.join(_cell(cell, inlines) for cell in row)}</tr>\n" if row else ""


def _cell(cell: Cell, inlines: InlineWriter) -> str:
    tag = "th" if cell.header else "td"
    columns = _span("colspan", cell.colspan, MAX_COLSPAN)
    rows = _span("rowspan", cell.rowspan, MAX_ROWSPAN)
    return f"<{tag}{columns}{rows}>{inlines.write(cell.inlines)}</{tag}>"


def _span(name: str, span: int, limit: int) -> str:
    return attribute(name, min(span, limit)) if span > 1 else ""
