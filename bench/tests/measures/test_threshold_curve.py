"""Precision and recall of CETR-TM against its threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis_bench import threshold_curve
from tamis_bench.datasets import Sample, Truth, gather

from .pictures import texts
from .test_command import run

if TYPE_CHECKING:
    from pathlib import Path

LINES = "\n".join(f"<li><a href=/{number}>Menu {number}</a></li>" for number in range(400))
STORY = "\n".join(f"<p>{'The sea came in and went out again. ' * 6}</p>" for _ in range(12))
PAGE = f"<html><body>\n<ul>\n{LINES}\n</ul>\n{STORY}\n</body></html>"


def sample(text: str | None = "The sea came in and went out again. " * 72) -> Sample:
    return Sample("coast", "1", None, PAGE, Truth(text=text, known=frozenset({"text"})))


def test_a_threshold_of_nothing_keeps_everything() -> None:
    first = threshold_curve.measure([sample()], (0.0,))[0]
    assert first.recall == 1.0
    assert first.precision < 1.0


def test_a_higher_threshold_trades_recall_for_precision() -> None:
    points = threshold_curve.measure([sample()], (0.0, 1.0, 10.0))
    assert points[1].precision > points[0].precision
    assert points[1].recall > 0.9
    assert points[2].recall == 0.0


def test_each_set_has_its_curve_and_its_best_point(data: Path) -> None:
    points = threshold_curve.measure([sample(), *gather(data)])
    assert len(points) == 2 * len(threshold_curve.COEFFICIENTS)
    table = threshold_curve.table(points)
    best = {points[row].set: points[row].f1 for row, _ in table.winners}
    assert best == {name: max(point.f1 for point in points if point.set == name) for name in ("coast", "wcxb-dev")}


def test_sets_without_texts_are_refused() -> None:
    with pytest.raises(BadInput, match="no page"):
        threshold_curve.measure([sample(None)])


def test_the_command_prints_and_draws_the_curve(data: Path, tmp_path: Path) -> None:
    result = run("lambda", "--data", data, "--plot", tmp_path / "x.svg")
    assert result.exit_code == 0, result.output
    assert "CETR-TM against lambda" in result.stdout
    assert {"precision, wcxb-dev", "recall, wcxb-dev"} <= set(texts(tmp_path / "x.svg"))
