from __future__ import annotations

from typing import Any

import pytest

from tamis.core.embedded.body import Hints, find_body

from .prose import paragraphs

TITLE = "Lanterns counted at the harbour"
HINTS = Hints.of((TITLE,), None)
HTML = "".join(f"<p>{text}</p>" for text in paragraphs(5))
OTHER = "".join(f"<p>{text}</p>" for text in paragraphs(20, first=400))


def found(value: object, hints: Hints = HINTS) -> str | None:
    body = find_body(value, hints)
    return body.html if body is not None else None


@pytest.mark.parametrize("key", ["body", "content", "articleBody", "body_html", "bodyHtml", "fullText"])
def test_a_body_beside_the_title_is_found_under_many_names(key: str) -> None:
    assert found({"props": {"pageProps": {"article": {"headline": TITLE, key: HTML}}}}) == HTML


def test_a_body_without_the_title_around_it_is_not_this_pages() -> None:
    assert found({"article": {"headline": "Another matter entirely, as it were", "body": HTML}}) is None


def test_the_description_in_it_shows_that_a_body_is_this_pages() -> None:
    start = paragraphs(1)[0]
    assert found({"article": {"body": HTML}}, Hints.of((), start)) == HTML
    assert found({"article": {"body": OTHER}}, Hints.of((), start)) is None


def test_one_of_a_list_is_this_pages_only_by_its_own_title() -> None:
    stories = [{"title": "Something else was said today", "body": OTHER}, {"title": TITLE, "body": HTML}]
    assert found({"title": TITLE, "stories": stories}) == HTML
    assert found({"title": TITLE, "stories": stories[:1] * 2}) is None


@pytest.mark.parametrize("key", ["relatedStories", "comments", "author_bio", "footer", "newsletter", "cookieConsent"])
def test_what_belongs_elsewhere_is_passed_over(key: str) -> None:
    assert found({"title": TITLE, key: {"body": OTHER}, "body": HTML}) == HTML
    assert found({"title": TITLE, key: {"body": OTHER}}) is None


def test_structure_is_better_than_plain_text_of_the_same_length() -> None:
    plain = "\n".join(paragraphs(5))
    assert found({"title": TITLE, "body": plain, "content": HTML}) == HTML
    blocks = [{"type": "paragraph", "children": [{"text": text}]} for text in paragraphs(5)]
    assert found({"title": TITLE, "bodyText": plain, "content": blocks}) == HTML


def test_the_longest_of_several_wins() -> None:
    assert found({"title": TITLE, "text": paragraphs(2)[0] * 2, "body": HTML}) == HTML


def test_the_title_may_be_an_object_and_longer_than_the_body_says() -> None:
    assert found({"headlines": {"basic": TITLE}, "content": HTML}) == HTML
    assert found({"title": TITLE, "content": HTML}, Hints.of((f"{TITLE} - The Courier",), None)) == HTML


def test_the_title_far_above_says_nothing() -> None:
    value: Any = {"body": HTML}
    for _ in range(7):
        value = {"wrapper": value}
    assert found({"title": TITLE, "page": value}) is None


def test_lists_of_words_and_code_are_no_prose() -> None:
    menu = "".join(f"<p>Item {number} of the menu</p>" for number in range(60))
    assert found({"title": TITLE, "body": menu}) is None
    assert found({"title": TITLE, "body": "a{color:red;margin:0;} b{padding:1px;} " * 60}) is None


def test_a_short_text_is_no_body() -> None:
    assert found({"title": TITLE, "body": f"<p>{paragraphs(1)[0]}</p>"}) is None


def test_apollos_fields_carry_their_arguments() -> None:
    assert found({"headline": TITLE, 'body({"format":"HTML","trim":true,"images":"all"})': HTML}) == HTML


def test_nesting_without_end_is_given_up() -> None:
    value: Any = {"title": TITLE, "body": HTML}
    for _ in range(200):
        value = [value]
    assert found(value) is None
    assert found(None) is None
