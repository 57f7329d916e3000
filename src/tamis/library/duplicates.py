"""Near-duplicates: the same story on two sites, with another title, another byline and some edits.

A. Broder: *On the resemblance and containment of documents*, SEQUENCES 1997: two texts resemble each other by the share
of their shingles (runs of words) that both have, and the smallest values of some hash functions over the shingles
estimate it (MinHash). P. Indyk, R. Motwani: *Approximate nearest neighbors: towards removing the curse of
dimensionality*, STOC 1998: a band is a few of these values together; only texts that share a band are candidates.

Each text has the same number of bands, and only the first few texts of each band are candidates, so that the cost of a
new text does not grow with the library. Candidates are compared exactly.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

SHINGLE = 3
"""Number of words of a shingle. A replaced word changes that many shingles; two words would be common phrases."""
MIN_TOKENS = 40
"""Minimum number of words of a text to be compared, because short notices and weather reports look alike."""
MAX_TOKENS = 20_000
"""Number of words of a text that are used."""
BANDS, ROWS = 32, 3
"""Number of bands, and of values in each. Texts that share .57 of their shingles (one word in ten replaced) share a
band with a probability of .998, those that share .4 with .88, those that share .1 with .03.
"""
SIMILAR = 0.4
"""Minimum resemblance of two texts with the same story. One word in ten replaced leaves .57, a third cut off .67; texts
on the same subject by different authors share less than a tenth.
"""
MAX_PER_BAND = 20
"""Maximum number of candidates from one band."""
MAX_COMPARED = 8
"""Maximum number of texts that are compared exactly, those with the most bands in common first."""
AT_ONCE = 2_000
"""Number of shingles hashed together, so that a long text takes no more memory than a short one."""
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio, which spreads neighboring numbers
_HIGH = np.uint64(32)
_FACTORS = np.random.default_rng(13).integers(1 << 63, size=BANDS * ROWS, dtype=np.uint64) | np.uint64(1)
"""An odd factor for each hash function, always the same."""
_FIRST = f"SELECT * FROM (SELECT article FROM band WHERE hash = ? LIMIT {MAX_PER_BAND})"  # noqa: S608 (a number)
_MEETING = " UNION ALL ".join([_FIRST] * BANDS)
"""Query for the first texts of each band."""

Shingles = frozenset[int]


class Match(NamedTuple):
    """An article that a text resembles."""

    article: int
    similarity: float


def shingles(tokens: Sequence[str]) -> NDArray[np.uint64]:
    """Compute the shingles of a text as numbers, each once; none for a text that is too short to compare."""
    if len(tokens) < MIN_TOKENS:
        return np.empty(0, np.uint64)
    tokens = tokens[:MAX_TOKENS]
    numbers = {token: zlib.crc32(token.encode()) for token in set(tokens)}
    words = np.fromiter(map(numbers.__getitem__, tokens), np.uint64, len(tokens))
    with np.errstate(over="ignore"):
        runs = _mixed(words[: len(words) - SHINGLE + 1])
        for place in range(1, SHINGLE):
            runs = _mixed(runs ^ words[place : len(words) - SHINGLE + 1 + place])
    return np.unique(runs)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed = numbers * _MIX
    return mixed ^ (mixed >> _HIGH)


def bands(of: NDArray[np.uint64]) -> list[int]:
    """Compute the bands of a text from its shingles."""
    if not len(of):
        return []
    with np.errstate(over="ignore"):
        parts = [of[at : at + AT_ONCE, np.newaxis] for at in range(0, len(of), AT_ONCE)]
        smallest = np.array([_mixed(part * _FACTORS).min(axis=0) for part in parts]).min(axis=0).reshape(BANDS, ROWS)
        band = np.arange(BANDS, dtype=np.uint64)
        for row in range(ROWS):
            band = _mixed(band ^ smallest[:, row])
    return [int(number) for number in band.astype(np.int64)]


def resemblance(left: NDArray[np.uint64], right: NDArray[np.uint64]) -> float:
    """Compute the share of shingles that both texts have."""
    if not len(left) or not len(right):
        return 0.0
    both = len(np.intersect1d(left, right, assume_unique=True))
    return both / (len(left) + len(right) - both)


def find_match(
    connection: sqlite3.Connection,
    of: NDArray[np.uint64],
    its_bands: Sequence[int],
    tokens_of: Callable[[int], Sequence[str]],
    *,
    besides: int,
) -> Match | None:
    """Find the article that a text resembles most, if it is the same story. `tokens_of` returns an article's words."""
    if not its_bands:
        return None
    shared = Counter(article for (article,) in connection.execute(_MEETING, its_bands) if article != besides)
    candidates = sorted(shared, key=lambda article: (-shared[article], article))[:MAX_COMPARED]
    matches = [Match(article, resemblance(of, shingles(tokens_of(article)))) for article in candidates]
    best = max(matches, key=lambda match: (match.similarity, -match.article), default=None)
    return best if best is not None and best.similarity >= SIMILAR else None
