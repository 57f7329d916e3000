"""MinHash by rensa, by datasketch and by numpy in tamis.library: CPU time per text, and errors of the estimate.

Texts are the true texts of labeled pages, and copies of them with one word in ten replaced by another of the text.
"""

from __future__ import annotations

import time
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.batch.near_duplicates import VALUES
from tamis.errors import BadInput, MissingExtra
from tamis.library.duplicates import MIN_TOKENS, SHINGLE, bands, resemblance, shingles
from tamis.library.tokenizing import tokens
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis_bench.datasets import Sample

EDITED = 0.1
SEED = 13


class Sketch(NamedTuple):
    """The results of one implementation."""

    name: str
    milliseconds: float
    """CPU time per text, including tokens and shingles."""
    error: float | None
    """Mean distance of the estimate from the exact resemblance; None if there is no estimate."""
    unlike: float | None
    """Highest estimate for two unrelated texts; None if there is no estimate."""


def measure(samples: Sequence[Sample]) -> list[Sketch]:
    """Sketch all texts and copies with each implementation."""
    texts = [text for sample in samples if (text := sample.truth.text) and len(tokens(text)) >= MIN_TOKENS]
    if len(texts) < 2:
        raise BadInput("the sets have no texts to compare; name one with true texts, such as --set news")
    copies = [_edited(text, number) for number, text in enumerate(texts)]
    exact = [resemblance(shingles(tokens(one)), shingles(tokens(two))) for one, two in zip(texts, copies, strict=True)]
    return [
        _sketched("rensa R-MinHash", _rensa("RMinHash"), texts, copies, exact),
        _sketched("rensa C-MinHash", _rensa("CMinHash"), texts, copies, exact),
        _sketched("datasketch", _datasketch(), texts, copies, exact),
        _timed_bands(texts, copies),
    ]


def _edited(text: str, seed: int) -> str:
    random = Random(seed)  # noqa: S311 (nothing secret)
    words = text.split()
    return " ".join(random.choice(words) if random.random() < EDITED else word for word in words)


def _sketched(
    name: str, sketch: Callable[[list[str]], Sequence[int]], texts: list[str], copies: list[str], exact: list[float]
) -> Sketch:
    start = time.process_time()
    held = np.array([sketch(_runs(text)) for text in (*texts, *copies)], np.uint64)
    spent = time.process_time() - start
    one, two = held[: len(texts)], held[len(texts) :]
    estimates = (one == two).mean(axis=1)
    unlike = (one == np.roll(one, 1, axis=0)).mean(axis=1).max()
    error = fmean(abs(float(guess) - truth) for guess, truth in zip(estimates, exact, strict=True))
    return Sketch(name, spent / len(held) * 1000, error, float(unlike))


def _runs(text: str) -> list[str]:
    words = tokens(text)
    return [" ".join(words[at : at + SHINGLE]) for at in range(max(1, len(words) - SHINGLE + 1))]


def _rensa(kind: str) -> Callable[[list[str]], Sequence[int]]:
    import rensa

    def sketch(runs: list[str]) -> Sequence[int]:
        made = getattr(rensa, kind)(num_perm=VALUES, seed=SEED)
        made.update(runs)
        digest: Sequence[int] = made.digest()
        return digest

    return sketch


def _datasketch() -> Callable[[list[str]], Sequence[int]]:
    try:
        from datasketch import MinHash
    except ImportError as error:
        raise MissingExtra("a comparison with datasketch", "archives", package="tamis-bench") from error

    def sketch(runs: list[str]) -> Sequence[int]:
        made = MinHash(num_perm=VALUES, seed=SEED)
        made.update_batch([run.encode() for run in runs])
        digest: Sequence[int] = made.digest()
        return digest

    return sketch


def _timed_bands(texts: list[str], copies: list[str]) -> Sketch:
    start = time.process_time()
    for text in (*texts, *copies):
        bands(shingles(tokens(text)))
    return Sketch("tamis.library (96 values)", (time.process_time() - start) / (2 * len(texts)) * 1000, None, None)


def table(found: Sequence[Sketch], texts: int) -> Table:
    """Build a table of the implementations beside each other."""
    made = Table("MinHash", ("implementation", "CPU ms per text", "mean error", "highest for unlike texts"))
    for one in found:
        made.add(*one)
    made.notes.append(
        f"{texts} texts and a copy of each with one word in ten replaced; {VALUES} values; 3-word shingles."
    )
    return made
