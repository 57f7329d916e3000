"""CUTER's table step by step, on words that can be counted by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis_bench.cuter_steps import STEPS, measure, placed_shares, tables
from tamis_bench.samples import Sample, Truth

from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path

BODY, BOX = "ebb and flow " * 40, "tide table " * 12
PAGE = f"<title>Quay</title><h1>Quay</h1><section><p>{BODY}</p></section><section><p>{BOX}</p></section>"


def sample(html: str, truth: str) -> Sample:
    return Sample("coast", "1", None, html, Truth(text=truth, known=frozenset({"text"})))


def test_sizes_are_those_of_the_words_of_the_page() -> None:
    """Right are "ebb" and "flow", seven letters; taken are "flow" and "tide", eight; four letters are both."""
    shares = placed_shares("ebb flow tide".split(), "ebb flow typed".split(), "flow tide".split())
    assert shares == pytest.approx((4 / 7, 4 / 8))
    assert placed_shares(["ebb"], ["tide"], []) == (0, 0)


def test_each_step_leaves_out_one_rule_more() -> None:
    """The box has less than a third of the body, so it is lost until the third goes; the title until it counts."""
    pages = measure([sample(PAGE, f"Quay\n{BODY}\n{BOX} typed by hand")], 1, 30)
    accuracy = dict(zip([step.name for step in STEPS], [share.accuracy for share in pages[0].shares], strict=True))
    body, box, title, typed = 10 * 40, 9 * 12, 4, 11
    everything = body + box + title
    assert accuracy["words of the truth"] == pytest.approx(body / (everything + typed))
    assert accuracy["words of the page"] == pytest.approx(body / everything)
    assert accuracy["and its title"] == pytest.approx((body + title) / everything)
    assert accuracy["without the third"] == accuracy["all text"] == 1


def test_a_page_whose_truth_is_not_on_it_has_no_class_and_is_left_out() -> None:
    assert measure([sample("<p>ebb", "tide")], 1, 30) == []


def test_the_table_has_the_papers_figures_below() -> None:
    table = tables(measure([sample(PAGE, BODY)], 1, 30))[0]
    assert table.title == "CUTER, table 2, step by step: coast"
    assert table.rows[-1][:4] == ("paper", None, 0.9671, 0.034)
    assert [row[0] for row in table.rows[:-1]] == [step.name for step in STEPS]


def test_the_command_prints_the_steps_of_both_papers(data: Path) -> None:
    result = run("steps", "--data", data, "--set", "wcxb-dev", "--limit", 1)
    assert result.exit_code == 0, result.output
    assert "CUTER, table 2, step by step: wcxb-dev" in result.stdout
