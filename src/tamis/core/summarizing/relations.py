"""Words with the same meaning, or with another semantic relation, for the score of lexical similarity.

English words are related by WordNet (G. A. Miller: *WordNet: a lexical database for English*, CACM 38, 1995): a word
belongs to the synsets of its most common senses and to the ones above them, so that *car* and *automobile*, and *car*
and *truck*, have one in common. ``related_en.txt.gz`` is made from it by ``tools/make_relations.py``. German words are
related by the groups in ``related_de.txt``, to which a compound belongs by its last part (``Streifenwagen``). In all
languages words are related by their form as well: the same stem, or most character trigrams in common (``Hafenfest``
and ``Hafen``, ``тоннель`` and ``тоннеля``).
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.text.terms import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    Concepts = Mapping[str, Collection[str]]
    """The concepts of each term; terms with a concept in common are related."""

MIN_COMMON = 5
"""Number of letters at the beginning that two words related by form have in common."""
MIN_SHARE = 0.75
"""Minimum share of the shorter word's trigrams that both have in common: compounds contain their parts whole."""
MAX_COMPARED = 12
"""Maximum number of words with the same beginning that a word is compared with."""
MIN_HEAD, MAX_HEAD = 4, 20
"""Minimum and maximum letters of the last part of a compound."""
_FOLDER = Path(__file__).parent
_ENGLISH_ENDINGS = (
    ("ies", "y"), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("es", "e"), ("s", ""),
    ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("est", ""), ("est", "e"), ("er", ""), ("er", "e"),
)  # fmt: skip
"""Endings and their replacements in the base form, after the rules of WordNet's morphy."""
_GERMAN_ENDINGS = ("ern", "en", "er", "es", "em", "e", "n", "s")


class RelatedBy(StrEnum):
    """The source of the relation between words."""

    WORDNET = "wordnet"
    GROUPS = "groups"
    FORM = "stems_and_ngrams"


def related_by(language: str | None) -> RelatedBy:
    """Return the source of relations between words of a language, by its BCP 47 tag."""
    return _BY_LANGUAGE.get(_code(language), RelatedBy.FORM)


def concepts(words: Mapping[str, str], language: str | None) -> Concepts:
    """Return the concepts of the terms, each of which is given with its most frequent word."""
    concepts_of = _by_form(words)
    meanings = _MEANINGS.get(_code(language))
    if meanings is not None:
        for term, word in words.items():
            concepts_of[term] = (*concepts_of[term], *meanings(word))
    return concepts_of


def _code(language: str | None) -> str:
    return (language or "en").lower().partition("-")[0]


def _by_form(words: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Map each term to the first earlier one with most trigrams in common, or to itself."""
    concepts_of: dict[str, tuple[str, ...]] = {}
    beginnings: dict[str, list[str]] = {}
    for term in sorted(words):  # related words have the same beginning, and the shortest comes first
        alike = beginnings.setdefault(term[:MIN_COMMON], [])
        kin = next((other for other in alike[-MAX_COMPARED:] if _is_kin(term, other)), None)
        concepts_of[term] = concepts_of[kin] if kin is not None else (term,)
        alike.append(term)
    return concepts_of


def _is_kin(term: str, other: str) -> bool:
    if len(term) < MIN_COMMON or len(other) < MIN_COMMON:
        return False
    left, right = _trigrams(term), _trigrams(other)
    return len(left & right) >= MIN_SHARE * min(len(left), len(right))


def _trigrams(word: str) -> set[str]:
    return {word[start : start + 3] for start in range(len(word) - 2)}


def _english(word: str) -> Collection[str]:
    """Return the concepts of the first base form of a word that WordNet has."""
    for form in _base_forms(word):
        numbers = _wordnet_line(form)
        if numbers:
            return [f"wordnet {number}" for number in numbers]
    return ()


def _base_forms(word: str) -> Iterator[str]:
    yield word
    for ending, base in _ENGLISH_ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word[: -len(ending)] + base


def _wordnet_line(word: str) -> list[str]:
    """Return the numbers of a word's concepts; none if it is not listed."""
    lines = _wordnet()
    number = bisect_left(lines, word + " ")
    listed, _, numbers = lines[number].partition(" ") if number < len(lines) else ("", "", "")
    return numbers.split() if listed == word else []


@cache
def _wordnet() -> list[str]:
    return gzip.decompress((_FOLDER / "related_en.txt.gz").read_bytes()).decode().splitlines()


def _german(word: str) -> Collection[str]:
    """Return the groups of a word, or of the last part of a compound."""
    groups = _groups()
    forms = [word, *(word[: -len(ending)] for ending in _GERMAN_ENDINGS if word.endswith(ending))]
    for form in forms:
        if form in groups:
            return groups[form]
    for length in range(min(MAX_HEAD, len(word) - 2), MIN_HEAD - 1, -1):
        for form in forms:
            if form[-length:] in groups:
                return groups[form[-length:]]
    return ()


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    groups_of: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate((_FOLDER / "related_de.txt").read_text(encoding="utf-8").splitlines()):
        for word in line.split() if not line.startswith("#") else ():
            groups_of[fold(word)] = (*groups_of.get(fold(word), ()), f"group {number}")
    return groups_of


_MEANINGS: Mapping[str, Callable[[str], Collection[str]]] = {"en": _english, "de": _german}
_BY_LANGUAGE = {"en": RelatedBy.WORDNET, "de": RelatedBy.GROUPS}
