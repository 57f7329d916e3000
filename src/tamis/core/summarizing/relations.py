"""Words with the same meaning, or with another semantic relation, for the score of lexical similarity.

With the database files of WordNet (G. A. Miller: *WordNet: a lexical database for English*, CACM 38, 1995) a word
belongs to the synsets of its most common senses and to the ones above them, so that *car* and *automobile*, and *car*
and *truck*, have one in common. Without them, and in languages other than English, words are related by their form: the
same stem, or most character trigrams in common (``Hafenfest`` and ``Hafen``, ``тоннель`` and ``тоннеля``).
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from tamis.errors import BadSettings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path
    from typing import BinaryIO

    Concepts = Mapping[str, Collection[str]]
    """The concepts of each term; terms with a concept in common are related."""

MIN_COMMON = 5
"""Number of letters at the beginning that two words related by form have in common."""
MIN_SHARE = 0.75
"""Minimum share of the shorter word's trigrams that both have in common: compounds contain their parts whole."""
MAX_COMPARED = 12
"""Maximum number of words with the same beginning that a word is compared with."""
SENSES = 2
"""Number of senses of a word that count; WordNet lists the most common first."""
_POINTERS = frozenset({b"@", b"@i"})
"""Pointers to hypernyms: the more general term, and the class of a name."""
_ENDINGS = {
    "noun": (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("ies", "y")),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}
"""Endings and their replacements in the base form, by part of speech: the rules of WordNet's morphy."""


class RelatedBy(StrEnum):
    """The source of the relation between words."""

    WORDNET = "wordnet"
    FORM = "stems_and_ngrams"


class Relations(Protocol):
    """A way to relate words to each other."""

    @property
    def kind(self) -> RelatedBy:
        """The source of the relation."""

    def concepts(self, words: Mapping[str, str]) -> Concepts:
        """Return the concepts of the terms, each of which is given with its most frequent word."""


class WordForms:
    """Relations by stems (which the terms are) and by character trigrams."""

    kind = RelatedBy.FORM

    def concepts(self, words: Mapping[str, str]) -> Concepts:
        """Map each term to the first earlier one with most trigrams in common, or to itself."""
        found: dict[str, tuple[str, ...]] = {}
        beginnings: dict[str, list[str]] = {}
        for term in sorted(words):  # related words have the same beginning, and the shortest comes first
            alike = beginnings.setdefault(term[:MIN_COMMON], [])
            kin = next((other for other in alike[-MAX_COMPARED:] if _is_kin(term, other)), None)
            found[term] = found[kin] if kin is not None else (term,)
            alike.append(term)
        return found


def _is_kin(term: str, other: str) -> bool:
    if len(term) < MIN_COMMON or len(other) < MIN_COMMON:
        return False
    left, right = _trigrams(term), _trigrams(other)
    return len(left & right) >= MIN_SHARE * min(len(left), len(right))


def _trigrams(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}


class WordNet:
    """Relations by WordNet's database files, which are searched by binary search; nothing is loaded ahead."""

    kind = RelatedBy.WORDNET

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        files = [f"{kind}.{part}" for part in _ENDINGS for kind in ("index", "data")]
        missing = [name for name in files if not (folder / name).is_file()]
        if missing:
            raise BadSettings(f"{folder}: not a folder of WordNet's database files; missing: {', '.join(missing)}")

    def concepts(self, words: Mapping[str, str]) -> Concepts:
        """Return the synsets of each word's most common senses, and those above them; always the term itself too."""
        found = {term: {term} for term in words}
        for part in _ENDINGS:
            with (
                (self._folder / f"index.{part}").open("rb") as index,
                (self._folder / f"data.{part}").open("rb") as data,
            ):
                for term, word in words.items():
                    for offset in _senses(index, word, part):
                        found[term] |= {f"{part} {synset.decode()}" for synset in (offset, *_above(data, offset))}
        return found


def _senses(index: BinaryIO, word: str, part: str) -> list[bytes]:
    """Return the offsets of a word's most common synsets, by its base form."""
    for form in _base_forms(word, part):
        line = _line_of(index, form)
        if line:
            fields = line.split()
            count = int(fields[2])
            return fields[-count:][:SENSES]
    return []


def _base_forms(word: str, part: str) -> Iterator[bytes]:
    yield word.encode()
    for ending, base in _ENDINGS[part]:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield (word[: -len(ending)] + base).encode()


def _line_of(index: BinaryIO, word: bytes) -> bytes:
    """Find the line of a sorted index that begins with a word; empty if there is none."""
    low, high = 0, index.seek(0, 2)
    while low < high:
        middle = (low + high) // 2
        index.seek(middle)
        if middle:
            index.readline()  # the rest of a line that begins earlier
        line = index.readline()
        if not line or line.split(b" ", 1)[0] >= word:
            high = middle
        else:
            low = middle + 1
    index.seek(low)
    if low:
        index.readline()
    line = index.readline()
    return line if line.split(b" ", 1)[0] == word else b""


def _above(data: BinaryIO, offset: bytes) -> list[bytes]:
    """Return the offsets of the synsets right above one: the hypernyms among the pointers in its line."""
    data.seek(int(offset))
    fields = data.readline().partition(b"|")[0].split()
    return [target for pointer, target in pairwise(fields) if pointer in _POINTERS]
