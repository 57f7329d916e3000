"""Terms of an article: its most frequent words, without stop words."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from tamis.library.tokenizing import IS_PAIRED, tokens
from tamis.text.gazetteer.ordinary import COMMON_WORDS, TIME_WORDS
from tamis.text.terms import stop_words

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE_WEIGHT = 3
"""Weight of a word in the title, if one in the text has 1."""
MAX_TERMS = 40
"""Maximum number of terms kept of an article."""
ENOUGH = 10
"""Minimum number of terms that are kept. An article with as many repeated terms loses those that occur once."""
SAMPLE = 5_000
"""Number of tokens of the text that are read."""
MIN_LENGTH, PAIR = 3, 2
"""Minimum number of letters of a term; a pair of characters has two."""


def term_counts(title: str, body: Sequence[str], language: str | None) -> dict[str, int]:
    """Count the most frequent terms of an article, the most frequent one first. `body` is its tokens."""
    stops = stop_words(language or "en")
    counts = Counter(body[:SAMPLE])
    for token in tokens(title):
        counts[token] += TITLE_WEIGHT
    order = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    terms = list(islice((term for term in order if _says_something(term[0], stops)), MAX_TERMS))
    repeated = [term for term in terms if term[1] > 1]
    return dict(repeated if len(repeated) >= ENOUGH else terms[:ENOUGH])


def _says_something(token: str, stops: frozenset[str]) -> bool:
    if token in stops:
        return False
    if IS_PAIRED.match(token):
        return len(token) == PAIR and not any(character in stops for character in token)
    known = token in TIME_WORDS or token in COMMON_WORDS
    return len(token) >= MIN_LENGTH and not token.isdecimal() and not known
