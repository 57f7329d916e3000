"""`tamis links` and `tamis learn links`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from example_site import SITE, SITE_URL

from .running import run

if TYPE_CHECKING:
    from pathlib import Path

INDEX = SITE / "index.html"


def test_lists_articles_with_probability_words_and_reasons() -> None:
    result = run("links", INDEX, "--url", SITE_URL)
    first = result.stdout.splitlines()[:3]
    assert first[0].endswith("https://courier.example/harbour-tunnel.html")
    assert first[1].strip().startswith("Harbour tunnel to open")
    assert "in a heading" in first[2]
    assert "adserver" not in result.stdout


def test_json_has_every_link_if_all_are_wanted() -> None:
    result = run("links", INDEX, "--url", SITE_URL, "--all", "--json")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert {link["isArticle"] for link in found} == {True, False}
    assert all(link["reasons"] for link in found)


def test_known_articles_tell_how_the_site_builds_urls(tmp_path: Path) -> None:
    page, known = tmp_path / "page.html", tmp_path / "known.txt"
    page.write_text("<a href='/k/512'>Tunnel</a>", encoding="utf-8")
    known.write_text("\n".join(f"https://a.example/k/{number}" for number in range(100, 112)), encoding="utf-8")
    assert run("links", page, "--url", "https://a.example/").exit_code == 1
    assert "built like 12 known articles" in run("links", page, "--url", "https://a.example/", "--known", known).stdout


@pytest.mark.slow  # trains and cross-validates several learners
def test_trains_on_labeled_links(tmp_path: Path) -> None:
    rows = [
        {"url": f"https://s{site}.example/{path}", "anchor_text": text, "site": f"s{site}", "is_article": is_article}
        for site in range(12)
        for path, text, is_article in (
            (f"2024/05/0{site % 9 + 1}/the-harbor-tunnel-opens-early", "The harbor tunnel opens early at last", True),
            ("sport/", "Sport", False),
        )
    ]
    (tmp_path / "links.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    result = run("learn", "links", "--data", tmp_path / "links.jsonl", "-o", tmp_path / "model.json")
    assert result.exit_code == 0, result.output
    assert "C4.5, six features" in result.output
    assert "article (12 cases, 0 wrong)" in result.output
    assert run("links", INDEX, "--url", SITE_URL, "--model", tmp_path / "model.json").exit_code in (0, 1)


def test_says_why_nothing_is_listed(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<a href='story.html'>Story</a>", encoding="utf-8")
    page = tmp_path / "page.html"
    assert "relative links need --url" in run("links", page).stderr
    assert "--all lists them" in run("links", page, "--url", "https://a.example/").stderr
