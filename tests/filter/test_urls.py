"""One hook sees every URL that a filtered page passes on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tamis.core.parse.tree import parse_html
from tamis.filter import UrlKind, filter_page, filter_style
from tamis.filter.page import PAGE_FILTERS
from tamis.model import Page

URL = "https://quay.example/news/tides.html"
SWITCHES: dict[str, Any] = {name: False for name in PAGE_FILTERS.__dataclass_fields__ if name.startswith("remove_")}
KEEP = replace(PAGE_FILTERS, **SWITCHES)
PAGE = """<!doctype html><html><head><link rel=stylesheet href=/a.css><link rel=icon href=/a.ico>
<style>@import "b.css"; @import url(c.css); body { background: url('d.png') } @font-face { src: url(e.woff) }</style>
<body background=f.png><a href=g>go</a><map><area href=h></map><form action=/i><input type=image src=j.png></form>
<img src=k.png srcset="l.png 1x, m.png 2x"><video src=n.mp4 poster=o.png><source src=p.mp4><track src=q.vtt></video>
<iframe src=r.html></iframe><object data=s.swf></object><embed src=t.swf><script src=u.js></script>
<p style="background: url(v.png)">The sea <a href=#w>came</a> <a href="mailto:x@y.example">in</a>.
<img data-src=x.png src="data:image/gif;base64,R0lGOD"></p>
<table background=y.png><tr><td background=z.png>1</td></tr></table>"""
EXPECTED = {
    "a.css": UrlKind.STYLE, "a.ico": UrlKind.IMAGE, "b.css": UrlKind.STYLE, "c.css": UrlKind.STYLE,
    "d.png": UrlKind.STYLE_RESOURCE, "e.woff": UrlKind.STYLE_RESOURCE, "f.png": UrlKind.IMAGE, "g": UrlKind.LINK,
    "h": UrlKind.LINK, "i": UrlKind.FORM, "j.png": UrlKind.IMAGE, "k.png": UrlKind.IMAGE, "l.png": UrlKind.IMAGE,
    "m.png": UrlKind.IMAGE, "n.mp4": UrlKind.MEDIA, "o.png": UrlKind.IMAGE, "p.mp4": UrlKind.MEDIA,
    "q.vtt": UrlKind.MEDIA, "r.html": UrlKind.FRAME, "s.swf": UrlKind.OBJECT, "t.swf": UrlKind.OBJECT,
    "u.js": UrlKind.SCRIPT, "v.png": UrlKind.STYLE_RESOURCE, "y.png": UrlKind.IMAGE, "z.png": UrlKind.IMAGE,
    "mailto:x@y.example": UrlKind.LINK,
}  # fmt: skip


def test_every_url_goes_through_the_hook_with_its_kind() -> None:
    seen: dict[str, UrlKind] = {}

    def note(kind: UrlKind, url: str) -> str:
        seen[url.removeprefix("https://quay.example/").removeprefix("news/")] = kind
        return "https://proxy.example/" + kind.value

    html = filter_page(Page(PAGE, URL), KEEP, url=note)
    assert seen == EXPECTED
    assert "quay.example" not in html
    assert set(re.findall(r"https://proxy\.example/(\w+)", html)) == {kind.value for kind in EXPECTED.values()}


def test_pictures_that_wait_for_a_script_go_through_the_hook_too() -> None:
    html = filter_page(Page("<p>Sea <img data-src=/a.png src=data:,></p>", URL), url=lambda kind, url: f"/{kind}?{url}")
    assert 'src="/image?https://quay.example/a.png"' in html


def test_links_that_were_taken_out_and_retained_go_through_the_hook_too() -> None:
    filters = replace(PAGE_FILTERS, remove_text_links=True, retain_links=True)
    page = Page("<p>The tide <a href=/a>turned</a> and <a href=/b>went</a>.</p>", URL)
    html = filter_page(page, filters, url=lambda _, url: None if url.endswith("/b") else f"/clean/{url}")
    assert re.findall('href="([^"]*)"', html) == ["/clean/https://quay.example/a"]


def test_a_url_that_the_hook_drops_is_not_there() -> None:
    html = filter_page(Page(PAGE, URL), KEEP, url=lambda *_: None)
    assert not re.search(r"""(?:src|href|action|poster|background|data)=["'](?!data:image|#)""", html)
    assert "quay.example" not in html
    assert "The sea" in html


@pytest.mark.parametrize("written", ["javascript:alert(1)", "data:text/html,x", '"><script>alert(1)</script>'])
def test_a_hook_cannot_make_the_page_unsafe(written: str) -> None:
    html = filter_page(Page(PAGE, URL), url=lambda *_: written)
    assert not re.search(r"""(?:src|href|action)=["']?\s*(?:javascript|data:text)""", html)
    assert parse_html(html).select("script") == []


def test_a_style_sheet_that_was_fetched_goes_through_the_same_hook() -> None:
    css = filter_style(
        "@import 'a.css'; p { background: url(b.png); behavior: url(c.htc) }",
        "https://quay.example/css/",
        url=lambda kind, url: f"/{kind}/{url.rpartition('/')[2]}",
    )
    assert css is not None
    assert '@import "/style/a.css"' in css
    assert 'url("/style_resource/b.png")' in css
    assert "behavior" not in css
