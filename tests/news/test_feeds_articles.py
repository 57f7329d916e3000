"""The article of a feed's entry: which text is taken."""

from __future__ import annotations

import pytest

from tamis.model import Moment, Outcome, Page
from tamis.news import FeedEntry, TextFrom, article_of_entry
from tamis.text.dates import read_date

SENTENCES = [
    f"The crew of boat number {at} went out before dawn and came back with {at * 3} crates of herring for the market."
    for at in range(1, 25)
]
URL = "https://courier.example/herring"


def paragraphs(start: int, stop: int) -> str:
    return "".join(f"<p>{SENTENCES[at]} {SENTENCES[(at + 7) % 24]}</p>" for at in range(start, stop))


def entry(content: str | None, **known: object) -> FeedEntry:
    date = read_date("2024-05-14T10:00:00Z")
    assert date is not None
    published = Moment("2024-05-14T10:00:00Z", date)
    return FeedEntry(URL, title="Herring return", published=published, content=content, **known)  # type: ignore[arg-type]


def page(body: str) -> Page:
    return Page(
        f"<html><head><title>x</title></head><body><nav><a href='/'>Home</a></nav><article>{body}</article>", URL
    )


def test_the_feed_has_more_than_the_page() -> None:
    found = article_of_entry(entry(paragraphs(0, 12)), page(paragraphs(0, 3)))
    assert found.text_from is TextFrom.FEED
    assert SENTENCES[11] in found.article.text
    assert found.article.trace[-1].stage == "feed"
    assert "the page has" in found.article.trace[-1].note


def test_the_title_and_the_date_of_the_feed_are_handed_on() -> None:
    found = article_of_entry(entry(None), page(paragraphs(0, 8)))
    assert found.text_from is TextFrom.PAGE
    assert found.article.title == "Herring return"
    assert found.article.published is not None
    assert found.article.published.isoformat().startswith("2024-05-14T10:00")


def test_a_page_without_an_article_stays_what_it_is_if_the_feed_has_no_text() -> None:
    found = article_of_entry(entry(None), page("<p>Too short to tell.</p>"))
    assert found.text_from is TextFrom.PAGE
    assert found.article.outcome is Outcome.TOO_SHORT
    assert any("Too short to tell" in text for text in found.article.page_texts())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (f"<p>{SENTENCES[0]}</p>", "teaser"),
        (paragraphs(0, 12) + "<p>And then […]</p>", "cut off"),
        (paragraphs(0, 12) + "<p><a href='/x'>Continue reading Herring return</a></p>", "cut off"),
        ("".join(f"<p><a href='/{at}'>{text}</a></p>" for at, text in enumerate(SENTENCES)), "list of links"),
        (paragraphs(12, 24), "another one"),
        (paragraphs(0, 3), "words"),
    ],
)
def test_the_page_is_taken_where_the_feed_is_not_honest_or_has_no_more(content: str, reason: str) -> None:
    found = article_of_entry(entry(content), page(paragraphs(0, 3)))
    assert found.text_from is TextFrom.PAGE
    assert reason in found.reason


def test_without_a_page_there_is_what_the_feed_has() -> None:
    found = article_of_entry(entry(paragraphs(0, 6)), None)
    assert found.text_from is TextFrom.FEED
    assert SENTENCES[5] in found.article.text


@pytest.mark.parametrize(
    "content", [f"<p>{SENTENCES[0]} {SENTENCES[1]}</p>", paragraphs(0, 12) + "<p>And then […]</p>"]
)
def test_a_teaser_without_its_page_is_a_stub(content: str) -> None:
    found = article_of_entry(entry(content), None).article
    assert found.outcome is Outcome.STUB
    assert "the page could not be fetched" in found.outcome_reason
    assert not found.is_article
    assert SENTENCES[0] in found.text
    assert article_of_entry(entry(paragraphs(0, 12)), None).article.is_article


def test_a_page_that_needs_a_script_gives_way_to_the_feed() -> None:
    found = article_of_entry(entry(paragraphs(0, 12)), page("<p>Please enable JavaScript to read this.</p>"))
    assert found.text_from is TextFrom.FEED
