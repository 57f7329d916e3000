"""Topical similarity of two texts, by their named entities and words.

The comparisons by names are those of A. Agarwal, S. Chheda, K. Shah, M. Narvekar: *Content Extraction Using Document
Object Model and Natural Language Processing for Web*: for a small text, whether its names are among those of the big
one; for two big texts, the cosine of their names' frequencies. Many captions contain no name, so words are compared as
well: by stems, and by character trigrams if the stems differ (``Hafenfest`` and ``Hafen``).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.capitals import fold_word, language_of
from tamis.text.entities import find_names
from tamis.text.gazetteer import COMMON_WORDS, FUNCTION_WORDS, TIME_WORDS
from tamis.text.words import BY_CHARACTER, FIRST_BY_CHARACTER, character_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SAMPLE, NAME_SAMPLE = 10_000, 3_000
"""Number of characters that are read for words and for names: enough for any comparison, and a limit to its cost."""
ONCE = 0.75
"""Weight of a name or a word that the big text has only once; frequent ones weigh 1."""
NAME_SHARE = 0.4
"""Weight of the names in the similarity, if there are any."""
RISE, MOST = 0.4, 2.0
"""Increase of a word's weight with the logarithm of its frequency in the big text, and the maximum weight."""
DOUBT = 0.5
"""Number of words that are assumed to be missing, because a match of one or two words may be chance."""
MIN_STEM = 4
NEAR = 0.75
"""Minimum share of the shorter word's trigrams that two related words have in common."""
MAX_KIN = 12
"""Maximum number of words with the same beginning or end that a word is compared with."""
MAX_FORMS = 60
"""Maximum number of words that are examined for the forms of a stem; only artificial texts have more."""

_WORD = re.compile(r"[^\W\d_]{3,}")
# In scripts that are written without spaces, every pair of characters: Chinese, Japanese, Korean, Thai.
_UNSPACED = f"[{character_class(BY_CHARACTER)}]"
_PAIR = re.compile(rf"(?=({_UNSPACED}{{2}}))")
_SIGN = re.compile(_UNSPACED)
_ENDINGS = (
    "ization isation ation ungen ung ment able ence ance ness ingly ing edly heiten heit keiten keit lich ische isch "
    "acion cion sion amente mente adora ador ando iendo euse eux aux ied er est en ern ed es em ais ait ant ent"
).split()
_BY_LENGTH = tuple((size, frozenset(end for end in _ENDINGS if len(end) == size)) for size in range(7, 1, -1))
_BEGINNING = 3  # letters that every stem has
_STOPS = frozenset().union(*FUNCTION_WORDS.values()) | TIME_WORDS | COMMON_WORDS


def stem(word: str) -> str:
    """Cut off the ending of a word, roughly; the word is in lower case without accents."""
    if len(word) >= MIN_STEM and word[-1] == "s" and word[-2] != "s":
        word = word[:-1]
    for length, endings in _BY_LENGTH:
        if len(word) - length >= MIN_STEM and word[-length:] in endings:
            word = word[:-length]
            break
    while len(word) > MIN_STEM and word[-1] in "aeioy":
        word = word[:-1]
    return word


def stems_of(text: str) -> dict[str, int]:
    """Count the stems of a text, without stop words; in Chinese and similar scripts, pairs of characters."""
    stems: dict[str, int] = {}
    for word, times in _words_of(text).items():
        if word not in _STOPS:
            short = stem(word)
            stems[short] = stems.get(short, 0) + times
    return stems


def _words_of(text: str) -> Mapping[str, int]:
    """Count the words of a text, in lower case without accents."""
    words = _WORD.findall(text.lower())
    if text.isascii():
        return Counter(words)
    pairs: list[str] = []
    if _SIGN.search(text):
        words = [word for word in words if max(word) < FIRST_BY_CHARACTER]
        pairs = _PAIR.findall(text)
    counts = Counter(words)
    for word in [word for word in counts if not word.isascii()]:
        counts[fold_word(word)] += counts.pop(word)
    counts.update(pairs)
    return counts


