"""CETR, section 6.5, and requirement E11: on a page that lists others, the teasers are chosen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tamis
from tamis import Article, Outcome, Settings

SITE = Path(__file__).parents[2] / "examples" / "site"
WORDS = "The council met on Monday and talked for hours about the harbour, the bridge and the price of herring. "
MENU = (
    "<nav><ul>"
    + "".join(f"<li><a href=/s{n}>Section of the paper number {n}</a></li>" for n in range(8))
    + "</ul></nav>"
)


def card(number: int) -> str:
    return (
        f"<article><h2><a href='/2024/story-{number}'>Headline of story number {number}</a></h2>"
        f"<p>Description of story {number}: {WORDS}</p><img src=/p{number}.jpg width=300 height=200></article>"
    )


def portal(body: str) -> str:
    about = f"<footer><p>About us: {WORDS * 2}</p></footer>"
    return f"<title>The Paper</title>{MENU}<main><h1>The Paper</h1>{body}</main>{about}"


CARDS = "".join(map(card, range(1, 8)))
PAPER = "https://paper.example/"


def by(strategy: str, html: str, *, teasers: bool = True) -> Article:
    return tamis.extract(html, url=PAPER, settings=Settings(strategy=strategy, teasers=teasers))


@pytest.mark.parametrize("strategy", ["cetr", "cuter", "bte", "mss", "vote"])
def test_strategies_that_look_for_one_article_give_the_teasers_of_a_home_page(strategy: str) -> None:
    article = by(strategy, portal(CARDS))
    assert article.outcome is Outcome.HUB_PAGE
    assert all(f"Headline of story number {n}" in article.text for n in range(1, 8))
    assert "Section of the paper" not in article.text
    assert "About us" not in article.text


def test_without_teasers_a_strategy_is_left_alone() -> None:
    assert by("bte", portal(CARDS), teasers=False).text != by("bte", portal(CARDS)).text
    assert by("bte", portal(CARDS), teasers=False).teasers == by("bte", portal(CARDS)).teasers


def test_baseline_and_filters_keep_what_they_keep() -> None:
    """D12: the filters leave a page without an article as it is; `all` is every visible block."""
    for strategy in ("all", "filters"):
        assert by(strategy, portal(CARDS)).text == by(strategy, portal(CARDS), teasers=False).text


def test_each_block_of_a_teaser_says_so() -> None:
    reasons = [block.reason for block in by("cetr", portal(CARDS)).blocks]
    assert reasons[0] == "teaser 1 of 7 on a page that lists others"


def test_teaser_has_title_url_text_picture_and_place() -> None:
    first, *others = by("cetr", portal(CARDS)).teasers
    assert len(others) == 6
    assert first.title == "Headline of story number 1"
    assert first.url == "https://paper.example/2024/story-1"
    assert first.text.startswith("Description of story 1: The council met")
    assert first.image is not None
    assert first.image.src == "https://paper.example/p1.jpg"
    assert first.xpath == "/html/body/main/article[1]"


def test_teaser_that_comes_again_is_taken_once() -> None:
    article = by("cetr", portal(CARDS + "<section>" + CARDS + "</section>"))
    assert len(article.teasers) == 7
    assert article.text.count("Headline of story number 3") == 1


def test_teasers_of_side_columns_and_advertisements_are_left_out() -> None:
    aside = "<aside>" + "".join(map(card, range(20, 24))) + "</aside>"
    advertisements = "<div class=sponsored>" + "".join(map(card, range(30, 34))) + "</div>"
    titles = [teaser.title for teaser in by("cetr", portal(CARDS + aside + advertisements + card(9))).teasers]
    assert titles == [f"Headline of story number {n}" for n in (*range(1, 8), 9)]


def test_section_of_a_home_page_is_no_teaser_but_its_stories_are() -> None:
    article = tamis.extract((SITE / "index.html").read_text("utf-8"), url="https://courier.example/")
    titles = [teaser.title for teaser in article.teasers]
    assert titles[0] == "Harbour tunnel to open nine months early after final breakthrough"  # alone of its kind
    assert "Election night live: Eastmarch counts its votes" in titles
    assert len(titles) == len(set(titles)) == 17


def test_articles_have_no_teasers() -> None:
    story = (SITE / "harbour-tunnel.html").read_text("utf-8")
    article = tamis.extract(
        story, url="https://courier.example/harbour-tunnel.html", settings=Settings(strategy="cetr")
    )
    assert article.outcome is Outcome.ARTICLE
    assert article.teasers == ()


def test_json_has_the_teasers_and_reads_them_again() -> None:
    article = by("learned", portal(CARDS))
    written = article.to_json()
    assert json.loads(written)["tamis"]["teasers"][0]["title"] == "Headline of story number 1"
    assert Article.from_json(written).teasers == article.teasers


def test_bylines_and_dates_of_stories_are_not_those_of_the_home_page() -> None:
    byline = "<div class=byline>By Mara Ellingham, 14 March 2024</div>"
    home = tamis.extract(portal(byline + CARDS), url=PAPER)
    story = tamis.extract(portal(byline + f"<p>{WORDS * 9}</p>"), url="https://paper.example/2024/bridge-opens-again")
    assert (home.authors, home.published) == ((), None)
    assert story.authors == ("Mara Ellingham",)
