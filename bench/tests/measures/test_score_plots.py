"""Pictures of what the bench measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis_bench.score_plots import SIZE_GROUPS, grouped, plot_f1, plot_times
from tamis_bench.speed import Timing

from .pictures import texts
from .test_command import run
from .test_papers import TRUTH, page

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_contenders_stand_in_the_order_of_their_f1(tmp_path: Path) -> None:
    scores = [page("fe", "the sea"), page("lp", TRUTH), page("lp", TRUTH, of="moor"), page("all", "")]
    plot_f1(scores, tmp_path / "f1.svg")
    names = [text for text in texts(tmp_path / "f1.svg") if text.startswith("tamis:")]
    assert names == ["tamis:all", "tamis:fe", "tamis:lp"]  # from the foot to the top
    assert {"coast", "moor"} <= set(texts(tmp_path / "f1.svg"))


def test_pages_are_grouped_by_size() -> None:
    sizes = [30, 10, 20]
    assert grouped(sizes, [3.0, 1.0, 2.0]) == [(10, 1.0), (20, 2.0), (30, 3.0)]
    many = grouped(list(range(105)), [float(size) for size in range(105)])
    assert len(many) == SIZE_GROUPS
    assert many == sorted(many)
    assert grouped([], []) == []


@pytest.mark.parametrize("rows", [1, 20])
def test_every_row_is_named_beside_its_line(tmp_path: Path, rows: int) -> None:
    timings = [Timing(f"row {number}", [1e6, 2e6]) for number in range(rows)]
    plot_times(timings, [1_000, 2_000], tmp_path / "times.svg")
    assert {timing.name for timing in timings} <= set(texts(tmp_path / "times.svg"))


def test_the_report_shows_the_picture(data: Path, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    files = ("--plot", tmp_path / "pictures" / "f1.svg", "--markdown", tmp_path / "report.md")
    result = run("quality", "--data", data, "--strategy", "all", *files)
    assert result.exit_code == 0, result.output
    assert "![Quality](<pictures/f1.svg>)" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "tamis:all" in texts(tmp_path / "pictures" / "f1.svg")


def test_the_speed_bench_draws_its_times(data: Path, tmp_path: Path) -> None:
    arguments = ("--strategy", "all", "--repeats", 1, "--no-memory", "--plot", tmp_path / "x.svg")
    result = run("speed", "--data", data, *arguments)
    assert result.exit_code == 0, result.output
    assert "lexbor parse" in texts(tmp_path / "x.svg")
