"""Keywords: the terms and short phrases that recur.

A term counts by how often it occurs, more if it is in the title,
and more if it occurs early. Two terms that follow one another more than once make a phrase (``harbor tunnel``), which
replaces its parts. The form that occurs most often is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.terms import find_terms, stop_words
from tamis.text.words import FIRST_BY_CHARACTER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tamis.core.summarizing.sentences import SourceSentence
    from tamis.text.terms import Term

MIN_TIMES = 2
"""Minimum number of occurrences of a keyword that is not in the title."""
IN_TITLE = 2.0
"""Factor for a term that is in the title."""
MIN_PARTS = 3
"""Minimum number of uses of a keyword that is completed by what is beside it."""
MAX_PARTS = 3
"""Maximum number of characters that are added to a keyword on one side."""
PART_SHARE = 0.9
"""Minimum share of the uses that have the same character beside them."""
_PART = re.compile("[\u3400-\u9fff\u30a1-\u30fa\u30fc]")
"""A character that may be part of a name: Han or katakana."""


class _Found(NamedTuple):
    times: Counter[tuple[str, ...]]
    forms: dict[tuple[str, ...], Counter[str]]
    first: dict[tuple[str, ...], int]
    places: list[frozenset[int]]
    """For each sentence, the offsets of the characters that are in a term."""


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
            form = min(forms, key=lambda form: (-forms[form], form))
            chosen.append(_completed(form, sentences, found.places, language) if form >= FIRST_BY_CHARACTER else form)
    return tuple(chosen)


def _completed(
    form: str, sentences: Sequence[SourceSentence], places: Sequence[Collection[int]], language: str | None
) -> str:
    """Add the characters that are always beside a keyword and in no word: the rest of a name, as 希 in 陈冠希."""
    uses = [
        (sentence.text, own, start, start + len(form))
        for sentence, own in zip(sentences, places, strict=True)
        for start in _starts_of(form, sentence.text)
    ]
    stops = stop_words(language)
    before = _rest([(text, own, start - 1) for text, own, start, _ in uses], -1, stops)
    after = _rest([(text, own, end) for text, own, _, end in uses], 1, stops)
    return f"{before[::-1]}{form}{after}"


def _starts_of(form: str, text: str) -> Iterator[int]:
    """Yield the places of a form in a text, which do not overlap."""
    start = text.find(form)
    while start >= 0:
        yield start
        start = text.find(form, start + len(form))


def _rest(uses: Sequence[tuple[str, Collection[int], int]], step: int, stops: Collection[str]) -> str:
    """Read on from the uses of a keyword, as long as nearly all have the same character.

    What ends in a word is only a part of something longer, and is no rest.
    """
    rest = ""
    while len(uses) >= MIN_PARTS and len(rest) <= MAX_PARTS:
        shown = Counter(text[offset] for text, _, offset in uses if 0 <= offset < len(text))
        character, times = shown.most_common(1)[0] if shown else ("", 0)
        if times < PART_SHARE * len(uses) or character in stops or not _PART.match(character):
            return rest
        uses = [use for use in uses if 0 <= use[2] < len(use[0]) and use[0][use[2]] == character]
        if any(offset in own for _, own, offset in uses):
            return ""
        rest += character
        uses = [(text, own, offset + step) for text, own, offset in uses]
    return ""


def _count(sentences: Sequence[SourceSentence], language: str | None) -> _Found:
    """Count terms and pairs of neighboring terms, with their forms and the sentence in which they first occur."""
    found = _Found(Counter(), {}, {}, [])
    for number, sentence in enumerate(sentences):
        terms = find_terms(sentence.text, language)
        found.places.append(frozenset(offset for term in terms for offset in range(term.start, term.end)))
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
    """Tell whether only a blank or a hyphen separates them, or nothing at all; pairs of characters may overlap."""
    if left.key >= FIRST_BY_CHARACTER and right.key >= FIRST_BY_CHARACTER:
        return right.start - left.end in (-1, 0)
    return text[left.end : right.start] in (" ", "-")
