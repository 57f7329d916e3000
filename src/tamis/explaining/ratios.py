"""Tag ratios by line, as CETR sees the page (T. Weninger, W. H. Hsu, J. Han, WWW 2010), beside any strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.parse.tokens import read_tokens
from tamis.strategies.cetr import Cetr

if TYPE_CHECKING:
    from collections.abc import Sequence


class LineRatios(NamedTuple):
    """Of each line that has text or tags: characters for each tag, the same smoothed, and whether CETR keeps it."""

    ratios: Sequence[float]
    smoothed: Sequence[float]
    content: Sequence[bool]


def line_ratios(html: str) -> LineRatios | None:
    """The tag ratios of a page; None if it has no tags. Pages written on one line are broken into lines first."""
    tokens = read_tokens(html)
    if not tokens.is_tag.any():
        return None
    found = Cetr().measure(tokens)
    return LineRatios(found.ratios.tolist(), found.smoothed.tolist(), found.content.tolist())
