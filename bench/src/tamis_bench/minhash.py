"""MinHash by tamis (numpy) and by datasketch: CPU time per text, and errors of the estimate.

Texts are the true texts of labeled pages, and copies of them with one word in ten replaced by another of the text.
"""

from __future__ import annotations

import time
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.errors import BadInput, MissingExtra
from tamis.text.near_duplicates import MIN_TOKENS, SHINGLE, VALUES, resemblance, shingles, signature_of, smallest_values
from tamis.text.tokenizing import tokens
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
        _sketched("tamis", _own, texts, copies, exact),
        _sketched("datasketch", _datasketch(), texts, copies, exact),
    ]


def _edited(text: str, seed: int) -> str:
    random = Random(seed)  # noqa: S311 (nothing secret)
    words = text.split()
    return " ".join(random.choice(words) if random.random() < EDITED else word for word in words)


def _sketched(
    name: str, sketch: Callable[[str], Sequence[int]], texts: list[str], copies: list[str], exact: list[float]
) -> Sketch:
    start = time.process_time()
    held = np.array([sketch(text) for text in (*texts, *copies)], np.uint64)
    spent = time.process_time() - start
    one, two = held[: len(texts)], held[len(texts) :]
    estimates = (one == two).mean(axis=1)
    unlike = (one == np.roll(one, 1, axis=0)).mean(axis=1).max()
    error = fmean(abs(float(guess) - truth) for guess, truth in zip(estimates, exact, strict=True))
    return Sketch(name, spent / len(held) * 1000, error, float(unlike))


def _own(text: str) -> Sequence[int]:
    values: list[int] = smallest_values(signature_of(text) or b"").tolist()
    return values


def _datasketch() -> Callable[[str], Sequence[int]]:
    try:
        from datasketch import MinHash
    except ImportError as error:
        raise MissingExtra("a comparison with datasketch", "archives", package="tamis-bench") from error

    def sketch(text: str) -> Sequence[int]:
        words = tokens(text)
        made = MinHash(num_perm=VALUES, seed=SEED)
        made.update_batch([" ".join(words[at : at + SHINGLE]).encode() for at in range(len(words) - SHINGLE + 1)])
        digest: Sequence[int] = made.digest()
        return digest

    return sketch


def table(found: Sequence[Sketch], texts: int) -> Table:
    """Build a table of the implementations beside each other."""
    made = Table("MinHash", ("implementation", "CPU ms per text", "mean error", "highest for unlike texts"))
    for one in found:
        made.add(*one)
    made.notes.append(
        f"{texts} texts and a copy of each with one word in ten replaced; {VALUES} values; 3-word shingles."
    )
    return made
