from __future__ import annotations

from dataclasses import replace

from tamis_bench.readable import Answer, measure, summary

from .test_oracle import sample


def test_the_bench_counts_by_type() -> None:
    answers = measure([sample("x", "article", 1), sample("x", "listing", 2), sample("x", None, 3)])
    table = summary(answers)
    assert [row[:2] for row in table.rows] == [("article", 1), ("listing", 1), ("all", 2)]
    assert [row[3] for row in table.rows] == [0.0, 1.0, 0.5]


def test_the_bench_tells_the_cost_if_the_clock_has_seen_any() -> None:
    answers = [Answer("made", "1", "article", True, 0.5, 0.25), Answer("made", "2", "listing", False, 0.5, 0.25)]
    assert "Cost: 0.50 times that of a bare parse." in summary(answers).notes
    unseen = [replace(answer, parse_seconds=0.0) for answer in answers]
    assert not any("Cost" in note for note in summary(unseen).notes)
