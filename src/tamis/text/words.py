"""Word counting, and the scripts that are written without spaces."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np

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
"""Hangul syllables. Korean has spaces, but its syllables say as much as words; short texts are compared by them."""
BY_CHARACTER = (*UNSPACED, HANGUL)
"""Scripts whose texts are compared by characters."""
FIRST_BY_CHARACTER = chr(min(first for first, _ in BY_CHARACTER))
"""First character of these scripts."""
EAST_ASIAN = ((0x3040, 0x9FFF), HANGUL)
"""Kana, Han and Hangul, in which names are a few characters and a line says more than in an alphabet."""

_FIRST_UNSPACED = UNSPACED[0][0]
_PUNCTUATION, _AFTER_SYMBOLS = 0x2000, 0x3040
"""Range that contains no unspaced script, but the quotation marks and dashes of all scripts."""


def character_class(ranges: Iterable[tuple[int, int]]) -> str:
    """Build the inside of a character class of a regular expression."""
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


_UNSPACED_CHARACTER = f"[{character_class(UNSPACED)}]"


def count_words(text: str) -> int:
    """Count the words between spaces; in scripts that are written without spaces, count the characters."""
    if text.isascii() or not may_be_unspaced(text):
        return len(text.split())
    spaced, characters = _unspaced().subn(" ", text)
    return characters + sum(any(map(str.isalnum, word)) for word in spaced.split()) if characters else len(text.split())


@cache
def _unspaced() -> re.Pattern[str]:
    """Compile the pattern on first use, because that takes longer than all else in this module."""
    return re.compile(_UNSPACED_CHARACTER)


def may_be_unspaced(text: str) -> bool:
    """Check quickly whether a text may have characters of scripts without spaces, or others that are as high."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    high = codes[codes >= _FIRST_UNSPACED]
    return bool(((high < _PUNCTUATION) | (high >= _AFTER_SYMBOLS)).any())
