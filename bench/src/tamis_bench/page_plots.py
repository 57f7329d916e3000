"""Plots of one page's tag ratios by CETR: figures 2 to 5 of the paper, drawn from `Cetr.measure`.

T. Weninger, W. H. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tamis.core.parse.tokens import read_tokens
from tamis.core.strategies import by_name
from tamis.errors import BadInput, BadSettings
from tamis.papers.cetr import Cetr, cluster
from tamis.text.characters import one_line
from tamis_bench.drawing import BLUE, GRAY, GREEN, ORANGE, PURPLE, RED, name_axes, picture

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.axes import Axes

    from tamis.core.strategies import Strategy
    from tamis.papers.cetr import TagRatios

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

MOST_LINES = 1_000
"""Maximum number of lines drawn as vectors; more are drawn as pixels, even in a vector file, so that it stays small."""
_LINES = "line of the source, empty ones left out"
_FIRST = (GRAY, ".", "at the origin: no content")
_LATER = ((BLUE, "o"), (ORANGE, "^"), (GREEN, "s"), (PURPLE, "D"), (RED, "v"))


def plot_page(html: str, what: str, file: Path, strategy: str | Strategy = Cetr.name, name: str = "") -> None:
    """Draw a page; `what` is a name of `PLOTS` or `all`, `strategy` is cetr, optionally with parameters."""
    method = by_name(strategy) if isinstance(strategy, str) else strategy
    if not isinstance(method, Cetr):
        raise BadSettings(f"tag ratios are what cetr goes by; {method.name} has none")
    if what != "all" and what not in PLOTS:
        raise BadSettings(f"there is no picture {what!r}; choose one of {', '.join((*PLOTS, 'all'))}")
    tokens = read_tokens(html)
    if not tokens.is_tag.any():
        raise BadInput("the page has no tags, so there are no tag ratios to draw")
    found = method.measure(tokens)
    drawn = list(PLOTS.values()) if what == "all" else [PLOTS[what]]
    with picture(file, 8.0, 3.4 * len(drawn)) as figure:
        for axes, draw in zip(np.atleast_1d(figure.subplots(len(drawn), 1)), drawn, strict=True):
            draw(axes, found, method)
        if name:
            figure.suptitle(_shortened(one_line(name)), x=0.01, ha="left", fontsize=9, parse_math=False)


def draw_ratios(axes: Axes, found: TagRatios, _method: Cetr) -> None:
    """Draw figure 2: the tag ratio of each line."""
    _draw_lines(axes, found.ratios, found)
    _legend(axes)
    name_axes(axes, "Tag ratios", _LINES, "characters per tag")


def draw_smoothed(axes: Axes, found: TagRatios, method: Cetr) -> None:
    """Draw figure 3: the smoothed tag ratios; with the threshold, if that is the method."""
    _draw_lines(axes, found.smoothed, found)
    if method.method == "threshold":
        threshold = method.coefficient * float(found.smoothed.std())
        axes.axhline(threshold, color=RED, linestyle="--", linewidth=1, label=f"λσ = {threshold:.1f}")
    _legend(axes)
    name_axes(axes, "Tag ratios, smoothed", _LINES, "characters per tag")


def draw_derivative(axes: Axes, found: TagRatios, _method: Cetr) -> None:
    """Draw figure 4: the absolute smoothed derivative of the ratios."""
    _draw_lines(axes, found.change, found)
    _legend(axes)
    name_axes(axes, "Change of the smoothed tag ratios (absolute smoothed derivative)", _LINES, "change")


def draw_scatter(axes: Axes, found: TagRatios, method: Cetr) -> None:
    """Draw figure 5: each line as a point, in the color and shape of its cluster."""
    clusters = cluster([found.smoothed, found.change], method.clusters, pinned=True)
    pixels = len(clusters) > MOST_LINES
    for number in range(method.clusters):
        inside = clusters == number
        colour, marker, label = _FIRST if number == 0 else (*_LATER[(number - 1) % len(_LATER)], f"content {number}")
        axes.scatter(
            found.smoothed[inside],
            found.change[inside],
            s=14,
            color=colour,
            marker=marker,
            linewidths=0,
            label=f"{label} ({int(inside.sum())} lines)",
            rasterized=pixels,
        )
    _legend(axes)
    name_axes(axes, "Lines by cluster", "smoothed tag ratio", "change")


PLOTS: dict[str, Callable[[Axes, TagRatios, Cetr], None]] = {
    "tag-ratios": draw_ratios,
    "smoothed": draw_smoothed,
    "derivative": draw_derivative,
    "scatter": draw_scatter,
}
"""The plots of a page by name."""


def _draw_lines(axes: Axes, values: Floats, found: TagRatios) -> None:
    """Draw values by line; a band at the bottom, and the color, show which lines are content."""
    # Steps by hand: each line is one unit wide, so that even a single line of content can be seen.
    edges = np.repeat(np.arange(len(values) + 1) + 0.5, 2)[1:-1]
    heights, content = np.repeat(values, 2), np.repeat(found.content, 2)
    top = max(1.0, float(values.max(initial=0.0)))
    style: dict[str, Any] = {"linewidth": 0, "rasterized": len(values) > MOST_LINES}
    axes.fill_between(edges, heights, color=GRAY, label="no content", **style)
    axes.fill_between(edges, np.where(content, heights, 0.0), color=BLUE, label="content", **style)
    axes.fill_between(edges, np.where(content, -0.04 * top, 0.0), color=BLUE, **style)
    axes.set_xlim(0.5, len(values) + 0.5)
    axes.set_ylim(-0.05 * top, 1.05 * top)


def _legend(axes: Axes) -> None:
    """Put the legend above the axes at the right, where it hides nothing; titles are at the left."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, fontsize=8, borderaxespad=0.2)


def _shortened(name: str, most: int = 110) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
