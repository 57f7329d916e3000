"""DSC, document slope curves: keeps all sections of a page in which tags are rare.

D. Pinto, M. Branstein, R. Coleman, W. B. Croft, M. King, W. Li, X. Wei: *QuASM: A System for Question Answering Using
Semi-Structured Data*, JCDL 2002, pp. 46-55.

The document slope curve is the number of tags among the first n tokens of a page. Body text extraction (BTE) takes the
one stretch that is best as a whole. DSC instead looks through windows for sections in which the curve is flat compared
with the page, so it finds a body in several parts. A section begins with several flat windows in a row and ends with
several steep ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tamis.core.parse.tokens import read_tokens
from tamis.papers.slope_curve import FlatSections, curve_of

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class SlopeCurves(FlatSections):
    """The DSC strategy, with the parameters of its windows."""

    name: ClassVar[str] = "dsc"

    def label(self, document: Document) -> Labels:
        """Keep the blocks in flat sections."""
        tokens = read_tokens(document.page.html)
        curve = curve_of(tokens.words, tokens.is_tag.astype(np.int64))
        return self.labels(document, tokens, curve, "tags")
