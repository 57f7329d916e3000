"""Keywords: the terms and short phrases that recur in a text.

A term counts by how often it occurs, more if it is in the title, and more if it occurs early. Two terms that follow one
another more than once make a phrase (``harbor tunnel``), which replaces its parts. The form that occurs most often is
shown.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.terms import find_terms
from tamis.text.words import FIRST_BY_CHARACTER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tamis.core.summarizing.sentences import SourceSentence
    from tamis.text.terms import Term

MIN_TIMES = 2
"""Minimum number of occurrences of a keyword that is not in the title."""
IN_TITLE = 2.0
"""Factor for a term that is in the title."""


class _Found(NamedTuple):
    times: Counter[tuple[str, ...]]
    forms: dict[tuple[str, ...], Counter[str]]
    first: dict[tuple[str, ...], int]


def find_keywords(
    sentences: Sequence[SourceSentence], title: Collection[str], language: str | None, count: int
) -> tuple[str, ...]:
    """Find the best keywords, most important first."""
    if not count:
        return ()
    found = _count(sentences, language)
    scores = {
        terms: times * len(terms) * (IN_TITLE if any(term in title for term in terms) else 1.0)
        / (1 + found.first[terms] / len(sentences))
        for terms, times in found.times.items()
        if times >= MIN_TIMES or (len(terms) == 1 and terms[0] in title)
    }  # fmt: skip
    chosen: list[str] = []
    taken: set[str] = set()
    for terms in sorted(scores, key=lambda terms: (-scores[terms], found.first[terms], terms)):
        if len(chosen) == count:
            break
        if taken.isdisjoint(terms):
            taken.update(terms)
            forms = found.forms[terms]
            chosen.append(min(forms, key=lambda form: (-forms[form], form)))
    return tuple(chosen)


def _count(sentences: Sequence[SourceSentence], language: str | None) -> _Found:
    """Count terms and pairs of neighboring terms, with their forms and the sentence in which they first occur."""
    found = _Found(Counter(), {}, {})
    for number, sentence in enumerate(sentences):
        terms = find_terms(sentence.text, language)
        for term in terms:
            _note(found, (term,), sentence.text, number)
        for left, right in pairwise(terms):
            if _are_neighbors(left, right, sentence.text):
                _note(found, (left, right), sentence.text, number)
    return found


def _note(found: _Found, terms: tuple[Term, ...], text: str, number: int) -> None:
    key = tuple(term.key for term in terms)
    found.times[key] += 1
    found.forms.setdefault(key, Counter())[text[terms[0].start : terms[-1].end]] += 1
    found.first.setdefault(key, number)


def _are_neighbors(left: Term, right: Term, text: str) -> bool:
    """Tell whether only a blank or a hyphen separates them; pairs of characters overlap if they belong together."""
    if left.key >= FIRST_BY_CHARACTER or right.key >= FIRST_BY_CHARACTER:
        return right.start == left.end - 1
    return text[left.end : right.start] in (" ", "-")
