from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.core.enrich import metadata
from tamis.core.parse import parse
from tamis.model import DateSource, Moment, Page
from tamis.text.dates import Order, find_date, order_of, read_date

from .reading import article, linked, read, read_html

DAY = date(2023, 12, 1)
MEANT = {
    "2023-12-01": "2023-12-01",
    "2023-12-1": "2023-12-01",
    "2023/12/01": "2023-12-01",
    "20231201": "2023-12-01",
    "2023-12-01T10:05:00Z": "2023-12-01T10:05:00+00:00",
    "2023-12-01T10:05:00.123+0100": "2023-12-01T10:05:00.123000+01:00",
    "2023-12-01T10:05-5:00": "2023-12-01T10:05:00-05:00",
    "2023-12-01 10:05:00 UTC": "2023-12-01T10:05:00+00:00",
    "1701424800": "2023-12-01T10:00:00+00:00",
    "1701424800000": "2023-12-01T10:00:00+00:00",
    "Fri, 01 Dec 2023 10:05:00 GMT": "2023-12-01T10:05:00+00:00",
    "Fri Dec 01 2023 10:05:00 GMT+0000 (Coordinated Universal Time)": "2023-12-01T10:05:00+00:00",
    "Fri Dec 01 10:05:00 EST 2023": "2023-12-01T10:05:00-05:00",
    "December 1, 2023 at 10:05 PM EST": "2023-12-01T22:05:00-05:00",
    "Dec. 1st, 2023": "2023-12-01",
    "1 December 2023": "2023-12-01",
    "1. Dezember 2023, 10:05 Uhr": "2023-12-01T10:05:00",
    "1er décembre 2023": "2023-12-01",
    "1 de diciembre de 2023": "2023-12-01",
    "1 dicembre 2023": "2023-12-01",
    "1 de dezembro de 2023": "2023-12-01",
    "1 december 2023": "2023-12-01",
    "1 grudnia 2023": "2023-12-01",
    "1. prosince 2023": "2023-12-01",
    "1 декабря 2023 г.": "2023-12-01",
    "1 Aralık 2023": "2023-12-01",
    "1 joulukuuta 2023": "2023-12-01",
    "2023年12月1日 下午3:05": "2023-12-01T15:05:00",
    "2023년 12월 1일": "2023-12-01",
    "2023. 12. 1.": "2023-12-01",
    "2023. december 1.": "2023-12-01",
    "01.12.2023": "2023-12-01",
}
REFUSED = [
    "",
    "soon",
    "2023-13-45",
    "3023-01-01",
    "1970-01-01T00:00:00Z",
    "0001-01-01",
    "2023",
    "12 boats 2023",
    "v1.12.23",
]


@pytest.mark.parametrize(("text", "iso"), MEANT.items())
def test_dates_are_read_in_many_forms_and_languages(text: str, iso: str) -> None:
    value = read_date(text)
    assert value is not None
    assert value.isoformat() == iso


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_date_is_refused(text: str) -> None:
    assert read_date(text) is None


def test_day_and_month_in_numbers_are_settled_by_the_language() -> None:
    assert read_date("1/12/2023", order_of("de", "x.de")) == DAY
    assert read_date("1/12/2023", order_of("en-GB", "x.com")) == DAY
    assert read_date("1/12/2023", order_of("en", "x.co.uk")) == DAY
    assert read_date("12/1/2023", order_of("en-US", "x.com")) == DAY


def test_day_and_month_in_numbers_are_refused_where_nothing_settles_them() -> None:
    assert read_date("1/12/2023", order_of("en", "x.com")) is None
    assert read_date("1/12/2023") is None


def test_a_number_above_twelve_settles_day_and_month() -> None:
    assert read_date("13/12/2023") == read_date("12/13/2023") == date(2023, 12, 13)


def test_the_same_month_name_is_read_by_language() -> None:
    assert read_date("5 listopada 2022", Order(True, "pl")) == date(2022, 11, 5)
    assert read_date("5 listopada 2022", Order(True, "hr")) == date(2022, 10, 5)


@given(st.text(max_size=120))
def test_any_text_is_searched_without_error(text: str) -> None:
    assert find_date(text) == find_date(text)
    read_date(text)


@given(st.datetimes(min_value=datetime(1995, 1, 1), max_value=datetime(2034, 12, 31)))
def test_every_moment_is_read_back_from_iso_8601(moment: datetime) -> None:
    assert read_date(moment.isoformat()) == moment.replace(microsecond=moment.microsecond)


def published(head: str = "", body: str = "", **known: str | None) -> str | None:
    moment = read(head, body, **known).published
    return moment.isoformat() if moment else None


def test_linked_data_gives_published_and_modified_with_zone_and_raw_text() -> None:
    found = read(article(datePublished="2023-12-01T10:00:00+01:00", dateModified="2023-12-02"))
    assert found.published == Moment(
        "2023-12-01T10:00:00+01:00", datetime.fromisoformat("2023-12-01T10:00:00+01:00"), DateSource.JSON_LD
    )
    assert found.modified == Moment("2023-12-02", date(2023, 12, 2), DateSource.JSON_LD)


def test_modified_is_never_given_for_published() -> None:
    head = '<meta property="article:modified_time" content="2023-12-02"><meta name=lastmod content="2023-12-03">'
    found = read(head, "<h1>Ferry sails</h1><p>Last updated on 2 December 2023</p>")
    assert found.published is None
    assert found.modified is not None
    assert found.modified.date() == date(2023, 12, 2)


