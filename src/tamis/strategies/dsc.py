"""DSC, document slope curves: all sections of a page in which tags are rare.

D. Pinto, M. Branstein, R. Coleman, W. B. Croft, M. King, W. Li, X. Wei: *QuASM: A System for Question Answering Using
Semi-Structured Data*, JCDL 2002, pp. 46-55.

The document slope curve says how many tags are among the first n tokens of a page. Where body text extraction (BTE)
takes the one stretch that is best as a whole, DSC looks through windows for sections in which the curve is flat
compared with the page, so that a body in several parts is found. A section begins with several flat windows in a row
and ends with several steep ones.
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


@dataclass(frozen=True, slots=True)
class SlopeCurves:
    """The method with its windows."""

    name: ClassVar[str] = "dsc"

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
        curve = slope_curve(tokens.words, tokens.is_tag.astype(np.int64))
        flat = curve.flat(self.window, self.run, self.share)
        shares = find_places(document, tokens).shares(flat * tokens.sizes, tokens.sizes)
        kept = (shares >= 0.5).tolist()
        page = f"{curve.slope:.0%} of the page's tokens are tags"
        reasons = [
            f"in a section with few tags: {page}" if keep else f"not in a section with few tags: {page}"
            for keep in kept
        ]
        return labels_of(document, document.visible(), kept, shares.tolist(), reasons)
