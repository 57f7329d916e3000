"""How many words a text has, and the scripts that are written without spaces."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # kana
    (0x3400, 0x4DBF),  # Han, with what follows
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""Scripts that are written without spaces: each of their characters counts as a word."""
HANGUL = (0xAC00, 0xD7AF)
"""Korean has spaces, but its syllables say as much as words; short texts are compared by them."""
BY_CHARACTER = (*UNSPACED, HANGUL)
"""Scripts whose texts are compared by characters."""
FIRST_BY_CHARACTER = chr(min(first for first, _ in BY_CHARACTER))
"""No character before it is of such a script."""
EAST_ASIAN = ((0x3040, 0x9FFF), HANGUL)
"""Kana, Han and Hangul, where names are a few characters and a line says more than in letters."""

_FIRST_UNSPACED = UNSPACED[0][0]
_PUNCTUATION, _AFTER_SYMBOLS = 0x2000, 0x3040
"""No unspaced script lies between these, but quotation marks and dashes of all scripts do."""


def character_class(ranges: Iterable[tuple[int, int]]) -> str:
    """The inside of a regular expression's set of characters."""
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


_UNSPACED_CHARACTER = f"[{character_class(UNSPACED)}]"


def count_words(text: str) -> int:
    """The number of words between spaces; of scripts that are written without spaces, the number of characters."""
    if text.isascii() or not may_be_unspaced(text):
        return len(text.split())
    spaced, characters = _unspaced().subn(" ", text)
    return characters + sum(any(map(str.isalnum, word)) for word in spaced.split()) if characters else len(text.split())


@cache
def _unspaced() -> re.Pattern[str]:
    """Compiled when it is first asked for, since that takes longer than all else in this module."""
    return re.compile(_UNSPACED_CHARACTER)


def may_be_unspaced(text: str) -> bool:
    """Whether a text has characters of scripts that are written without spaces, or of others as high: a quick look."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    high = codes[codes >= _FIRST_UNSPACED]
    return bool(((high < _PUNCTUATION) | (high >= _AFTER_SYMBOLS)).any())
