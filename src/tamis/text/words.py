"""How many words a text has."""

from __future__ import annotations

import re
from functools import cache

import numpy as np

# Characters of scripts that are written without spaces: Thai, Lao, Burmese, Khmer, Japanese, Chinese.
_UNSPACED = (
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)

_FIRST_UNSPACED = 0x0E00
_PUNCTUATION, _AFTER_SYMBOLS = 0x2000, 0x3040
"""Between these no script lies that is written without spaces, but the quotation marks and dashes of all."""


def count_words(text: str) -> int:
    """The number of words between spaces; of scripts that are written without spaces, the number of characters."""
    if text.isascii() or not may_be_unspaced(text):
        return len(text.split())
    spaced, characters = _unspaced().subn(" ", text)
    return characters + sum(any(map(str.isalnum, word)) for word in spaced.split()) if characters else len(text.split())


@cache
def _unspaced() -> re.Pattern[str]:
    """Compiled when it is first asked for, since that takes longer than all else in this module."""
    return re.compile(_UNSPACED)


def may_be_unspaced(text: str) -> bool:
    """Whether a text has characters of scripts that are written without spaces, or of others as high: a quick look."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    high = codes[codes >= _FIRST_UNSPACED]
    return bool(((high < _PUNCTUATION) | (high >= _AFTER_SYMBOLS)).any())
