"""The page itself, with what is kept and dropped in color."""

from __future__ import annotations

import re

from tamis.model import Page
from tamis.write.explaining import explain
from tamis.write.explaining.overlay import verdict_page

STORY = "".join(
    f"<p>{'The ferry left the quay at dawn and came back with the tide in the evening. ' * 4}</p>" for _ in "ab"
)
HTML = (
    "<html><head><title>Ferry</title></head><body><nav><a href='/'>Home</a> <a href='/news'>News</a></nav>"
    f"<article><h1>Ferry</h1>{STORY}</article>"
    "<footer><a href='/imprint'>Imprint</a><script>x()</script></footer></body></html>"
)


def classes(html: str) -> dict[int, str]:
    """The verdict of each block by its number."""
    found = re.findall(r'class="[^"]*tamis-(kept|dropped|title) tamis-block-(\d+)', html)
    return {int(number): verdict for verdict, number in found}


def test_every_block_has_the_color_and_the_number_that_the_report_gives_it() -> None:
    page = Page(HTML, "https://news.example/ferry")
    report = explain(page)
    found = classes(verdict_page(page))
    assert found
    for block in report.blocks:
        if block.index in found and found[block.index] != "title":
            assert (found[block.index] == "kept") == block.kept
    assert {"kept", "dropped", "title"} == set(found.values())


def test_nothing_of_the_page_is_left_out_except_what_runs() -> None:
    html = verdict_page(Page(HTML, "https://news.example/ferry"))
    assert "Imprint" in html
    assert "<script" not in html


def test_urls_go_through_the_hook() -> None:
    html = verdict_page(Page(HTML, "https://news.example/ferry"), url=lambda _kind, url: f"/clean/{url}")
    assert 'href="/clean/https://news.example/imprint"' in html
