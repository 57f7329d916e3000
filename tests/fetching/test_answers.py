"""Ordinary answers: statuses, types, headers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tamis.errors import BadResponse, BadStatus, ResponseNotHtml
from tamis.io.fetching import Fetcher, FetchSettings, PageSource, fetch_page

from .local_site import LOOPBACK, PAGE, LocalSite, answer


def test_a_page_comes_with_what_is_known_of_it(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/story?a=1"] = answer(
        content_type="text/html; charset=ISO-8859-1",
        headers=['ETag: "v1"', "Last-Modified: Wed, 21 Oct 2015 07:28:00 GMT", "Content-Language: de"],
    )
    response = fetcher.get(site.url("/story?a=1#top"))
    assert response.url == response.final_url == site.url("/story?a=1")
    assert (response.status, response.body, response.redirects) == (200, PAGE, ())
    assert (response.media_type, response.charset) == ("text/html", "iso-8859-1")
    assert (response.etag, response.last_modified) == ('"v1"', "Wed, 21 Oct 2015 07:28:00 GMT")
    assert response.content_language == "de"
    assert not response.from_cache
    assert datetime.fromisoformat(response.fetched).tzinfo == UTC


def test_the_request_says_who_asks_and_for_what(site: LocalSite) -> None:
    site.routes["/"] = answer()
    settings = FetchSettings(
        allow_private=True, user_agent="reader/1", languages=("de-CH", "de", "en"), headers=(("X-Key", "k"),)
    )
    Fetcher(settings).get(site.url())
    headers = site.requests[0].headers
    assert headers["user-agent"] == "reader/1"
    assert headers["accept-language"] == "de-CH, de;q=0.9, en;q=0.8"
    assert headers["accept"].startswith("text/html")
    assert headers["x-key"] == "k"
    assert headers["host"] == f"{LOOPBACK}:{site.port}"


def test_no_language_is_asked_for_unless_chosen(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer()
    fetcher.get(site.url())
    assert "accept-language" not in site.requests[0].headers


@pytest.mark.parametrize(
    ("status", "headers", "words"),
    [
        ("401 Unauthorized", [], "login"),
        ("403 Forbidden", [], "refuses robots"),
        ("404 Not Found", [], "no such page"),
        ("410 Gone", [], "web archive"),
        ("418 Teapot", [], "status 418: the site refuses"),
        ("429 Too Many Requests", [], "try again later"),
        ("429 Too Many Requests", ["Retry-After: 120"], "try again in 120 seconds"),
        ("429 Too Many Requests", ["Retry-After: Fri, 31 Dec 2027 23:59:59 GMT"], "after Fri, 31 Dec 2027"),
        ("451 Legal", [], "legal reasons"),
        ("500 Internal Server Error", [], "try again later"),
        ("503 Unavailable", ["Retry-After: 5"], "in 5 seconds"),
        ("599 Strange", [], "status 599: the site is broken"),
    ],
)
def test_an_error_status_says_what_to_do(
    status: str, headers: list[str], words: str, site: LocalSite, fetcher: Fetcher
) -> None:
    site.routes["/"] = answer(status=status, headers=headers)
    with pytest.raises(BadStatus, match=words) as caught:
        fetcher.get(site.url())
    assert caught.value.status_code == int(status[:3])
    assert caught.value.url == site.url()


@pytest.mark.parametrize("status", ["204 No Content", "206 Partial Content", "300 Multiple", "304 Not Modified"])
def test_a_status_that_brings_no_page_is_a_bad_response(status: str, site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(b"", status, length=None)
    with pytest.raises(BadResponse, match=f"status {status[:3]}"):
        fetcher.get(site.url())


@pytest.mark.parametrize(
    "content_type",
    ["application/pdf", "image/jpeg", "application/json", "application/rss+xml", "video/mp4; a=b"],
)
def test_other_types_are_refused_before_their_body(content_type: str, site: LocalSite, fetcher: Fetcher) -> None:
    # The body that is declared never comes: whoever reads it fails otherwise.
    site.routes["/"] = answer(b"", content_type=content_type, length=1000)
    with pytest.raises(ResponseNotHtml) as caught:
        fetcher.get(site.url())
    assert caught.value.content_type == content_type.partition(";")[0]


@pytest.mark.parametrize("content_type", [None, "", "text/plain", "application/xml", "text/xml; charset=utf-8"])
def test_html_under_a_vague_type_is_accepted(content_type: str | None, site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/short"] = answer(PAGE, content_type=content_type)
    site.routes["/long"] = answer(PAGE + b" " * 100_000, content_type=content_type)
    assert fetcher.get(site.url("/short")).body == PAGE
    assert fetcher.get(site.url("/long")).body.startswith(PAGE)


@pytest.mark.parametrize("body", [b"%PDF-1.7 " + bytes(20), b"Dear reader", b"<rss>" + b"<item/>" * 20_000])
@pytest.mark.parametrize("content_type", [None, "text/plain", "application/xml"])
def test_other_things_under_a_vague_type_are_refused(
    content_type: str | None, body: bytes, site: LocalSite, fetcher: Fetcher
) -> None:
    site.routes["/"] = answer(body, content_type=content_type)
    with pytest.raises(ResponseNotHtml):
        fetcher.get(site.url())


def test_an_endless_type_is_cut_in_the_message(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(content_type="image/" + "x" * 5000)
    with pytest.raises(ResponseNotHtml) as caught:
        fetcher.get(site.url())
    assert len(str(caught.value)) < 300


def test_of_two_content_types_the_last_counts(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(headers=["Content-Type: image/png"])
    assert fetcher.get(site.url()).media_type == "text/html"


def test_an_empty_page_is_a_page(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(b"")
    site.routes["/untyped"] = answer(b"", content_type=None)
    assert fetcher.get(site.url()).body == fetcher.get(site.url("/untyped")).body == b""


def test_a_page_is_decoded_with_the_charset_of_the_header(site: LocalSite) -> None:
    site.routes["/"] = answer("<html><p>Größe".encode("latin-1"), content_type="text/html; charset=iso-8859-1")
    page = fetch_page(site.url(), FetchSettings(allow_private=True))
    assert page.html == "<html><p>Größe"
    assert page.url == site.url()
    assert page.encoding is not None
    assert page.fetched is not None


def test_the_fetcher_is_a_source_of_pages(fetcher: Fetcher) -> None:
    source: PageSource = fetcher
    assert source is fetcher
