"""Limits of a page's cost, before it is parsed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis
from c_modules import fresh
from example_site import PAGES, page_bytes
from tamis.core.parse import tree
from tamis.core.parse.tree import elements_of
from tamis.errors import TooLarge
from tamis.model import Page
from tamis.settings.extraction import Limits
from tamis.text.urls.safety import MAX_URL, resolve

REOPENED = "<p>" + "".join(f"<b c={number}>" for number in range(300)) + "</p>" + "<p>x</p>" * 300


def test_a_page_at_the_limits_is_taken() -> None:
    Limits(max_characters=40, max_elements=10).check(Page("<p>a" * 10))


def test_more_elements_than_the_limit_are_refused_with_their_number() -> None:
    with pytest.raises(
        TooLarge, match=r"12 elements are over the limit of 10; .*max_elements.*--max-elements"
    ) as caught:
        Limits(max_elements=10).check(Page("<p>a" * 12))
    assert (caught.value.size, caught.value.limit, caught.value.unit) == (12, 10, "elements")


def test_end_tags_and_comments_are_no_elements() -> None:
    assert elements_of("<p>a</p><!-- b -->" * 10, 10) == 10


@pytest.mark.parametrize(
    "html",
    [
        REOPENED,
        REOPENED.replace("c=", "c='>' d="),
        REOPENED.replace("<b ", "<B\n"),
        "<p>" + "".join(f"<{tag}>" * 3 for tag in "b big code em font i s small strike strong tt u".split()) + "</p>"
        + "<p>x" * 3000,
    ],
)  # fmt: skip
def test_formatting_that_every_paragraph_opens_again_counts_each_time(html: str) -> None:
    assert elements_of(html, 20_000) > 20_000


def test_formatting_that_is_closed_counts_once() -> None:
    html = "".join(f"<p>a <b c={number}>b</b> c</p>" for number in range(2000))
    assert elements_of(html, 20_000) <= 20_000


def test_a_page_of_too_many_elements_is_refused_by_all_ways_in() -> None:
    settings = tamis.Settings(limits=tamis.Limits(max_elements=100))
    with pytest.raises(TooLarge, match="101 elements"):
        tamis.extract("<p>a" * 101, settings=settings)


def test_data_of_too_many_elements_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "<p>The sea came in and went out again, and the harbour was dry." * 40
    page = f'<script type="application/ld+json">{{"@type": "Article", "articleBody": "{body}"}}</script><p>Sea.'
    assert tamis.extract(page).outcome is tamis.Outcome.ARTICLE
    monkeypatch.setattr("tamis.core.embedded.stage.MAX_ELEMENTS", 39)
    assert tamis.extract(page).outcome is not tamis.Outcome.ARTICLE


def test_a_url_longer_than_servers_take_is_dropped() -> None:
    base = "https://a.example/" + "x" * MAX_URL + "/"
    assert resolve("b", base) is None
    assert resolve(base, None) is None
    assert resolve("b", "https://a.example/") == "https://a.example/b"


def test_a_long_base_is_not_copied_into_every_link() -> None:
    text = "The sea came in and went out again. " * 20
    links = "".join(f'<p>{text}<a href="b{number}">more of it</a></p>' for number in range(50))
    page = f'<base href="https://a.example/{"x" * 100_000}/">{links}'
    assert len(tamis.extract(page).to_json()) < 2 * len(page)


_TAG_PARTS = (
    "<", "<b", "<B", "<i", "<strong", "<small", "<br", "<strike", "</b>", "</B>", "</i>", "</strong>", ">", "/>", " ",
    "\n", ' c="d"', " c='d'", " c=d", ' c="<"', "x", "\u3c00", "海", "/", '"', "=",
)  # fmt: skip


@given(parts=st.lists(st.sampled_from(_TAG_PARTS), max_size=30))
def test_the_bound_in_c_is_never_under_what_the_expression_finds(parts: list[str]) -> None:
    html = "".join(parts)
    brackets, at_once, _ = fresh().scan_source(html)
    assert brackets == html.count("<")
    assert at_once >= tree._open_at_once(html)


@pytest.mark.parametrize("name", PAGES)
def test_the_bound_in_c_leaves_out_what_is_closed(name: str) -> None:
    html = page_bytes(name).decode("utf-8", "replace")
    assert fresh().scan_source(html)[1] < 60


@pytest.mark.parametrize("html", [REOPENED, "<p><b>x</b>" * 3000, "<p>海<b>x</b>" * 3000])
def test_both_ways_to_count_say_the_same(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_COMPILED", None)
    without = elements_of(html, 20_000)
    monkeypatch.setattr(tree, "_COMPILED", fresh())
    assert elements_of(html, 20_000) == without


_RAW_TEXT_PARTS = (
    "<noscript>", "<noscript a='", "<NoScript ", "<noſcript>", "<noscriptx>", "</noscript>", "</NOSCRİPT", "<iframe>",
    "<IFRAME ", "<ıframe/", "</iframe", "</iframe>", "<script", "<script>", "</script>", "<title ", "</title>", "<xmp>",
    "</xmp>", "<style\u3000", "<noframes/>", "<textarea", "/>", ">", "/", "'", '"', " a=b", "İ", "海", "x",
)  # fmt: skip


@given(parts=st.lists(st.sampled_from(_RAW_TEXT_PARTS), max_size=14))
def test_the_scan_in_c_finds_all_that_may_swallow_a_page(parts: list[str]) -> None:
    html = "".join(parts)
    is_masked = tree._SELF_CLOSED.sub("", html) != html or tree._mask_unclosed_raw_text(html) != html
    assert fresh().scan_source(html)[2] or not is_masked


@pytest.mark.parametrize(
    "html",
    [
        "<noscript><iframe src=a></iframe></noscript><script src=a></script><br/><img/>",
        "<noscript a='<iframe>'><p>a</noscript><iframe>b",
        "<title>a</title><noscriptx><iframe>",
    ],
)
def test_the_scan_in_c_tells_that_nothing_swallows_a_plain_page(html: str) -> None:
    assert not fresh().scan_source(html)[2]


@pytest.mark.parametrize("name", PAGES)
def test_the_scan_in_c_tells_which_page_of_the_site_may_swallow_itself(name: str) -> None:
    may_swallow = fresh().scan_source(page_bytes(name).decode("utf-8", "replace"))[2]
    assert may_swallow is (name == "opinion-noscript.html")


@given(parts=st.lists(st.sampled_from(_RAW_TEXT_PARTS), max_size=14))
def test_a_page_is_parsed_alike_with_and_without_the_scan_in_c(parts: list[str]) -> None:
    html = "".join(parts)
    scanned = tree.parse_html(html, tree.SourceScan(*fresh().scan_source(html)))
    assert scanned.html == tree.parse_html(html, tree.SourceScan(0, 0, may_swallow=True)).html
