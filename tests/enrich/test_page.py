"""Language, URL, licence, picture, payment, type, section and tags."""

from __future__ import annotations

import json

import pytest

from example_site import SITE, page_bytes
from tamis.core.enrich import metadata
from tamis.core.parse import parse
from tamis.core.parse.encodings import decode
from tamis.model import Page
from tamis.text.language_recognition import fits_script, language_tag, recognize_language

from .reading import URL, article, read, read_html

GERMAN = "<p>" + "Der Stadtrat beschloss am Dienstag, die alte Brücke zu schließen, weil Ingenieure Risse fanden. " * 3
CHINESE = "<p>" + "市议会周二投票决定关闭旧桥，因为工程师在两座桥墩上发现了裂缝。" * 6


TAGS = {
    "en": "en",
    "EN_us": "en-US",
    "zh-hans-CN": "zh-Hans-CN",
    "de_DE.UTF-8": "de-DE",
    "deu": "de",
    "english": None,
    "xx": None,
}


@pytest.mark.parametrize(("text", "tag"), TAGS.items())
def test_language_tags_are_written_as_bcp_47_does(text: str, tag: str | None) -> None:
    assert language_tag(text) == tag


def test_declared_language_is_taken() -> None:
    assert read_html(f"<html lang=de-AT><p>{GERMAN}").language == "de-AT"
    assert read_html(f'<meta http-equiv=content-language content="de">{GERMAN}').language == "de"
    assert read_html(f'<meta property="og:locale" content="de_CH">{GERMAN}').language == "de-CH"
    assert read_html(article(inLanguage="de") + GERMAN).language == "de"


def test_undeclared_language_is_recognised() -> None:
    assert read_html(GERMAN).language == "de"
    assert read_html(CHINESE).language == "zh"


def test_a_declaration_against_the_script_is_not_believed() -> None:
    assert read_html(f"<html lang=en>{CHINESE}").language == "zh"


def test_english_declared_in_a_country_that_does_not_write_it_is_checked() -> None:
    assert read_html(f"<html lang=en>{GERMAN}", url="https://courier.de/x").language == "de"
    assert read_html(f"<html lang=en>{GERMAN}", url="https://courier.example/x").language == "en"


def test_too_little_text_has_no_language() -> None:
    assert read_html("<p>Hi").language is None


def test_scripts_tell_languages_apart() -> None:
    assert fits_script("ja", "市議会は橋を閉鎖する")
    assert fits_script("sr", "Gradsko vijeće")
    assert not fits_script("ru", "The council")
    assert recognize_language("x") is None


def test_canonical_url_is_absolute() -> None:
    assert read('<link rel=canonical href="/news/ferry#top">').canonical_url == "https://courier.example/news/ferry"


def test_og_url_serves_where_no_canonical_link_is() -> None:
    assert (
        read('<meta property="og:url" content="https://courier.example/ferry">').canonical_url
        == "https://courier.example/ferry"
    )


@pytest.mark.parametrize(
    "href",
    ["https://other.example/", "https://courier.example/", "javascript:void(0)", "https://[bad", "http://localhost2"],
)
def test_a_canonical_url_that_makes_no_sense_is_refused(href: str) -> None:
    assert read(f'<link rel=canonical href="{href}">').canonical_url is None


def test_a_home_page_may_be_its_own_canonical_url() -> None:
    home = "https://courier.example/"
    assert read(f'<link rel=canonical href="{home}">', url=home).canonical_url == home


def test_license_is_found_as_link_or_in_linked_data() -> None:
    url = "https://creativecommons.org/licenses/by/4.0/"
    assert read(f'<link rel=license href="{url}">').license == url
    assert read(article(license=url)).license == url
    assert read("", f'<a rel="license" href="{url}">CC BY</a>').license == url
    assert read("", f'<a href="{url}">CC BY</a>').license == url
    assert read("", f'<a href="{url}">CC</a><a href="{url}x">CC</a>').license is None


def test_lead_image_is_absolute_and_no_logo() -> None:
    head = '<meta property="og:image" content="/img/logo.png"><meta name="twitter:image" content="/img/ferry.jpg">'
    found = read(head).lead_image
    assert found is not None
    assert found.src == "https://courier.example/img/ferry.jpg"


def test_lead_image_has_size_and_alternative_text() -> None:
    head = """<meta property="og:image" content="a.jpg"><meta property="og:image:width" content="1200px">
    <meta property="og:image:alt" content="The ferry &amp; its crew">"""
    found = read(head).lead_image
    assert found is not None
    assert (found.src, found.width, found.alt) == ("https://courier.example/news/a.jpg", 1200, "The ferry & its crew")


