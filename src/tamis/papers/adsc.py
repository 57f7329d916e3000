"""ADSC, advanced document slope curves: keeps the sections of a page with few structural tags and few links.

T. Gottron: *Evaluating Content Extraction on HTML Documents*, ITA 2007, pp. 123-132; after D. Pinto et al.: *QuASM: A
System for Question Answering Using Semi-Structured Data*, JCDL 2002, pp. 46-55.

As document slope curves (DSC), but tokens count by what they say about content: the words of links count as tags, and
tags that only format words within a line do not count. The curve becomes steep in menus even if their entries are
long, and stays flat in text with many links and emphases.
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

_INLINE = frozenset(
    "a abbr b bdi bdo big br cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strike "
    "strong sub sup time tt u var wbr".split()
)


@dataclass(frozen=True, slots=True)
class AdvancedSlopeCurves(FlatSections):
    """The ADSC strategy, with the parameters of its windows."""

    name: ClassVar[str] = "adsc"

    def label(self, document: Document) -> Labels:
        """Keep the blocks in flat sections."""
        tokens = read_tokens(document.page.html)
        names = tokens.names()
        structure = np.fromiter(
            (name.lstrip("</") not in _INLINE and name != "" for name in names), np.int64, len(names)
        )
        curve = curve_of(tokens.words, structure, as_tags=tokens.linked(names))
        return self.labels(document, tokens, curve, "tags and links")
