"""Tables with data, and tables that lay out a page."""

from __future__ import annotations

import pytest

from tamis.core.parse.data_tables import MAX_NESTED, holds_data, is_data_table
from tamis.core.parse.tree import parse_html

WORDS = "The harbor board met on Monday and spoke about the crane, the fees and the weather. "
LONG = WORDS * 6
"""More than a value of a table has."""


def is_data(html: str) -> bool:
    table = parse_html(html).select_one("table")
    assert table is not None
    return is_data_table(table)


def grid(cell: str, rows: int = 3, columns: int = 3, attributes: str = "") -> str:
    row = f"<tr>{f'<td>{cell}</td>' * columns}</tr>"
    return f"<table {attributes}>{row * rows}</table>"


def test_a_grid_of_values_is_data() -> None:
    assert is_data(grid("12 t"))


@pytest.mark.parametrize("cell", ["<p>12 t</p>", "<p>12 t</p><p>dry</p>", "<ul><li>cod<li>herring</ul>"])
def test_paragraphs_and_lists_in_the_cells_of_a_grid_are_values(cell: str) -> None:
    assert is_data(grid(cell))


def test_headings_alone_in_their_cells_are_values() -> None:
    head = "<tr><td><h4>Boat</h4><td><h4>Length</h4></tr>"
    assert is_data(f"<table>{head}<tr><td>Anna<td>8 m</tr><tr><td colspan=2> <h5>Ferries</h5> </tr></table>")


def test_a_heading_above_text_makes_a_layout() -> None:
    assert not is_data("<table><tr><td><h4>Boats</h4><p>The Anna</p><td>Fees</tr><tr><td>a<td>b</tr></table>")


@pytest.mark.parametrize(
    ("rows", "is_told"),
    [
        ("<tr><th>Boat<th>Crew</tr><tr><td>Anna<td>Ole</tr>", True),
        ("<caption>Boats</caption><tr><td>Boat<td>Crew</tr><tr><td>Anna<td>Ole</tr>", True),
        ("<tr><td>Anna<td>8 m</tr><tr><td>Berta<td>12 m</tr>", True),
        ("<tr><td>Anna<td>Ole</tr><tr><td>Berta<td>Kari</tr>", False),
        ("<tr><td>Anna<td>Ole built it in 1902, as everybody knows</tr><tr><td>Berta<td>Kari</tr>", False),
        ("<tr><th>Boats of the harbor</tr><tr><td>Anna</tr>", False),
    ],
    ids=["headers", "caption", "numbers", "words", "a number in a sentence", "one column"],
)
def test_headers_a_caption_or_numbers_tell_data(rows: str, is_told: bool) -> None:
    table = parse_html(f"<table>{rows}</table>").select_one("table")
    assert table is not None
    assert holds_data(table) == is_told


def test_white_space_of_the_source_does_not_make_a_cell_long() -> None:
    cell = "<span>★</span>" + " " * 300 + "<span>★</span>" + "\n" * 300
    assert is_data(grid(cell))


@pytest.mark.parametrize(
    "cell",
    [
        f"<p>{WORDS * 2}</p>",
        "<h3>Fees</h3><p>more</p>",
        "<form><input></form>",
        "<p><img src=a.jpg></p><p>Boat</p>",
        "<section>x</section>",
    ],
    ids=["columns of text", "heading", "form", "cards", "section"],
)
def test_parts_of_a_page_in_the_cells_make_a_layout(cell: str) -> None:
    assert not is_data(grid(cell))


def test_rows_of_different_lengths_with_paragraphs_are_a_layout() -> None:
    rows = "<tr><td><p>a<td><p>b<td><p>c</tr><tr><td><p>a</tr><tr><td><p>b<td><p>c</tr>"
    assert not is_data(f"<table>{rows}</table>")


def test_a_cell_over_several_rows_counts_in_each() -> None:
    rows = "<tr><td rowspan=3><p>2024</p><td><p>cod<td><p>1</tr><tr><td><p>eel<td><p>2</tr><tr><td><p>ray<td><p>3</tr>"
    assert is_data(f"<table>{rows}</table>")


def test_descriptions_below_headers_are_data() -> None:
    head = "<tr><th>Option<th>Meaning</tr>"
    body = f"<tr><td>depth<td>{LONG}</tr><tr><td>speed<td>In knots.</tr><tr><td>wind<td>In knots.</tr>"
    assert is_data(f"<table>{head}{body}</table>")


def test_an_article_below_a_header_is_a_layout() -> None:
    assert not is_data(f"<table><tr><th>News</tr><tr><td>{LONG * 5}</tr></table>")
    body = f"<tr><td>a<td><h2>Fees</h2>{LONG}</tr>"
    assert not is_data(f"<table><tr><th>News<th>Text</tr>{body * 3}</table>")


@pytest.mark.parametrize("role", ["presentation", "none"])
def test_a_table_that_calls_itself_a_layout_is_one(role: str) -> None:
    assert not is_data(grid("12 t", attributes=f"role={role}"))


def test_a_table_with_headers_may_hold_a_small_table() -> None:
    inner = grid("1", 2, 2)
    rows = f"<tr><th>Boat<th>Tides</tr><tr><td>Anna<td>{inner}</tr><tr><td>Berta<td>none</tr>"
    assert is_data(f"<table>{rows}</table>")


def test_a_page_in_tables_is_a_layout() -> None:
    assert not is_data(f"<table><tr><td>{grid('1')}<td>{grid('2')}</tr><tr><td>a<td>b</tr></table>")
    many = f"<table><tr><th>a<th>b</tr><tr><td>{grid('1', 1, 1) * (MAX_NESTED + 1)}<td>b</tr></table>"
    assert not is_data(many)


def test_code_below_headers_is_data_and_code_with_a_gutter_is_not() -> None:
    rows = "<tr><th>Command<th>Use</tr><tr><td><pre>ls</pre><td>list</tr><tr><td><pre>cd</pre><td>go</tr>"
    assert is_data(f"<table>{rows}</table>")
    assert not is_data("<table><tr><td><pre>1\n2</pre><td><pre>a = 1\nb = 2</pre></tr></table>")
