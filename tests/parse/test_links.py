"""Links of a document, with their blocks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tamis.core.parse import parse
from tamis.model import Page

if TYPE_CHECKING:
    from tamis.core.parse.links import Link

URL = "https://valley.example/news/mill.html"


def links(html: str) -> tuple[Link, ...]:
    return parse(Page(html, URL)).links()


def test_links_come_in_reading_order_with_text_url_and_rel() -> None:
    found = links(
        "<p>The <a href=/old rel='Nofollow next'>old\n <b>mill</b></a></p><p><a href=wheel.html>Wheel</a></p>"
    )
    assert [(link.text, link.href, link.rel) for link in found] == [
        ("old mill", "https://valley.example/old", ("nofollow", "next")),
        ("Wheel", "https://valley.example/news/wheel.html", ()),
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Go <a href=/x>here</a>.</p>", "Go here."),
        ("<a href=/x><div><h2>A heading</h2><p>And text</p></div></a>", "A heading"),
        ("<p>One</p><p><span><a href=/x><i>Two</i></a></span></p>", "Two"),
        ("<table><tr><th>a<th>b<tr><td>1<td><a href=/x>2</a></table>", "1 | 2"),
        ("<p>Text</p><a href=/x><img src=a.png alt=Pier></a>", ""),
    ],
    ids=["inline", "around blocks", "nested", "row", "picture"],
)
def test_a_link_knows_the_first_block_that_shows_it(html: str, text: str) -> None:
    document = parse(Page(html, URL))
    (link,) = document.links()
    assert link.block is not None
    assert document.texts[link.block] == text


def test_a_link_in_hidden_text_has_a_hidden_block() -> None:
    document = parse(Page("<p>Seen</p><div hidden><a href=/x>Not seen</a></div>", URL))
    (link,) = document.links()
    assert link.block is not None
    assert document.hidden[link.block] is not None


def test_a_link_that_shows_nothing_has_its_label_and_no_block() -> None:
    (link,) = links("<p>Text</p><a href=/next aria-label='Next page'><i class=icon></i></a>")
    assert (link.text, link.block) == ("Next page", None)


def test_a_linked_picture_speaks_by_its_alternative_text() -> None:
    assert links("<a href=/x title=Title><img src=a.png alt='The pier'></a>")[0].text == "The pier"


def test_only_urls_that_can_be_followed_are_links() -> None:
    found = links(
        "<a href=javascript:x()>No</a><a>No</a><a href>No</a><a href=mailto:a@b.example>Mail</a><a href=#top>Top</a>"
    )
    assert [link.href for link in found] == ["mailto:a@b.example", f"{URL}#top"]


def test_the_base_element_counts() -> None:
    assert links("<base href=https://other.example/a/><a href=b>b</a>")[0].href == "https://other.example/a/b"


@pytest.mark.parametrize(
    "make",
    [
        lambda size: "<a href=/x>" + "<b>" * size + "text" + "</b>" * size,
        lambda size: "<div>" * size + "<a href=/x>t</a>" * size,
        lambda size: "<a href=/x>" + "<p>t</p>" * size,
        lambda size: "<table>" + "<tr><td><a href=/x>1</a><td>2" * size,
    ],
    ids=["deep", "deep and wide", "around many", "rows"],
)
def test_the_work_grows_with_the_page_and_not_faster(make: object) -> None:
    assert callable(make)
    assert _lines_run(make(400)) < 2.5 * _lines_run(make(200)) + 200


def _lines_run(html: str) -> int:
    document = parse(Page(html, URL))
    count = 0

    def trace(*_: object) -> object:
        nonlocal count
        count += 1
        return trace

    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        document.links()
    finally:
        sys.settrace(None)
    return count
