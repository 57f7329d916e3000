"""The six sentence scores for news, each from 0 to 1.

R. Ferreira, R. Ferreira, R. D. Lins, H. Oliveira, M. Riss, S. J. Simske: *Applying Link Target Identification and
Content Extraction to Improve Web News Summarization*, DocEng 2016, section 2.3, after R. Ferreira et al.: *Assessing
sentence scoring techniques for extractive text summarization*, Expert Systems with Applications 40, 2013. The papers
name what each score rewards; if they give no formula, the docstring says which one is used here. A score whose values
have no natural limit is divided by the greatest in the text. Every cost is linear in the text.

The preset for news has two scores in another form: a position that falls more slowly, so that the title can outweigh it
after the first sentences, and lexical similarity per term, which does not favor long sentences.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from tamis.core.summarizing.sentences import SourceSentence
    from tamis.settings.summary import Weighting

    Score = Callable[["ScoredText"], list[float]]


@dataclass(frozen=True, slots=True)
class ScoredText:
    """The input of the scores."""

    sentences: Sequence[SourceSentence]
    title: frozenset[str]
    """The terms of the title."""
    concepts: Mapping[str, Collection[str]]
    """The concepts of every term of the text; see `tamis.core.summarizing.relations`."""


def frequency(text: ScoredText) -> list[float]:
    """Score by word frequency: the sum of f(t) over the terms t of the sentence, where f(t) counts t in the text."""
    times = Counter(term for sentence in text.sentences for term in sentence.terms)
    return _relative([sum(times[term] for term in set(sentence.terms)) for sentence in text.sentences])


def tf_idf(text: ScoredText) -> list[float]:
    """Score by formula 1 of the paper: the sum over the terms of tf(t, S) · log(N / n(t)).

    n(t) counts the sentences with t.
    """
    count = len(text.sentences)
    holders = Counter(term for sentence in text.sentences for term in set(sentence.terms))
    return _relative([sum(math.log(count / holders[term]) for term in sentence.terms) for sentence in text.sentences])


def lexical(text: ScoredText) -> list[float]:
    """Score by lexical similarity: the number of other sentences that each term is related to, summed over the terms.

    A term is related to a sentence that has a word of the same concept; of several concepts the most common counts.
    """
    return _relative(_related(text))


def lexical_per_term(text: ScoredText) -> list[float]:
    """Score by lexical similarity, divided by the number of the sentence's terms."""
    sums = zip(_related(text), text.sentences, strict=True)
    return _relative([related / max(1, len(set(sentence.terms))) for related, sentence in sums])


def _related(text: ScoredText) -> list[int]:
    """Sum, over the terms of each sentence, the number of other sentences that the term is related to."""
    holders: dict[str, int] = {}
    for sentence in text.sentences:
        for concept in {concept for term in sentence.terms for concept in text.concepts[term]}:
            holders[concept] = holders.get(concept, 0) + 1
    reach = {term: max(holders[concept] for concept in own) - 1 for term, own in text.concepts.items()}
    return [sum(reach[term] for term in set(sentence.terms)) for sentence in text.sentences]


def position(text: ScoredText) -> list[float]:
    """Score by sentence position: 1 / 2^i for the sentence i, from 0.

    The first sentence of a news story says most of it, and the second less; later ones differ little by their place.
    """
    return [2.0**-number for number in range(len(text.sentences))]


def reciprocal_position(text: ScoredText) -> list[float]:
    """Score by sentence position: 1 / (i + 1) for the sentence i, from 0."""
    return [1 / (number + 1) for number in range(len(text.sentences))]


def title(text: ScoredText) -> list[float]:
    """Score by resemblance to the title: the share of the title's terms that are in the sentence."""
    if not text.title:
        return [0.0] * len(text.sentences)
    return [len(text.title.intersection(sentence.terms)) / len(text.title) for sentence in text.sentences]


def length(text: ScoredText) -> list[float]:
    """Score by sentence length: min(l, m) / max(l, m) for l words, m being the text's median.

    Both short and long sentences score lower, and no language needs its own limit.
    """
    usual = median(sentence.words for sentence in text.sentences)
    return [min(sentence.words, usual) / max(sentence.words, usual) for sentence in text.sentences]


SCORES: Mapping[str, Score] = {
    "frequency": frequency,
    "tf_idf": tf_idf,
    "lexical": lexical,
    "position": position,
    "title": title,
    "length": length,
}
"""The scores by the name of their weight in `SummarySettings`."""
SCORES_FOR: Mapping[Weighting, Mapping[str, Score]] = {
    "news": {**SCORES, "lexical": lexical_per_term, "position": reciprocal_position},
    "paper": SCORES,
}
"""The scores of each preset."""


def _relative(values: Sequence[float]) -> list[float]:
    greatest = max(values, default=0.0)
    return [value / greatest for value in values] if greatest > 0 else [0.0] * len(values)
