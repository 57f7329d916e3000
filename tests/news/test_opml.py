"""Lists of feeds."""

from __future__ import annotations

import pytest

from tamis.errors import BadInput
from tamis.news import Subscription, read_opml, write_opml
from tamis.news.opml import MAX_FOLDERS, MAX_NAME

LIST = """<?xml version="1.0"?><opml version="1.0"><head><title>Mine</title></head><body>
<outline text="News"><outline text="Sea &amp; coast"><outline type="rss" text="Courier" xmlUrl="https://c.example/feed"
htmlUrl="https://c.example/"/></outline><outline title="Bay" xmlurl="https://b.example/rss"/></outline>
<outline text="Loose" type="rss" url="https://l.example/atom"/><outline text="Courier again" xmlUrl="https://c.example/feed"/>
</body></opml>"""


def test_outlines_in_outlines_are_folders() -> None:
    assert read_opml(LIST.encode()) == (
        Subscription("https://c.example/feed", "Courier", "https://c.example/", ("News", "Sea & coast")),
        Subscription("https://b.example/rss", "Bay", None, ("News",)),
        Subscription("https://l.example/atom", "Loose"),
    )


def test_what_was_written_is_read_again() -> None:
    feeds = (
        Subscription("https://c.example/feed?a=1&b=2", 'A "title" <b>', "https://c.example/", ("News", "Sea & coast")),
        Subscription("https://b.example/rss", "Bay", None, ("News",), "All of the bay"),
        Subscription("https://l.example/atom"),
    )
    again = read_opml(write_opml(feeds, "Mine & yours").encode())
    assert again[:2] == feeds[:2]
    assert again[2].url == feeds[2].url


def test_characters_that_xml_does_not_allow_are_left_out() -> None:
    text = write_opml([Subscription("https://c.example/", "A\x00B\x0bC\ud800")])
    assert 'text="ABC"' in text


def test_a_broken_list_gives_its_feeds() -> None:
    broken = LIST.replace("&amp;", "&").replace("</body></opml>", "")
    assert [one.url for one in read_opml(broken.encode())] == [
        "https://c.example/feed",
        "https://b.example/rss",
    ]


def test_entities_of_a_list_are_not_expanded() -> None:
    bomb = '<!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    feeds = read_opml((bomb + LIST.partition("?>")[2].replace("Loose", "&b;")).encode())
    assert "aaaa" not in repr(feeds)


@pytest.mark.parametrize("data", [b"", b"<html></html>", b"not xml", b"<rss><channel/></rss>"])
def test_what_is_no_list_says_so(data: bytes) -> None:
    with pytest.raises(BadInput, match="not an OPML file"):
        read_opml(data)


def test_an_empty_list_is_one() -> None:
    assert read_opml(b"<opml version='2.0'><body/></opml>") == ()


def test_names_of_folders_are_cut_because_every_feed_in_them_repeats_them() -> None:
    inside = b"<outline text='" + b"f" * 5_000 + b"'>"
    data = b"<opml><body>" + inside * 20 + b"<outline xmlUrl='https://a.example/'/>" + b"</outline>" * 20
    (feed,) = read_opml(data + b"</body></opml>")
    assert (len(feed.folders), {len(name) for name in feed.folders}) == (MAX_FOLDERS, {MAX_NAME})
