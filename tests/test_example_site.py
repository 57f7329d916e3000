"""The default strategy on the example site, snippet by snippet."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

import tamis
from example_site import PAGES, SITE, page_bytes
from tamis.model import Outcome

TRUTH: dict[str, dict[str, Any]] = {
    row["file"]: row
    for line in (SITE / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    for row in [json.loads(line)]
}


def words(article: tamis.Article) -> str:
    """All that a reader is shown: the body, and the captions with it. White space folded."""
    captions = [image.caption for image in article.images] + [block.text for block in article.blocks]
    captions += [table.caption for table in article.tables]
    return " ".join(" ".join([article.text, *captions]).split())


def extracted(name: str, strategy: str = "learned", images: bool = True) -> tamis.Article:
    return tamis.extract(page_bytes(name), TRUTH[name]["url"], tamis.Settings(strategy=strategy, images=images))


def test_the_truth_speaks_of_pages_that_are_there() -> None:
    assert set(TRUTH) <= set(PAGES)


class Miss(NamedTuple):
    """A mistake of a strategy on a page, and its cause."""

    why: str
    lost: tuple[str, ...] = ()
    leaked: tuple[str, ...] = ()


CUTER_MISSES: dict[str, Miss] = {
    "election-live.html": Miss(
        "every update is a node of its own and none is large, so that the boxes in the margin, as large, join",
        leaked=("Six stories before breakfast", "Landowners and the drainage board"),
    ),
    "forum-thread.html": Miss(
        "every post is a node of its own: a short one has less than a third of the longest, a long signature has more",
        lost=("before somebody recommends a new engine",),
        leaked=("buy a boat, meet your neighbours",),
    ),
    "docs-sieve-config.html": Miss(
        "notes and warnings are small nodes inside the text, and CUTER takes nodes by their size alone",
        lost=("Two rules with the same name are an error", "banned by at least one harbour office"),
    ),
    "opinion-noscript.html": Miss(
        "a list of proposals shares few words with the column around it, and so differs in meaning",
        lost=("which has said ten to three since the jubilee",),
    ),
}


LEARNED_MISSES: dict[str, Miss] = {}


@pytest.mark.parametrize("strategy", ["learned", "cuter"])
@pytest.mark.parametrize("name", TRUTH)
def test_a_page_gives_what_it_should_and_nothing_else(name: str, strategy: str) -> None:
    text = words(extracted(name, strategy))
    lost = tuple(snippet for snippet in TRUTH[name]["with"] if snippet not in text)
    leaked = tuple(snippet for snippet in TRUTH[name]["without"] if snippet in text)
    misses = LEARNED_MISSES if strategy == "learned" else CUTER_MISSES
    expected = misses.get(name, Miss("nothing is wrong"))
    assert (lost, leaked) == (expected.lost, expected.leaked)


CUT_OFF = "paywalled.html"


@pytest.mark.parametrize("name", [name for name in TRUTH if name != CUT_OFF])
def test_every_article_page_is_found_to_be_one(name: str) -> None:
    article = extracted(name)
    assert article.outcome is Outcome.ARTICLE
    assert article.confidence > 0


def test_the_story_behind_the_paywall_is_found_to_be_cut_off() -> None:
    article = extracted(CUT_OFF)
    assert article.outcome is Outcome.PAYWALL
    assert article.blocks


@pytest.mark.parametrize("strategy", ["learned", "cuter", "all"])
def test_the_home_page_is_found_to_be_a_list_and_keeps_its_blocks(strategy: str) -> None:
    url = "https://courier.example/"
    article = tamis.extract(page_bytes("index.html"), url, tamis.Settings(strategy=strategy))
    assert article.outcome is Outcome.HUB_PAGE
    assert article.blocks


@pytest.mark.parametrize("name", TRUTH)
def test_no_snippet_of_the_body_is_lost_when_every_block_is_kept(name: str) -> None:
    text = words(tamis.extract(page_bytes(name), settings=tamis.Settings(strategy="all")))
    assert [snippet for snippet in TRUTH[name]["with"] if snippet not in text] == []


@pytest.mark.parametrize("name", TRUTH)
def test_hidden_text_stays_out_even_when_every_block_is_kept(name: str) -> None:
    text = words(tamis.extract(page_bytes(name), settings=tamis.Settings(strategy="all")))
    for secret in ("subscribe with the code LIBRARY10", "was withdrawn by the editor", "Decorative duplicate of"):
        assert secret not in text


@pytest.mark.parametrize("name", TRUTH)
def test_turning_pictures_off_does_not_change_the_text(name: str) -> None:
    without = extracted(name, images=False)
    assert without.text == extracted(name).text
    assert without.images == ()


def test_the_glacier_story_has_its_eight_pictures_with_captions_and_no_advertisement() -> None:
    images = extracted("glacier-photos.html").images
    assert [image.src.rpartition("/")[2].partition("?")[0] for image in images] == [
        f"glacier-{number}.svg" for number in range(1, 9)
    ]
    assert all(image.caption for image in images)


def test_the_page_of_1999_shows_title_byline_and_date_once() -> None:
    article = tamis.extract((SITE / "legacy-1999.html").read_bytes())
    text = article.to_markdown()
    assert text.count("Ferry Terminal Café to Close After 61 Years") == 1
    assert "Wednesday, March 17, 1999" not in text
    assert article.authors == ("Desmond Quill",)
    assert article.published is not None
    assert article.published.isoformat() == "1999-03-17"
