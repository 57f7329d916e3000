"""Addresses of pages of the same article differ by a page's number, or by a word for all pages or print."""

from __future__ import annotations

import pytest

from tamis.enrich import page_links
from tamis.text import page_addresses
from tamis.text.page_addresses import (
    Relation,
    compare,
    has_print_sign,
    may_speak_of_print,
    page_number,
    share_identifier,
)

STORY = "https://example.org/2024/05/islanders-back-wind-farm"


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (STORY, f"{STORY}?page=2"),
        (STORY, f"{STORY}/2/"),
        (STORY, f"{STORY}/page/2"),
        (STORY, f"{STORY}/seite-2"),
        (STORY, f"{STORY}?page=1"),  # counted from 0
        (f"{STORY}?page=1", f"{STORY}?page=2"),
        (f"{STORY}.html", f"{STORY}-2.html"),
        (f"{STORY}.html", f"{STORY}_Page2.html"),
        (f"{STORY}_p2.html", f"{STORY}_p3.html"),
        ("https://example.org/show.php?t=9&s=1a2b", "https://example.org/show.php?t=9&start=20"),
        ("https://example.org/show.php?t=9&start=20", "https://example.org/show.php?t=9&start=40"),
        ("https://example.org/forum7/", "https://example.org/forum7/index2.html"),
        ("https://example.org/topic-g12-k345-tides.html", "https://example.org/topic-g12-k345-o10-tides.html"),
        (f"{STORY}?utm_source=feed", f"{STORY}?page=2"),
        (
            "https://web.archive.org/web/20160330101229/http://example.org/tides",
            "https://web.archive.org/web/20160401101229/http://example.org/tides?page=2",
        ),
    ],
)
def test_the_next_number_is_the_next_page(own: str, other: str) -> None:
    assert compare(own, other).is_next
    assert not compare(own, other).is_previous
    assert compare(other, own).is_previous


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (STORY, "https://example.org/2024/05/ferry-breaks-down"),
        (STORY, "https://example.org/page/2"),
        (STORY, f"{STORY}?page=3"),
        (f"{STORY}?page=2", f"{STORY}?page=1"),
        (STORY, f"{STORY}-2/"),  # another article with the same title
        ("https://example.org/2024/05/26", "https://example.org/2024/05/27"),
        ("https://example.org/news/40123", "https://example.org/news/40124"),
        ("https://example.org/?p=1689", "https://example.org/?p=1690&cpage=2"),
        (STORY, f"{STORY}?cpage=2"),
        (STORY, f"{STORY}/comment-page-2"),
        (STORY, f"{STORY}?page=2&partial_type=teaser_box"),
        (STORY, "https://example.com/2024/05/islanders-back-wind-farm?page=2"),
        (STORY, f"{STORY}#page-2"),
        ("https://example.org/docs/17/select.html", "https://example.org/docs/18/select.html"),
        (STORY, "javascript:next(2)"),
        (STORY, "https://example.org/" + "a" * 3000 + "?page=2"),
    ],
)
def test_other_addresses_are_not_the_next_page(own: str, other: str) -> None:
    assert not compare(own, other).is_next


@pytest.mark.parametrize(
    "other", [f"{STORY}?page=all", f"{STORY}?single_page=true", f"{STORY}/komplettansicht", f"{STORY}?pagewanted=all"]
)
def test_a_sign_for_all_pages(other: str) -> None:
    assert compare(STORY, other).relation is Relation.WHOLE


@pytest.mark.parametrize(
    "other",
    [
        f"{STORY}?print=true",
        f"{STORY}/print",
        f"{STORY}.print",
        "https://example.org/print/2024/05/islanders-back-wind-farm",
        "https://example.org/2024/05/islanders-back-wind-farm-printerfriendly.html",
    ],
)
def test_a_sign_for_print(other: str) -> None:
    assert compare(STORY, other).relation is Relation.PRINT
    assert has_print_sign(other)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/imprint",
        "https://example.org/print-edition/",
        "https://example.org/abo/print",
        "https://example.org/news/how-to-print-your-own-house-at-home",
        "https://example.org/3d-printing/",
        "https://example.org/blueprint/",
        "https://example.org/sprint",
    ],
)
def test_words_that_are_no_sign_for_print(address: str) -> None:
    assert compare(STORY, address).relation is not Relation.PRINT
    assert not has_print_sign(address)


def test_an_article_is_named_by_a_long_number_or_a_long_name() -> None:
    assert share_identifier("https://example.org/story/39145520/tides", "https://example.org/print?id=39145520")
    assert share_identifier(STORY, "https://example.org/x/islanders-back-wind-farm?view=1")
    assert not share_identifier("https://example.org/2024/05/tides", "https://example.org/2024/05/winds")


@pytest.mark.parametrize(
    ("address", "number"),
    [
        ("https://example.org/tides?page=3", 3),
        ("https://example.org/tides/seite/3", 3),
        ("https://example.org/tides-p3.html", 3),
        ("https://example.org/tides-3.html", None),
        ("https://example.org/tides?id=3", None),
    ],
)
def test_a_page_number_is_named(address: str, number: int | None) -> None:
    assert page_number(address) == number


def test_the_quick_look_for_print_misses_no_word_for_it() -> None:
    known = page_addresses._PRINT_NAMES | page_links._PRINT_NAMES
    assert [word for word in known if not may_speak_of_print(word)] == []
    assert may_speak_of_print("https://example.org/PrintView.aspx")
    assert not may_speak_of_print(STORY)
