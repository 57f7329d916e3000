"""Feeds: what is read of them, and what is refused."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.news import FeedFormat, parse_feed
from tamis.news.feeds_reading_xml import without_doctype
from tamis.news.xml_limits import MAX_DEPTH

if TYPE_CHECKING:
    from pathlib import Path

FEED_URL = "https://courier.example/feed"
RSS = """<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Harbour &amp;amp; Courier</title><link>https://courier.example/</link><language>en</language><ttl>90</ttl>
<item><title>Tunnel &lt;em&gt;opens&lt;/em&gt; &amp;amp; closes</title><link>/tunnel</link><guid>tag:1</guid>
<dc:creator>Ada Ferry</dc:creator><pubDate>Tue, 14 May 2024 10:00:00 +0200</pubDate><category>News</category>
<description>Short.</description><content:encoded><![CDATA[<p>Long <b>text</b>.</p>]]></content:encoded>
<enclosure url="https://courier.example/a.mp3" type="audio/mpeg" length="1200"/></item>
<item><title>Second</title></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Courier</title><link rel="next" href="?page=2"/>
<link rel="hub" href="https://hub.example/"/><entry><id>tag:9</id><title>Tides</title><link href="tides"/>
<author><name>Ada Ferry</name></author><author><name>Bo Quay</name></author><published>2024-05-14T08:00:00Z</published>
<updated>2024-05-15T08:00:00Z</updated><summary>Short.</summary>
<content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry></feed>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="x"><title>Courier</title></channel><item rdf:about="y"><title>Tides</title><link>https://c.example/t</link>
</item></rdf:RDF>"""


def test_an_entry_of_rss() -> None:
    feed = parse_feed(RSS.encode(), FEED_URL, "application/rss+xml")
    entry = feed.entries[0]
    assert (feed.format, feed.title, feed.home_url) == (FeedFormat.RSS, "Harbour & Courier", "https://courier.example/")
    assert (feed.refresh_minutes, feed.language, feed.problems) == (90, "en", ())
    assert (entry.url, entry.id) == ("https://courier.example/tunnel", "tag:1")
    assert entry.title == "Tunnel opens & closes"
    assert (entry.authors, entry.tags) == (("Ada Ferry",), ("News",))
    assert entry.published is not None
    assert entry.published.raw == "Tue, 14 May 2024 10:00:00 +0200"
    assert entry.published.value == datetime(2024, 5, 14, 8, tzinfo=UTC)
    assert (entry.summary, entry.content) == ("Short.", "<p>Long <b>text</b>.</p>")
    assert [(one.url, one.media_type, one.size) for one in entry.enclosures] == [
        ("https://courier.example/a.mp3", "audio/mpeg", 1200)
    ]
    assert feed.entries[1].title == "Second"


def test_an_entry_of_atom() -> None:
    feed = parse_feed(ATOM.encode(), FEED_URL)
    entry = feed.entries[0]
    assert (feed.format, feed.next_url, feed.hub_url) == (FeedFormat.ATOM, f"{FEED_URL}?page=2", "https://hub.example/")
    assert (entry.url, entry.id, entry.authors) == ("https://courier.example/tides", "tag:9", ("Ada Ferry", "Bo Quay"))
    assert entry.updated is not None
    assert entry.updated.isoformat() == "2024-05-15T08:00:00+00:00"
    assert entry.content == "<p>Long</p>"


def test_rdf_is_a_feed() -> None:
    feed = parse_feed(RDF.encode())
    assert (feed.format, feed.entries[0].url) == (FeedFormat.RDF, "https://c.example/t")


def test_an_entry_of_json_feed() -> None:
    item = {
        "id": 7, "url": "/tides", "title": "Tides", "content_text": "One < two.\n\nThree.", "summary": "Short.",
        "date_published": "2024-05-14T10:00:00+02:00", "authors": [{"name": "Ada Ferry"}], "tags": ["News", 3],
        "attachments": [{"url": "a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 12}, "nonsense"],
    }  # fmt: skip
    document = {"version": "https://jsonfeed.org/version/1.1", "title": "Courier", "items": [item, "nonsense"]}
    feed = parse_feed(json.dumps(document).encode(), FEED_URL)
    (entry,) = feed.entries
    assert (feed.format, feed.problems) == (FeedFormat.JSON, ())
    assert (entry.id, entry.url, entry.content) == (
        "7",
        "https://courier.example/tides",
        "<p>One &lt; two.</p><p>Three.</p>",
    )
    assert entry.published is not None
    assert entry.published.isoformat() == "2024-05-14T10:00:00+02:00"
    assert (entry.authors, entry.tags, entry.enclosures[0].url) == (
        ("Ada Ferry",), ("News",), "https://courier.example/a.mp3",
    )  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "utf-8-sig"])
def test_json_feed_in_other_encodings(encoding: str) -> None:
    data = json.dumps({"version": "https://jsonfeed.org/version/1", "items": [{"title": "Ö"}]}, ensure_ascii=False)
    assert parse_feed(data.encode(encoding)).entries[0].title == "Ö"


@pytest.mark.parametrize("data", [b"", b"<html><p>Hello", b"{", b'{"items": 3}', b"[" * 100_000, b'{"a":' * 100_000])
def test_what_is_no_feed_says_so(data: bytes) -> None:
    feed = parse_feed(data)
    assert not feed.is_feed
    assert feed.problems


def test_a_broken_feed_gives_what_can_be_read() -> None:
    feed = parse_feed(
        RSS.replace("</title><link>/tunnel", " & more</title><link>/tunnel").replace("</rss>", "").encode()
    )
    assert [entry.title for entry in feed.entries] == ["Tunnel opens & closes & more", "Second"]
    assert "not well-formed" in feed.problems[0]


def test_a_feed_over_the_limit_is_refused_unread() -> None:
    with pytest.raises(BadInput, match="over the limit of 100"):
        parse_feed(b"<rss>" * 100, max_bytes=100)


def test_a_feed_as_a_gzip_file() -> None:
    assert len(parse_feed(gzip.compress(RSS.encode())).entries) == 2
    with pytest.raises(BadInput, match="over the limit"):
        parse_feed(gzip.compress(b" " * 20_000_000))
    assert not parse_feed(b"\x1f\x8bnonsense").is_feed


LAUGHS = "".join(f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(9))
BOMB = f"""<!DOCTYPE rss [<!ENTITY a "{"ha" * 50}">{LAUGHS}]>
<rss version="2.0"><channel><item><title>x &j;</title></item></channel></rss>"""


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "cp037", "utf-7"],
)
def test_entities_are_not_expanded_in_any_encoding(encoding: str) -> None:
    start = f'<?xml version="1.0" encoding="{encoding}"?>'
    data = (start + BOMB).encode(encoding) if encoding != "utf-7" else start.encode() + BOMB.encode("utf-7")
    feed = parse_feed(data)
    assert feed.problems[0] == "a document type declaration was left out"
    assert len(repr(feed)) < 2000


def test_files_that_entities_name_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("SECRET", encoding="utf-8")
    doctype = f'<!DOCTYPE rss [<!ENTITY x SYSTEM "file://{secret}">]>'
    for start in (
        doctype,
        f"<!DOCTYPE a>{doctype}",
        f"<!-- > -->{doctype}",
        doctype.lower().replace("entity", "ENTITY"),
    ):
        feed = parse_feed(
            f"{start}<rss version='2.0'><channel><item><title>t &x;</title></item></channel></rss>".encode()
        )
        assert "SECRET" not in repr(feed)


@pytest.mark.parametrize(
    ("data", "rest"),
    [
        (b"<!DOCTYPE rss><rss>", b"<rss>"),
        (b'<!doctype rss PUBLIC "-//N//DTD RSS 0.91//EN" "x>y"><rss>', b"<rss>"),
        (b"<!DOCTYPE rss [<!-- ]> --><!ENTITY a ']>'>]><rss>", b"<rss>"),
        (b"<!DOCTYPE a><!DOCTYPE b><rss>", b"<rss>"),
        (b"<!DOCTYPE rss [", b""),
        (b"<rss><![CDATA[<!DOCTYPE html>]]></rss>", b"<rss><![CDATA[<!DOCTYPE html>]]></rss>"),
    ],
)
def test_document_types_are_left_out(data: bytes, rest: bytes) -> None:
    assert without_doctype(data)[0] == rest


@pytest.mark.parametrize("piece", ["<item>", "<entry xml:base='a/'>", "<item><title>x & y"])
def test_elements_too_deep_in_each_other_are_left_out(piece: str) -> None:
    feed = parse_feed(f"<rss version='2.0'><channel>{piece * 20_000}".encode(), FEED_URL)
    assert str(MAX_DEPTH) in " ".join(feed.problems)


def test_breaks_and_paragraphs_in_marked_sections_are_not_deep() -> None:
    html = "<![CDATA[" + "<p>a<br>" * 1000 + "]]>"
    feed = parse_feed(
        f"<rss version='2.0'><channel><item><description>{html}</description></item></channel></rss>".encode()
    )
    assert not feed.problems


def test_a_body_that_is_the_name_of_a_file_does_not_open_it(tmp_path: Path) -> None:
    file = tmp_path / "feed.xml"
    file.write_text(RSS, encoding="utf-8")
    assert not parse_feed(str(file).encode(), FEED_URL).is_feed


@pytest.mark.parametrize(
    "data",
    [
        b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><g1 </gml:pos></entry></feed>",
        b"<rss version='0.91'><channel><image><title>x</title><w&>256</width></image></channel></rss>",
        b"<?xml version='1.0' encoding='utf-\xa5'?><rss version='2.0'><channel><item/></channel></rss>",
        b"<rss version='2.0'><channel><item>&</category></item></channel></rss>",
    ],
)
def test_a_feed_at_which_the_parser_fails_says_so(data: bytes) -> None:
    assert parse_feed(data).problems


def test_a_namespace_with_a_space_is_no_end_of_a_feed() -> None:
    data = b"<rss version='2.0' xmlns:a='x y'><channel><a:b/><item><title>x</title></item></channel></rss>"
    assert [entry.title for entry in parse_feed(data).entries] == ["x"]
