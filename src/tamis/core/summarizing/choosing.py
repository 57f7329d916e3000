"""The choice of sentences: the best by their weighted scores, without repetition, in reading order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.core.summarizing.sentences import SourceSentence


def weighted_means(scores: Mapping[str, Sequence[float]], weights: Mapping[str, float]) -> list[float]:
    """Return the weighted mean of the scores of each sentence."""
    total = sum(weights.values())
    return [
        sum(weights[name] * value for name, value in zip(scores, values, strict=True)) / total
        for values in zip(*scores.values(), strict=True)
    ]


def choose(sentences: Sequence[SourceSentence], means: Sequence[float], wanted: int, repetition: float) -> list[int]:
    """Choose the best sentences, without those that repeat a better one; return their numbers in reading order."""
    chosen: list[int] = []
    for number in sorted(range(len(sentences)), key=lambda number: (-means[number], number)):
        if len(chosen) >= wanted:
            break
        if not _repeats(sentences[number], [sentences[other] for other in chosen], repetition):
            chosen.append(number)
    return sorted(chosen)


def _repeats(sentence: SourceSentence, chosen: Sequence[SourceSentence], share: float) -> bool:
    terms = set(sentence.terms)
    if not terms or share >= 1.0:
        return False
    return any(len(terms.intersection(other.terms)) >= share * len(terms) for other in chosen)
