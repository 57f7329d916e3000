"""Feeds and lists made of one construct over and over: each gives bytes of about a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

RSS, RSS_END = b"<rss version='2.0'><channel><title>T</title>", b"</channel></rss>"
ITEM, ITEM_END = RSS + b"<item><title>x</title>", b"</item>" + RSS_END
ENTRY = b"<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><title>x</title>"
ENTRY_END = b"</entry></feed>"
JSON = b'{"version":"https://jsonfeed.org/version/1.1","items":['


def _filled(piece: bytes, before: bytes = RSS, after: bytes = RSS_END) -> Callable[[int], bytes]:
    """A document with a piece as often as it goes; a # in it is numbered."""

    def make(size: int) -> bytes:
        count = max(1, (size - len(before)) // len(piece))
        return before + b"".join(piece.replace(b"#", b"%d" % number) for number in range(count)) + after

    return make


def _within(start: bytes, filling: bytes, middle: bytes, piece: bytes, after: bytes) -> Callable[[int], bytes]:
    """A document whose root has something long, and as much again in elements within it."""

    def make(size: int) -> bytes:
        long = filling * (size // 2 // len(filling))
        return start + long + middle + piece * (size // 2 // len(piece)) + after

    return make


FEEDS: dict[str, Callable[[int], bytes]] = {
    "attributes": _filled(b" a#='1'", RSS + b"<item", b"/>" + RSS_END),
    "attributes of a broken feed": _filled(b" a#='1'", RSS + b"<item", b"><b></item>" + RSS_END),
    "attributes without values": _filled(b" a#", RSS + b"<item", b"><b></item>" + RSS_END),
    "namespaces": _filled(b" xmlns:a#='u#'", b"<rss version='2.0'", b"><channel/></rss>"),
    "namespaces of items": _filled(b"<item xmlns:a#='u#'><a#:b/></item>"),
    "a long namespace": _within(b"<rss version='2.0' xmlns:a='", b"u", b"'><channel>", b"<a:b/>", RSS_END),
    "a long default namespace": _within(b"<feed xmlns='", b"u", b"'>", b"<b/>", b"</feed>"),
    "a long base": _within(
        b"<rss version='2.0' xml:base='http://a/", b"u/", b"'><channel>", b"<item><link>c</link></item>", RSS_END
    ),
    "a long language": _within(b"<rss version='2.0' xml:lang='", b"u", b"'><channel>", b"<item/>", RSS_END),
    "bases": _filled(b"<item xml:base='http://a#/'><link>b</link></item>"),
    "categories": _filled(b"<category>c#</category>", ITEM, ITEM_END),
    "categories as attributes": _filled(b"<category term='c#'/>", ENTRY, ENTRY_END),
    "categories of the feed": _filled(b"<category>c#</category>"),
    "keywords": _filled(b"t#,", ITEM + b"<tags>", b"</tags>" + ITEM_END),
    "a long author": _filled(b"a", ITEM + b"<author>", b"</author>" + ITEM_END),
    "a long e-mail address": _filled(b"a.", ITEM + b"<author>x@", b"</author>" + ITEM_END),
    "authors": _filled(b"<author><name>a#</name></author>", ENTRY, ENTRY_END),
    "links": _filled(b"<link href='http://a/#'/>", ENTRY, ENTRY_END),
    "enclosures": _filled(b"<enclosure url='http://a/#'/>", ITEM, ITEM_END),
    "titles": _filled(b"<title>t#</title>", ITEM, ITEM_END),
    "a long title": _filled(b"a ", ITEM + b"<title>", b"</title>" + ITEM_END),
    "a long date": _filled(b"1 ", ITEM + b"<pubDate>", b"</pubDate>" + ITEM_END),
    "a long URL": _filled(b"a/../", ITEM + b"<link>http://a/", b"</link>" + ITEM_END),
    "contents": _filled(b"<content type='html'>t#</content>", ENTRY, ENTRY_END),
    "elements in a text": _filled(b" <p/>", ENTRY + b"<content type='xhtml'>", b"</content>" + ENTRY_END),
    "references": _filled(b"&#32;", ENTRY + b"<content type='xhtml'>", b"</content>" + ENTRY_END),
    "unknown entities": _filled(b"&u#;", ITEM + b"<description>", b"</description>" + ITEM_END),
    "bare ampersands": _filled(b"&a ", ITEM + b"<description>", b"</description>" + ITEM_END),
    "marked sections": _filled(b"<![CDATA[a]]>", ITEM + b"<description>", b"</description>" + ITEM_END),
    "open marked sections": _filled(b"<![CDATA["),
    "comments": _filled(b"<!--a-->"),
    "open comments": _filled(b"<!--"),
    "instructions": _filled(b"<?a b?>"),
    "open instructions": _filled(b"<?a "),
    "brackets": _filled(b"<"),
    "open tags": _filled(b"<a "),
    "open quotes": _filled(b"<a b='"),
    "open declarations": _filled(b"<!a "),
    "elements": _filled(b"<a#>b</a#>", ITEM, ITEM_END),
    "items": _filled(b"<item><title>a#</title></item>"),
    "items in each other": _filled(b"<item>"),
    "ends of items": _filled(b"</item>"),
    "JSON items": _filled(b'{"id":#,"tags":["a"]},', JSON, b"{}]}"),
    "JSON tags": _filled(b'"t#",', JSON + b'{"tags":[', b'"x"]}]}'),
    "JSON lists in each other": _filled(b"[", JSON, b""),
}
LISTS: dict[str, Callable[[int], bytes]] = {
    "outlines": _filled(b"<outline xmlUrl='http://a/#'/>", b"<opml><body>", b"</body></opml>"),
    "outlines that are open": _filled(b"<outline xmlUrl='http://a/#'>", b"<opml><body>", b""),
    "attributes": _filled(b" a#='1'", b"<opml><body><outline", b"/></body></opml>"),
    "a long namespace": _within(b"<opml xmlns:a='", b"u", b"'><body>", b"<a:b/>", b"</body></opml>"),
    "a long folder": _within(
        b"<opml><body><outline text='", b"f", b"'>", b"<outline xmlUrl='http://a/'/>", b"</outline></body></opml>"
    ),
}
SITEMAPS: dict[str, Callable[[int], bytes]] = {
    "pages": _filled(b"<url><loc>http://a/#</loc></url>", b"<urlset>", b"</urlset>"),
    "URLs of one page": _filled(b"<loc>http://a/#</loc>", b"<urlset><url>", b"</url></urlset>"),
    "pages in each other": _filled(b"<url>", b"<urlset>", b""),
    "attributes": _filled(b" a#='1'", b"<urlset><url", b"/></urlset>"),
    "a long namespace": _within(b"<urlset xmlns='", b"u", b"'>", b"<url/>", b"</urlset>"),
}
BOOKMARKS = b"<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><a href=http://a/>a</a>"
POCKET = b"<!DOCTYPE html><h1>Unread</h1><ul>"
EXPORTS: dict[str, Callable[[int], bytes]] = {
    "bookmarks": _filled(b"<dt><a href=http://a/# tags='a,b'>a</a>", BOOKMARKS, b"</dl>"),
    "folders in each other": _filled(b"<dl><h3>f#</h3>", BOOKMARKS, b"<a href=http://a/>a</a>"),
    "a long folder": _within(BOOKMARKS + b"<h3>", b"f ", b"</h3><dl>", b"<a href=http://a/>a</a>", b"</dl>"),
    "tags of a link": _filled(b"t#,", BOOKMARKS + b"<a href=http://a/ tags='", b"'>a</a>"),
    "open comments": _filled(b"<!--", BOOKMARKS, b""),
    "open tags": _filled(b"<a ", BOOKMARKS, b""),
    "open quotes": _filled(b"<a b='", BOOKMARKS, b""),
    "open declarations": _filled(b"<!a ", BOOKMARKS, b""),
    "open sections": _filled(b"<![", BOOKMARKS, b""),
    "links of Pocket": _filled(b"<li><a href=http://a/# tags='a'>a</a>", POCKET, b"</ul>"),
    "links of Pocket that are open": _filled(b"<a>a", POCKET),
    "rows": _filled(b"http://a/#,a,1,t|u,unread\n", b"url,title,time_added,tags,status\n"),
    "tags of a row": _filled(b"t#|", b"url,title,time_added,tags,status\nhttp://a/,a,1,", b",unread\n"),
    "columns": _filled(b"c#,", b"url,title,time_added,tags,status,", b"\nhttp://a/,a,1,b,unread\n"),
    "open quotes of a row": _filled(b'"a', b"url,title,time_added,tags,status\n"),
    "entries": _filled(b'{"url":"http://a/#","is_starred":1,"tags":["t#"]},', b"[", b"{}]"),
    "lists of entries": _filled(b'"a#":[{"a":1}],', b"{", b'"b":[]}'),
    "annotations": _filled(b'{"quote":"q#"},', b'[{"url":"http://a/","is_starred":1,"annotations":[', b"{}]}]"),
}
