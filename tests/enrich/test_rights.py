"""Rights of a page in its metadata, and pages that are left out for them."""

from __future__ import annotations

import json

import pytest

from tamis import Article, Page, Rights, extract
from tamis.model import Outcome

BODY = "<h1>Tides</h1>" + "<p>The sea came in and went out again, and the harbor was dry until noon.</p>" * 8


def page(head: str = "", rights: Rights | None = None) -> Page:
    return Page(f"<html><head>{head}</head><body>{BODY}", url="https://sea.example/tides", rights=rights)


def test_meta_elements_declare_rights() -> None:
    head = (
        '<meta name="robots" content="index, max-image-preview:large, noai"><meta name=GoogleBot content=noarchive>'
        '<meta name="tdm-reservation" content=1><meta name="tdm-policy" content="/policy.json">'
    )
    assert extract(page(head)).rights == Rights(
        True, "https://sea.example/policy.json", ("max-image-preview:large", "noai", "googlebot: noarchive")
    )


@pytest.mark.parametrize("head", ["", "<meta name=robots content='index, follow'>", "<meta name=twitterbot content=x>"])
def test_a_page_that_declares_nothing_has_no_rights(head: str) -> None:
    assert extract(page(head)).rights is None


def test_what_headers_and_site_declare_is_added() -> None:
    known = Rights(True, None, ("noarchive",), ("ai-train=no",))
    found = extract(page("<meta name='tdm-reservation' content='0'>", known)).rights
    assert found == Rights(False, None, ("noarchive",), ("ai-train=no",))
    assert extract(page(rights=known)).rights == known


def test_json_has_the_rights_and_reads_them_back() -> None:
    article = extract(page(rights=Rights(True, "https://sea.example/p", ("noai",), ("search=yes",))))
    written = json.loads(article.to_json())["tamis"]["rights"]
    assert written == {
        "tdmReservation": True,
        "tdmPolicy": "https://sea.example/p",
        "robots": ["noai"],
        "contentSignals": ["search=yes"],
    }
    assert Article.from_json(article.to_json()).rights == article.rights
    assert "rights" not in json.loads(extract(page()).to_json())["tamis"]


def test_front_matter_lists_the_declarations() -> None:
    article = extract(page(rights=Rights(False, None, ("noai",), ("search=yes",))))
    front = article.to_markdown(front_matter=True)
    assert 'rights:\n  - "tdm-reservation=0"\n  - "noai"\n  - "search=yes"\n' in front


def test_a_reserved_page_is_left_out_with_its_reason_and_without_its_text() -> None:
    article = extract(page("<meta name=robots content=noai>"), respect=("search", "train"))
    assert (article.outcome, article.text, article.blocks) == (Outcome.RESERVED, "", ())
    assert article.outcome_reason == "noai reserves the use: train"
    assert article.title == "Tides"


def test_what_is_reserved_for_another_use_is_extracted() -> None:
    head = "<meta name=robots content=noai>"
    assert extract(page(head), respect=("search",)).outcome is Outcome.ARTICLE
    assert extract(page(head)).outcome is Outcome.ARTICLE
    assert extract(page(), respect=("train", "input", "search", "archive")).outcome is Outcome.ARTICLE
