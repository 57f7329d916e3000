"""SimHash: 64-bit fingerprints that are nearly equal for nearly equal texts.

M. Charikar: *Similarity Estimation Techniques from Rounding Algorithms*, STOC 2002; G. S. Manku, A. Jain, A. Das Sarma:
*Detecting Near-Duplicates for Web Crawling*, WWW 2007. Each word with the two after it is hashed; a bit is set if most
hashes have it. Texts that differ in at most three of 64 bits are near-duplicates. Then at least one of four bands of 16
bits is equal, and serves to look them up.
"""

from __future__ import annotations

import hashlib

import numpy as np

from tamis.text.word_overlap import words

BITS = 64
SHINGLE = 3
MAX_DISTANCE = 3  # Manku et al., section 3.1
BANDS = 4  # one more than the distance
LEAST_WORDS = 20
"""Shorter texts are near-duplicates by chance."""
MAX_CHARACTERS = 50_000
_BAND_BITS = BITS // BANDS


def fingerprint(text: str) -> int | None:
    """Compute the SimHash of a text; return None if it is too short."""
    found = words(text[:MAX_CHARACTERS])
    if len(found) < LEAST_WORDS:
        return None
    shingles = [" ".join(found[at : at + SHINGLE]) for at in range(len(found) - SHINGLE + 1)]
    digests = b"".join(hashlib.blake2b(one.encode("utf-8", "replace"), digest_size=8).digest() for one in shingles)
    hashes = np.frombuffer(digests, dtype=np.uint8).reshape(-1, 8)
    votes = np.unpackbits(hashes, axis=1).sum(axis=0, dtype=np.int64) * 2 > len(shingles)
    return int.from_bytes(np.packbits(votes).tobytes(), "big")


def distance(one: int, other: int) -> int:
    """Count the bits in which two SimHashes differ."""
    return (one ^ other).bit_count()


def alike(one: int, other: int) -> bool:
    """Tell whether two SimHashes belong to nearly the same text."""
    return distance(one, other) <= MAX_DISTANCE


def bands(bits: int) -> tuple[int, ...]:
    """Split a SimHash into four bands, each with its position; near-duplicates share at least one."""
    mask = (1 << _BAND_BITS) - 1
    return tuple(place << _BAND_BITS | (bits >> place * _BAND_BITS & mask) for place in range(BANDS))
