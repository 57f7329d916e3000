"""Grids of tables: spans, headers, CSV and data frames."""

from __future__ import annotations

import csv
import io
import sys

import pytest

from tamis.errors import MissingExtra, NoTable
from tamis.model import Cell, Inline, Table
from tamis.write.csv import write_table_of
from tamis.write.grid import MAX_GRID_CELLS, MAX_REPEATED, place_repeated

from .articles import article, cell, paragraph, table


def grid_of(*rows: tuple[Cell, ...]) -> list[list[str]]:
    return Table(rows).grid()


def test_a_cell_that_spans_is_repeated_in_each_place() -> None:
    assert grid_of(
        (cell("Quay", header=True, rowspan=2), cell("2024", header=True, colspan=2)),
        (cell("spring", header=True), cell("autumn", header=True)),
        (cell("North"), cell("1"), cell("2")),
    ) == [["Quay", "2024", "2024"], ["Quay", "spring", "autumn"], ["North", "1", "2"]]


def test_a_cell_that_spans_a_whole_row_stands_once() -> None:
    assert grid_of((cell("a"), cell("b")), (cell("West", colspan=2),)) == [["a", "b"], ["West", ""]]


def test_rows_are_equally_long() -> None:
    assert grid_of((cell("a"),), (cell("b"), cell("c"))) == [["a", ""], ["b", "c"]]


def test_a_span_past_the_end_ends_with_the_table() -> None:
    assert grid_of((cell("a", rowspan=9), cell("b")), (cell("c"),)) == [["a", "b"], ["a", "c"]]


def test_a_table_with_too_many_places_is_not_spread() -> None:
    rows = ((cell("a", colspan=200, rowspan=MAX_GRID_CELLS), cell("b")), *(((cell("c"),),) * 600))
    assert place_repeated(rows)[1] == {0: cell("c")}


def test_a_long_text_is_not_repeated_without_end() -> None:
    rows = ((cell("a"), cell("word " * 100, colspan=190, rowspan=400)), *(((cell("c"),),) * 400))
    placed = place_repeated(rows)
    assert sum(len(at.text) for row in placed for at in row.values()) < MAX_REPEATED
    assert placed[1] == {0: cell("c")}


def test_csv_quotes_what_needs_it() -> None:
    written = Table(((cell("Boat, or ship"), cell('the "Anna"')), (cell("a\nb"), cell("")))).to_csv()
    assert list(csv.reader(io.StringIO(written))) == [["Boat, or ship", 'the "Anna"'], ["a b", ""]]


def test_the_table_of_an_article_is_chosen_by_number() -> None:
    made = article(table((cell("a"), cell("b"))), paragraph("text"), table((cell("c"), cell("d"))))
    assert len(made.tables) == 2
    assert write_table_of(made, 2) == "c,d\r\n"


@pytest.mark.parametrize(("count", "told"), [(0, "no tables"), (1, "1 table"), (2, "2 tables")])
def test_the_error_says_how_many_tables_there_are(count: int, told: str) -> None:
    made = article(*[table((cell("a"), cell("b")))] * count)
    with pytest.raises(NoTable, match=told):
        write_table_of(made, 3)


def test_a_data_frame_has_the_headers_as_columns() -> None:
    pandas = pytest.importorskip("pandas")
    head = (cell("Boat", header=True), cell("Fee", header=True))
    frame = Table((head, (cell("Anna"), cell("12")))).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == ["Boat", "Fee"]
    assert frame.to_numpy().tolist() == [["Anna", "12"]]


def test_a_data_frame_of_several_header_rows_has_levels() -> None:
    pytest.importorskip("pandas")
    rows = (
        (cell("Fee", header=True, colspan=2),),
        (cell("day", header=True), cell("year", header=True)),
        (cell("1"), cell("2")),
    )
    assert Table(rows).to_pandas().columns.nlevels == 2


def test_a_data_frame_without_headers_has_numbered_columns() -> None:
    pytest.importorskip("pandas")
    assert list(Table(((cell("a"), cell("b")),)).to_pandas().columns) == [0, 1]


def test_without_pandas_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match="pandas"):
        Table(((cell("a"),),), (Inline("caption"),)).to_pandas()


def test_the_name_of_a_group_of_rows_is_no_header_row() -> None:
    head = (cell("Boat", header=True), cell("Fee", header=True))
    rows = (head, (cell("North", header=True, colspan=2),), (cell("Anna"), cell("12")))
    assert Table(rows).header_rows == 1
    assert Table(((cell("Fees", header=True, colspan=2),), head, (cell("Anna"), cell("12")))).header_rows == 2