@dataclass(frozen=True, slots=True)
class Profile:
    """The names and stems of a text, by which it is compared."""

    names: Mapping[str, int]
    """Names in the text with the number of times that each occurs."""
    possible: frozenset[str]
    """Words in the text that may be names."""
    stems: Mapping[str, int]
    name_words: frozenset[str] = field(init=False)
    """Words of the names."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name_words", _words_in(self.names))

    @classmethod
    def of(cls, text: str, language: str | None = None) -> Profile:
        """Make the profile of a text. The language (``de``) is guessed if it is not given."""
        text = text[:SAMPLE]
        language = language or language_of(text)
        names = find_names(text[:NAME_SAMPLE], language)
        return cls(names.times(), names.possible, stems_of(text))


def _words_in(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in name.split())


class Likeness(NamedTuple):
    """The similarity of a small text to a big one."""

    score: float
    """Similarity from 0 to 1, from names and words together."""
    names: float | None
    """Share of its names that the big text has; None if it has no names."""
    words: float | None
    """Share of its other words that the big text has; None if it has none."""
    shared: Sequence[str]
    """Names that both have."""


class WordIndex:
    """An index of the words of a big text, for looking up a few stems.

    A stem is the beginning of its words, so that only the words that begin with it are ever stemmed.
    """

    def __init__(self, text: str) -> None:
        self._times = _words_of(text)
        self._beginnings: dict[str, list[str]] = {}
        for word in self._times:
            self._beginnings.setdefault(word[:_BEGINNING], []).append(word)
        # One string, because searching it for the few words that have no stem here takes less time than an index.
        self._words = f" {' '.join(self._times)} "

    def times(self, short: str) -> int:
        """Count the words with a stem in the text."""
        forms = [word for word in self._beginning(short) if word not in _STOPS and stem(word) == short]
        return sum([self._times[word] for word in forms])

    def nearness(self, short: str) -> float:
        """Return the share of trigrams that a stem has in common with the most similar one; 0 if there is none similar.

        Only words with the same beginning or end are compared.
        """
        if len(short) < MIN_STEM:
            return 0.0
        grams = _trigrams(short)
        best = 0.0
        begin, end = short[:MIN_STEM], short[-MIN_STEM:]
        for word in {*self._beginning(begin)[:MAX_KIN], *self._with(end)} - _STOPS:
            other = stem(word)
            if other.startswith(begin) or other.endswith(end):
                theirs = _trigrams(other)
                # Relative to the shorter one, because compounds contain their parts whole.
                best = max(best, len(grams & theirs) / min(len(grams), len(theirs)))
        return best if best >= NEAR else 0.0

    def _beginning(self, part: str) -> list[str]:
        """Return the first words that begin with a part."""
        alike = self._beginnings.get(part[:_BEGINNING], ())[:MAX_FORMS]
        return [word for word in alike if word.startswith(part)]

    def _with(self, part: str) -> Iterator[str]:
        """Yield the first words that contain a part."""
        words, offset = self._words, -1
        for _ in range(MAX_KIN):
            offset = words.find(part, offset + 1)
            if offset < 0:
                return
            yield words[words.rfind(" ", 0, offset + 1) + 1 : words.find(" ", offset + 1)]


def _trigrams(word: str) -> set[str]:
    return {word[offset : offset + 3] for offset in range(len(word) - 2)}


class ProfileComparison:
    """A big text that small ones are compared with."""

    def __init__(self, text: str, language: str | None = None) -> None:
        """Read the text. The language (``de``) is guessed if it is not given."""
        text = text[:SAMPLE]
        self._language = language or language_of(text)
        self._name_times = find_names(text[:NAME_SAMPLE], self._language).times()
        self._name_words = _words_in(self._name_times)
        self._index = WordIndex(text)

    def likeness(self, text: str) -> Likeness:
        """Compute the similarity of a small text to the big one."""
        small = Profile.of(text, self._language)
        names, shared = self._names(small)
        words = self._words(small)
        return Likeness(_score(names, words), names, words, shared)

    def _names(self, small: Profile) -> tuple[float | None, Sequence[str]]:
        """Match the small text's names with those of the big one."""
        total, score = 0, 0.0
        shared = []
        for name in small.names:
            times = self._name_times.get(name, 0) or (name.rpartition(" ")[2] in self._name_words)
            total += 1
            if times:
                score += 1.0 if times > 1 or " " in name else ONCE
                shared.append(name)
        for word in sorted(small.possible):
            if word in self._name_words:
                total += 1
                score += ONCE
                shared.append(word)
        return (score / total if total else None), shared

    def _words(self, small: Profile) -> float | None:
        """Return the share of the small text's words that the big one has, exactly or nearly; names are left out."""
        total = score = 0.0
        for word in small.stems:
            times = self._index.times(word)
            if times:
                score += _weight(times)
            elif word in small.name_words:
                continue
            else:
                score += self._index.nearness(word) / 2
            total += 1
        return min(1.0, score / (total + DOUBT)) if total else None


def _weight(times: int) -> float:
    return min(MOST, ONCE + RISE * math.log(times))


def likeness_to_rest(
    part: Profile, names: Mapping[str, int], name_words: Mapping[str, int], stems: Mapping[str, int]
) -> float:
    """Compute the similarity of a part of a text to the other parts.

    `names` and `stems` count those of all parts, including this one; `name_words` counts the parts in which each word
    of a name occurs.
    """
    shared = total = 0.0
    for name, times in part.names.items():
        others = names[name] - times or name_words.get(name.rpartition(" ")[2], 1) - 1
        total += 1
        if others > 0:
            shared += 1.0 if others > 1 else ONCE
    words = sum(_weight(stems[word] - times) for word, times in part.stems.items() if stems[word] > times)
    share = min(1.0, words / (len(part.stems) + DOUBT)) if part.stems else None
    return _score(shared / total if total else None, share)


def _score(names: float | None, words: float | None) -> float:
    if names is None or words is None:
        return (names or 0.0) + (words or 0.0)
    return NAME_SHARE * names + (1 - NAME_SHARE) * words


def cosine(left: Mapping[str, int], right: Mapping[str, int]) -> float:
    """Return the cosine of the angle between two frequency distributions: 0 for nothing in common, 1 for the same."""
    if len(left) > len(right):
        left, right = right, left
    common = sum(count * right.get(key, 0) for key, count in left.items())
    if not common:
        return 0.0
    return common / math.sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values()))


def name_cosine(left: Profile, right: Profile) -> float:
    """Compare two big texts by the frequencies of their names."""
    return cosine(left.names, right.names)


def word_cosine(left: Profile, right: Profile) -> float:
    """Compare two big texts by the frequencies of their stems."""
    return cosine(left.stems, right.stems)


def big_likeness(left: Profile, right: Profile) -> float:
    """Compute the similarity of two big texts: the greater cosine, because many paragraphs contain no name."""
    return max(name_cosine(left, right), word_cosine(left, right))
