"""The calibration of confidence: of the pages with 0.9, nine in ten should come out well.

A page came out well if its word F1 is at least `GOOD`. Pages are put into ten bins by their confidence; the expected
calibration error is the mean distance, over pages, between a bin's mean confidence and its share of good pages. The
Brier score is the mean of (confidence - good)²; it also rewards telling pages apart, so it is given beside that
of a confidence that is the same for all pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.strategies.learned.cutoff import GOOD
from tamis_bench.drawing import BLUE, GRAY, PALE, name_axes, picture
from tamis_bench.metrics import mean
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

BINS = 10


class Bin(NamedTuple):
    """The pages whose confidence lies between two bounds; the upper one belongs to the next bin, 1 to the last."""

    low: float
    high: float
    pages: int
    confidence: float
    """Mean confidence of the pages."""
    good: float
    """Share of the pages that came out well."""


class Calibration(NamedTuple):
    """The quality of the confidence, over all pages."""

    pages: int
    confidence: float
    good: float
    error: float
    """Expected calibration error."""
    brier: float
    constant_brier: float
    """Brier score of a constant confidence that is the share of good pages."""


def bins(pairs: Sequence[tuple[float, float]]) -> list[Bin]:
    """Group pairs of confidence and word F1 into bins; empty bins are left out."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for confidence, f1 in pairs:
        groups[_place(confidence)].append((confidence, f1))
    return [
        Bin(
            place / BINS,
            (place + 1) / BINS,
            len(inside),
            sum(confidence for confidence, _ in inside) / len(inside),
            _share_good(inside),
        )
        for place, inside in enumerate(groups)
        if inside
    ]


def calibration(pairs: Sequence[tuple[float, float]]) -> Calibration:
    """Compute the measures over all pages; there must be at least one."""
    good = _share_good(pairs)
    count = len(pairs)
    return Calibration(
        pages=count,
        confidence=sum(confidence for confidence, _ in pairs) / count,
        good=good,
        error=sum(one.pages * abs(one.confidence - one.good) for one in bins(pairs)) / count,
        brier=sum((confidence - (f1 >= GOOD)) ** 2 for confidence, f1 in pairs) / count,
        constant_brier=good * (1 - good),
    )


def reliability_table(pairs: Sequence[tuple[float, float]], title: str = "Confidence") -> Table:
    """Build a table of bins from pairs of confidence and word F1, with the measures below."""
    table = Table(title, ("said", "pages", "mean confidence", f"share with F1 >= {GOOD}", "difference"))
    for one in bins(pairs):
        table.add(f"{one.low:.1f} to {one.high:.1f}", one.pages, one.confidence, one.good, one.good - one.confidence)
    if pairs:
        whole = calibration(pairs)
        table.add("all", whole.pages, whole.confidence, whole.good, whole.good - whole.confidence)
        table.notes += [
            f"Expected calibration error {whole.error:.3f}.",
            f"Brier score {whole.brier:.3f}; {whole.constant_brier:.3f} if {whole.good:.3f} were said of every page.",
        ]
    return table


def groups_table(pairs: Iterable[tuple[str, float, float]], title: str) -> Table:
    """Build a table of the measures by group, from triples of a group's name, confidence and word F1."""
    columns = ("pages of", "pages", "mean confidence", f"share with F1 >= {GOOD}", "mean F1")
    table = Table(title, (*columns, "calibration error", "Brier score", "same for all"))
    groups: dict[str, list[tuple[float, float]]] = {}
    for name, confidence, f1 in pairs:
        groups.setdefault(name, []).append((confidence, f1))
    for name, inside in groups.items():
        whole = calibration(inside)
        table.add(
            name,
            whole.pages,
            whole.confidence,
            whole.good,
            mean(f1 for _, f1 in inside),
            whole.error,
            whole.brier,
            whole.constant_brier,
        )
    return table


def plot_reliability(pairs: Sequence[tuple[float, float]], file: Path, title: str = "Confidence") -> None:
    """Draw the bins against the diagonal, and below them the number of pages in each."""
    with picture(file, 5.5, 6.5) as figure:
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        _draw_bins(upper, bins(pairs))
        _draw_counts(lower, bins(pairs))
        name_axes(upper, title, "", f"share of pages with F1 ≥ {GOOD}")
        name_axes(lower, "", "confidence", "pages")
        if pairs:
            whole = calibration(pairs)
            text = f"{whole.pages} pages\ncalibration error {whole.error:.3f}\nBrier score {whole.brier:.3f}"
            upper.text(0.03, 0.97, text, va="top", transform=upper.transAxes)


def _draw_bins(axes: Axes, filled: Sequence[Bin]) -> None:
    axes.plot([0, 1], [0, 1], color=GRAY, linestyle="--", linewidth=1)
    axes.bar(
        [one.low + 0.5 / BINS for one in filled],
        [one.good for one in filled],
        width=0.9 / BINS,
        color=PALE,
    )
    points = [one.confidence for one in filled], [one.good for one in filled]
    axes.plot(*points, "o-", color=BLUE, linewidth=1.5, clip_on=False)
    for one in filled:
        below = one.good > 0.1
        place = (6, -11 if below else 6)
        axes.annotate(str(one.pages), (one.confidence, one.good), place, textcoords="offset points", fontsize=8)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.03)


def _draw_counts(axes: Axes, filled: Sequence[Bin]) -> None:
    axes.bar([one.low + 0.5 / BINS for one in filled], [one.pages for one in filled], width=0.9 / BINS, color=BLUE)
    axes.set_xticks([place / BINS for place in range(BINS + 1)])


def _place(confidence: float) -> int:
    """Return the bin of a confidence. Rounds first: 0.3 is 0.1 * 3 to people, though not to floats."""
    return min(BINS - 1, max(0, int(round(confidence * BINS, 9))))


def _share_good(pairs: Sequence[tuple[float, float]]) -> float:
    return sum(f1 >= GOOD for _, f1 in pairs) / len(pairs)
