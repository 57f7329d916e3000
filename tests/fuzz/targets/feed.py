"""Feeds, sitemaps, OPML and robots.txt.

Oracles: no entity is expanded (what comes out is not much longer than what went in), limits hold, a feed that is
written in each format is well-formed and has the same entries when it is read again, subscriptions too; a comment at
the end of a robots.txt changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import fields

from tamis.errors import TamisError
from tamis.news.feeds import MAX_ENTRIES, FeedFormat, parse_feed
from tamis.news.feeds_writing import write_feed
from tamis.news.opml import read_opml, write_opml
from tamis.news.sitemaps import MAX_URLS, read_sitemap
from tamis.text.urls.robots import read_robots

from ..oracles import declares_document_type, expect, is_json, is_xml, same_again

_URL = "https://feeds.example/news/feed.xml"
_PATHS = ("/", "/a", "/news/story.html?x=1", "/%7Ea/b", "/private/x")
_PLAIN_URL = re.compile(r"[\w.~:/?#@!$&()*+,=%-]+", re.ASCII)
"""URLs that no reader of feeds changes."""
_EXPANSION, _AT_LEAST = 40, 20_000
"""Characters that come out of one that goes in (a relative URL becomes absolute), and those that are never too many."""


def check(data: bytes) -> None:
    """Read bytes as each kind of list."""
    _feed(data)
    _sitemap(data)
    _subscriptions(data)
    _robots(data)


def _feed(data: bytes) -> None:
    try:
        feed = same_again(parse_feed(data, _URL), lambda: parse_feed(data, _URL), data)
    except TamisError:
        return
    expect(len(feed.entries) <= MAX_ENTRIES, "more entries than the limit")
    size = sum(_size(entry) for entry in feed.entries)
    expect(size <= _EXPANSION * len(data) + _AT_LEAST, f"{len(data)} bytes became {size} characters")
    urls = [entry.url for entry in feed.entries if entry.url and _PLAIN_URL.fullmatch(entry.url)]
    for form in (FeedFormat.RSS, FeedFormat.ATOM, FeedFormat.JSON):
        written = write_feed(feed, form)
        is_json(written) if form is FeedFormat.JSON else is_xml(written)
        again = parse_feed(written.encode("utf-8"), _URL)
        expect(len(again.entries) == len(feed.entries), f"{len(feed.entries)} entries, {len(again.entries)} in {form}")
        read = [entry.url for entry in again.entries if entry.url]
        expect(set(urls) <= set(read), f"{set(urls) - set(read)} is lost in {form}")


def _size(entry: object) -> int:
    return sum(len(str(getattr(entry, field.name) or "")) for field in fields(entry))  # type: ignore[arg-type, misc]


def _sitemap(data: bytes) -> None:
    try:
        sitemap = same_again(read_sitemap(data), lambda: read_sitemap(data), data)
    except TamisError:
        return
    expect(len(sitemap.entries) <= MAX_URLS, "more URLs than the limit")
    expect(not declares_document_type(data), "a sitemap with a document type declaration was read")
    size = sum(len(entry.url) for entry in sitemap.entries)
    expect(size <= len(data) * 2, f"{len(data)} bytes became {size} characters of URLs")


def _subscriptions(data: bytes) -> None:
    try:
        subscriptions = same_again(read_opml(data), lambda: read_opml(data), data)
    except TamisError:
        return
    written = write_opml(subscriptions)
    is_xml(written)
    again = read_opml(written.encode("utf-8"))
    urls = {one.url for one in subscriptions if _PLAIN_URL.fullmatch(one.url)}
    expect(urls <= {one.url for one in again}, "subscriptions are lost in OPML")


def _robots(data: bytes) -> None:
    rules = read_robots(data, "tamis")
    with_comment = read_robots(data + b"\n# a comment\n", "tamis")
    for path in _PATHS:
        allowed = rules.decide(f"https://site.example{path}")
        expect(with_comment.decide(f"https://site.example{path}") == allowed, f"a comment changes {path}")
