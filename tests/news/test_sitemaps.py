"""Sitemaps: pages, indexes, news, plain text; what is broken, hostile or too large."""

from __future__ import annotations

import pytest

from tamis.errors import BadInput
from tamis.news.sitemaps import MAX_URLS, Entry, Listing, read_sitemap

SPACE = b'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def test_reads_pages_with_their_dates() -> None:
    found = read_sitemap(
        b"<urlset " + SPACE + b"><url><loc> https://a.example/x?a=1&amp;b=2 </loc><lastmod>2024-05-02</lastmod></url>"
        b"<url><lastmod>2024</lastmod></url></urlset>"
    )
    assert found == (Listing.PAGES, (Entry("https://a.example/x?a=1&b=2", "2024-05-02"),), None)


def test_reads_news_dates_and_titles() -> None:
    found = read_sitemap(
        b"<urlset " + SPACE + b' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:i="i">'
        b"<url><loc>https://a.example/x</loc><i:image><i:loc>https://a.example/p.jpg</i:loc><i:title>P</i:title></i:image>"
        b"<news:news><news:publication_date>2024-05-02T10:00Z</news:publication_date>"
        b"<news:title>Tunnel</news:title></news:news></url></urlset>"
    )
    entry = found.entries[0]
    assert entry.url == "https://a.example/x"
    assert entry.published == "2024-05-02T10:00Z"
    assert entry.title == "Tunnel"
    assert entry.is_news


def test_the_first_url_and_the_first_date_of_an_entry_count() -> None:
    found = read_sitemap(
        b"<urlset><url><loc>https://a.example/1</loc><lastmod>2024</lastmod><loc>https://a.example/2</loc>"
        b"<lastmod>2025</lastmod></url></urlset>"
    )
    assert found.entries == (Entry("https://a.example/1", "2024"),)


def test_reads_an_index() -> None:
    found = read_sitemap(b"<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>")
    assert (found.listing, found.entries[0].url) == (Listing.SITEMAPS, "https://a.example/1.xml")


def test_reads_a_list_of_urls() -> None:
    assert [
        entry.url for entry in read_sitemap(b"\xef\xbb\xbfhttps://a.example/x\r\n\r\nhttps://a.example/y").entries
    ] == [
        "https://a.example/x",
        "https://a.example/y",
    ]


def test_of_a_broken_file_what_came_before_counts() -> None:
    found = read_sitemap(b"<urlset><url><loc>https://a.example/x</loc></url><url><loc>https://a.exa")
    assert len(found.entries) == 1
    assert found.problem


def test_declarations_are_refused() -> None:
    bomb = b'<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>'
    with pytest.raises(BadInput, match="refused"):
        read_sitemap(bomb)


@pytest.mark.parametrize("data", [b"", b"<html><body>Not found</body></html>", b"<<<", b"no list", b"\x00\x01\x02"])
def test_what_is_no_sitemap_is_an_error(data: bytes) -> None:
    with pytest.raises(BadInput):
        read_sitemap(data)


@pytest.mark.slow
def test_large_files_are_read_in_part() -> None:
    found = read_sitemap(b"<urlset>" + b"<url><loc>https://a.example/x</loc></url>" * (MAX_URLS + 9) + b"</urlset>")
    assert len(found.entries) == MAX_URLS
    assert found.problem


def test_a_namespace_that_every_element_would_repeat_is_refused() -> None:
    with pytest.raises(BadInput, match="namespace has more than"):
        read_sitemap(b"<urlset xmlns='" + b"u" * 5_000 + b"'><url><loc>https://a.example/x</loc></url></urlset>")