def test_no_date_is_invented() -> None:
    body = """<h1>Ferry sails</h1><p>The ferry has sailed since 1 May 2004, and will until 3 June 2031.</p>
    <footer>Copyright 2023 The Courier</footer><div class=related><p>2 May 2023</p></div>"""
    assert published("<title>Ferry sails</title>", body) is None


def test_a_date_far_in_the_future_is_refused() -> None:
    assert published(article(datePublished="2999-01-01")) is None


def test_a_date_after_the_page_was_fetched_is_refused() -> None:
    assert published(article(datePublished="2024-06-01"), fetched="2024-05-01T10:00:00Z") is None
    assert published(article(datePublished="2024-05-02"), fetched="2024-05-01T23:00:00Z") == "2024-05-02"


def test_a_date_that_came_with_the_page_is_refused_if_it_is_after_that() -> None:
    for raw in ("Tue, 01 Jan 2030 10:00:00 GMT", "2030-01-01"):
        page = Page("<h1>Ferry sails</h1><p>The ferry sails.</p>", published=raw, fetched="2024-01-01T00:00:00Z")
        assert metadata(parse(page)).published is None
        assert metadata(parse(replace(page, fetched=None))).published is not None


@pytest.mark.parametrize(
    "name", ["article:published_time", "dc.date.issued", "citation_date", "parsely-pub-date", "w-published-date"]
)
def test_meta_elements_of_many_systems_are_known(name: str) -> None:
    assert published(f'<meta name="{name}" content="2023-12-01">') == "2023-12-01"


@pytest.mark.parametrize(
    "line",
    [
        "<p>Published 1 December 2023</p>",
        "<p>Published: 1 December 2023 | Updated: 3 December 2023</p>",
        "<p class=meta>Friday, December 1, 2023 · 3 min read</p>",
        '<p><time datetime="2023-12-01">last week</time></p>',
        "<p>By Jane Doe<br>1 December 2023</p>",
        "<p>(1 December 2023) " + "The ferry sailed at dawn, and it was full. " * 9 + "</p>",
    ],
)
def test_the_date_by_the_headline_is_read(line: str) -> None:
    assert published("<title>Ferry sails</title>", f"<h1>Ferry sails</h1>{line}") == "2023-12-01"


def test_a_labelled_date_at_the_end_of_the_page_is_read() -> None:
    long = "<p>" + "The ferry sailed at dawn, and it was full of people. " * 20
    assert published("", f"<h1>Ferry sails</h1>{long * 8}<p>Posted on 1 December 2023</p>") == "2023-12-01"


def test_a_label_in_its_own_line_counts() -> None:
    found = read("<title>Ferry sails</title>", "<h1>Ferry sails</h1><p>Last updated</p><p>1 December 2023</p>")
    assert found.published is None
    assert found.modified is not None


def test_the_url_gives_a_whole_date_only() -> None:
    assert published(url="https://courier.example/2023/12/01/ferry") == "2023-12-01"
    assert published(url="https://courier.example/2023/dec/01/ferry") == "2023-12-01"
    assert published(url="https://courier.example/2023/12/ferry") is None
    assert published(url="https://courier.example/2023/12/20-best-boats") is None


def test_the_url_outdoes_another_day_in_the_text() -> None:
    body = "<h1>Ferry sails</h1><p>23 November 2023</p>"
    assert published("", body, url="https://courier.example/2023/12/01/ferry") == "2023-12-01"


def test_a_moment_in_universal_time_is_dated_as_the_page_dates_it() -> None:
    head = article(datePublished="2023-12-02T01:30:00Z", headline="Ferry sails")
    assert published(head, "<h1>Ferry sails</h1><p>December 1, 2023</p>") == "2023-12-01"
    assert published(head, "<h1>Ferry sails</h1><p>December 2, 2023</p>") == "2023-12-02T01:30:00+00:00"
    assert published(head, "<h1>Ferry sails</h1><p>November 3, 2023</p>") == "2023-12-02T01:30:00+00:00"


def test_numbers_by_the_headline_are_read_by_the_language_of_the_page() -> None:
    page = "<html lang={}><title>Ferry</title><h1>Ferry</h1><p class=date>03/04/2024</p>"
    french = read_html(page.format("fr")).published
    assert french is not None
    assert french.date() == date(2024, 4, 3)
    assert read_html(page.format("en")).published is None


def test_the_date_of_a_related_article_is_not_taken() -> None:
    others = [{"@type": "Article", "headline": f"Other {n}", "datePublished": "2020-01-01"} for n in range(3)]
    assert published("<title>Ferry sails at dawn</title>" + linked(others)) is None


@pytest.mark.parametrize("text", ["Python 3.5.11", "Firefox 3.5.11 ist da", "3.5.11"])
def test_a_version_is_no_date(text: str) -> None:
    assert find_date(text, Order(None, "en")) is None
    assert find_date(text, Order(True, "de")) == (date(2011, 5, 3) if text == "3.5.11" else None)


@pytest.mark.parametrize("text", ["am 3.5.11", "Mo, 3.5.11", "Harbour 03.05.11"])
def test_a_short_year_is_read_where_dates_are_written_with_dots(text: str) -> None:
    assert find_date(text, Order(True, "de")) == date(2011, 5, 3)


def test_a_thread_has_the_date_of_its_question() -> None:
    body = (
        "<h1>Why is the tide late?</h1><div itemscope><time itemprop=dateCreated datetime=2014-02-04>4 Feb</time></div>"
        "<div itemscope><time itemprop=datePublished datetime=2018-05-21>21 May</time></div>"
    )
    published = read("", body).published
    assert published is not None
    assert published.date() == date(2014, 2, 4)
