"""CCB, content code blurring: keeps the text that is not broken up by code.

T. Gottron: *Content Code Blurring: A New Approach to Content Extraction*, DEXA Workshops 2008, pp. 29-33.

The source is a row of ones (content) and zeros (code). Blurring, as of a picture, spreads each value to its neighbors,
so that long stretches of text stay bright and words between tags turn gray. Text brighter than a threshold is the main
content. The row consists of characters (CCB), of characters without the tags of links (ACCB), or of words and tags
(TCCB).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tamis.core.parse.token_ranges import find_token_ranges
from tamis.core.parse.tokens import Tokens, read_tokens
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.model import Labels

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class CodeBlurring:
    """The CCB strategy, with its three kinds of rows."""

    name: ClassVar[str] = "ccb"

    method: Literal["ccb", "accb", "tccb"] = option(
        "ccb", "The row: characters; characters without the tags of links; words and tags."
    )
    radius: int = option(
        40,
        "How many characters to either side a value is carried over in a pass (`ccb`, `accb`).",
        minimum=1,
        source="ACCB-40 in later papers",
    )
    token_radius: int = option(
        25,
        "How many words and tags to either side it is carried over (`tccb`).",
        minimum=1,
        source="TCCB-25 in later papers",
    )
    passes: int = option(3, "How often the row is blurred.", minimum=1, source="chosen")
    threshold: float = option(0.75, "From which value on text is content.", minimum=0, maximum=1, source="later papers")

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the blocks that stay bright."""
        tokens = read_tokens(document.page.html)
        content, code = self._sizes(tokens)
        bright = self._bright(content, code)
        shares = find_token_ranges(document, tokens).shares(bright * tokens.sizes, tokens.sizes)
        kept = (shares >= 0.5).tolist()
        of = "words" if self.method == "tccb" else "characters"
        reasons = [
            f"{share:.0%} of its {of} stand where there is little code"
            if keep
            else f"only {share:.0%} of its {of} stand where there is little code"
            for share, keep in zip(shares.tolist(), kept, strict=True)
        ]
        return labels_from_choice(document, document.visible(), kept, shares.tolist(), reasons)

    def _sizes(self, tokens: Tokens) -> tuple[Ints, Ints]:
        """Count the ones of each text, and the zeros of the code between texts."""
        if self.method == "tccb":
            return tokens.words, tokens.is_tag.astype(np.int64)
        code = np.where(tokens.is_tag, tokens.text_starts[1:] - tokens.tag_starts, 0)
        if self.method == "accb":
            code[np.array([name in ("<a", "</a") for name in tokens.names()], dtype=np.bool_)] = 0
        return tokens.counted(np.arange(len(tokens.texts)), tokens.text_starts, tokens.text_ends), code

    def _bright(self, content: Ints, code: Ints) -> Floats:
        """Compute the share of each text that is brighter than the threshold."""
        counts = np.zeros(2 * len(content), dtype=np.int64)
        counts[::2], counts[1:-1:2] = content, code
        is_content = np.zeros(len(counts), dtype=np.float64)
        is_content[::2] = 1
        row = np.repeat(is_content, counts)
        for _ in range(self.passes):
            row = blur(row, self.token_radius if self.method == "tccb" else self.radius)
        # Averages of ones can be slightly below one.
        passed = np.concatenate(([0], np.cumsum(row >= self.threshold - 1e-9)))
        ends = np.cumsum(counts)[::2]
        result: Floats = (passed[ends] - passed[ends - content]) / np.maximum(content, 1)
        return result


def blur(row: Floats, radius: int) -> Floats:
    """Replace each value by the mean of those within the radius; beyond the ends there is code."""
    total = np.concatenate((np.zeros(radius + 1), np.cumsum(row)))
    total = np.concatenate((total, np.full(radius, total[-1])))
    result: Floats = (total[2 * radius + 1 :] - total[: -2 * radius - 1]) / (2 * radius + 1)
    return result