def test_lead_image_from_linked_data_skips_placeholders_and_icons() -> None:
    images = [
        {"url": "/placeholder.png"},
        {"url": "/x.jpg", "width": 40},
        {"@type": "ImageObject", "url": "/ferry.jpg"},
    ]
    found = read(article(image=images)).lead_image
    assert found is not None
    assert found.src == "https://courier.example/ferry.jpg"


def test_base_element_counts_for_relative_urls() -> None:
    found = read('<base href="https://cdn.example/a/"><meta property="og:image" content="b.jpg">').lead_image
    assert found is not None
    assert found.src == "https://cdn.example/a/b.jpg"


@pytest.mark.parametrize(
    ("value", "paywalled"),
    [(False, True), ("False", True), ("http://schema.org/False", True), (True, False), ("x", None)],
)
def test_paywall_is_read_from_linked_data(value: object, paywalled: bool | None) -> None:
    assert read(article(isAccessibleForFree=value)).paywalled is paywalled


@pytest.mark.parametrize(("tier", "paywalled"), [("locked", True), ("metered", True), ("free", False)])
def test_paywall_is_read_from_the_content_tier(tier: str, paywalled: bool) -> None:
    assert read(f'<meta property="article:content_tier" content="{tier}">').paywalled is paywalled


def test_page_type_prefers_the_article() -> None:
    assert read(article() + '<meta property="og:type" content="website">').page_type == "NewsArticle"
    assert read('<meta property="og:type" content="website">').page_type == "website"


def test_section_and_tags_are_read() -> None:
    found = read(article(articleSection=["Harbour", "News"], keywords="tides, boats, Tides, type:story"))
    assert found.section == "Harbour"
    assert found.tags == ("tides", "boats")
    assert read('<meta property="article:tag" content="a"><meta property="article:tag" content="b">').tags == ("a", "b")


def test_a_page_without_url_gives_what_needs_none() -> None:
    found = read('<link rel=canonical href="/x"><meta property="og:image" content="//cdn.example/a.jpg">', url=None)
    assert found.canonical_url is None
    assert found.lead_image is not None
    assert found.lead_image.src == "https://cdn.example/a.jpg"


TRUTHS = [json.loads(line) for line in (SITE / "truth.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("truth", TRUTHS, ids=[truth["file"] for truth in TRUTHS])
def test_example_page_gives_title_authors_dates_and_language(truth: dict[str, object]) -> None:
    name, url = str(truth["file"]), str(truth["url"])
    found = metadata(parse(Page(decode(page_bytes(name)).text, url=url)))
    assert found.title == truth["title"]
    assert list(found.authors) == truth["authors"]
    assert (found.published.date().isoformat() if found.published else None) == truth["published"]
    assert (found.modified.date().isoformat() if found.modified else None) == truth["modified"]
    assert (found.language or "").partition("-")[0] == truth["language"]
    assert url.startswith(URL[:24])


def test_tags_are_no_ids_and_hosts() -> None:
    keywords = "tides,8f14e45f-ceea-467f-a8f5-1d2b3c4d5e6f,courier.example.com,story-1234567,Covid-19,2024"
    assert read(f'<meta name=keywords content="{keywords}">').tags == ("tides", "Covid-19", "2024")


def test_a_tag_in_a_list_may_have_a_comma() -> None:
    assert read(article(keywords=["Doe, Jane", "tides"])).tags == ("Doe, Jane", "tides")
    assert read(article(keywords=["tides,boats"])).tags == ("tides", "boats")


def test_the_name_of_a_license_may_have_a_slash() -> None:
    assert read(article(license="MIT/X11")).license == "MIT/X11"
    assert read("<meta name=license content='Apache 2.0 / MIT'>").license == "Apache 2.0 / MIT"
    assert read("<meta name=license content='/terms'>").license == "https://courier.example/terms"
    assert read("<link rel=license href='https://['>" + article(license="CC BY")).license == "CC BY"


def test_a_place_on_the_page_is_no_license() -> None:
    assert read("<link rel=license href='#license'>").license is None
    assert read("", "<a rel=license href='#license'>Licence</a>").license is None


@pytest.mark.parametrize("name", ["@courier", "https://twitter.com/courier", "twitter.com/courier", "${site.name}"])
def test_an_account_is_no_site_name(name: str) -> None:
    head = f'<meta property="og:site_name" content="{name}"><meta name=application-name content="The Courier">'
    assert read(head).site_name == "The Courier"


def test_an_image_url_with_an_unfilled_variable_is_dropped() -> None:
    head = '<meta property="og:image" content="/img/${width}/a.jpg"><meta name="twitter:image" content="/b.jpg">'
    image = read(head).lead_image
    assert image is not None
    assert image.src == "https://courier.example/b.jpg"
