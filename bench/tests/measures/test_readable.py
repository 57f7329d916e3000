from __future__ import annotations

from tamis_bench.readable import measure, summary

from .test_oracle import sample


def test_the_bench_counts_by_type() -> None:
    answers = measure([sample("x", "article", 1), sample("x", "listing", 2), sample("x", None, 3)])
    table = summary(answers)
    assert [row[:2] for row in table.rows] == [("article", 1), ("listing", 1), ("all", 2)]
    assert [row[3] for row in table.rows] == [0.0, 1.0, 0.5]
    assert any("times that of a bare parse" in note for note in table.notes)
