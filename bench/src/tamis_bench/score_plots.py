"""Plots of the bench's results: F1 by contender and set, and time against page size."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from tamis_bench.drawing import COLORS, MARKERS, PALE, name_axes, picture
from tamis_bench.metrics import mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tamis_bench.quality import PageScores
    from tamis_bench.speed import Timing

SIZE_GROUPS = 10
"""Number of groups of pages by size, equally large; a point is the median of a group."""
_ROW = 0.24  # height of a contender in inches


def plot_f1(scores: Sequence[PageScores], file: Path) -> None:
    """Draw the mean word F1 of each contender on each set, the best contender at the top."""
    means = _mean_f1(scores)
    sets = list(dict.fromkeys(score.page.set for score in scores if score.text is not None))
    contenders = sorted(means, key=lambda name: (mean(means[name].values()) or 0.0, name))
    with picture(file, 7.5, 1.4 + _ROW * len(contenders)) as figure:
        axes = figure.subplots()
        for place, name in enumerate(contenders):
            values = means[name].values()
            axes.plot([min(values), max(values)], [place, place], color=PALE, linewidth=3, zorder=1)
        for number, of in enumerate(sets):
            points = [(means[name][of], place) for place, name in enumerate(contenders) if of in means[name]]
            axes.scatter(
                [value for value, _ in points],
                [place for _, place in points],
                color=COLORS[number % len(COLORS)],
                marker=MARKERS[number % len(MARKERS)],
                label=of,
                zorder=2,
            )
        axes.set_yticks(range(len(contenders)), contenders)
        axes.set_xlim(right=1.0)
        name_axes(axes, "Mean word F1 by contender and set", "F1", "")
        if sets:
            figure.legend(loc="outside lower center", ncols=min(5, len(sets)))


def plot_times(timings: Sequence[Timing], sizes: Sequence[int], file: Path) -> None:
    """Draw the CPU time of each row of the speed bench against the size of pages, both on logarithmic scales."""
    with picture(file, 7.5, 4.5 + 0.12 * len(timings)) as figure:
        from matplotlib.ticker import LogLocator, NullFormatter

        axes = figure.subplots()
        for number, timing in enumerate(timings):
            points = grouped(sizes, timing.pages)
            axes.plot(
                [size / 1000 for size, _ in points],
                [time / 1e6 for _, time in points],
                color=COLORS[number % len(COLORS)],
                # When the colors repeat, shapes and dashes differ.
                marker=MARKERS[(number + number // len(COLORS)) % len(MARKERS)],
                linestyle=("-", "--", ":")[number // len(COLORS) % 3],
                markersize=4,
                linewidth=1.2,
                label=timing.name,
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter("{x:g}")
            axis.set_minor_formatter(NullFormatter())
        name_axes(axes, "CPU time against page size", "thousand characters of HTML", "milliseconds")
        figure.legend(loc="outside lower center", ncols=3, fontsize=8)


def grouped(sizes: Sequence[int], times: Sequence[float]) -> list[tuple[float, float]]:
    """Compute the median size and median time of groups of pages by size."""
    pairs = sorted(zip(sizes, times, strict=True))
    count = min(SIZE_GROUPS, len(pairs))
    bounds = [place * len(pairs) // count for place in range(count + 1)] if count else []
    groups = [pairs[start:end] for start, end in pairwise(bounds)]
    return [(median(size for size, _ in group), median(time for _, time in group)) for group in groups]


def _mean_f1(scores: Sequence[PageScores]) -> dict[str, dict[str, float]]:
    groups: dict[str, dict[str, list[float]]] = {}
    for score in scores:
        if score.text is not None:
            groups.setdefault(score.contender, {}).setdefault(score.page.set, []).append(score.text.f1)
    return {
        contender: {of: sum(values) / len(values) for of, values in sets.items()} for contender, sets in groups.items()
    }
