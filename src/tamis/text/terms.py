"""Terms: the words of a text that say what it is about, for summaries, keywords and ranking.

Words are folded (lower case, no accents), stop words are left out, and endings are cut off. The words of Chinese,
Japanese and Korean are found by `tamis.text.segmenting`; other scripts that are written without spaces give pairs of
characters. The cost is linear.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.capitals import fold_word
from tamis.text.phrases import language_code, words_by_language
from tamis.text.segmenting import find_words, is_japanese
from tamis.text.similarity import stem
from tamis.text.words import BY_CHARACTER, EAST_ASIAN, FIRST_BY_CHARACTER, character_class

if TYPE_CHECKING:
    from collections.abc import Iterator

MIN_LETTERS = 3
"""Minimum letters of a word in an alphabet; shorter ones say little, in any language."""
MAX_LETTERS = 60
"""Maximum letters of a word that are read; longer ones are not words."""
_UNSPACED = character_class(BY_CHARACTER)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])[^\W\d_])+(?:['’](?:(?![{_UNSPACED}])[^\W\d_])+)*")
_CHARACTER = re.compile(f"[{_UNSPACED}]")
_AFTER_ACCENTS = "\u0590"
"""First character after the scripts whose accents readers leave out; folding would take other letters apart."""
_EAST_ASIAN = re.compile(f"[{character_class(EAST_ASIAN)}]")


class Term(NamedTuple):
    """A word and its key: words with the same key count as the same."""

    key: str
    start: int
    end: int
    """End of the word in the text."""


def stop_words(language: str | None) -> frozenset[str]:
    """Return the stop words of a language by its BCP 47 tag, folded; none for an unknown language."""
    return _stop_words(language_code(language))


@cache
def _stop_words(code: str) -> frozenset[str]:
    listed = words_by_language("stop_word").get(code, frozenset()) | words_by_language("function_word").get(
        code, frozenset()
    )
    return frozenset(map(fold, listed))


def fold(word: str) -> str:
    """Fold a word to lower case; in Latin, Greek and Cyrillic script also remove accents and apostrophes."""
    return fold_word(word) if max(word, default="") < _AFTER_ACCENTS or "’" in word else word.casefold()


def find_terms(text: str, language: str | None = None) -> list[Term]:
    """Find the terms of a text in reading order, with their positions."""
    stops = stop_words(language)
    japanese = is_japanese(text, language)
    return [term for token in _TOKEN.finditer(text) for term in _terms_in(token, stops, japanese)]


def _terms_in(match: re.Match[str], stops: frozenset[str], japanese: bool) -> Iterator[Term]:
    token, start = match.group(), match.start()
    if token[0] >= FIRST_BY_CHARACTER and _CHARACTER.match(token):
        if token in stops:
            return
        if _EAST_ASIAN.search(token):
            yield from _east_asian(match, stops, japanese)
        else:
            yield from _pairs(token, start, stops)
        return
    token = token[:MAX_LETTERS]
    if fold(token) in stops:
        return
    offset = start
    for part in token.replace("’", "'").split("'"):  # l'homme, Grandma's
        folded = fold(part)
        if len(folded) >= MIN_LETTERS and folded not in stops:
            yield Term(stem(folded) if folded.isascii() else folded, offset, offset + len(part))
        offset += len(part) + 1


def _east_asian(match: re.Match[str], stops: frozenset[str], japanese: bool) -> Iterator[Term]:
    start = match.start()
    counted = match.string[max(0, start - 1) : start].isdecimal()  # a unit, as in 300万円
    for word in find_words(match.group(), japanese, stops):
        if word.text not in stops and not (counted and word.start == 0):
            yield Term(word.text, start + word.start, start + word.end)


def _pairs(token: str, start: int, stops: frozenset[str]) -> Iterator[Term]:
    """Yield pairs of characters, none with a stop word in it."""
    for offset in range(len(token) - 1):
        left, right = token[offset], token[offset + 1]
        if left not in stops and right not in stops:
            yield Term(left + right, start + offset, start + offset + 2)
