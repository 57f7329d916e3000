"""Formatting and links inside blocks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from html_soup import soup
from tamis.core.assemble import assemble
from tamis.core.parse import parse
from tamis.core.strategies.everything import Everything
from tamis.model import Kind, Mark, Page

from .putting_together import PAGE, blocks, only, runs, table_of


@pytest.mark.parametrize(
    ("tag", "mark"),
    [
        ("b", "bold"), ("strong", "bold"), ("i", "italic"), ("em", "italic"), ("cite", "italic"), ("code", "code"),
        ("kbd", "keyboard"), ("samp", "code"), ("tt", "code"), ("s", "strike"), ("del", "strike"), ("sub", "sub"),
        ("sup", "sup"),
    ],
)  # fmt: skip
def test_a_formatting_tag_marks_its_text(tag: str, mark: str) -> None:
    assert runs(f"<p>one <{tag}>two</{tag}> three</p>") == [
        ("one ", "", None),
        ("two", mark, None),
        (" three", "", None),
    ]


def test_marks_add_up() -> None:
    assert runs("<p><b>one <i>two</i></b></p>") == [
        ("one", "bold", None),
        (" ", "", None),
        ("two", "bold+italic", None),
    ]


def test_spaces_stand_outside_formatting() -> None:
    assert runs("<p>one<b> two </b>three</p>") == [("one ", "", None), ("two", "bold", None), (" three", "", None)]


def test_a_line_end_between_elements_is_a_space_and_not_a_line_break() -> None:
    assert runs("<p><b>one</b>\n<i>two</i>\n</p>") == [("one", "bold", None), (" ", "", None), ("two", "italic", None)]


def test_a_line_break_is_one_line_end() -> None:
    assert runs("<p>one <br>\n <b>two</b></p>") == [("one\n", "", None), ("two", "bold", None)]


def test_neighbours_that_look_the_same_are_one_run() -> None:
    assert runs("<p><b>one</b><b> two</b> <span>three</span></p>") == [("one two", "bold", None), (" three", "", None)]


def test_a_link_is_absolute() -> None:
    assert runs("<p>see <a href=../x?y=1#z>this</a>.</p>") == [
        ("see ", "", None),
        ("this", "", "https://tide.example/x?y=1#z"),
        (".", "", None),
    ]


def test_a_base_element_counts() -> None:
    page = "<base href=/archive/><p><a href=x>this</a></p>"
    assert runs(page) == [("this", "", "https://tide.example/archive/x")]


def test_without_a_url_a_link_stays_relative() -> None:
    assert runs("<p><a href=x.html>this</a></p>", None) == [("this", "", "x.html")]


def test_a_link_inside_the_page_leads_to_the_page() -> None:
    assert runs("<p><a href=#part>Part 2</a></p>") == [("Part 2", "", f"{PAGE}#part")]
    assert runs("<p><a href=#part>Part 2</a></p>", None) == [("Part 2", "", None)]


@pytest.mark.parametrize("href", ["mailto:a@b.example", "tel:+4912", "http://x.example/", "HTTPS://x.example/"])
def test_safe_schemes_stay(href: str) -> None:
    assert runs(f"<p><a href='{href}'>this</a></p>") == [("this", "", href)]


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        "java&#10;script:alert(1)",
        "&#x6A;avascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:https://x.example/1",
        "about:blank",
        "http://[broken",
        "",
    ],
)
def test_a_link_that_is_not_safe_is_only_its_words(href: str) -> None:
    page = f'<p><a href="{href}">this</a></p>'
    assert [run.href for block in blocks(page) for run in block.inlines if run.href and run.href != PAGE] in (
        [],
        ["http://[broken"],
    )
    assert only(page).text == "this"


def test_a_link_around_blocks_links_each_of_them() -> None:
    assert [block.text for block in blocks("<a href=/x><h2>Title</h2><p>Teaser</p></a>")] == ["Title", "Teaser"]


def test_a_formula_is_marked_as_math() -> None:
    page = '<p>so <math alttext="x^2"><mi>x</mi></math> holds</p>'
    assert runs(page) == [("so ", "", None), ("x^2", "math", None), (" holds", "", None)]


MATHJAX = "<script src=https://cdn.example/mathjax.js></script>"


def test_tex_in_the_text_is_a_formula_where_the_page_loads_a_library() -> None:
    page = r"<p>so \(x^2\) holds and \[y\]</p>"
    assert runs(page) == [(r"so \(x^2\) holds and \[y\]", "", None)]
    expected = [("so ", "", None), ("x^2", "math", None), (" holds and ", "", None), ("y", "display+math", None)]
    assert runs(MATHJAX + page) == expected


def test_tex_in_code_stays_code() -> None:
    assert ("$x^2$", "code", None) in runs(f"{MATHJAX}<p>write <code>$x^2$</code> for it</p>")


def test_two_formulas_side_by_side_stay_two() -> None:
    page = "<p>so <math alttext=a></math><math alttext=b></math></p>"
    assert runs(page) == [("so ", "", None), ("a", "math", None), ("b", "math", None)]


def test_a_picture_of_a_formula_is_part_of_its_sentence() -> None:
    page = '<p>so <img src="/cgi-bin/mimetex.cgi?x^2"> holds</p>'
    assert runs(page) == [("so ", "", None), ("x^2", "math", None), (" holds", "", None)]
    assert only(page).text == "so x^2 holds"


def test_soft_hyphens_leave_formatted_text_too() -> None:
    assert runs("<p>a <b>Schiff&shy;fahrt</b></p>")[1] == ("Schifffahrt", "bold", None)


@given(soup())
@settings(max_examples=400)
def test_the_runs_of_a_block_are_its_text(html: str) -> None:
    for block in blocks(html):
        if block.kind not in (Kind.CODE, Kind.TABLE, Kind.IMAGE, Kind.MEDIA):
            assert "".join(run.text for run in block.inlines) == block.text


@given(soup())
@settings(max_examples=300)
def test_the_cells_of_a_table_are_its_rows(html: str) -> None:
    for table in (f"<table><caption>c</caption><tr><td>{html}<td>x</table>", html):
        for block in blocks(table):
            if block.kind is Kind.TABLE:
                rows = [" | ".join(" ".join(cell.text.split()) for cell in row) for row in table_of(block).rows]
                assert "\n".join(rows) == block.text


# Notes.

NOTE = '<ol><li id="fn1"><p>A note. <a href="#ref1">↩</a></p></li></ol>'


@pytest.mark.parametrize(
    "reference",
    [
        '<sup><a href="#fn1">1</a></sup>',
        '<a href="#fn1"><sup>1</sup></a>',
        '<sup>[<a href="#fn1">1</a>]</sup>',
        '<a href="#fn1" role="doc-noteref">*</a>',
        '<a href="#fn1" rel="footnote">1</a>',
        '<a href="#fn1">[1]</a>',
    ],
)
def test_a_reference_to_a_note_is_marked_and_the_note_anchored(reference: str) -> None:
    first, note, *_ = blocks(f"<p>A claim.{reference}</p>{NOTE}")
    assert [run.href for run in first.inlines if Mark.NOTE in run.marks] == ["#fn1"]
    assert (note.text.startswith("A note."), note.anchor) == (True, "fn1")


def test_a_link_to_a_part_of_the_page_is_no_note() -> None:
    first, *_ = blocks('<p>See <a href="#fn1">the notes below</a> and <sup><a href="#part">2</a></sup>.</p>' + NOTE)
    assert not any(Mark.NOTE in run.marks for run in first.inlines)


def test_an_anchor_that_no_note_refers_to_is_not_kept() -> None:
    assert only('<p id="x">Text</p>').anchor is None


def test_a_note_that_nobody_can_open_is_not_brought_in() -> None:
    style = "position: absolute; left: -9999px"
    page = f'<p>A long and careful claim.<sup><a href="#fn1">1</a></sup></p><p id="fn1" style="{style}">secret</p>'
    document = parse(Page(page))
    labels = Everything().label(document)
    assert assemble(document, labels).labels is labels


def test_the_document_is_not_changed_by_assembling() -> None:
    html = "<p>One <a href=x>two</a><table><tr><th>a<th>b</table><img src=a.png>"
    document = parse(Page(html))
    before = document.tree.html
    blocks(html)
    assert document.tree.html == before
