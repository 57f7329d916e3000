"""How many words a text has."""

from __future__ import annotations

import re

import numpy as np

# Characters of scripts that are written without spaces: Thai, Lao, Burmese, Khmer, Japanese, Chinese.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)

_FIRST_UNSPACED = 0x0E00


def count_words(text: str) -> int:
    """The number of words between spaces; of scripts that are written without spaces, the number of characters."""
    if text.isascii() or _highest(text) < _FIRST_UNSPACED:
        return len(text.split())
    spaced, characters = _UNSPACED.subn(" ", text)
    return characters + sum(any(map(str.isalnum, word)) for word in spaced.split()) if characters else len(text.split())


def _highest(text: str) -> int:
    """The highest code point, found much faster than the expression runs."""
    return int(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).max())
