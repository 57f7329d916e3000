"""The ways in, and the public names."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

import tamis
from example_site import page_bytes
from html_soup import soup
from tamis import Article, Kind, Limits, Outcome, Page, Role, Settings
from tamis.errors import BadInput, NotHtml, RefusedAddress, TooLarge
from tamis.io.fetching import FetchSettings
from tamis.papers.cuter import Cuter

if TYPE_CHECKING:
    from collections.abc import Callable

STORY = "The sea came in over the mud and went out again, and nobody on the quay said a word. " * 6
PAGE = f"<html><head><title>Tides</title></head><body><article><h1>Tides</h1><p>{STORY}</p></article></body></html>"


def test_the_public_names_are_sorted_and_there() -> None:
    assert tamis.__all__ == sorted(tamis.__all__)
    assert [name for name in tamis.__all__ if not hasattr(tamis, name)] == []


@pytest.mark.slow
def test_importing_tamis_loads_neither_parser_nor_numpy_nor_http_client() -> None:
    code = "import sys, tamis; print(*({'turbohtml', 'numpy', 'httpx', 'click', 'rich'} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8").stdout
    assert loaded.split() == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'tamis' has no attribute 'Fetch'"):
        _ = tamis.Fetch  # type: ignore[attr-defined]


def test_names_that_are_loaded_late_are_listed() -> None:
    assert set(tamis.__all__) <= set(dir(tamis))


@pytest.mark.parametrize("given", ["url", "title", "content_type"])
def test_what_a_page_carries_is_not_given_beside_it(given: str) -> None:
    with pytest.raises(BadInput, match=f"put {given} into the Page"):
        tamis.extract(Page(PAGE), **{given: "https://tide.example/"})  # type: ignore[arg-type]


def test_an_article_can_be_required() -> None:
    assert tamis.extract(PAGE, require=True).title == "Tides"
    with pytest.raises(tamis.NoArticle, match=r"https://tide\.example/: no article \(too_short\)") as caught:
        tamis.extract("<p>Three small words.", "https://tide.example/", require=True)
    assert (caught.value.outcome, caught.value.url) == ("too_short", "https://tide.example/")


def test_every_field_of_the_metadata_is_one_of_the_article() -> None:
    article = tamis.extract(page_bytes("harbour-tunnel.html"))
    for field in fields(tamis.Metadata):
        if field.name != "page_type":  # the article's is the one that was found, beside that which is declared
            assert getattr(article, field.name) == getattr(article.metadata, field.name), field.name


def test_an_article_goes_into_plain_values_and_json_and_comes_back_whole() -> None:
    article = tamis.extract(page_bytes("harbour-tunnel.html"), "https://courier.example/harbour-tunnel.html")
    assert Article.from_dict(article.to_dict()) == article
    assert Article.from_json(article.to_json()) == article
    assert json.loads(article.to_json()) == article.to_dict()


def test_the_example_of_the_module_runs() -> None:
    assert doctest.testmod(tamis).failed == 0


@pytest.mark.parametrize("kind", [str, str.encode, lambda html: bytearray(html.encode()), lambda html: Page(html)])
def test_a_page_comes_as_text_as_bytes_or_as_a_page(kind: Callable[[str], str | bytes | Page]) -> None:
    article = tamis.extract(kind(PAGE))
    assert (article.title, article.text, article.outcome) == ("Tides", STORY.strip(), Outcome.ARTICLE)


@pytest.mark.parametrize("strategy", ["learned", "cuter", "filters"])
def test_an_explanation_has_the_article_and_the_reason_of_every_block(strategy: str) -> None:
    chosen = Settings(strategy=strategy)
    report = tamis.explain(page_bytes("harbour-tunnel.html"), "https://courier.example/tunnel", chosen)
    assert report.article == tamis.extract(page_bytes("harbour-tunnel.html"), "https://courier.example/tunnel", chosen)
    reasons = {block.index: block.reason for block in report.blocks if block.kept}
    assert {block.index: reasons[block.index] for block in report.article.blocks} == {
        block.index: block.reason for block in report.article.blocks
    }
    assert any(not block.kept for block in report.blocks)


@pytest.mark.parametrize("wrong", [None, 7, ["<p>"], {"html": PAGE}])
def test_anything_else_is_refused_with_its_type(wrong: object) -> None:
    with pytest.raises(BadInput, match=f"not {type(wrong).__name__}"):
        tamis.extract(wrong)  # type: ignore[arg-type]


def test_the_header_is_heard_for_bytes() -> None:
    page = PAGE.replace("The sea", "Прилив").encode("koi8-r")
    assert "Прилив" in tamis.extract(page, content_type="text/html; charset=koi8-r").text


@pytest.mark.parametrize(
    ("data", "content_type"),
    [
        (b"%PDF-1.7 ...", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n....", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"PK\x03\x04", "zip"),
        (b"WARC/1.1", "WARC"),
    ],
)
def test_bytes_that_are_no_page_are_named(data: bytes, content_type: str) -> None:
    with pytest.raises(NotHtml, match=f"{content_type}.*not HTML") as caught:
        tamis.extract(data, "https://tide.example/")
    assert content_type in caught.value.content_type
    assert caught.value.url == "https://tide.example/"


def test_the_url_makes_links_absolute_and_is_in_the_article() -> None:
    article = tamis.extract(PAGE.replace("The sea", "<a href=/x>The sea</a>"), "https://tide.example/a/")
    assert article.url == "https://tide.example/a/"
    assert "https://tide.example/x" in {run.href for block in article.blocks for run in block.inlines}


def test_a_title_that_is_known_is_the_title() -> None:
    page = PAGE.replace("<h1>Tides</h1>", "<h1>Something long and different</h1>")
    assert tamis.extract(page, title="Tides and other matters").title == "Tides and other matters"


def test_a_strategy_can_be_named_or_carried() -> None:
    assert tamis.extract(PAGE, settings=Settings(strategy="all")).strategy == "all"
    assert tamis.extract(PAGE, settings=Settings(strategy=Cuter(al=0.9))).strategy == "cuter"


def test_a_page_over_the_limit_is_refused() -> None:
    with pytest.raises(TooLarge, match=r"101 characters are over the limit of 100") as caught:
        tamis.extract("x" * 101, settings=Settings(limits=Limits(max_characters=100)))
    assert (caught.value.size, caught.value.limit) == (101, 100)


@pytest.mark.parametrize(
    ("page", "outcome"),
    [
        ("", Outcome.EMPTY),
        ("<html><body></body></html>", Outcome.EMPTY),
        ("<p>Too few words.</p>", Outcome.TOO_SHORT),
        ("<div id=app></div>" + "<script src=x></script>" * 5, Outcome.NEEDS_SCRIPT),
    ],
)
def test_a_page_without_an_article_says_why(page: str, outcome: Outcome) -> None:
    article = tamis.extract(page)
    assert article.outcome is outcome
    assert article.outcome_reason
    assert article.confidence == 0.0


def test_how_many_words_make_an_article_can_be_set() -> None:
    assert tamis.extract("<p>Just four small words.</p>", settings=Settings(min_words=4)).outcome is Outcome.ARTICLE


def test_chinese_words_are_counted_by_characters() -> None:
    assert (
        tamis.extract("<p>潮水漫过了码头，渔民们把船移到旧仓库旁边，到了早晨水又退了。</p>").outcome is Outcome.ARTICLE
    )


def test_the_trace_tells_every_stage() -> None:
    article = tamis.extract(PAGE.encode())
    assert [step.stage for step in article.trace] == ["decode", "parse", "enrich", "learned"]
    assert article.trace[0].note.startswith("utf-8")


def test_a_block_knows_where_it_stands() -> None:
    (block,) = tamis.extract(PAGE).blocks
    assert (block.kind, block.xpath) == (Kind.PARAGRAPH, "/html/body/article/p")
    assert block.span is not None
    assert PAGE[block.span.start : block.span.end] == STORY.strip()


def test_pictures_and_media_come_in_reading_order() -> None:
    page = PAGE.replace(
        "</p>", f"</p><img src=a.png><p>Two. {STORY}</p><video src=v.mp4></video><img src=b.png><p>Three. {STORY}</p>"
    )
    article = tamis.extract(page, "https://tide.example/")
    assert [image.src for image in article.images] == ["https://tide.example/a.png", "https://tide.example/b.png"]
    assert [media.src for media in article.media] == ["https://tide.example/v.mp4"]


def test_an_empty_article_can_be_written_in_every_format() -> None:
    article = Article()
    for written in (article.text, article.to_text(), article.to_markdown()):
        assert written.strip() == ""
    assert "<html" in article.to_html()
    assert article.to_json().startswith("{")
    assert article.to_xml().startswith("<?xml")


def test_fetch_refuses_private_addresses_again_and_again() -> None:
    for _ in range(2):
        with pytest.raises(RefusedAddress):
            tamis.fetch("http://127.0.0.1:8765/", fetching=FetchSettings(timeout=5))


def test_no_package_hides_a_public_name() -> None:
    packages = {path.name for path in Path(tamis.__file__).parent.iterdir() if path.is_dir()}
    assert packages.isdisjoint(tamis.__all__)


@given(soup())
@settings(max_examples=150)
def test_any_page_can_be_extracted_and_written(html: str) -> None:
    for strategy in ("cuter", "all"):
        article = tamis.extract(html, "https://tide.example/", Settings(strategy=strategy, min_words=0))
        for written in (
            article.to_text(),
            article.to_markdown(),
            article.to_html(),
            article.to_json(),
            article.to_xml(),
        ):
            written.encode()


@pytest.mark.parametrize("name", ["harbour-tunnel.html", "budget-tables.html", "forum-thread.html"])
def test_without_places_all_else_is_the_same(name: str) -> None:
    html = page_bytes(name)
    placed, bare = tamis.extract(html), tamis.extract(html, settings=Settings(positions=False))
    assert all(block.xpath and block.span for block in placed.blocks if block.role is not Role.POST)
    assert not any(block.xpath or block.span for block in bare.blocks)
    assert [replace(block, xpath="", span=None) for block in placed.blocks] == list(bare.blocks)
    assert placed.text == bare.text


@given(soup())
@settings(max_examples=150)
def test_pictures_never_change_the_text(html: str) -> None:
    with_pictures = tamis.extract(html, settings=Settings(strategy="all", images=True))
    without = tamis.extract(html, settings=Settings(strategy="all", images=False))
    assert with_pictures.text == without.text
    assert not without.images
    assert not without.media


def test_extracting_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("extract opened a socket")

    monkeypatch.setattr("socket.socket", refuse)
    assert tamis.extract(page_bytes("harbour-tunnel.html")).outcome is Outcome.ARTICLE


def test_a_url_in_place_of_a_page_names_the_way_to_go() -> None:
    with pytest.raises(tamis.BadInput, match=r"tamis\.fetch"):
        tamis.extract("https://tide.example/story")


def test_settings_of_another_type_are_refused() -> None:
    with pytest.raises(tamis.BadSettings, match="not dict"):
        tamis.extract("<p>x", settings={"images": False})  # type: ignore[arg-type]


def test_the_date_that_came_with_a_page_is_its_date_where_it_gives_none() -> None:
    page = tamis.Page("<h1>Tide</h1><p>The sea came in.", published="Fri, 03 May 2024 10:00:00 GMT")
    article = tamis.extract(page)
    assert article.published is not None
    assert article.published.isoformat() == "2024-05-03T10:00:00+00:00"


def test_fetch_takes_pages_from_any_source() -> None:
    class Archive:
        def page(self, url: str) -> tamis.Page:
            return tamis.Page(f"<title>Kept</title><p>{'The archive keeps what was there. ' * 9}", url)

    article = tamis.fetch("https://gone.example/story", source=Archive())
    assert (article.url, article.title) == ("https://gone.example/story", "Kept")
    with pytest.raises(tamis.BadSettings, match="not both"):
        tamis.fetch("https://gone.example/story", source=Archive(), fetching=FetchSettings())
