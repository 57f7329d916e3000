"""`tamis summarize`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from example_site import SITE

from .running import run

if TYPE_CHECKING:
    from pathlib import Path

STORY = SITE / "harbour-tunnel.html"


def test_text_has_title_sentences_and_keywords() -> None:
    result = run("summarize", STORY, "--sentences", "1")
    title, summary, keywords = result.stdout.strip().split("\n\n")
    assert title.startswith("Harbour tunnel to open")
    assert summary.startswith("The final metre of rock")
    assert keywords.startswith("Keywords: tunnel, harbour")


def test_json_has_the_place_of_each_sentence() -> None:
    result = run("summarize", STORY, "-f", "json", "--sentences", "2", "--url", "https://courier.example/tunnel")
    data = json.loads(result.stdout)
    assert data["url"] == "https://courier.example/tunnel"
    assert [sentence["xpath"].startswith("/html/body/") for sentence in data["sentences"]] == [True, True]
    assert set(data["sentences"][0]["scores"]) == {"frequency", "tf_idf", "lexical", "position", "title", "length"}


def test_a_source_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    empty = tmp_path / "empty.html"
    empty.write_text("<p>", encoding="utf-8")
    result = run("summarize", empty, STORY, "-o", tmp_path / "all.md", "-f", "markdown")
    assert result.exit_code == 1
    assert "empty.html" in result.stderr
    assert "- The final metre" in (tmp_path / "all.md").read_text(encoding="utf-8")


def test_a_settings_file_has_a_table_for_summaries(tmp_path: Path) -> None:
    file = tmp_path / "tamis.toml"
    file.write_text("[summary]\nsentences = 1\nkeywords = 0\n", encoding="utf-8")
    result = run("summarize", STORY, "--settings", file)
    assert len(result.stdout.strip().split("\n\n")) == 2


def test_the_paper_s_average_has_a_name() -> None:
    scores = json.loads(run("summarize", STORY, "--weighting", "paper", "-f", "json").stdout)["sentences"]
    assert all(abs(one["score"] - sum(one["scores"].values()) / 6) < 1e-3 for one in scores)
    assert run("summarize", STORY, "--weighting", "nobody").exit_code == 2
