"""The topical similarity of two texts, by their named entities and words.

The comparisons by names are those of A. Agarwal, S. Chheda, K. Shah, M. Narvekar: *Content Extraction Using Document
Object Model and Natural Language Processing for Web*: of a small text, whether its names are among those of the big
one; of two big texts, the cosine of their names' frequencies. Many captions have no name in them, so that words are
compared as well: by stems, and by character trigrams where the stems differ (``Hafenfest`` and ``Hafen``).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.capitals import fold_word, language_of
from tamis.text.entities import find_names
from tamis.text.gazetteer.ordinary import COMMON_WORDS, FUNCTION_WORDS, TIME_WORDS
from tamis.text.words import BY_CHARACTER, FIRST_BY_CHARACTER, character_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SAMPLE, NAME_SAMPLE = 10_000, 3_000
"""Characters of a text that are read for words and for names: enough for any comparison, and a limit to its cost."""
ONCE = 0.75
"""What a name or a word counts that the big text has but once; the frequent ones count 1."""
NAME_SHARE = 0.4
"""How much of the likeness hangs on the names, where there are some."""
RISE, MOST = 0.4, 2.0
"""How much more a word counts the more often the big text has it, by the logarithm, and the most that it counts."""
DOUBT = 0.5
"""Words that are taken to be missing, because a match of one or two words may be chance."""
MIN_STEM = 4
NEAR = 0.75
"""The share of the shorter one's trigrams in common from which two words are taken for kin."""
MAX_KIN = 12
"""With how many words that begin or end alike a word is compared."""
MAX_FORMS = 60
"""Words that are looked at for the forms of a stem; only made-up texts have more that begin with it."""

_WORD = re.compile(r"[^\W\d_]{3,}")
# Of scripts that are written without spaces every pair of signs: Chinese, Japanese, Korean, Thai.
_UNSPACED = f"[{character_class(BY_CHARACTER)}]"
_PAIR = re.compile(rf"(?=({_UNSPACED}{{2}}))")
_SIGN = re.compile(_UNSPACED)
_ENDINGS = (
    "ization isation ation ungen ung ment able ence ance ness ingly ing edly heiten heit keiten keit lich ische isch "
    "acion cion sion amente mente adora ador ando iendo euse eux aux ied er est en ern ed es em ais ait ant ent"
).split()
_BY_LENGTH = tuple((size, frozenset(end for end in _ENDINGS if len(end) == size)) for size in range(7, 1, -1))
_BEGINNING = 3  # letters, which every stem has
_STOPS = frozenset().union(*FUNCTION_WORDS.values()) | TIME_WORDS | COMMON_WORDS


def stem(word: str) -> str:
    """A word without its ending, roughly; the word is in lower case without accents."""
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
    """How often a text has each stem of words that say what it is about; of Chinese and the like, of pairs of signs."""
    found: dict[str, int] = {}
    for word, times in _words_of(text).items():
        if word not in _STOPS:
            short = stem(word)
            found[short] = found.get(short, 0) + times
    return found


def _words_of(text: str) -> Mapping[str, int]:
    """How often a text has each word, in lower case without accents."""
    words = _WORD.findall(text.lower())
    if text.isascii():
        return Counter(words)
    pairs: list[str] = []
    if _SIGN.search(text):
        words = [word for word in words if max(word) < FIRST_BY_CHARACTER]
        pairs = _PAIR.findall(text)
    found = Counter(words)
    for word in [word for word in found if not word.isascii()]:
        found[fold_word(word)] += found.pop(word)
    found.update(pairs)
    return found


