"""CETR: content extraction by the tag ratios of the lines of the source.

T. Weninger, W. H. Hsu, J. Han: *CETR: Content Extraction via Tag Ratios*, WWW 2010, pp. 971-980.

A line's tag ratio is the number of its characters outside tags divided by the number of its tags. It is high in
articles. The ratios are smoothed, so that short lines between long ones stay. Content are then the lines over a
threshold (CETR-TM), those that k-means on the ratios does not put nearest to zero (CETR-KM), or those that, by ratios
and their change together, do not belong to a cluster that is pinned to the origin (CETR).

Lines are those of `tamis.core.parse.lines`; a block is kept if most of its characters are on lines of content.
docs/strategies/cetr.md has the equations, and what was decided where the paper is silent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tamis.core.parse.lines import Lines, broken_lines, source_lines
from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.parse.tokens import Tokens, read_tokens
from tamis.core.strategies.clean_pages import is_clean
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.model import Labels

    Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
    Floats2 = np.ndarray[tuple[int, int], np.dtype[np.float64]]

MOST_TURNS = 100
"""Maximum number of rounds of k-means; it converges in some twenty."""
# From this many multiplications on, a convolution uses the Fourier transform.
_MANY = 20_000_000
# Up to this many terms, the kernel is summed one by one.
_EXACT_SUM = 1_000_000


@dataclass(frozen=True, slots=True)
class TagRatios:
    """The tag ratios of a page, line by line; the paper's figures 2 to 5 plot them."""

    lines: Lines
    ratios: Floats
    """T: characters outside tags divided by tags."""
    smoothed: Floats
    """T': the smoothed ratios."""
    change: Floats
    """The absolute smoothed derivative of T'."""
    content: Bools


@dataclass(frozen=True, slots=True)
class Cetr:
    """The CETR strategy in its three variants."""

    name: ClassVar[str] = "cetr"

    method: Literal["threshold", "kmeans", "2d"] = option(
        "2d", "CETR-TM, CETR-KM, or CETR itself.", source="sections 4.2, 4.3, 5"
    )
    coefficient: float = option(
        1.0,
        "The paper's lambda: content starts at this many standard deviations of the smoothed ratios (`threshold`).",
        minimum=0,
        source="section 6.4",
    )
    clusters: int = option(3, "The paper's k (`kmeans`, `2d`).", minimum=2, source="sections 4.3, 5.2")
    start: Literal["spread", "assigned"] = option(
        "spread",
        "How k-means begins: centers from zero to the farthest point; or each line in one of the clusters, by turns.",
        source="chosen; the paper's is `assigned`, at random",
    )
    alpha: int = option(3, "Over how many of the next lines the change is taken (`2d`).", minimum=1, source="section 5")
    width: int = option(
        65,
        "Pages written on one line are broken after this many characters (section 5.3).",
        minimum=1,
        source="section 5.3",
    )
    one_line: float = option(
        0.3,
        "A page counts as written on one line if one holds this share of its text. 1: the paper's; 0: every page does.",
        minimum=0,
        maximum=1,
        source="chosen; the paper's is 1",
    )
    auto: bool = option(True, "Decide first whether there is anything to remove (section 6.5).", source="section 6.5")

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the blocks on lines of content."""
        visible = document.visible()
        tokens = read_tokens(document.page.html)
        if not tokens.is_tag.any():
            return _all_content(document, visible, "the page has no tags: all of it is content")
        if self.auto and is_clean(document, visible):
            return _all_content(
                document,
                visible,
                "the page has nothing to remove: its text is in one box, without menus and with few links",
            )
        found = self.measure(tokens)
        texts = len(tokens.texts)
        characters = found.lines.text_sums(np.ones(len(found.lines)), texts)
        places = find_token_ranges(document, tokens)
        shares = places.shares(found.lines.text_sums(found.content.astype(np.float64), texts), characters)
        smoothed = places.sums(found.lines.text_sums(found.smoothed, texts)) / np.maximum(1, places.sums(characters))
        kept = (shares >= 0.5).tolist()
        reasons = [
            f"its lines have {ratio:.0f} characters for each tag, smoothed: {'content' if keep else 'too few'}"
            for ratio, keep in zip(smoothed.tolist(), kept, strict=True)
        ]
        return labels_from_choice(document, visible, kept, shares.tolist(), reasons)

    def measure(self, tokens: Tokens) -> TagRatios:
        """Compute the tag ratios of a page's lines, and decide which lines are content."""
        lines = self._lines(tokens)
        ratios = lines.characters / np.maximum(lines.tags, 1)
        smoothed = smooth(ratios)
        change = np.abs(smooth(_derivative(smoothed, self.alpha)))
        return TagRatios(lines, ratios, smoothed, change, self._content(smoothed, change))

    def _lines(self, tokens: Tokens) -> Lines:
        lines = source_lines(tokens)
        longest = lines.characters.max(initial=0)
        if len(lines) == 1 or longest >= self.one_line * lines.characters.sum():
            return broken_lines(tokens, self.width)
        return lines

    def _content(self, smoothed: Floats, change: Floats) -> Bools:
        if not smoothed.any():
            return np.zeros(len(smoothed), dtype=np.bool_)
        if self.method == "threshold":
            enough: Bools = smoothed >= self.coefficient * smoothed.std()
            return enough
        if self.method == "kmeans":
            return cluster([smoothed], self.clusters, pinned=False, start=self.start) > 0
        return cluster([smoothed, change], self.clusters, pinned=True, start=self.start) > 0


