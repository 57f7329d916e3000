"""Known-item search: scores by hand, queries, and what is left out of the index."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import pytest

from tamis_bench.retrieval import DRAWS, QUERY_WORDS, TRUTH, Index, PageTexts, page_texts, queries_of, searches, table
from tamis_bench.samples import Sample, Truth

from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [["tide", "tide", "ebb"], ["ebb"], ["mud", "mud"]]


def test_scores_are_those_of_bm25() -> None:
    """Three texts of 3, 1 and 2 words, mean 2. Tide is in one of three: idf = ln(1 + 2.5 / 1.5)."""
    scores = Index(TEXTS).scores(["tide", "tide", "sand"])
    length = 1 - 0.75 + 0.75 * 3 / 2
    assert scores.tolist() == pytest.approx([log(1 + 2.5 / 1.5) * 2 * 2.2 / (2 + 1.2 * length), 0, 0])


def test_a_rank_is_behind_all_with_the_same_score() -> None:
    index = Index([["ebb", "tide"], ["ebb", "flow"], ["mud", "mud"]])
    assert (index.rank(["ebb"], 0), index.rank(["ebb"], 1), index.rank(["ebb"], 2)) == (2, 2, None)
    assert index.rank(["ebb", "flow"], 1) == 1


def test_queries_are_a_few_long_words_and_the_same_every_time() -> None:
    words = "the harbor council met about the ferry to the island again".split()
    queries = queries_of(words, "coast/1")
    assert queries == queries_of(words, "coast/1") != queries_of(words, "coast/2")
    assert 1 <= len(queries) <= DRAWS
    assert all(len(query) == QUERY_WORDS and "the" not in query for query in queries)
    assert queries_of(["harbor", "ferry"], "coast/1") == []


def test_lines_that_are_the_title_are_not_indexed() -> None:
    html = (
        "<meta name=description content='A ferry for the island'><p>Harbor: council!</p><p>The harbor council met.</p>"
    )
    truth = Truth(text="Harbor council\nThe harbor council met.", title="Harbor council", known=frozenset({"text"}))
    page = page_texts(Sample("coast", "1", None, html, truth), ["tamis:all"], 30)
    assert page.texts == {"all": ["the", "harbor", "council", "met"], TRUTH: ["the", "harbor", "council", "met"]}
    assert page.about == {"title": ("harbor", "council"), "description": ("a", "ferry", "for", "the", "island")}


def test_better_and_worse_are_counted_against_all_text() -> None:
    """In full, the second page repeats the first one's words in its menu, and outranks it."""

    def page(name: str, full: str, own: str, title: str) -> PageTexts:
        return PageTexts(name, {"all": full.split(), "cuter": own.split()}, {"title": tuple(title.split())})

    menu = "harbor council ferry"
    pages = [
        page("1", f"{menu} and some more words of a story", f"{menu} and some more words of a story", menu),
        page("2", f"{menu} mud", "mud", "nothing here"),
        page("3", "sand", "sand", "motto"), page("4", "sand", "sand", "motto"),
    ]  # fmt: skip
    found = searches(pages)
    assert {search.page for search in found} == {"1"}
    rows = {row[1]: row for row in table(found, 4).rows}
    assert rows["all"][3:] == (0.5, 0.0, 1.0, 1.0, 0, 0)
    assert rows["cuter"][3:] == (1.0, 1.0, 1.0, 1.0, 1, 0)


def test_the_command_prints_a_row_for_each_index(data: Path) -> None:
    result = run("retrieval", "--data", data, "--set", "wcxb-dev", "--strategy", "cuter")
    assert result.exit_code == 0, result.output
    assert "Known-item search" in result.stdout
