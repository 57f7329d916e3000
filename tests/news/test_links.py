"""Links that lead to articles, with the reason."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from example_site import SITE, SITE_URL
from tamis import BadInput, Page
from tamis.core.parse import parse
from tamis.news.link_features import LinkFacts, Place, features_of
from tamis.news.link_finding import links_on
from tamis.news.link_model import SHIPPED, LinkModel, SiteHabits, form_of

if TYPE_CHECKING:
    from pathlib import Path

HOME = "https://news.example/"


def verdict(url: str, text: str = "", **facts: object) -> bool:
    return LinkModel.shipped().verdict(LinkFacts(url, text, HOME, **facts)).is_article  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://news.example/2024/05/02/tunnel-opens-nine-months-early/", "Tunnel opens nine months early"),
        ("https://news.example/local/article_6700abc4-09bc-11ed-a6da.html", "Council votes on harbor plan again"),
        ("https://news.example/story/12345678", "Ferry stops after a hundred years on the water"),
        ("https://news.example/a/9912345", "市长宣布隧道将于五月提前开通，公交车优先通行"),
    ],
)
def test_stories_are_articles(url: str, text: str) -> None:
    assert verdict(url, text)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://news.example/sports/", "Sports"),
        ("https://news.example/tag/harbor/", "Harbor"),
        ("https://news.example/author/mara-ellingham", "Mara Ellingham"),
        ("https://news.example/subscribe?source=header", "Subscribe"),
        ("https://www.facebook.com/newsexample", "Facebook"),
        ("mailto:desk@news.example", "Write to us"),
        ("https://news.example/#top", "Back to top"),
        ("https://news.example/privacy-policy", "Privacy Policy"),
    ],
)
def test_menus_lists_and_services_are_not(url: str, text: str) -> None:
    assert not verdict(url, text)


def test_every_verdict_has_reasons_in_words() -> None:
    for link in links_on(parse(Page((SITE / "index.html").read_text(encoding="utf-8"), SITE_URL))):
        found = LinkModel.shipped().verdict(link)
        assert found.reasons
        assert not any(":" in reason for reason in found.reasons)


def test_the_place_on_the_page_counts() -> None:
    model = LinkModel.shipped()
    url, text = "https://news.example/harbor-tunnel", "Harbor tunnel opens"
    heading, footer = (
        model.verdict(LinkFacts(url, text, HOME, place)).score for place in (Place.HEADING, Place.FOOTER)
    )
    assert heading > footer


def test_a_url_built_like_the_sites_articles_is_an_article() -> None:
    known = SiteHabits.of(f"https://news.example/k/{number}" for number in range(100, 112))
    link = LinkFacts("https://news.example/k/512", "Tunnel", HOME)
    found = LinkModel.shipped().verdict(link, known)
    assert found.is_article
    assert found.reasons[0] == "built like 12 known articles of the site"
    assert not LinkModel.shipped().verdict(link).is_article


def test_habits_say_nothing_of_other_sites() -> None:
    known = SiteHabits.of(f"https://elsewhere.example/k/{number}" for number in range(100, 112))
    link = LinkFacts("https://elsewhere.example/k/512", "Tunnel", HOME)
    assert not LinkModel.shipped().verdict(link, known).is_article


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("https://a.example/2024/05/02/tunnel-opens-early", "https://a.example/2023/11/30/ferry-stops-at-last", True),
        ("https://a.example/news/1234567.html", "https://a.example/news/7654321.html", True),
        ("https://a.example/news/", "https://a.example/sport/", False),
        ("https://a.example/news/7", "https://a.example/news/1234567", False),
    ],
)
def test_forms_of_urls(left: str, right: str, same: bool) -> None:
    assert (form_of(left) == form_of(right)) is same


def test_places_are_read_off_the_page() -> None:
    page = """<header><nav><a href=/sport>Sport</a></nav></header><main><h2><a href=/one>One</a></h2>
    <a href=/two><h3>Two</h3></a><p><a href=/three>Three</a></p></main><footer><a href=/imprint>Imprint</a></footer>"""
    places = {link.url.rpartition("/")[2]: link.place for link in links_on(parse(Page(page, HOME)))}
    assert places == {
        "sport": Place.NAVIGATION,
        "one": Place.HEADING,
        "two": Place.HEADING,
        "three": Place.MAIN,
        "imprint": Place.FOOTER,
    }


def test_each_url_once_with_the_most_words() -> None:
    page = (
        "<a href=/one><img src=x.png alt=''></a><a href='/one#c'>One story</a><a href='/'>Home</a><a href=#top>Top</a>"
    )
    assert [(link.url, link.text) for link in links_on(parse(Page(page, HOME)))] == [(f"{HOME}one", "One story")]


@pytest.mark.parametrize("url", ["http://[bad", "", "https://x.example/" + "a" * 100_000, "javascript:void(0)", "//"])
def test_odd_urls_are_judged_too(url: str) -> None:
    assert features_of(LinkFacts(url, "x" * 100_000, HOME))


def test_a_model_comes_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    LinkModel.shipped().write(file)
    assert file.read_bytes() == SHIPPED.read_bytes()
    assert LinkModel.read(file) == LinkModel.shipped()
    file.write_text(json.dumps({"weights": [1]}), encoding="utf-8")
    with pytest.raises(BadInput, match="not a model of links"):
        LinkModel.read(file)


def test_the_model_is_small() -> None:
    assert SHIPPED.stat().st_size < 200_000
