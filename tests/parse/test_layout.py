"""The layout of a page that a browser gives, taken from outside."""

from __future__ import annotations

import pickle

from tamis.core.parse import Hiding, parse
from tamis.model import LAYOUT_ATTRIBUTE, Box, Layout, Page


def numbered(html: str) -> str:
    return html.replace("@", f"{LAYOUT_ATTRIBUTE}=")


def test_without_a_layout_there_are_no_boxes() -> None:
    assert parse(Page("<p>Text</p>")).boxes is None


def test_each_block_has_the_box_of_its_element() -> None:
    html = numbered("<body @1><p @2>One</p><div @3>Two <p @4><b @5>Three</b></p></div><img @6 src=a.png></body>")
    boxes = {number: Box(number, 10 * number, 100, 10) for number in (1, 2, 3, 4, 5, 6)}
    document = parse(Page(html, layout=Layout(boxes)))
    assert list(document.texts) == ["One", "Two", "Three", ""]
    assert document.boxes == [boxes[2], boxes[3], boxes[5], boxes[6]]


def test_a_block_of_several_elements_has_the_box_around_them() -> None:
    html = numbered("<p @1><b @2>One</b> <i @3>two</i></p>")
    document = parse(Page(html, layout=Layout({2: Box(0, 0, 10, 5), 3: Box(20, 5, 10, 5)})))
    assert document.boxes == [Box(0, 0, 30, 10)]


def test_an_element_without_a_box_has_that_of_the_one_around_it() -> None:
    document = parse(Page(numbered("<div @1><p>One</p></div><p @9>Two</p>"), layout=Layout({1: Box(1, 2, 3, 4)})))
    assert document.boxes == [Box(1, 2, 3, 4), None]


def test_the_browser_decides_what_is_hidden() -> None:
    html = numbered("<p @1 style='display:none'>Shown by a script</p><p @2>Hidden by a style sheet</p>")
    document = parse(Page(html, layout=Layout({1: Box(0, 0, 9, 9)}, hidden={2: Hiding.OFF_SCREEN.value})))
    assert list(document.hidden) == [None, Hiding.OFF_SCREEN]
    assert parse(Page(html)).hidden[0] is Hiding.DISPLAY


def test_strange_numbers_are_none() -> None:
    html = numbered("<p @x>a</p><p @-1>b</p><p @99999999999999999999>c</p><p>d</p>")
    assert parse(Page(html, layout=Layout({1: Box(0, 0, 1, 1)}))).boxes == [None] * 4


def test_a_page_with_a_layout_goes_to_other_processes() -> None:
    page = Page("<p>Text</p>", layout=Layout({1: Box(0, 0, 1, 1)}))
    assert pickle.loads(pickle.dumps(page)) == page


def test_styles_of_the_page_tell_what_boxes_do_not() -> None:
    """A browser knows where a text is, and not what a filter leaves of it."""

    def hidden(head: str) -> list[Hiding | None]:
        html = numbered(f"{head}<style>p{{filter:invert(1)}}</style><p @1>Words</p>")
        page = Page(html, layout=Layout({1: Box(0, 0, 100, 20)}))
        return list(parse(page, reads_styles=True).hidden)

    assert hidden("") == [Hiding.STYLE_SHEET]
    assert hidden("<link rel=stylesheet href=/a.css>") == [None]
