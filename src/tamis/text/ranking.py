"""Ranking of texts by a query, without a model: BM25.

S. Robertson, H. Zaragoza: *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009. Words count by their stems
(`tamis.text.terms`), numbers as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from math import log
from typing import TYPE_CHECKING

from tamis.text.terms import find_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SATURATION, _LENGTH_SHARE = 1.2, 0.75
"""The usual k1 and b."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def bm25(query: str, texts: Sequence[str], language: str | None = None) -> list[float]:
    """Return the score of each text; 0 if it has no word of the query."""
    wanted = frozenset(_keys(query, language))
    counts = [Counter(_keys(text, language)) for text in texts]
    sizes = [sum(words.values()) for words in counts]
    mean = sum(sizes) / len(sizes) if any(sizes) else 1.0
    having = Counter(key for words in counts for key in wanted & words.keys())
    weights = {key: log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for key, count in having.items()}
    return [_score(words, size / mean, weights) for words, size in zip(counts, sizes, strict=True)]


def _score(words: Counter[str], length: float, weights: dict[str, float]) -> float:
    norm = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length)
    found = sorted(weights.keys() & words.keys())  # sums depend on the order
    return sum(weights[key] * words[key] * (_SATURATION + 1) / (words[key] + norm) for key in found)


def _keys(text: str, language: str | None) -> Iterator[str]:
    yield from (term.key for term in find_terms(text, language))
    yield from _NUMBER.findall(text)
