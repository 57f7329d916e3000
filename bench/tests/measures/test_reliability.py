"""Confidence held against what came out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.errors import BadInput
from tamis_bench.confidence import PageConfidence, measure, tables
from tamis_bench.datasets import Sample, Truth, gather
from tamis_bench.reliability import bins, calibration, groups_table, plot_reliability, reliability_table

from .pictures import texts
from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PAIRS = [(0.05, 0.2), (0.3, 0.95), (0.3, 0.4), (0.95, 1.0), (0.95, 0.9), (1.0, 0.89)]
SHARES = st.floats(0, 1)


def test_bins_hold_their_lower_bound_and_the_last_one_holds_one() -> None:
    found = bins(PAIRS)
    assert [(one.low, one.high, one.pages) for one in found] == [(0.0, 0.1, 1), (0.3, 0.4, 2), (0.9, 1.0, 3)]


def test_every_hundredth_is_in_the_bin_that_people_expect() -> None:
    for hundredth in range(100):
        assert bins([(hundredth / 100, 1.0)])[0].low == hundredth // 10 / 10


def test_a_page_is_good_from_nine_tenths_on() -> None:
    assert bins([(0.5, 0.9), (0.5, 0.899)])[0].good == 0.5


def test_the_measures_are_those_of_their_definitions() -> None:
    whole = calibration([(0.8, 1.0), (0.8, 0.0), (0.2, 0.0)])
    assert whole.error == pytest.approx((2 * abs(0.8 - 0.5) + abs(0.2 - 0.0)) / 3)
    assert whole.brier == pytest.approx((0.04 + 0.64 + 0.04) / 3)
    assert whole.constant_brier == pytest.approx(1 / 3 * 2 / 3)


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1))
def test_every_page_is_in_one_bin(pairs: list[tuple[float, float]]) -> None:
    found = bins(pairs)
    assert sum(one.pages for one in found) == len(pairs)
    assert all(one.low - 1e-9 <= one.confidence <= one.high for one in found)
    assert 0 <= calibration(pairs).error <= 1


def test_a_confidence_that_is_right_has_no_error() -> None:
    pairs = [(0.75, 1.0), (0.75, 1.0), (0.75, 1.0), (0.75, 0.0)]
    assert calibration(pairs).error == 0


def test_the_table_ends_with_all_pages() -> None:
    table = reliability_table(PAIRS)
    assert [row[:2] for row in table.rows] == [("0.0 to 0.1", 1), ("0.3 to 0.4", 2), ("0.9 to 1.0", 3), ("all", 6)]
    assert any("calibration error" in note for note in table.notes)


def test_a_table_of_no_pages_is_empty() -> None:
    assert reliability_table([]).rows == []


def test_groups_have_their_own_measures() -> None:
    table = groups_table([("a", 1.0, 1.0), ("b", 1.0, 0.0)], "By letter")
    assert [(row[0], row[1], row[5]) for row in table.rows] == [("a", 1, 0.0), ("b", 1, 1.0)]


def test_the_picture_is_the_same_every_time(tmp_path: Path) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        plot_reliability(PAIRS, file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert {"Confidence", "confidence", "6 pages", "pages"} <= set(texts(files[0]))


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".pdf", b"%PDF"), (".SVG", b"<?xml")])
def test_a_picture_is_of_the_kind_that_its_name_says(tmp_path: Path, suffix: str, start: bytes) -> None:
    file = tmp_path / f"picture{suffix}"
    plot_reliability(PAIRS, file)
    assert file.read_bytes().startswith(start)


@pytest.mark.parametrize(("name", "problem"), [("x.txt", "ends in .svg"), ("nowhere/x.svg", "no folder")])
def test_a_picture_that_cannot_be_written_is_said(tmp_path: Path, name: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        plot_reliability(PAIRS, tmp_path / name)


def test_only_pages_with_a_text_are_judged(data: Path) -> None:
    pages = measure(gather(data), "cuter")
    assert [(page.set, page.id) for page in pages] == [("wcxb-dev", number) for number in ("0001", "0002", "0003")]
    assert all(page.outcome == "article" and page.confidence > 0 and page.f1 > 0.8 for page in pages)


def test_a_page_that_fails_counts_as_nothing_that_nobody_was_sure_of() -> None:
    page = Sample("set", "1", None, "<p>x" * 10, Truth(text="x", known=frozenset({"text"})))
    (found,) = measure([page], "cuter", seconds=1e-6)
    assert (found.confidence, found.f1, found.outcome) == (0.0, 0.0, "out of time")


def test_sets_without_texts_are_refused(data: Path) -> None:
    with pytest.raises(BadInput, match="no page"):
        measure(gather(data, ["metadata"]), "cuter")


def test_tables_by_set_and_type_come_where_there_are_several() -> None:
    def page(of: str, kind: str | None) -> PageConfidence:
        return PageConfidence(of, "1", None, kind, None, "article", 0.5, 0.9)

    made = tables([page("a", "forum"), page("a", "article"), page("b", None)], "x")
    titles = ["Confidence of x", "Confidence by set", "Confidence by page type", "Outcomes by page type"]
    assert [table.title for table in made] == titles
    assert made[-1].rows == [("a: article", 1, 1), ("a: forum", 1, 1), ("b", 1, 1)]


def test_the_command_prints_the_bins_and_draws_them(data: Path, tmp_path: Path) -> None:
    result = run("confidence", "--data", data, "--strategy", "cuter", "--plot", tmp_path / "x.svg")
    assert result.exit_code == 0, result.output
    assert "Confidence of cuter" in result.stdout
    assert "Brier score" in result.stdout
    assert (tmp_path / "x.svg").stat().st_size > 1000


def test_the_command_says_before_the_work_that_it_cannot_draw(data: Path, tmp_path: Path) -> None:
    result = run("confidence", "--data", data, "--plot", tmp_path / "x.txt")
    assert result.exit_code == 2
    assert "ends in .svg" in result.stderr
    assert result.stdout == ""
