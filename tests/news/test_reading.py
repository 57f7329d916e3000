"""Answers of workers to the crawler about pages and feeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tamis.errors import BadInput
from tamis.io.workers.extraction import PageBytes
from tamis.news.reading import Fetched, Kind, ReadPage, read

SITE = Path(__file__).parents[2] / "examples" / "site"


def read_file(name: str, score: float = 0.0, *, is_announced: bool = False, kind: Kind = Kind.PAGE) -> ReadPage:
    url = f"https://courier.example/{name}"
    data = (SITE / name).read_bytes()
    return ReadPage.from_bytes(read(Fetched(kind, PageBytes(data, url), is_announced=is_announced, score=score)))


def test_an_article_is_one_by_its_own_word_or_by_its_links() -> None:
    assert read_file("harbour-tunnel.html").is_article  # declared
    assert not read_file("docs-sieve-config.html").is_article
    assert read_file("docs-sieve-config.html", 0.8).is_article
    assert read_file("docs-sieve-config.html", is_announced=True).is_article


def test_a_page_of_another_type_is_no_article_whatever_its_links_look_like() -> None:
    page = read_file("kettle-product.html", 0.9)
    assert not page.is_article
    assert page.article is None


def test_lists_bring_links_and_feeds_and_no_article() -> None:
    page = read_file("index.html", 0.9)
    assert not page.is_article
    scores = {link.url.rpartition("/")[2]: link.score for link in page.links if link.kind == Kind.PAGE}
    assert scores["wind-farm-vote.html"] > 0.5
    assert {link.url for link in page.links if link.kind == Kind.FEED}


def test_a_feed_announces_articles() -> None:
    page = read_file("feed.xml", kind=Kind.FEED)
    assert all(link.is_announced for link in page.links)
    assert page.links


def test_a_json_feed_announces_articles() -> None:
    body = b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"url": "/a", "title": "A"}, {"id": "b"}]}'
    page = ReadPage.from_bytes(read(Fetched(Kind.FEED, PageBytes(body, "https://courier.example/feed.json"))))
    assert [(link.url, link.title) for link in page.links] == [("https://courier.example/a", "A")]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"items": 7}',
        b"<html></html>",
    ],
)
def test_what_is_no_feed_is_an_error(body: bytes) -> None:
    with pytest.raises(BadInput):
        read(Fetched(Kind.FEED, PageBytes(body, "https://courier.example/feed")))
