"""How long the texts of a page's blocks are, in characters and words.

Words are counted by spaces. Only where a page has characters of a script that does without are its texts laid end to
end as one array of code points, to count these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.text.words import UNSPACED, may_be_unspaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.strategies.learned.arrays import Floats, Mask

_CHARACTERS_PER_WORD = 1.7  # of these scripts
_SENTENCE_ENDS = frozenset(".!?…。！？؟।\"”»')")


class Letters(NamedTuple):
    """Per block."""

    characters: Floats
    words: Floats
    """By spaces; in scripts without them by characters."""
    ends: Floats
    """1 where the text ends like a sentence."""


def count(texts: Sequence[str]) -> Letters:
    """Count the characters and words of all texts, none of which is empty."""
    sizes = np.array(list(map(len, texts)), dtype=np.int64)
    words = np.array([text.count(" ") + text.count("\n") + 1 for text in texts], dtype=np.float64)
    whole = "".join(texts)
    if not whole.isascii() and may_be_unspaced(whole):
        starts = np.zeros(len(texts), dtype=np.int64)
        np.cumsum(sizes[:-1], out=starts[1:])
        words += np.add.reduceat(_wide(whole), starts, dtype=np.int64) / _CHARACTERS_PER_WORD
    ends = np.array([text[-1] in _SENTENCE_ENDS for text in texts], dtype=np.float64)
    return Letters(sizes.astype(np.float64), words, ends)


def _wide(text: str) -> Mask:
    """Where a character of a script without spaces stands."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    result = np.zeros(len(codes), dtype=np.bool_)
    for first, last in UNSPACED:
        result |= (codes >= first) & (codes <= last)
    return result
