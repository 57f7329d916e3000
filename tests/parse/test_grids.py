"""Tables without the tag: elements that their roles call rows and cells."""

from __future__ import annotations

import pytest

import tamis
from tamis.core.parse.grids import find_grids
from tamis.core.parse.hidden import marked_elements
from tamis.core.parse.tree import parse_html


def row(*cells: str, role: str = "cell") -> str:
    return '<div role="row">' + "".join(f'<div role="{role}">{cell}</div>' for cell in cells) + "</div>"


def grid(*rows: str, role: str = "table") -> str:
    return f'<div role="{role}">{"".join(rows)}</div>'


def tags(html: str) -> list[str]:
    return sorted(find_grids(marked_elements(parse_html(html))).values())


def test_rows_and_cells_stand_for_the_tags_of_a_table() -> None:
    assert tags(grid(row("a", "b"), row("c", "d"))) == ["table", *["td"] * 4, *["tr"] * 2]


def test_a_cell_counts_for_the_columns_that_it_covers() -> None:
    wide = '<div role="row"><div role="cell" aria-colspan="2">c</div></div>'
    assert tags(f'<div role="grid"><div role="rowgroup">{row("a", "b")}{wide}</div></div>') == [
        "table", "tbody", "td", "td", "td", "tr", "tr",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        grid(row("a", "b")),
        grid(row("a"), row("b"), row("c")),
        grid(row("a", "b"), row("c", "d", "e"), row("f", "g", "h", "i")),
        grid(row("a", "b"), row("word " * 90, "d")),
        grid(row("word " * 18, "word " * 18), row("word " * 18, "word " * 18)),
        grid(row("", ""), row("", "a")),
        grid(row("<h2>a</h2>", "b"), row("c", "d")),
        grid(row("a", "b"), row("c", "d"), role="list"),
        f'<table role="grid"><tr role="row"><td>{grid(row("a", "b"), row("c", "d"), role="none")}</table>',
        '<table role="grid"><tr role="row"><td role="gridcell">a<td>b<tr role="row"><td>c<td>d</table>',
    ],
)
def test_layouts_lists_and_real_tables_are_no_grids(html: str) -> None:
    assert tags(html) == []


def test_a_grid_is_a_table_of_the_article() -> None:
    words = "<p>The fees of the harbor went up again, and nobody on the quay was asked what to do about it.</p>"
    rows = (row("Boat", "Fee", role="columnheader"), row("Sloop", "<b>12</b>"), row("Cutter", "19"))
    article = tamis.extract(f"<article><h1>Fees</h1>{words * 3}{grid(*rows)}{words * 3}</article>")
    (table,) = article.tables
    assert table.grid() == [["Boat", "Fee"], ["Sloop", "12"], ["Cutter", "19"]]
    assert table.header_rows == 1
    assert "| Sloop | **12** |" in article.to_markdown()
    assert "<th>Boat</th>" in article.to_html()