def smooth(values: Floats) -> Floats:
    """Smooth by equations 1 to 3: a Gaussian with the values' standard deviation, cut off at one on both sides."""
    sigma = float(values.std()) if len(values) else 0.0
    if sigma == 0:
        return values
    radius = math.ceil(sigma)
    reach = min(radius, len(values) - 1)  # farther terms meet no value
    kernel = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma * sigma)) / _kernel_sum(sigma, radius)
    if len(values) * len(kernel) < _MANY:
        return np.convolve(values, kernel)[reach : reach + len(values)]
    size = len(values) + len(kernel)
    result: Floats = np.fft.irfft(np.fft.rfft(values, size) * np.fft.rfft(kernel, size), size)
    return result[reach : reach + len(values)]


def _kernel_sum(sigma: float, radius: int) -> float:
    """Sum the whole kernel. With very many terms, compute its integral, which is the same to ten digits."""
    if radius > _EXACT_SUM:
        return sigma * math.sqrt(2 * math.pi) * math.erf(radius / sigma / math.sqrt(2)) + math.exp(-0.5)
    return float(2 * np.exp(-(np.arange(1, radius + 1) ** 2) / (2 * sigma * sigma)).sum() + 1)


def _derivative(smoothed: Floats, alpha: int) -> Floats:
    """Compute equation 4, by the paper's text: the mean of the next alpha values (fewer at the end) minus the value."""
    count = len(smoothed)
    total = np.concatenate(([0.0], np.cumsum(smoothed)))
    after = np.minimum(np.arange(count) + 1, count)
    end = np.minimum(after + alpha, count)
    means = (total[end] - total[after]) / np.maximum(end - after, 1)
    return np.where(end > after, means - smoothed, 0.0)


def cluster(
    columns: list[Floats], count: int, *, pinned: bool, start: Literal["spread", "assigned"] = "spread"
) -> Ints:
    """Cluster points by k-means: return the cluster of each. Cluster 0 is at the origin (`pinned`) or nearest to it.

    Nothing is random, so that the same page gives the same clusters every time.
    """
    points = np.stack(columns)
    if start == "assigned":
        assigned = np.arange(points.shape[1]) % count
        centers = _means(points, assigned, np.zeros((count, len(columns))), pinned=pinned)
    else:
        assigned = np.full(points.shape[1], -1, dtype=np.int64)
        centers = _spread(points, count, pinned=pinned)
    for _ in range(MOST_TURNS):
        nearest = np.argmin([((points - center[:, None]) ** 2).sum(axis=0) for center in centers], axis=0)
        if (nearest == assigned).all():
            break
        assigned = nearest
        centers = _means(points, assigned, centers, pinned=pinned)
    if pinned or start == "spread":
        return assigned
    # By turns, any of the clusters may come to lie nearest to zero.
    lowest = int(np.argmin(np.where(np.bincount(assigned, minlength=count) > 0, centers.sum(axis=1), np.inf)))
    return np.where(assigned == lowest, 0, np.where(assigned == 0, lowest, assigned))


def _spread(points: Floats2, count: int, *, pinned: bool) -> Floats2:
    """Place centers at even distances from the origin, or the least values, to the farthest point."""
    farthest = points[:, int(np.argmax((points**2).sum(axis=0)))]
    nearest = np.zeros(len(points)) if pinned else points.min(axis=1)
    return nearest + (farthest - nearest) * np.arange(count)[:, None] / (count - 1)


def _means(points: Floats2, assigned: Ints, centers: Floats2, *, pinned: bool) -> Floats2:
    """Compute the means of the clusters; an empty one keeps its center, and the first the origin if it is pinned."""
    count = len(centers)
    sizes = np.bincount(assigned, minlength=count)
    sums = np.stack([np.bincount(assigned, weights=column, minlength=count) for column in points], axis=1)
    moved = np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], centers)
    if pinned:
        moved[0] = 0
    return moved


def _all_content(document: Document, visible: Sequence[bool], reason: str) -> Labels:
    count = len(document)
    return labels_from_choice(
        document, visible, [bool(text) for text in document.texts], [1.0] * count, [reason] * count
    )
