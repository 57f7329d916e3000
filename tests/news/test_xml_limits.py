"""Limits of XML from other sites."""

from __future__ import annotations

import pytest

from tamis.news import parse_feed
from tamis.news.xml_limits import MAX_ATTRIBUTES, MAX_PREFIXES, MAX_REPEATED, MAX_URI, MAX_WORD, within_limits

FIRST = b"<item><title>First</title></item>"


def feed_with(piece: bytes) -> bytes:
    return b"<rss version='2.0'><channel>" + FIRST + piece + b"</channel></rss>"


def numbered(piece: bytes, count: int) -> bytes:
    return b"".join(piece.replace(b"#", b"%d" % number) for number in range(count))


TOO_MUCH = {
    "attributes": b"<item" + numbered(b" a#='1'", MAX_ATTRIBUTES + 1) + b"/>",
    "attributes behind a bracket": b"<item a='>'" + numbered(b" a#='1'", MAX_ATTRIBUTES + 1) + b"/>",
    "attributes of a name that is not ASCII": "<é".encode() + numbered(b" a#='1'", MAX_ATTRIBUTES + 1) + b"/>",
    "attributes of a break": b"<br" + numbered(b" a#='1'", MAX_ATTRIBUTES + 1) + b"/>",
    "namespaces": numbered(b"<item xmlns:a#='u#'/>", MAX_PREFIXES + 1),
    "a long namespace": b"<item xmlns:a='" + b"u" * (MAX_URI + 1) + b"'><a:b/></item>",
    "a long prefix": b"<item xmlns:" + b"a" * (MAX_URI + 1) + b"='u'/>",
    "a long base": b"<item xml:base = '" + b"u" * (MAX_URI + 1) + b"'/>",
    "bases in each other": numbered(b"<a xml:base='" + b"u" * 100 + b"/'>", 11) + b"</a>" * 11,
    "a long language": b'<item XML:LANG="' + b"u" * (MAX_URI + 1) + b'"/>',
    "categories": b"<item>" + numbered(b"<category>c#</category>", MAX_REPEATED + 1) + b"</item>",
    "categories in other namespaces": b"<item>" + numbered(b"<dc:subject>c#</dc:subject>", MAX_REPEATED + 1),
    "keywords": b"<item><tags>" + numbered(b"k#,", MAX_REPEATED + 1) + b"</tags></item>",
    "authors": b"<item>" + b"<author/>" * (MAX_REPEATED + 1) + b"</item>",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_feed_is_read_up_to_where_it_passes_a_limit_and_says_so(name: str) -> None:
    feed = parse_feed(feed_with(TOO_MUCH[name]))
    assert feed.entries[0].title == "First"
    assert "the rest was left out" in feed.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        b"a" * (MAX_WORD + 1),
        b"x@" + b"a." * MAX_WORD,
        b"&#97;" * MAX_WORD,
        b"<![CDATA[" + b"a" * MAX_WORD + b"]]>",
        b"aaaa<!-- -->" * MAX_WORD,
        b"aaaa<b x='1'>aaaa</b>" * MAX_WORD,
    ],
)
def test_a_name_that_is_one_long_word_is_left_out_and_the_rest_is_read(text: bytes) -> None:
    feed = parse_feed(feed_with(b"<item><author>" + text + b"</author><title>Second</title></item>"))
    assert [entry.title for entry in feed.entries] == ["First", "Second"]
    assert sum(map(len, feed.entries[1].authors)) <= MAX_WORD
    assert any("names" in problem for problem in feed.problems)


def test_many_names_in_one_element_are_kept() -> None:
    names = ", ".join(f"Author {number}" for number in range(3_000))
    feed = parse_feed(feed_with(f"<item><author>{names}</author></item>".encode()))
    assert feed.entries[1].authors == (names,)
    assert not feed.problems


@pytest.mark.parametrize(
    "piece",
    [
        numbered(b"<item xmlns='u' xml:base='https://a.example/#/'><category>c#</category></item>", 3_000),
        b"<description><![CDATA[" + TOO_MUCH["attributes"] + b"]]></description>",
        b"<!--" + TOO_MUCH["categories"] + b"-->",
        b"<item><description>" + b"a" * 5_000 + b"</description></item>",
    ],
    ids=["entries with a base", "a marked section", "a comment", "a long word in a text"],
)
def test_what_costs_no_more_than_its_size_is_kept(piece: bytes) -> None:
    data = feed_with(piece)
    assert within_limits(data) == (data, ())
