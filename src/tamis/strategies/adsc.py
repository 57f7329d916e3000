"""ADSC, advanced document slope curves: sections of a page in which structure is rare and links are too.

T. Gottron: *Evaluating Content Extraction on HTML Documents*, ITA 2007, pp. 123-132; after D. Pinto et al.: *QuASM: A
System for Question Answering Using Semi-Structured Data*, JCDL 2002, pp. 46-55.

As document slope curves (DSC), but with the tokens counted for what they say about content: the words of links count as
tags do, and tags that only format words within a line do not count. Menus become steep even where their entries
are long, and text with many links and emphases stays flat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tamis.errors import BadSettings
from tamis.parse.places import find_places
from tamis.parse.tokens import read_tokens
from tamis.strategies.slope_curve import slope_curve
from tamis.strategies.verdicts import labels_of

if TYPE_CHECKING:
    from tamis.model import Labels
    from tamis.parse import Document

_INLINE = frozenset(
    "a abbr b bdi bdo big br cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strike "
    "strong sub sup time tt u var wbr".split()
)


@dataclass(frozen=True, slots=True)
class AdvancedSlopeCurves:
    """The method with its windows."""

    name: ClassVar[str] = "adsc"

    window: int = 10
    """How many tokens a window has."""
    run: int = 3
    """A section begins with so many flat windows, and ends with so many steep ones."""
    share: float = 0.5
    """A window is flat when its slope is at most this share of the page's."""

    def __post_init__(self) -> None:
        for field in ("window", "run"):
            if getattr(self, field) < 1:
                raise BadSettings(f"{field} must be at least 1, not {getattr(self, field)}")
        if not 0 <= self.share <= 1:
            raise BadSettings(f"share must be from 0 to 1, not {self.share}")

    def label(self, document: Document) -> Labels:
        """The blocks in flat sections."""
        tokens = read_tokens(document.page.html)
        names = tokens.names()
        structure = np.fromiter(
            (name.lstrip("</") not in _INLINE and name != "" for name in names), np.int64, len(names)
        )
        curve = slope_curve(tokens.words, structure, as_tags=tokens.linked(names))
        flat = curve.flat(self.window, self.run, self.share)
        shares = find_places(document, tokens).shares(flat * tokens.sizes, tokens.sizes)
        kept = (shares >= 0.5).tolist()
        page = f"{curve.slope:.0%} of the page's tokens are"
        reasons = [
            f"in a section with few tags and links: {page}"
            if keep
            else f"not in a section with few tags and links: {page}"
            for keep in kept
        ]
        return labels_of(document, document.visible(), kept, shares.tolist(), reasons)
