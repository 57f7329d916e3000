"""What an article is about: its most frequent terms, without stop words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.library.tokenizing import fold, runs
from tamis.text.gazetteer.ordinary import COMMON_WORDS, FUNCTION_WORDS, TIME_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.model import Article

TITLE_WEIGHT = 3
"""How often a word of the title counts, beside one of the text."""
MAX_TERMS = 40
"""Terms that are kept of an article."""
SAMPLE = 30_000
"""Characters of the text that are read."""
MIN_LENGTH = 3
"""Letters of a term; pairs of characters have two."""


def term_counts(article: Article) -> dict[str, int]:
    """How often an article has each of its most frequent terms; the most frequent one first."""
    language = (article.language or "en").partition("-")[0].lower()
    counts: Counter[str] = Counter()
    for term in _terms(article.title or "", language):
        counts[term] += TITLE_WEIGHT
    counts.update(_terms(article.text[:SAMPLE], language))
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MAX_TERMS])


def _terms(text: str, language: str) -> Iterator[str]:
    stop_words = FUNCTION_WORDS.get(language, FUNCTION_WORDS["en"])
    for run in runs(text):
        if run.is_paired:
            yield from (pair for pair in run.tokens[:-1] if pair not in stop_words)
        elif len(run.text) >= MIN_LENGTH and not run.text.isdecimal() and not _is_common(run.text, stop_words):
            yield run.text


def _is_common(word: str, stop_words: frozenset[str]) -> bool:
    return word in stop_words or word in TIME_WORDS or word in COMMON_WORDS or fold(word) in stop_words
