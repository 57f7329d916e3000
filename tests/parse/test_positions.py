"""Positions of blocks: spans in the source, and paths in the tree."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

import tamis
from example_site import PAGES, page_bytes
from html_soup import soup, tidy
from tamis.core.assemble import assemble
from tamis.core.parse import parse
from tamis.core.parse.encodings import decode
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies.everything import Everything
from tamis.model import Kind, Page

from .reading import blocks

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Block

_NO_TEXT = re.compile(
    r"<!--.*?-->|<(script|style|template|svg|noframes|textarea|select|math)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
_TAG = re.compile(r"<[A-Za-z/!?](?:[^>\"']|\"[^\"]*\"|'[^']*')*>")


def words_of(source: str) -> str:
    """Return the text of a piece of source, without tags and white space."""
    return _dense(unescape(_TAG.sub("", _NO_TEXT.sub("", source))))


def _dense(text: str) -> str:
    return "".join(text.split()).replace("\xad", "")


def source_of(html: str) -> str:
    return html.replace("\r\n", "\n").replace("\r", "\n")


def taken(html: str) -> tuple[Document, tuple[Block, ...]]:
    document = parse(Page(html))
    return document, assemble(document, Everything().label(document)).blocks


def assert_span_says_text(block: Block, html: str) -> None:
    assert block.span is not None, block
    start, end, line = block.span
    source = source_of(html)
    assert words_of(source[start:end]) == _dense(block.text), (block, source[start:end])
    assert source[start] == source[start].strip()
    assert line == source.count("\n", 0, start) + 1


def element_at(document: Document, path: str) -> Element:
    """The one element that a path leads to."""
    found = document.tree.xpath(path)
    assert isinstance(found, list)
    (element,) = found
    assert isinstance(element, Element)
    return element


def held_text(document: Document, xpath: str) -> str:
    """The text of what a path selects: an element, or one of its texts."""
    path, _, number = xpath.partition("/text()")
    element = element_at(document, path)
    if not number:
        return element.text
    texts = [child for child in element if isinstance(child, Text)]
    return texts[int(number.strip("[]")) - 1].data


@pytest.mark.parametrize(
    ("html", "source"),
    [
        ("<p> One <b>two</b> </p>", "One <b>two"),
        ("<p>One<p>two", "One"),
        ("<div>text<br><br>more</div>", "text"),
        ("a &amp; b", "a &amp; b"),
        ("<ul><li>One<ul><li>two</ul></ul>", "One"),
        ("<p>\r\nOne\r\ntwo</p>", "One\ntwo"),
        ("<p>One<!-- no --> two</p>", "One<!-- no --> two"),
        ("<p title='a > b'>One</p>", "One"),
        ("<title>Tides<p>One</p>", "One"),
        ("One<title></abbr>", "One"),
        ("<pre>\n  x = 1\n</pre>", "x = 1"),
        ("<p><a href=x>One</a>", "One"),
        ("<p>One <math><mi>x</mi></math></p>", "One <math><mi>x</mi></math>"),
        ("<p>\n<math><mi>x</mi></math> is one</p>", "<math><mi>x</mi></math> is one"),
        ("<p>One<br><math><mi>x</mi></math><br></p>", "One<br><math><mi>x</mi></math>"),
    ],
)
def test_the_first_span_is_the_text_in_the_source(html: str, source: str) -> None:
    span = blocks(html)[0].span
    assert span is not None
    assert source_of(html)[span.start : span.end] == source


def test_the_span_of_a_picture_is_its_element() -> None:
    html = "<p>a <img src=a.png alt='a > b'> b"
    span = blocks(html)[0].span
    assert span is not None
    assert html[span.start : span.end] == "<img src=a.png alt='a > b'>"


@pytest.mark.parametrize("end", ["</td></tr></table>", ""], ids=["closed", "unclosed"])
def test_the_span_of_a_table_goes_from_its_first_row_to_its_last(end: str) -> None:
    html = f"<p>x</p><table>\n<tr><th>Year<th>Tons</tr>\n<tr><td>2023<td>1 <b>or 2</b>{end}"
    table = blocks(html)[1]
    assert table.kind is Kind.TABLE
    assert table.span is not None
    assert words_of(html[table.span.start : table.span.end]) == "YearTons20231or2"
    assert table.span.line == 2


@pytest.mark.parametrize("name", PAGES)
def test_spans_point_at_the_text_on_the_example_pages(name: str) -> None:
    html = decode(page_bytes(name)).text
    for block in blocks(html):
        if block.kind in (Kind.IMAGE, Kind.MEDIA):
            assert block.span is not None
            assert source_of(html)[block.span.start] == "<"
        elif block.kind is Kind.TABLE:
            assert block.span is not None
            assert block.table is not None
            words = words_of(source_of(html)[block.span.start : block.span.end])
            assert words == _dense("".join(cell.text for row in block.table.rows for cell in row))
        elif not _has_formula_ruby_or_hidden(html, block):
            assert_span_says_text(block, html)


def _has_formula_ruby_or_hidden(html: str, block: Block) -> bool:
    assert block.span is not None
    source = source_of(html)[block.span.start : block.span.end]
    return re.search(r"<math|math/tex|<rt|hidden|display:\s*none", source) is not None


@pytest.mark.parametrize("name", PAGES)
def test_paths_lead_to_the_text_on_the_example_pages(name: str) -> None:
    document, made = taken(decode(page_bytes(name)).text)
    for block in made:
        if block.kind in (Kind.IMAGE, Kind.MEDIA):
            assert element_at(document, block.xpath) == document.leaves[block.index][0]
        else:
            held = _dense(held_text(document, block.xpath))
            assert held
            first = _dense(block.text).partition("|")[0][:12]
            assert first in held or held in _dense(block.text) or "(" in block.text or "\\" in block.text


@given(tidy)
@settings(max_examples=400)
def test_spans_point_at_the_text_in_any_tidy_page(html: str) -> None:
    for block in blocks(html):
        if block.kind not in (Kind.IMAGE, Kind.MEDIA, Kind.TABLE):
            assert_span_says_text(block, html)


@given(soup(hiding=False))
@settings(max_examples=400)
def test_spans_lie_in_the_source_of_any_page(html: str) -> None:
    source = source_of(html)
    for block in blocks(html):
        if block.span is not None:
            assert 0 <= block.span.start < block.span.end <= len(source)
            assert block.span.line == source.count("\n", 0, block.span.start) + 1


@given(soup())
@settings(max_examples=300)
def test_paths_lead_to_something_that_holds_the_text(html: str) -> None:
    document, made = taken(html)
    for block in made:
        if block.kind in (Kind.IMAGE, Kind.MEDIA):
            assert element_at(document, block.xpath) == document.leaves[block.index][0]
        elif not any(isinstance(leaf, str) for leaf in document.leaves[block.index]):
            held = _dense(held_text(document, block.xpath))
            assert held in _dense(block.text) or _dense(block.text.split("\n")[0].split(" | ")[0]) in held


@pytest.mark.parametrize(
    "html",
    [
        "<p>words<b>x" + '<a "' * 20_000,
        "<p>words<b>x" + "<!--" * 20_000,
        "<p>words<b>x" + "<script" * 20_000,
        "<p>words" + "<b>x<i>y</b>" * 2_000,
        "<table>" + "loose<tr>" * 3_000,
        "<p>a" * 5_000,
    ],
    ids=["open quotes", "open comments", "open scripts", "misnested", "foster parents", "paragraphs"],
)
def test_finding_spans_does_not_hang_on_hostile_source(html: str) -> None:
    assert blocks(html)


def test_code_that_begins_with_white_space_and_a_coloured_word_has_a_span() -> None:
    article = tamis.extract(
        "<article><p>" + "Words before the code. " * 20 + "</p><pre>  <b>def</b> f():\n    pass</pre></article>",
        settings=tamis.Settings(strategy="all"),
    )
    code = next(block for block in article.blocks if block.kind is tamis.Kind.CODE)
    assert code.span is not None
    assert code.text.split() == ["def", "f():", "pass"]
