"""Two small plots, drawn as SVG without a library: scores along the page, and tag ratios by line.

Colors and patterns come from the style sheet by class, so that they follow light, dark and print. Long pages are drawn
in bins, each with its highest value, so that a plot never has more than `MOST_BARS` bars.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.write.explaining.report import BlockReport, LineRatios

MOST_BARS = 400
WIDTH, HEIGHT = 800, 120
_BAND = 8
_GAP = 4
_LEAST = 1.5  # minimum height of a bar above zero, so that it can be seen


class _Bin(NamedTuple):
    block_start: int
    block_stop: int
    left: float
    width: float


def score_plot(blocks: Sequence[BlockReport]) -> str:
    """Draw the score of each block as a bar that links to it; below, where blocks are kept."""
    top = max((block.score for block in blocks), default=0.0)
    bars = []
    for part in _bins(len(blocks)):
        inside = blocks[part.block_start : part.block_stop]
        best = max(inside, key=lambda block: (block.kept, block.score))
        height = _height(max(block.score for block in inside), top)
        bars.append(
            f'<a href="#block-{best.index}" tabindex="-1" class="{"kept" if best.kept else "dropped"}">'
            f"<title>{_score_words(part, best)}</title>"
            # The whole height reacts to the pointer, however low the bar.
            f'<rect class="reach" x="{part.left:.2f}" y="0" width="{part.width:.2f}" height="{HEIGHT}"/>'
            f'<rect class="bar" x="{part.left:.2f}" y="{HEIGHT - height:.2f}" width="{part.width:.2f}" '
            f'height="{height:.2f}"/></a>'
        )
    kept = [block.kept for block in blocks]
    label = f"The scores of {len(blocks)} blocks along the page, from 0 to {top:.3g}; {sum(kept)} blocks are kept"
    return _svg("score-plot", label, bars, kept, role="group")


def ratio_plot(lines: LineRatios) -> str:
    """Draw tag ratios by line as bars, smoothed as a line; below, the lines that CETR takes for content."""
    top = max(lines.ratios, default=0.0)
    bars, points = [], []
    for part in _bins(len(lines.ratios)):
        height = _height(max(lines.ratios[part.block_start : part.block_stop]), top)
        level = _height(max(lines.smoothed[part.block_start : part.block_stop]), top)
        bars.append(
            f'<rect class="bar" x="{part.left:.2f}" y="{HEIGHT - height:.2f}" width="{part.width:.2f}" '
            f'height="{height:.2f}"/>'
        )
        points.append(f"{part.left + part.width / 2:.2f},{HEIGHT - level:.2f}")
    line = f'<polyline class="smoothed" points="{" ".join(points)}"/>' if len(points) > 1 else ""
    label = (
        f"Characters for each tag on {len(lines.ratios)} lines, from 0 to {top:.3g}; "
        f"CETR takes {sum(lines.content)} lines for content"
    )
    return _svg("ratio-plot", label, [*bars, line], lines.content)


def _svg(name: str, label: str, shapes: Sequence[str], band: Sequence[bool], *, role: str = "img") -> str:
    """Assemble a plot. One with links inside is a group: screen readers do not reach what is in an image."""
    low = HEIGHT + _GAP + _BAND
    axis = f'<path class="axis" d="M0 {HEIGHT}.5H{WIDTH}"/>'
    return (
        f'<svg class="{name}" viewBox="0 0 {WIDTH} {low}" preserveAspectRatio="none" role="{role}" '
        f'aria-label="{escape(label)}">{"".join(shapes)}{axis}{"".join(_band(band))}</svg>'
    )


def _band(values: Sequence[bool]) -> Iterator[str]:
    """Yield the runs of bins in which a value is true."""
    start: float | None = None
    end = 0.0
    for part in _bins(len(values)):
        if any(values[part.block_start : part.block_stop]):
            start = part.left if start is None else start
            end = part.left + part.width
        elif start is not None:
            yield _segment(start, end)
            start = None
    if start is not None:
        yield _segment(start, end)


def _segment(start: float, end: float) -> str:
    return (
        f'<rect class="band" x="{start:.2f}" y="{HEIGHT + _GAP}" width="{max(_LEAST, end - start):.2f}" '
        f'height="{_BAND}"/>'
    )


def _bins(count: int) -> Iterator[_Bin]:
    bins = min(count, MOST_BARS)
    for index in range(bins):
        yield _Bin(index * count // bins, (index + 1) * count // bins, index * WIDTH / bins, WIDTH / bins)


def _height(value: float, top: float) -> float:
    return max(_LEAST, HEIGHT * value / top) if value > 0 and top > 0 else 0.0


def _score_words(part: _Bin, best: BlockReport) -> str:
    blocks = (
        f"block {part.block_start}"
        if part.block_stop - part.block_start == 1
        else f"blocks {part.block_start} to {part.block_stop - 1}"
    )
    return escape(f"{blocks}: {'kept' if best.kept else 'dropped'}, {best.score:.3g}")
