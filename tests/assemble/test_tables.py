"""Cells of tables: headers, pictures that stand for words, pictures beside them."""

from __future__ import annotations

import pytest

import tamis
from tamis.model import Kind, Outcome

from .putting_together import blocks, only, table_of


def headers(html: str) -> list[list[bool]]:
    table = table_of(only(html))
    return [[cell.header for cell in row] for row in table.rows]


def texts(html: str) -> list[list[str]]:
    table = table_of(blocks(html)[0])
    return [[cell.text for cell in row] for row in table.rows]


def test_rows_in_the_head_are_headers_whatever_their_cells_are() -> None:
    page = "<table><thead><tr><td>Boat<td>Fee</tr></thead><tbody><tr><td>Anna<td>12</tr></tbody></table>"
    assert headers(page) == [[True, True], [False, False]]
    assert table_of(only(page)).header_rows == 1


@pytest.mark.parametrize("tag", ["b", "strong"])
def test_a_first_row_in_bold_is_a_header(tag: str) -> None:
    page = f"<table><tr><td><{tag}>Boat</{tag}><td><p><{tag}>Fee</{tag}></p></tr><tr><td>Anna<td>12</tr></table>"
    assert headers(page) == [[True, True], [False, False]]


def test_a_cell_with_a_heading_and_nothing_else_is_a_header() -> None:
    page = "<table><tr><td><h4>Boat</h4><td><h4>Fee</h4></tr><tr><td>Anna<td>12</tr><tr><td>Berta<td>14</tr></table>"
    assert headers(page) == [[True, True], [False, False], [False, False]]


def test_bold_cells_below_are_no_headers() -> None:
    assert headers("<table><tr><td>Boat<td>Fee</tr><tr><td><b>Anna</b><td><b>12</b></tr></table>") == [[False] * 2] * 2
    assert (
        headers("<table><tr><td><b>a</b><td><b>b</b></tr><tr><td><b>c</b><td><b>d</b></tr></table>")
        == [[False] * 2] * 2
    )


def test_the_columns_of_headers_are_counted() -> None:
    table = table_of(only("<table><tr><th>Boat<th>Fee</tr><tr><th>Anna<td>12</tr><tr><th>Berta<td>14</tr></table>"))
    assert (table.header_rows, table.header_columns) == (1, 1)


@pytest.mark.parametrize(
    ("icon", "words"),
    [
        ("<img src=y.png alt='Included'>", "Included"),
        ("<svg aria-label='Yes'><path/></svg>", "Yes"),
        ("<svg><title>Yes</title><path/></svg>", "Yes"),
        ("<span class='sr-only'>Not included</span>", "Not included"),
        ("<i class='fa fa-check'></i>", "✓"),
        ("<span class='icon icon--tick'></span>", "✓"),
        ("<svg><use href='#ico-xmark'/></svg>", "✗"),
        ("<i class='mdi mdi-anchor'></i>", ""),
    ],
)
def test_a_cell_without_text_says_what_its_picture_shows(icon: str, words: str) -> None:
    assert texts(f"<table><tr><th>Berth<th>Power</tr><tr><td>North<td>{icon}</tr></table>")[1] == ["North", words]


def test_a_picture_beside_text_adds_no_words() -> None:
    page = "<table><tr><th>Berth<th>Power</tr><tr><td>North<td><i class='fa-check'></i> at night</tr></table>"
    assert texts(page)[1] == ["North", "at night"]


def test_pictures_in_cells_do_not_part_a_table() -> None:
    row = "<tr><td>{0}<td><img src=https://tide.example/{0}.jpg width=400 height=300 alt={0}></tr>"
    page = f"<table><tr><th>Boat<th>Picture</tr>{row.format('Anna')}{row.format('Berta')}</table>"
    found = blocks(page)
    assert [block.kind for block in found] == [Kind.TABLE, Kind.IMAGE, Kind.IMAGE]
    assert [[cell.text for cell in row] for row in table_of(found[0]).rows] == [
        ["Boat", "Picture"],
        ["Anna", "Anna"],
        ["Berta", "Berta"],
    ]


@pytest.mark.parametrize("name", ["Buoy {}", "<a href='/buoy/{0}'>Buoy {0}</a>"], ids=["plain", "linked"])
def test_a_page_that_is_one_table_is_an_article(name: str) -> None:
    rows = "".join(f"<tr><td>{name.format(at)}<td>{at * 3} m<td>{at * 7 % 11} kn</tr>" for at in range(1, 25))
    html = (
        "<html lang=en><head><title>Readings of the buoys</title></head><body><nav><a href=/>Home</a> <a href=/map>Map"
        f"</a></nav><main><h1>Readings of the buoys</h1><table><tr><th>Buoy<th>Depth<th>Wind</tr>{rows}</table></main>"
        "<footer><a href=/imprint>Imprint</a></footer></body></html>"
    )
    article = tamis.extract(html, "https://tide.example/buoys")
    assert article.outcome is Outcome.ARTICLE
    assert [len(table.rows) for table in article.tables] == [25]


def test_a_table_between_paragraphs_is_kept_whole() -> None:
    words = (
        "The harbor board has published the fees for the coming season, and most of them went up, though not by much "
        "for boats of less than eight meters, which are the majority here."
    )
    rows = "".join(f"<tr><td><p>to {at} m</p><td><p>{at * 12} €</p></tr>" for at in range(4, 9))
    table = f"<table><tr><td><p><b>Boat</b></p><td><p><b>Fee</b></p></tr>{rows}</table>"
    body = f"<article><h1>Fees</h1><p>{words}</p>{table}<p>{words[:150]}.</p></article>"
    html = f"<html><head><title>Fees</title></head><body>{body}</body></html>"
    article = tamis.extract(html, "https://tide.example/fees")
    assert [len(found.rows) for found in article.tables] == [6]
    assert article.tables[0].header_rows == 1


@pytest.mark.parametrize("code", ["open()\nread(3)\n", "<i>open</i>()\n<i>read</i>(<b>3</b>)"])
def test_lines_of_code_in_a_cell_are_lines(code: str) -> None:
    page = f"<table><tr><th>Step<th>Code</tr><tr><td>1<td><pre><code>{code}</code></pre></tr></table>"
    assert texts(page)[1] == ["1", "open()\nread(3)"]
