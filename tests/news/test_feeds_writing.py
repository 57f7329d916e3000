"""Feeds that tamis writes: they are valid, safe, and its own reader finds the same in them."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tamis.errors import BadSettings
from tamis.model import DateSource, Moment
from tamis.news import Feed, FeedEntry, FeedFormat, parse_feed
from tamis.news.feeds_writing import FORMATS, format_of, instant, newest, passed_pages, write_feed

ATOM = "{http://www.w3.org/2005/Atom}"
FORMS = list(FORMATS)


def moment(value: date) -> Moment:
    return Moment(value.isoformat(), value, DateSource.META)


FEED = Feed(
    title="Tides & <b>boats</b>",
    url="https://a.example/feed",
    home_url="https://a.example/?a=1&b=2",
    description="All about tides",
    language="en",
    entries=(
        FeedEntry(
            "https://a.example/1?a=1&b=2",
            "https://a.example/1?a=1&b=2",
            "Ebb ]]> & <flow>",
            ("Ann Field", "Bo «B»"),
            moment(datetime(2024, 5, 3, 10, 30, 1, 500, tzinfo=UTC)),
            moment(datetime(2024, 5, 4, tzinfo=UTC)),
            "<p>Short &amp; sweet</p>",
            '<p>Long <a href="https://b.example/?x=1&amp;y=2">text</a> ]]&gt;</p>',
            tags=("sea", "a & b"),
        ),
        FeedEntry("https://a.example/2", "https://a.example/2", "Flow", published=moment(date(2024, 1, 2))),
    ),
)


@pytest.mark.parametrize("form", FORMS)
def test_its_own_reader_finds_the_same(form: FeedFormat) -> None:
    found = parse_feed(write_feed(FEED, form).encode(), "https://a.example/feed")
    assert (found.format, found.problems) == (form, ())
    assert (found.title, found.home_url, found.language) == (FEED.title, FEED.home_url, "en")
    for written, read in zip(FEED.entries, found.entries, strict=True):
        assert (read.url, read.key, read.title, read.authors, read.tags) == (
            *(written.url, written.key, written.title, written.authors, written.tags),
        )
        assert instant(read.published) == instant(written.published)
        if written.content:
            assert (read.content, read.summary) == (written.content, written.summary)


@pytest.mark.parametrize("form", FORMS)
def test_what_was_read_is_written_the_same_again(form: FeedFormat) -> None:
    text = write_feed(FEED, form, passed=["https://a.example/x?a&b"])
    again = write_feed(parse_feed(text.encode(), FEED.url), form, passed=passed_pages(text.encode()))
    assert again == text


def test_atom_has_what_the_standard_requires() -> None:
    root = etree.fromstring(write_feed(FEED, FeedFormat.ATOM).encode())
    for part in (root, *root.findall(f"{ATOM}entry")):
        assert [len(part.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1, 1, 1]
        for name in ("updated", "published"):
            assert all(datetime.fromisoformat(str(one.text)).tzinfo for one in part.findall(f"{ATOM}{name}"))
    assert root.findtext(f"{ATOM}author/{ATOM}name") == FEED.title
    assert {link.get("rel") for link in root.findall(f"{ATOM}link")} == {"self", "alternate"}


def test_rss_has_what_the_specification_requires() -> None:
    channel = etree.fromstring(write_feed(FEED, FeedFormat.RSS).encode()).find("channel")
    assert channel is not None
    assert all(channel.findtext(name) for name in ("title", "link", "description"))
    first, second = channel.findall("item")
    assert first.findtext("pubDate") == "Fri, 03 May 2024 10:30:01 +0000"
    assert second.findtext("pubDate") == "Tue, 02 Jan 2024 00:00:00 +0000"
    guid = first.find("guid")
    assert guid is not None
    assert (guid.get("isPermaLink"), guid.text) == ("true", FEED.entries[0].url)


def test_json_has_what_the_specification_requires() -> None:
    written = json.loads(write_feed(FEED, FeedFormat.JSON))
    assert written["version"] == "https://jsonfeed.org/version/1.1"
    assert all("id" in item and "content_html" in item for item in written["items"])
    assert written["items"][0]["summary"] == "Short & sweet"
    assert written["items"][0]["date_published"] == "2024-05-03T10:30:01Z"


def test_the_date_of_a_feed_is_that_of_its_newest_entry() -> None:
    assert newest(FEED) == datetime(2024, 5, 4, tzinfo=UTC)
    assert newest(Feed()) is None
    assert "1970-01-01T00:00:00Z" in write_feed(Feed(), FeedFormat.ATOM)


def test_the_format_is_known_by_the_name_of_the_file() -> None:
    assert [format_of(name) for name in ("a.xml", "b.RSS", "c.atom", "d.json")] == [
        *(FeedFormat.RSS, FeedFormat.RSS, FeedFormat.ATOM, FeedFormat.JSON)
    ]
    with pytest.raises(BadSettings, match=r"must end with one of \.xml, \.rss, \.atom, \.json"):
        format_of("feed.txt")


@pytest.mark.parametrize("data", [b"{}", b"[1]", b'{"_tamis": 3}', b'{"_tamis": {"passed": 3}}', b"<rss/>", b"{{", b""])
def test_other_feeds_have_no_passed_pages(data: bytes) -> None:
    assert passed_pages(data) == ()


texts = st.text(max_size=20) | st.sampled_from(["<script>x</script>", "]]>", "&amp;", "\x00\x1b", "\ud800", '"'])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.builds(FeedEntry, texts, texts, texts, st.tuples(texts), summary=texts, tags=st.tuples(texts))))
def test_no_text_breaks_out(entries: list[FeedEntry]) -> None:
    feed = Feed(title="T", url="https://a.example/f", entries=tuple(entries))
    known = {"rss", "channel", "item", "title", "link", "guid", "description", "generator", "feed", "entry", "id"}
    known |= {"updated", "author", "name", "category", "summary", "creator", "lastBuildDate"}
    for form in (FeedFormat.RSS, FeedFormat.ATOM):
        root = etree.fromstring(write_feed(feed, form).encode())
        assert {etree.QName(one).localname for one in root.iter()} <= known
        assert len(root.findall(".//item") + root.findall(f"{ATOM}entry")) == len(entries)
    json.loads(write_feed(feed, FeedFormat.JSON).encode("utf-8", "replace"))
