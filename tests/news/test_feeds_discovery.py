"""Discovery of the feeds that a page names."""

from __future__ import annotations

from tamis.core.parse import parse
from tamis.model import Page
from tamis.news import discover_feeds, urls_to_try

HOME = "https://courier.example/news/"


def urls(html: str, url: str | None = HOME) -> list[str]:
    return [feed.url for feed in discover_feeds(Page(html, url))]


def test_declared_feeds_come_first_and_comments_last() -> None:
    html = """<link rel=alternate type='application/rss+xml' title='Comments' href='/comments/feed/'>
    <a href='/rss.xml'>RSS</a><link rel='alternate' type='application/atom+xml; charset=utf-8' title='Courier'
    href='atom'><link rel=alternate type='application/feed+json' href='/feed.json'>"""
    feeds = discover_feeds(parse(Page(html, HOME)))
    assert [(feed.url, feed.title, feed.found_by.value) for feed in feeds] == [
        ("https://courier.example/news/atom", "Courier", "declared"),
        ("https://courier.example/feed.json", None, "declared"),
        ("https://courier.example/rss.xml", "RSS", "linked"),
        ("https://courier.example/comments/feed/", "Comments", "declared"),
    ]
    assert feeds[-1].is_of_comments


def test_other_links_are_no_feeds() -> None:
    html = """<link rel=alternate hreflang=de href='/de/'><link rel=stylesheet href='/rss'>
    <link rel=alternate type='application/json' href='/wp-json/wp/v2/posts/1'><a href='/feedback'>Feedback</a>
    <a href='https://elsewhere.example/feed/'>A story of theirs</a><a href='javascript:rss()'>RSS</a>
    <link rel=alternate type='application/rss+xml' href='mailto:a@b.example'>"""
    assert urls(html) == []


def test_each_url_once_with_the_base_of_the_page() -> None:
    html = (
        "<base href='/x/'><link rel='feed alternate' href='feed'><a href='feed:https://courier.example/x/feed'>Feed</a>"
    )
    assert urls(html) == ["https://courier.example/x/feed"]


def test_feeds_of_other_hosts_count_where_the_link_says_so() -> None:
    assert urls("<a href='https://feeds.example/courier.rss'>RSS</a>") == ["https://feeds.example/courier.rss"]


def test_where_feeds_may_be() -> None:
    assert "https://courier.example/rss.xml" in urls_to_try("https://courier.example/a/b?c")