@dataclass(frozen=True, slots=True)
class Profile:
    """What is compared of a text."""

    names: Mapping[str, int]
    """The names in it with how often each occurs."""
    possible: frozenset[str]
    """Words in it that may be names."""
    stems: Mapping[str, int]
    name_words: frozenset[str] = field(init=False)
    """The words of the names."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name_words", _words_in(self.names))

    @classmethod
    def of(cls, text: str, language: str | None = None) -> Profile:
        """The profile of a text. The language (``de``) is guessed if it is not given."""
        text = text[:SAMPLE]
        language = language or language_of(text)
        found = find_names(text[:NAME_SAMPLE], language)
        return cls(found.times(), found.possible, stems_of(text))


def _words_in(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for name in names for word in name.split())


class Likeness(NamedTuple):
    """How a small text agrees with a big one."""

    score: float
    """From 0 to 1, of names and words together."""
    names: float | None
    """The share of its names that the big text has; None if it has no names."""
    words: float | None
    """The share of its other words that the big text has; None if it has none."""
    shared: Sequence[str]
    """The names that both have."""


class WordIndex:
    """The words of a big text, to be asked for a few stems.

    A stem is the beginning of its words, so that only the words that begin with it are ever stemmed.
    """

    def __init__(self, text: str) -> None:
        self._times = _words_of(text)
        self._beginnings: dict[str, list[str]] = {}
        for word in self._times:
            self._beginnings.setdefault(word[:_BEGINNING], []).append(word)
        # One string, because to look through it for the few words that have no stem here takes less time than an index.
        self._words = f" {' '.join(self._times)} "

    def times(self, short: str) -> int:
        """How often the text has words with a stem."""
        forms = [word for word in self._beginning(short) if word not in _STOPS and stem(word) == short]
        return sum([self._times[word] for word in forms])

    def nearness(self, short: str) -> float:
        """The share of trigrams that a stem has in common with the one most like it; 0 if there is none like it.

        Only those are looked at that begin or end alike.
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
                # Of the shorter one, because compounds hold their parts whole.
                best = max(best, len(grams & theirs) / min(len(grams), len(theirs)))
        return best if best >= NEAR else 0.0

    def _beginning(self, part: str) -> list[str]:
        """The first words that begin with a part."""
        alike = self._beginnings.get(part[:_BEGINNING], ())[:MAX_FORMS]
        return [word for word in alike if word.startswith(part)]

    def _with(self, part: str) -> Iterator[str]:
        """The first words that have a part."""
        words, at = self._words, -1
        for _ in range(MAX_KIN):
            at = words.find(part, at + 1)
            if at < 0:
                return
            yield words[words.rfind(" ", 0, at + 1) + 1 : words.find(" ", at + 1)]


def _trigrams(word: str) -> set[str]:
    return {word[at : at + 3] for at in range(len(word) - 2)}


class ProfileComparison:
    """A big text that small ones are compared with."""

    def __init__(self, text: str, language: str | None = None) -> None:
        """The language (``de``) is guessed if it is not given."""
        text = text[:SAMPLE]
        self._language = language or language_of(text)
        self._name_times = find_names(text[:NAME_SAMPLE], self._language).times()
        self._name_words = _words_in(self._name_times)
        self._index = WordIndex(text)

    def likeness(self, text: str) -> Likeness:
        """The similarity of a short text to a long one."""
        small = Profile.of(text, self._language)
        names, shared = self._names(small)
        words = self._words(small)
        return Likeness(_score(names, words), names, words, shared)

    def _names(self, small: Profile) -> tuple[float | None, Sequence[str]]:
        """Match of the small text's names with those of the big one."""
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
        """The share of the short text's words, without those of its names, that the long one has, exactly or nearly."""
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
    """The similarity of a part of a text to the other parts.

    `names` and `stems` count those of all parts, this one among them; `name_words` in how many parts each word of a
    name occurs.
    """
    found = total = 0.0
    for name, times in part.names.items():
        others = names[name] - times or name_words.get(name.rpartition(" ")[2], 1) - 1
        total += 1
        if others > 0:
            found += 1.0 if others > 1 else ONCE
    words = sum(_weight(stems[word] - times) for word, times in part.stems.items() if stems[word] > times)
    share = min(1.0, words / (len(part.stems) + DOUBT)) if part.stems else None
    return _score(found / total if total else None, share)


def _score(names: float | None, words: float | None) -> float:
    if names is None or words is None:
        return (names or 0.0) + (words or 0.0)
    return NAME_SHARE * names + (1 - NAME_SHARE) * words


def cosine(left: Mapping[str, int], right: Mapping[str, int]) -> float:
    """The cosine of the angle between two frequency distributions: 0 for nothing in common, 1 for the same."""
    if len(left) > len(right):
        left, right = right, left
    common = sum(count * right.get(key, 0) for key, count in left.items())
    if not common:
        return 0.0
    return common / math.sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values()))


def name_cosine(left: Profile, right: Profile) -> float:
    """The comparison of two big texts by the frequencies of their names."""
    return cosine(left.names, right.names)


def word_cosine(left: Profile, right: Profile) -> float:
    """The same by the frequencies of their stems."""
    return cosine(left.stems, right.stems)


def big_likeness(left: Profile, right: Profile) -> float:
    """The similarity of two big texts: the greater of the two cosines, since many paragraphs name nobody."""
    return max(name_cosine(left, right), word_cosine(left, right))
