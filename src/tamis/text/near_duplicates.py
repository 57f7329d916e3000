"""Near-duplicates: the same text twice, or the same story on two sites with another byline and some edits.

A. Broder: *On the resemblance and containment of documents*, SEQUENCES 1997: two texts resemble each other by the share
of their shingles (runs of words) that both have, and the smallest values of some hash functions over the shingles
estimate it (MinHash). P. Indyk, R. Motwani: *Approximate nearest neighbors: towards removing the curse of
dimensionality*, STOC 1998: a band is a few of these values together; only texts that share a band are compared.

`resemblance` compares the shingles of two texts exactly, `similarity` estimates the same from their signatures.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from tamis.text.tokenizing import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SHINGLE = 3
"""Number of words of a shingle. A replaced word changes that many shingles; two words would be common phrases."""
MIN_TOKENS = 40
"""Minimum number of words of a text to be compared, because short notices and weather reports look alike."""
MAX_TOKENS = 20_000
"""Number of words of a text that are used."""
MAX_CHARACTERS = 10 * MAX_TOKENS
"""Number of characters of a text that are split into words."""
SAME_STORY = 0.4
"""Minimum resemblance of two texts with the same story. One word in ten replaced leaves .57, a third cut off .67; texts
on the same subject by different authors share less than a tenth.
"""
SAME_TEXT = 0.95
"""Minimum resemblance of a text that came twice, with another date or another number of readers. A hundred words in
which one is replaced share .94.
"""
BANDS, ROWS = 42, 3
"""Number of bands, and of values in each. Texts that share .57 of their shingles (one word in ten replaced) share a
band with a probability of .999, those that share .4 with .94, those that share .1 with .04.
"""
VALUES = BANDS * ROWS
"""Number of smallest values in a signature. The standard error of the similarity is at most .045 (.5 by √126)."""
SIZE = VALUES + 2
"""Number of 32-bit values of a signature: the smallest values and, as two of them, the sum of all shingles."""
AT_ONCE = 2_000
"""Number of shingles hashed together, so that a long text takes no more memory than a short one."""
STORED = np.dtype("<u4")
"""Type of a signature's values."""
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio, which spreads neighboring numbers
_HIGH = np.uint64(32)
_FACTORS = np.random.default_rng(13).integers(1 << 63, size=VALUES, dtype=np.uint64) | np.uint64(1)
"""An odd factor for each hash function, always the same."""

Signature = bytes
"""Signature of a text. Two are equal only if the texts have the same shingles."""


def shingles(words: Sequence[str], min_tokens: int = MIN_TOKENS) -> NDArray[np.uint64]:
    """Compute the shingles of a text as numbers, each once; none for a text that is too short to compare."""
    if len(words) < min_tokens:
        return np.empty(0, np.uint64)
    words = words[:MAX_TOKENS]
    numbers = {word: zlib.crc32(word.encode("utf-8", "replace")) for word in set(words)}
    hashed = np.fromiter(map(numbers.__getitem__, words), np.uint64, len(words))
    count = len(hashed) - SHINGLE + 1
    with np.errstate(over="ignore"):
        runs = _mixed(hashed[:count])
        for offset in range(1, SHINGLE):
            runs = _mixed(runs ^ hashed[offset : count + offset])
    return np.unique(runs)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed = numbers * _MIX
    return mixed ^ (mixed >> _HIGH)


def resemblance(left: NDArray[np.uint64], right: NDArray[np.uint64]) -> float:
    """Compute the share of shingles that both texts have."""
    if not len(left) or not len(right):
        return 0.0
    both = len(np.intersect1d(left, right, assume_unique=True))
    return both / (len(left) + len(right) - both)


def signature(of: NDArray[np.uint64]) -> Signature | None:
    """Compute the signature of a text from its shingles; return None if it has none."""
    if not len(of):
        return None
    with np.errstate(over="ignore"):
        parts = [of[start : start + AT_ONCE, np.newaxis] for start in range(0, len(of), AT_ONCE)]
        smallest = np.array([(part * _FACTORS).min(axis=0) for part in parts]).min(axis=0) >> _HIGH
        total = of.sum(keepdims=True)
    return np.concatenate((smallest.astype(STORED), total.astype("<u8").view(STORED))).tobytes()


def signature_of(text: str, min_tokens: int = MIN_TOKENS) -> Signature | None:
    """Compute the signature of a text; return None if it is too short to compare."""
    return signature(shingles(tokens(text[:MAX_CHARACTERS]), min_tokens))


def similarity(left: Signature, right: Signature) -> float:
    """Estimate the share of shingles that both texts have, from their signatures."""
    return float(np.mean(smallest_values(left) == smallest_values(right)))


def smallest_values(of: Signature) -> NDArray[np.uint32]:
    """Return the smallest values of a signature, without the sum."""
    return np.frombuffer(of, STORED, VALUES)


def bands(of: Signature | None, count: int = BANDS) -> list[int]:
    """Compute the first bands of a signature, as numbers that SQLite can store; none without a signature."""
    return [] if of is None else band_hashes(smallest_values(of)[np.newaxis], count)[0].tolist()


def band_hashes(signatures: NDArray[np.uint32], count: int = BANDS) -> NDArray[np.int64]:
    """Compute the first bands of each row of signatures: a number for each row and band."""
    values = signatures[:, : count * ROWS].astype(np.uint64).reshape(len(signatures), count, ROWS)
    hashes = np.broadcast_to(np.arange(count, dtype=np.uint64), (len(signatures), count))
    with np.errstate(over="ignore"):
        for row in range(ROWS):
            hashes = _mixed(hashes ^ values[:, :, row])
    return hashes.astype(np.int64)
