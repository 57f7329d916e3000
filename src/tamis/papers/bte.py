"""BTE, body text extraction: keeps the one stretch of the page with the most words inside and the most tags outside.

A. Finn, N. Kushmerick, B. Smyth: *Fact or Fiction: Content Classification for Digital Libraries*, Joint DELOS-NSF
Workshop on Personalisation and Recommender Systems in Digital Libraries, Dublin 2001.

The page is a sequence of tokens, words and tags. The body goes from token i to token j such that the sum of the tags
before i, the words from i to j and the tags after j is greatest. The paper tries all i and j; here one pass is enough:
each word in the body counts plus one, each tag minus one, so the body is the stretch with the greatest sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.parse.tokens import Tokens, read_tokens
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.settings.options import check, option
from tamis.text.max_sum import max_sum_run

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class BodyText:
    """The BTE strategy."""

    name: ClassVar[str] = "bte"

    tag_weight: float = option(
        1.0, "How many words a tag weighs; the paper's objective counts each as one.", above=0, source="the paper"
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the blocks in the body."""
        visible = document.visible()
        tokens = read_tokens(document.page.html)
        first, last = self._body(tokens)
        inside = np.zeros(len(tokens.texts))
        inside[first:last] = 1
        shares = find_token_ranges(document, tokens).shares(inside * tokens.sizes, tokens.sizes)
        kept = (shares >= 0.5).tolist()
        words = int(tokens.words[first:last].sum())
        tags = int(tokens.is_tag[first : max(first, last - 1)].sum())
        within = f"in the stretch of the page with the most words for its tags: {words} words, {tags} tags"
        reasons = [within if keep else "before or after the stretch of words that is the body" for keep in kept]
        return labels_from_choice(document, visible, kept, shares.tolist(), reasons)

    def _body(self, tokens: Tokens) -> tuple[int, int]:
        """Find the first text of the body, and the one after its last."""
        # Texts alternate with the tags between them. The last entry, after the last text, is zero.
        scores = np.zeros(2 * len(tokens.texts), dtype=np.float64)
        scores[::2] = tokens.words
        scores[1:-1:2] = np.where(tokens.is_tag, -self.tag_weight, 0)
        first, last = max_sum_run(scores)
        return (first + 1) // 2, (last + 1) // 2
