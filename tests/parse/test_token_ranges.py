"""Texts of the source that a block is made of."""

from __future__ import annotations

from html import unescape

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from html_soup import soup, tidy
from tamis.core.parse import Document, parse
from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.parse.tokens import read_tokens
from tamis.model import Kind, Page


def placed(html: str) -> dict[str, str]:
    """For each block its text as the source has it."""
    document, tokens = parse(Page(html)), read_tokens(html)
    places = find_token_ranges(document, tokens)
    return {
        text: "".join(tokens.texts[first:last]).strip()
        for text, first, last in zip(document.texts, places.first.tolist(), places.last.tolist(), strict=True)
        if text
    }


@pytest.mark.parametrize(
    ("html", "text", "source"),
    [
        ("<p>one</p><p>two</p>", "two", "two"),
        ("<p>one <b>two</b> three</p><p>four", "one two three", "one two three"),
        ("<div>before<p>one</p>after</div>", "after", "after"),
        ("<div>one<br><br>two</div>", "two", "two"),
        ("<p>one<p>two<p>three", "two", "two"),
        ("<div><!-- note -->one<!-- note --></div>", "one", "one"),
        ("<p>one <script>x()</script>two</p>", "one two", "one two"),
        ("<p>one</p><img src=a.png><p>two <img src=b.png> three</p>", "two three", "two  three"),
        ("<p>one <span hidden>no</span>two</p>", "one two", "one notwo"),
        ("<ul><li><a href=/>one</a><li><a href=/>two</a></ul>", "two", "two"),
        ("one", "one", "one"),
        ("<pre>one\n  two</pre>", "one\n  two", "one\n  two"),
        ("\r\n<p>one</p>\r\n<p>two</p>", "two", "two"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "c | d", "cd"),
    ],
)
def test_a_block_is_found_in_the_source(html: str, text: str, source: str) -> None:
    assert placed(html)[text] == source


@given(st.lists(tidy, max_size=6).map("\n".join))
def test_blocks_of_tidy_pages_are_found(html: str) -> None:
    document, tokens = parse(Page(html)), read_tokens(html)
    places = find_token_ranges(document, tokens)
    for kind, text, first, last in zip(
        document.kinds, document.texts, places.first.tolist(), places.last.tolist(), strict=True
    ):
        if kind is not Kind.IMAGE and text:
            there = "".join(unescape("".join(tokens.texts[first:last])).split())
            assert there.startswith("".join(text.split())[:1]) or text[0] not in there


@given(soup())
def test_every_block_of_any_page_has_a_place(html: str) -> None:
    document, tokens = parse(Page(html)), read_tokens(html)
    places = find_token_ranges(document, tokens)
    assert len(places.first) == len(document)
    assert (places.first >= 0).all()
    assert (places.first < places.last).all()
    assert (places.last <= len(tokens.texts)).all()


def test_sums_and_shares_are_of_the_block_s_own_texts() -> None:
    html = "<p>one <b>two</b></p><p>three</p>"
    document, tokens = parse(Page(html)), read_tokens(html)
    places = find_token_ranges(document, tokens)
    assert places.sums(tokens.sizes).tolist() == [6, 5]
    bold = np.array([text == "two" for text in tokens.texts])
    assert places.shares(bold * tokens.sizes, tokens.sizes).tolist() == [0.5, 0]


@pytest.mark.parametrize("piece", ["text</p>", "text<!-- -->", "<p>text", "<table>text", "text<br><br>", "<b>text"])
def test_many_blocks_of_one_kind_are_placed(piece: str) -> None:
    # What goes back over all nodes for each block does not end in any useful time.
    document: Document = parse(Page(piece * 20_000))
    assert len(find_token_ranges(document, read_tokens(document.page.html)).first) == len(document)
