"""Document slope curve of a page, and its flat sections, for the strategies dsc and adsc.

The curve is the number of tags among the first n tokens (words and tags) of a page. It is steep in menus and flat in
text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.core.parse.tokens import Tokens
    from tamis.model import Labels

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class SlopeCurve:
    """The document slope curve of a page."""

    words: Ints
    """Number of words of each text."""
    ends: Ints
    """Number of tokens up to the end of each text."""
    curve: Ints
    """Number of tags among the first n tokens, from n = 0."""

    @property
    def slope(self) -> float:
        """Slope of the whole page: the share of tags among its tokens."""
        return float(self.curve[-1] / max(1, len(self.curve) - 1))

    def flat(self, window: int, run: int, share: float) -> Floats:
        """Compute the share of each text's words that are in flat sections of the curve.

        The page is cut into windows of `window` tokens. A window is flat if its slope is at most `share` of the page's.
        A flat section begins with `run` flat windows in a row, and ends before `run` others in a row. A page without
        flat sections is kept whole.
        """
        count = len(self.curve) - 1
        starts = np.arange(0, count, window)
        ends = np.minimum(starts + window, count)
        is_low = self.curve[ends] - self.curve[starts] <= share * self.slope * (ends - starts)
        found = sections(is_low, run)
        if not found.any():
            found[:] = True  # the page is too short, or too even, to tell a part from the rest
        kept = np.repeat(found, ends - starts)
        passed = np.concatenate(([0], np.cumsum(kept)))
        inside = passed[self.ends] - passed[self.ends - self.words]
        result: Floats = inside / np.maximum(self.words, 1)
        return result


@dataclass(frozen=True, slots=True)
class FlatSections:
    """Base of the strategies that read the curve: the parameters of the windows, and the labels."""

    window: int = option(10, "How many tokens a window has.", minimum=1, source="chosen")
    run: int = option(
        3,
        "A section begins with this many flat windows, and ends with as many steep ones.",
        minimum=1,
        source="other implementations",
    )
    share: float = option(
        0.5,
        "A window is flat when its slope is at most this share of the page's.",
        minimum=0,
        maximum=1,
        source="other implementations",
    )

    def __post_init__(self) -> None:
        check(self)

    def labels(self, document: Document, tokens: Tokens, curve: SlopeCurve, steep: str) -> Labels:
        """Keep the blocks in flat sections. `steep` names what makes the curve steep, for the reasons."""
        flat = curve.flat(self.window, self.run, self.share)
        shares = find_token_ranges(document, tokens).shares(flat * tokens.sizes, tokens.sizes)
        kept = (shares >= 0.5).tolist()
        page = f"a section with few {steep}: {curve.slope:.0%} of the page's tokens are"
        reasons = [f"in {page}" if keep else f"not in {page}" for keep in kept]
        return labels_from_choice(document, document.visible(), kept, shares.tolist(), reasons)


def curve_of(words: Ints, tags: Ints, as_tags: Bools | None = None) -> SlopeCurve:
    """Compute the curve of a page from the number of words of each text, and of tags after each text but the last.

    `as_tags` marks the texts whose words count as tags.
    """
    counts = np.zeros(2 * len(words), dtype=np.int64)
    counts[::2] = words
    counts[1:-1:2] = tags
    is_tag = np.zeros(len(counts), dtype=np.bool_)
    is_tag[1::2] = True
    if as_tags is not None:
        is_tag[::2] = as_tags
    curve = np.concatenate(([0], np.cumsum(np.repeat(is_tag, counts))))
    return SlopeCurve(words, np.cumsum(counts)[::2], curve)


def sections(is_low: Bools, run: int) -> Bools:
    """Mark the windows of flat sections: from `run` low ones in a row up to `run` others in a row."""
    kept = np.zeros(len(is_low), dtype=np.bool_)
    others = _runs(~is_low, run)
    end = 0
    for start in _runs(is_low, run).tolist():
        if start >= end:
            after = np.searchsorted(others, start)
            end = int(others[after]) if after < len(others) else int(np.flatnonzero(is_low)[-1]) + 1
            kept[start:end] = True
    return kept


def _runs(flags: Bools, least: int) -> Ints:
    """Find the starts of runs of at least this many set flags."""
    edges = np.diff(np.concatenate(([0], flags.astype(np.int8), [0])))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    return starts[ends - starts >= least]
