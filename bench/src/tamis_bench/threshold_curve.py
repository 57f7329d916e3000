"""Precision and recall of CETR-TM against its threshold coefficient lambda: figure 6 of the paper, on any set.

T. Weninger, W. H. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010, section 6.5. At lambda 0 every line
is content, so that the recall is all that the segmentation allows; a greater lambda trades recall for precision.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.core.pipeline import prepare
from tamis.errors import BadInput
from tamis.model import Page
from tamis.papers.cetr import Cetr
from tamis_bench.drawing import COLORS, MARKERS, name_axes, picture
from tamis_bench.metrics import mean, word_score, words
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tamis_bench.datasets import Sample
    from tamis_bench.metrics import Score

COEFFICIENTS = tuple(tenth / 10 for tenth in range(21))
"""The paper's coefficients, 0 to 2."""


@dataclass(frozen=True, slots=True)
class Point:
    """Mean scores of a set at one coefficient."""

    set: str
    coefficient: float
    pages: int
    precision: float
    recall: float
    f1: float


def measure(samples: Sequence[Sample], coefficients: Sequence[float] = COEFFICIENTS, jobs: int = 1) -> list[Point]:
    """Compute the curve of each set, over the pages whose truth has a text."""
    judged = [sample for sample in samples if sample.truth.text]
    if not judged:
        raise BadInput("no page of these sets has a text in its truth")
    groups: dict[str, list[list[Score]]] = defaultdict(list)
    work = partial(page_scores, coefficients=tuple(coefficients))
    for sample, scores in zip(judged, run(work, judged, jobs, "lambda"), strict=True):
        groups[sample.set].append(scores)
    return [
        Point(name, coefficient, len(pages), *(_mean(column) for column in zip(*column_of(pages, place), strict=True)))
        for name, pages in groups.items()
        for place, coefficient in enumerate(coefficients)
    ]


def page_scores(sample: Sample, coefficients: Sequence[float]) -> list[Score]:
    """Score one page at each coefficient."""
    document = prepare(Page(sample.html, sample.url)).document
    truth = words(sample.truth.text or "")
    scores = []
    for coefficient in coefficients:
        kept = Cetr(method="threshold", coefficient=coefficient).label(document).kept
        text = " ".join(text for text, keep in zip(document.texts, kept, strict=True) if keep)
        scores.append(word_score(words(text), truth))
    return scores


def column_of(pages: Sequence[Sequence[Score]], place: int) -> list[Score]:
    """Collect all pages' scores at one coefficient."""
    return [scores[place] for scores in pages]


def table(points: Sequence[Point]) -> Table:
    """Build a table of the curves."""
    made = Table("CETR-TM against lambda", ("set", "lambda", "pages", "precision", "recall", "F1"))
    for point in points:
        made.add(point.set, f"{point.coefficient:.1f}", point.pages, point.precision, point.recall, point.f1)
    for name in dict.fromkeys(point.set for point in points):
        rows = [place for place, point in enumerate(points) if point.set == name]
        best = max(rows, key=lambda place: points[place].f1)
        made.winners.add((best, made.columns.index("F1")))
    made.notes.append("The best F1 of each set is bold.")
    return made


def plot(points: Sequence[Point], file: Path) -> None:
    """Draw the curves: precision as a solid line, recall dashed."""
    with picture(file, 7.0, 4.5) as figure:
        axes = figure.subplots()
        for number, name in enumerate(dict.fromkeys(point.set for point in points)):
            curve = [point for point in points if point.set == name]
            across = [point.coefficient for point in curve]
            style: dict[str, Any] = {"color": COLORS[number % len(COLORS)], "marker": MARKERS[number % len(MARKERS)]}
            for measure_name, dash in (("precision", "-"), ("recall", "--")):
                heights = [getattr(point, measure_name) for point in curve]
                axes.plot(across, heights, dash, markersize=4, label=f"{measure_name}, {name}", **style)
        name_axes(axes, "Precision and recall of CETR-TM against λ", "threshold coefficient λ", "score")
        figure.legend(loc="outside lower center", ncols=2)


def _mean(values: Sequence[float]) -> float:
    return mean(values) or 0.0
