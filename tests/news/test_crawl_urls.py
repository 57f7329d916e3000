"""URLs of a crawl: cleaned, keys, patterns, the site, and traps that are known by the URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.news.crawl_urls import Site, crawlable, trap_in
from tamis.text.urls.cleaning import MAX_LENGTH
from tamis.text.urls.shapes import pattern_of
from tamis.text.urls.wildcards import wildcard

if TYPE_CHECKING:
    from tamis.text.urls.cleaning import CleanUrl


def parts(url: str) -> CleanUrl:
    found = crawlable(url)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("HTTP://News.Example:80/a/../b#top", "http://news.example/b"),
        ("https://news.example:443?utm_source=x&id=7&fbclid=y", "https://news.example/?id=7"),
        (
            "https://news.example/a;jsessionid=0123abcd?PHPSESSID=0123456789&sid=0123456789abcdef",
            "https://news.example/a",
        ),
        ("https://news.example/(S(lit3py55t21z5v55vlm25s55))/a.aspx", "https://news.example/a.aspx"),
        ("https://news.example/list?sid=7", "https://news.example/list?sid=7"),
        ("https://news.example/größe?q=ä b", "https://news.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b"),
    ],
)
def test_what_does_not_change_the_page_is_taken_out(url: str, clean: str) -> None:
    assert str(parts(url)) == clean


@pytest.mark.parametrize(
    "url",
    [
        "mailto:a@b.example",
        "/relative",
        "https://user:word@a.example/",
        "https://a.example:99999/",
        "https://",
        "http://[/",
    ],
)
def test_what_is_no_web_url_is_none(url: str) -> None:
    assert crawlable(url) is None


def test_urls_that_are_too_long_are_none() -> None:
    assert crawlable("https://a.example/" + "a" * MAX_LENGTH) is None


def test_parameters_that_were_learnt_are_taken_out() -> None:
    assert str(crawlable("https://a.example/x?zsid=1&a=2", frozenset({"zsid"}))) == "https://a.example/x?a=2"


def test_pages_of_one_kind_share_a_pattern() -> None:
    assert pattern_of(parts("https://a.example/calendar/2031/05/")) == "a.example/calendar/0/0/"
    assert pattern_of(parts("https://a.example/news/the-long-headline-7.html?page=3")) == "a.example/news/*.html?page"
    assert pattern_of(parts("https://a.example/sport/")) != pattern_of(parts("https://a.example/culture/"))


def test_a_site_is_a_host_with_or_without_www() -> None:
    site = Site("news.example")
    assert site.has(parts("https://www.news.example/a"))
    assert not site.has(parts("https://sport.news.example/a"))
    assert not site.has(parts("https://news.example:8080/a"))
    assert not site.has(parts("https://news.example.evil.example/a"))


def test_a_site_can_be_a_whole_domain() -> None:
    site = Site("www.news.co.uk", whole_domain=True)
    assert site.has(parts("https://sport.news.co.uk/a"))
    assert not site.has(parts("https://other.co.uk/a"))


@pytest.mark.parametrize(
    "path",
    [
        "/a/more/more/more/x",
        "/list?sort=title&page=2",
        "/story?replytocom=7",
        "/files/report.PDF",
        "/" + "a/b/" * 9,
        "/search?a=1&b=2&c=3&d=4&e=5&f=6&g=7",
        "/list?tag=a&tag=b",
    ],
)
def test_traps_are_known_by_their_url(path: str) -> None:
    assert trap_in(parts(f"https://a.example{path}"))


@pytest.mark.parametrize(
    "path", ["/", "/2024/05/05/story", "/news?page=7", "/story.html", "/tag/c.v", "/node.js/story"]
)
def test_plain_urls_are_no_traps(path: str) -> None:
    assert trap_in(parts(f"https://a.example{path}")) is None


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("/a/*", "/a/b/c", True),
        ("/a/*", "/b/a/", False),
        ("*/gallery/*", "/x/gallery/1", True),
        ("/a*b", "/ab", True),
        ("/ab*bc", "/abc", False),
        ("/a", "/a/b", False),
        ("*", "", True),
    ],
)
def test_wildcards_cover_the_whole_text(pattern: str, text: str, fits: bool) -> None:
    assert wildcard(pattern, to_end=True).matches(text) is fits
