"""The cleaning proxy as functions: URLs, pages, style sheets."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tamis.filter import UrlKind, filter_style
from tamis.filter.page import PAGE_FILTERS
from tamis.model import Page
from tamis.serve.proxy.cleaned_page import clean_page, clean_text, safe_filters
from tamis.serve.proxy.own_urls import (
    IMAGE,
    STYLE,
    InsideUrls,
    SignedUrls,
    original_url,
    proxy_url,
    settled,
)
from tamis.serve.proxy.work import CleanStyle
from tamis.serve.signing import Signer

SIGNED = SignedUrls(Signer(b"k" * 32))
INSIDE = InsideUrls(SIGNED)
URL = "https://news.example/city/story?id=7"
BODY = "<p>" + "The council met on Monday and spoke of the harbor for three hours. " * 5 + "</p>"


def cleaned(body: str, head: str = "", url: str = URL) -> str:
    return clean_page(Page(f"<html><head>{head}</head><body>{BODY}{body}</body></html>", url), INSIDE).html


@pytest.mark.parametrize("url", ["https:settings", "HTTP:evil.example", "http:/library"])
def test_a_url_that_a_browser_would_complete_with_our_host_has_no_place(url: str) -> None:
    assert all(INSIDE(kind, url) is None for kind in UrlKind)


@pytest.mark.parametrize("kind", [kind for kind in UrlKind if kind is not UrlKind.LINK])
def test_only_links_may_lead_elsewhere_than_to_the_web(kind: UrlKind) -> None:
    assert INSIDE(kind, "mailto:a@b.example") is None
    assert INSIDE(UrlKind.LINK, "mailto:a@b.example") == "mailto:a@b.example"


SHEET = '<link rel=stylesheet href="/page.css">'


@pytest.mark.parametrize(
    ("head", "needed"),
    [
        (SHEET, True),
        (SHEET + "<style>h1 { color: red }</style>", True),
        (SHEET + f"<style>{'h1 { color: red } ' * 400}</style>", False),
        ("<style>h1 { color: red }</style>", False),
        ("", False),
    ],
)
def test_a_page_whose_style_sheets_may_not_come_has_a_style_for_that(head: str, needed: bool) -> None:
    assert ("@layer tamis-unstyled" in cleaned("", head)) is needed


@pytest.mark.parametrize(("rules", "is_look"), [(1, False), (400, True)])
def test_style_sheets_say_that_they_came(rules: int, is_look: bool) -> None:
    css = b"h1 { color: red } " * rules
    written = CleanStyle(css, "https://news.example/page.css", "text/css", INSIDE).run().decode()
    assert ("--tamis-styled: 1" in written) is is_look


@pytest.mark.parametrize(
    ("path", "query", "url"),
    [
        ("https://a.example/b", "", "https://a.example/b"),
        ("https://a.example/b", "q=1&r=%20", "https://a.example/b?q=1&r=%20"),
        ("https:/a.example/b", "", "https://a.example/b"),
        ("HTTP://a.example", "", "http://a.example"),
        ("https%3A//a.example/b%2Fc", "", "https://a.example/b%2Fc"),
        ("https%3A%2F%2Fa.example%2Fb", "", "https://a.example/b"),
        ("ftp://a.example/", "", None),
        ("a.example/", "", None),
        ("", "", None),
        ("javascript:alert(1)", "", None),
    ],
)
def test_the_page_that_is_meant_is_read_from_the_path(path: str, query: str, url: str | None) -> None:
    assert original_url(path, query) == url


def test_the_way_inside_and_back_is_the_same_url() -> None:
    inside = proxy_url(URL)
    path, _, query = inside.removeprefix("/clean/").partition("?")
    assert original_url(path, query) == URL


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ('<a href="/more">x</a>', 'href="/clean/https://news.example/more"'),
        ('<a href="other?a=1&amp;b=2">x</a>', 'href="/clean/https://news.example/city/other?a=1&amp;b=2"'),
        ('<a href="#below">x</a>', 'href="#below"'),
        ('<a href="mailto:a@b.example">x</a>', 'href="mailto:a@b.example"'),
        ('<form action="/find"><input name=q></form>', 'action="/clean/https://news.example/find"'),
        ("<form><input name=q></form>", f'action="/clean/{URL}"'),
        ('<map name=m><area href="/n" shape=default></map>', 'href="/clean/https://news.example/n"'),
    ],
)
def test_links_and_forms_stay_inside(markup: str, written: str) -> None:
    assert written in cleaned(markup)


def loaded(html: str) -> list[tuple[str, str]]:
    """The places and the URLs of all that a page loads through the server."""
    found = re.findall(r"(/(?:image|style|resource)\?s=[\w-]+&(?:amp;)?u=[^\s\"'),]+)", html)
    parts = [urlsplit(one.replace("&amp;", "&")) for one in found]
    return [(part.path, parse_qs(part.query)["u"][0]) for part in parts]


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ('<img src="/a.png">', [("/image", "https://news.example/a.png")]),
        (
            '<img srcset="/a,1.png 1x, /b.png 2x">',
            [("/image", "https://news.example/a,1.png"), ("/image", "https://news.example/b.png")],
        ),
        (
            '<picture><source srcset="/c.webp"><img src="/d.png"></picture>',
            [("/image", "https://news.example/c.webp"), ("/image", "https://news.example/d.png")],
        ),
        ('<p style="background:url(/e.png)">x</p>', [("/resource", "https://news.example/e.png")]),
        ('<video poster="/f.jpg" src="/f.mp4"></video>', [("/image", "https://news.example/f.jpg")]),
        (
            '<table background="/g.gif"><tr><td>text of a table</td></tr></table>',
            [("/image", "https://news.example/g.gif")],
        ),
    ],
)
def test_what_a_page_loads_comes_through_the_server(markup: str, found: list[tuple[str, str]]) -> None:
    assert loaded(cleaned(markup)) == found


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ('<link rel=stylesheet href="/s.css">', [("/style", "https://news.example/s.css")]),
        (
            '<style>@import "/t.css"; p { background: url("/u.png") }</style>',
            [("/resource", "https://news.example/u.png"), ("/style", "https://news.example/t.css")],
        ),
        ('<link rel=icon href="/i.ico">', [("/image", "https://news.example/i.ico")]),
        (
            '<base href="https://cdn.example/x/"><link rel=stylesheet href="s.css">',
            [("/style", "https://cdn.example/x/s.css")],
        ),
        ('<link rel=preconnect href="https://cdn.example/"><link rel=preload as=font href="/f.woff">', []),
    ],
)
def test_what_a_head_loads_comes_through_the_server(head: str, found: list[tuple[str, str]]) -> None:
    assert sorted(loaded(cleaned("", head))) == found


@pytest.mark.parametrize(
    "markup",
    [
        '<script src="/x.js"></script>',
        "<script>x()</script>",
        '<object data="/x.swf"></object>',
        '<embed src="/x.swf">',
        '<audio src="/x.mp3"></audio>',
        '<svg><image href="https://evil.example/x.png"/></svg>',
        '<a ping="https://evil.example/p" href="/x">x</a>',
        '<button formaction="https://evil.example/p">x</button>',
        '<link rel=prefetch href="https://evil.example/p">',
    ],
)
def test_nothing_else_of_the_web_is_named(markup: str) -> None:
    html = cleaned(markup)
    bar = html.index("<tamis-bar>")
    named = [url for url in re.findall(r"[\"'(=\s]https?://[^\s\"']+", html[:bar]) if "/clean/" not in url]
    assert named == []
    assert "<script" not in html


def test_scripts_and_objects_never_pass_whatever_the_settings_say() -> None:
    from dataclasses import replace

    safe = safe_filters(replace(PAGE_FILTERS, remove_scripts=False, remove_embeds=False))
    assert (safe.remove_scripts, safe.remove_embeds) == (True, True)


def test_frames_that_are_kept_show_cleaned_pages() -> None:
    from dataclasses import replace

    page = Page(f'<body>{BODY}<iframe src="/inner"></iframe></body>', URL)
    html = clean_page(page, INSIDE, replace(PAGE_FILTERS, remove_iframes=False)).html
    assert 'src="/clean/https://news.example/inner"' in html


@pytest.mark.parametrize(
    ("content", "url", "soon"),
    [
        ("0; url=/there", "https://news.example/there", True),
        ("0;URL='https://other.example/'", "https://other.example/", True),
        ("5, url=/there", "https://news.example/there", False),
        ("30", None, None),
        ("0; url=javascript:alert(1)", None, None),
        (f"0; url={URL}", None, None),
        ("", None, None),
    ],
)
def test_a_page_that_leads_on_by_itself_says_where(content: str, url: str | None, soon: bool | None) -> None:
    page = Page(f'<head><meta http-equiv=Refresh content="{content}"></head><body>{BODY}</body>', URL)
    found = clean_page(page, INSIDE).forwarding
    assert (found.url if found else None, found.is_soon if found else None) == (url, soon)


def test_a_style_sheet_names_only_urls_of_the_server() -> None:
    css = '@import url(b.css); @import "c.css"; p{background:url(../p.png)} @font-face{src:url("f.woff2")}'
    written = filter_style(css, "https://news.example/css/a.css", url=INSIDE) or ""
    assert sorted(loaded(written)) == [
        ("/resource", "https://news.example/css/f.woff2"),
        ("/resource", "https://news.example/p.png"),
        ("/style", "https://news.example/css/b.css"),
        ("/style", "https://news.example/css/c.css"),
    ]
    assert "https://" not in written


def test_a_signature_is_for_one_place_and_one_url() -> None:
    url = "https://news.example/a.png"
    signature = parse_qs(urlsplit(SIGNED.of(IMAGE, url)).query)["s"][0]
    assert SIGNED.is_ours(IMAGE, url, signature)
    assert not SIGNED.is_ours(STYLE, url, signature)
    assert not SIGNED.is_ours(IMAGE, url + "?", signature)
    assert not SignedUrls(Signer(b"x" * 32)).is_ours(IMAGE, url, signature)


def test_without_the_image_proxy_pictures_have_their_own_url_and_styles_do_not() -> None:
    direct = InsideUrls(SIGNED, images=False)
    assert direct(UrlKind.IMAGE, "https://a.example/x.png") == "https://a.example/x.png"
    assert (direct(UrlKind.STYLE, "https://a.example/x.css") or "").startswith("/style?")


def test_the_text_of_a_page_is_without_its_clutter() -> None:
    page = Page(f"<body><div class=advert>Buy shoes</div>{BODY}</body>", URL)
    assert clean_text(page).startswith("The council met")


def test_a_server_that_is_not_at_the_root_says_so_in_every_url() -> None:
    inside = InsideUrls(SignedUrls(Signer(b"k" * 32), "/tamis"))
    html = clean_page(Page(f'<body>{BODY}<a href="/x">x</a><img src="/y.png"></body>', URL), inside).html
    assert 'href="/tamis/clean/https://news.example/x"' in html
    assert "/tamis/image?" in html


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a.example", "http://a.example"),
        ("http://a.example/b/../c/./d/", "http://a.example/c/d/"),
        ("http://a.example/b/..", "http://a.example/"),
        ("http://a.example/b/%2E", "http://a.example/b/"),
        ("http://a.example/%2e%2e/.%2e/../b", "http://a.example/b"),
        ("http://a.example\\..\\..\\b", "http://a.example/b"),
        ("http://a.example//../../b//c", "http://a.example/b//c"),
        ("http://a.example/b?c=/../..#/..", "http://a.example/b?c=/../..#/.."),
        ("http://a.example?/../..", "http://a.example?/../.."),
        ("http://../../b", None),
        ("http:///b", None),
    ],
)
def test_steps_up_are_taken_out_as_a_browser_does(url: str, expected: str | None) -> None:
    assert settled(url) == expected
