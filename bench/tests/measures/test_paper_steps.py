"""The steps from tamis's scores to the paper's, on words that can be counted by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis_bench.metrics import Score, f1_of_means
from tamis_bench.paper_steps import PageSteps, measure, page_words, placed_score, strategies, tables
from tamis_bench.samples import Sample, Truth

from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path


def sample(html: str, truth: str) -> Sample:
    return Sample("coast", "1", None, html, Truth(text=truth, known=frozenset({"text"})))


def test_the_f1_of_means_is_not_the_mean_of_f1() -> None:
    """Precision 1 and .5, recall .5 and 1: means of .75. The pages' F1 are 2/3 each."""
    assert f1_of_means([Score(1, 0.5, 2 / 3), Score(0.5, 1, 2 / 3)]) == 0.75
    assert f1_of_means([Score(0, 0, 0)]) == 0
    assert f1_of_means([]) is None


def test_words_that_are_spelled_alike_are_distinct() -> None:
    """The truth is the last two words. The first two are the same as a bag, and none of them is right."""
    page = "the sea is in the sea".split()
    assert placed_score(page, frozenset({4, 5}), "the sea".split()) == Score(0, 0, 0)
    assert placed_score(page, frozenset({4, 5}), "is in the sea".split()) == Score(0.5, 1, 2 / 3)


def test_words_of_the_truth_that_are_not_on_the_page_do_not_count() -> None:
    pages = measure([sample("<title>Quay</title><p>ebb and flow", "ebb and flow typed by hand")], ["all"], 1, 30)
    assert pages[0].bag == pytest.approx((1, 0.5, 2 / 3))
    assert pages[0].placed == pytest.approx((1, 1, 1))


def test_a_page_without_a_truth_has_no_place_in_the_last_steps() -> None:
    assert placed_score(["ebb"], frozenset(), ["ebb"]) is None
    pages = [
        PageSteps("tamis:cetr", "coast", "1", Score(1, 0.5, 2 / 3), Score(1, 0.5, 2 / 3)),
        PageSteps("tamis:cetr", "coast", "2", Score(0, 0, 0), None),
    ]
    row = dict(zip(tables(pages)[0].columns, tables(pages)[0].rows[0], strict=True))
    assert row["pages"] == 2
    assert row["mean F1"] == pytest.approx(1 / 3)
    assert row["F1 of means"] == pytest.approx(1 / 3)  # of .5 and .25
    assert row["with a truth"] == row["placed F1"] == pytest.approx(2 / 3)
    assert row["difference"] == pytest.approx(2 / 3 - 0.9472)


def test_the_title_is_among_the_words_of_a_page() -> None:
    assert page_words(sample("<title>Quay</title><script>x</script><p>ebb <b>flow</b>", "")) == ["quay", "ebb", "flow"]


def test_the_table_has_the_papers_methods_and_those_asked_for() -> None:
    asked = strategies(["cetr:one_line=1"])
    assert {"cetr", "kfe", "ccb", "bte", "all"} <= set(asked)
    assert asked[-1] == "cetr:one_line=1"


def test_the_command_prints_the_steps(data: Path) -> None:
    result = run("steps", "--data", data, "--set", "wcxb-dev", "--limit", 1, "--strategy", "cetr:one_line=1")
    assert result.exit_code == 0, result.output
    assert "CETR, table 4, step by step: wcxb-dev" in result.stdout
