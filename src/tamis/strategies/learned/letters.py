"""Counts of characters by class, for all blocks of a page at once.

The texts of a page are laid end to end as one array of code points, so that counting is arithmetic on arrays and
not a loop over strings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.strategies.learned.arrays import Floats, Ints

_OTHER, _SPACE, _DIGIT, _WIDE = range(4)
# Scripts that write without spaces: words are counted by characters there.
_WIDE_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # kana
    (0x3400, 0x9FFF),  # Han
)
_CHARACTERS_PER_WORD = 1.7  # of these scripts
_SENTENCE_ENDS = frozenset(".!?…。！？؟।\"”»')")
_TABLE_SIZE = 0xA000


def _table() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    table = np.zeros(_TABLE_SIZE, dtype=np.uint8)
    for first, last in _WIDE_RANGES:
        table[first : last + 1] = _WIDE
    for code in (0x20, 0x09, 0x0A, 0x0D, 0xA0, 0x2003, 0x2009, 0x3000):
        table[code] = _SPACE
    for zero in (0x30, 0x660, 0x6F0, 0x966):  # Latin, two of Arabic, Devanagari
        table[zero : zero + 10] = _DIGIT
    table[-1] = _OTHER  # stands for all that lies beyond the table
    return table


_TABLE = _table()


class Letters(NamedTuple):
    """Per block."""

    characters: Floats
    words: Floats
    """By spaces; in scripts without them by characters."""
    digits: Floats
    ends: Floats
    """1 where the text ends like a sentence."""


def count(texts: Sequence[str]) -> Letters:
    """Count the characters of all texts by class."""
    number = len(texts)
    sizes = np.fromiter(map(len, texts), dtype=np.int64, count=number)
    edges = np.zeros(number + 1, dtype=np.int64)
    np.cumsum(sizes, out=edges[1:])
    whole = "".join(texts)
    if whole.isascii():
        classes = _TABLE[np.frombuffer(whole.encode("ascii"), dtype=np.uint8)]
    else:
        codes = np.frombuffer(whole.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        classes = _TABLE[np.minimum(codes, _TABLE_SIZE - 1)]
    characters = sizes.astype(np.float64)
    words = (sizes > 0) + _per_block(classes == _SPACE, edges)
    wide = classes == _WIDE
    if wide.any():
        words += _per_block(wide, edges) / _CHARACTERS_PER_WORD
    ends = np.fromiter((text[-1:] in _SENTENCE_ENDS for text in texts), dtype=np.float64, count=number)
    return Letters(characters, words, _per_block(classes == _DIGIT, edges), ends)


def _per_block(hits: np.ndarray[tuple[int], np.dtype[np.bool_]], edges: Ints) -> Floats:
    found = np.flatnonzero(hits)
    result: Floats = np.diff(np.searchsorted(found, edges)).astype(np.float64)
    return result
