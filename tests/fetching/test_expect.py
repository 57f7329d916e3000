"""Each kind of thing has its types and its limit."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadSettings, BadStatus, ResponseNotHtml, ResponseTooLarge, UnexpectedType
from tamis.io.fetching import Expect, Fetcher, FetchSettings, image_type
from tamis.io.fetching.expect import RULES

from .local_site import PAGE, LocalSite, answer, redirect

if TYPE_CHECKING:
    from pathlib import Path

RSS = b'<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>'
SITEMAP = b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'></urlset>"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(30)
WEBP = b"RIFF\x00\x00\x00\x00WEBPVP8 "
AVIF = b"\x00\x00\x00\x20ftypavif"
SVG = b"<?xml version='1.0'?><!-- drawn --><svg xmlns='x'></svg>"
CSS = b"body { color: red }"


@pytest.mark.parametrize(
    ("expect", "body", "content_type"),
    [
        (Expect.FEED, RSS, "application/rss+xml"),
        (Expect.FEED, RSS, "text/html"),
        (Expect.FEED, b"\n\n" + RSS, "text/plain"),
        (Expect.FEED, SITEMAP, "application/xml"),
        (Expect.FEED, SITEMAP, None),
        (Expect.FEED, b'{"version": "https://jsonfeed.org/version/1.1"}', "application/json"),
        (Expect.FEED, gzip.compress(SITEMAP, mtime=0), "application/x-gzip"),
        (Expect.FEED, gzip.compress(SITEMAP, mtime=0), "application/octet-stream"),
        (Expect.TEXT, b"User-agent: *", "text/plain"),
        (Expect.TEXT, b"User-agent: *", None),
        (Expect.TEXT, b"User-agent: *", "application/octet-stream"),
        (Expect.IMAGE, PNG, "image/png"),
        (Expect.IMAGE, PNG, "text/plain"),
        (Expect.IMAGE, WEBP, "image/jpeg"),
        (Expect.IMAGE, AVIF, None),
        (Expect.IMAGE, SVG, "image/svg+xml"),
        (Expect.STYLE, CSS, "text/css"),
        (Expect.STYLE, CSS, "text/plain"),
        (Expect.ANY, b"\x00\x01", "application/x-anything"),
        (Expect.ANY, PAGE, "text/html"),
    ],
)
def test_what_is_expected_is_accepted(
    expect: Expect, body: bytes, content_type: str | None, site: LocalSite, fetcher: Fetcher
) -> None:
    site.routes["/"] = answer(body, content_type=content_type)
    found = fetcher.get(site.url(), expect).body
    assert found == (gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body)


@pytest.mark.parametrize(
    ("expect", "body", "content_type", "words"),
    [
        (Expect.FEED, PAGE, "text/html", "text/html, not a feed"),
        (Expect.FEED, PNG, "image/png", "image/png, not a feed"),
        (Expect.TEXT, PNG, "image/png", "image/png, not text"),
        (Expect.TEXT, b"a\x00b", "text/plain", "not text"),
        (Expect.IMAGE, PAGE, "text/html", "text/html, not a picture"),
        (Expect.IMAGE, PAGE, "image/jpeg", "not a picture"),
        (Expect.STYLE, PAGE, "text/plain", "not a style sheet"),
        (Expect.STYLE, PAGE, "text/html", "text/html, not a style sheet"),
    ],
)
def test_what_is_not_expected_is_refused(
    expect: Expect, body: bytes, content_type: str, words: str, site: LocalSite, fetcher: Fetcher
) -> None:
    site.routes["/"] = answer(body, content_type=content_type)
    with pytest.raises(UnexpectedType, match=words) as caught:
        fetcher.get(site.url(), expect)
    assert caught.value.content_type == content_type


def test_a_page_that_is_none_keeps_its_own_error(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(PNG, content_type="image/png")
    with pytest.raises(ResponseNotHtml):
        fetcher.get(site.url())


@pytest.mark.parametrize(
    ("expect", "setting", "body", "content_type"),
    [
        (Expect.HTML, "max_bytes", PAGE, "text/html"),
        (Expect.FEED, "max_feed_bytes", RSS, "text/xml"),
        (Expect.FEED, "max_feed_bytes", gzip.compress(RSS + bytes(90_000), mtime=0), "application/gzip"),
        (Expect.TEXT, "max_text_bytes", b"x" * 60, "text/plain"),
        (Expect.IMAGE, "max_image_bytes", PNG + bytes(60), "image/png"),
        (Expect.STYLE, "max_style_bytes", CSS * 4, "text/css"),
        (Expect.ANY, "max_bytes", bytes(60), None),
    ],
)
def test_each_kind_has_a_limit_of_its_own(
    expect: Expect, setting: str, body: bytes, content_type: str | None, site: LocalSite
) -> None:
    site.routes["/"] = answer(body, content_type=content_type, length=None)
    limits = dict.fromkeys((rule.limit for rule in RULES.values()), 100_000)
    assert Fetcher(FetchSettings(allow_private=True, **limits)).get(site.url(), expect).body  # type: ignore[arg-type]
    with pytest.raises(ResponseTooLarge, match=setting):
        Fetcher(FetchSettings(allow_private=True, **limits | {setting: 50})).get(site.url(), expect)  # type: ignore[arg-type]


def test_each_kind_is_asked_for_by_its_types(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(b"")
    for expect in (Expect.HTML, Expect.ANY):
        fetcher.get(site.url(), expect)
    assert [request.headers["accept"].partition(",")[0] for request in site.requests] == ["text/html", "*/*"]


@pytest.mark.parametrize(
    ("head", "media_type"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a...", "image/gif"),
        (WEBP, "image/webp"),
        (AVIF, "image/avif"),
        (SVG, "image/svg+xml"),
        (b"<!DOCTYPE svg PUBLIC 'x'>\n<svg>", "image/svg+xml"),
        (b"\x00\x00\x00\x20ftypmp42", None),
        (b"<html><svg>", None),
        (b"", None),
    ],
)
def test_pictures_are_known_by_their_first_bytes(head: bytes, media_type: str | None) -> None:
    assert image_type(head) == media_type


def test_a_known_response_that_has_not_changed_is_the_answer(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(headers=['ETag: "v1"'])
    known = fetcher.get(site.url())
    site.routes["/"] = answer(b"", "304 Not Modified", None, length=None)
    again = fetcher.get(site.url(), known=known)
    assert (again.body, again.from_cache) == (PAGE, True)
    assert site.requests[1].headers["if-none-match"] == '"v1"'


def test_a_known_response_of_another_url_is_not_asked_about(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = site.routes["/other"] = answer(headers=['ETag: "v1"'])
    fetcher.get(site.url("/other"), known=fetcher.get(site.url()))
    assert "if-none-match" not in site.requests[1].headers


def test_one_url_is_cached_apart_for_each_kind(site: LocalSite, tmp_path: Path) -> None:
    fetcher = Fetcher(FetchSettings(allow_private=True, cache=tmp_path))
    site.routes["/"] = answer(headers=['ETag: "v1"'])
    for expect in (Expect.HTML, Expect.TEXT):
        fetcher.get(site.url(), expect)
    assert "if-none-match" not in site.requests[1].headers
    assert len(list(tmp_path.iterdir())) == 2


def test_raw_returns_redirects_and_errors_as_they_are(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = redirect("/elsewhere", headers=["Set-Cookie: a=1"])
    site.routes["/none"] = answer(b"gone", "404 Not Found", "text/plain")
    moved, gone = (fetcher.get(site.url(path), Expect.ANY, raw=True) for path in ("/", "/none"))
    assert (moved.status, dict(moved.headers)["location"], dict(moved.headers)["set-cookie"]) == (
        302,
        "/elsewhere",
        "a=1",
    )
    assert (gone.status, gone.body) == (404, b"gone")
    assert site.paths == ["/", "/none"]


def test_headers_of_one_visit_go_to_its_host_only(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = redirect(site.url("/next", host="localhost"))
    site.routes["/next"] = answer()
    fetcher.get(site.url(), headers=(("Referer", "https://a.example/"),))
    assert [request.headers.get("referer") for request in site.requests] == ["https://a.example/", None]


def test_headers_of_one_visit_keep_to_the_rules(fetcher: Fetcher) -> None:
    with pytest.raises(BadSettings, match="Host"):
        fetcher.get("http://a.example/", headers=(("Host", "b.example"),))


def test_when_to_come_back_is_told_as_the_server_says_it(site: LocalSite, fetcher: Fetcher) -> None:
    site.routes["/"] = answer(b"", "429 Too Many", headers=["Retry-After: 120"])
    with pytest.raises(BadStatus) as caught:
        fetcher.get(site.url())
    assert (caught.value.status_code, caught.value.retry_after) == (429, "120")
