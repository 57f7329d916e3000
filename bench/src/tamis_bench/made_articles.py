"""Generated articles for measurements of the library; the same seed always gives the same ones.

Words follow Zipf's law as G. K. Zipf and B. Mandelbrot found it, function words of the language are the most frequent
ones, and each article takes part of its words from one of some hundred subjects. One article in thirty is a copy of an
earlier one with a word in ten replaced, like an agency's report that several sites print.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tamis.model import Article, Block, Kind, Metadata, Moment, Outcome
from tamis.text.gazetteer import FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

VOCABULARY = 40_000
"""Number of words of a language."""
SHIFT = 2.7
"""Mandelbrot's correction for the most frequent words."""
SUBJECTS, SUBJECT_WORDS, SUBJECT_SHARE = 150, 400, 0.35
"""Number of subjects, number of words of each, and the share of an article that is about its subject."""
MEDIAN_WORDS, SPREAD = 250, 0.55
"""Median and deviation of the lengths of articles in words, which are log-normal."""
PARAGRAPH, SENTENCE = 60, 15
TITLE_WORDS = 8
SITES, AUTHORS = 300, 2_000
COPIES = 30
"""One article in this many is a copy of an earlier one."""
EDITED = 0.1
DAYS = 5 * 365
FIRST_DAY = date(2020, 1, 1)

_SYLLABLES = {
    "en": "ba ber con dal den el fin gar hol in jor ka lin mor na ol per qui ras ston ter un ver wick yar zen",
    "de": "auf be burg dorf ein feld ger haus in keit land mann nacht ost platz rich sch tung ung ver werk zeit",
    "fr": "ac bel cha de é fran gué ier jou la mé nou ou pré que ré sion té un voi",
    "ru": "ба ве го дом ение за ин ка ли мо на ост пре ро ство тел ук вод хо цент ча шен",
}
_CHARACTERS = {"zh": (0x4E00, 3_000), "ja": (0x3042, 80)}
SHARES = {"en": 0.4, "de": 0.15, "fr": 0.15, "ru": 0.1, "zh": 0.12, "ja": 0.08}
"""Share of each language among the articles."""


@dataclass(frozen=True)
class Tongue:
    """A made-up language: its words, the most frequent first."""

    code: str

    @property
    def is_spaced(self) -> bool:
        """True if there are spaces between words."""
        return self.code in _SYLLABLES

    @cached_property
    def words(self) -> list[str]:
        """All words, the most frequent first."""
        chance = np.random.default_rng(sum(map(ord, self.code)))
        if not self.is_spaced:
            first, many = _CHARACTERS[self.code]
            codes = first + chance.integers(0, many, (VOCABULARY, 3))
            lengths = chance.integers(1, 4, VOCABULARY).tolist()
            return ["".join(map(chr, row[:length])) for row, length in zip(codes.tolist(), lengths, strict=True)]
        known = sorted(FUNCTION_WORDS.get(self.code, frozenset()))[:150]
        syllables = _SYLLABLES[self.code].split()
        parts = chance.integers(0, len(syllables), (VOCABULARY, 4)).tolist()
        lengths = chance.integers(2, 5, VOCABULARY).tolist()
        made = ["".join([syllables[one] for one in row[:length]]) for row, length in zip(parts, lengths, strict=True)]
        return list(dict.fromkeys([*known, *made]))

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """Cumulative probabilities of all words, by Zipf's law."""
        weights = 1.0 / (np.arange(len(self.words)) + SHIFT)
        return np.cumsum(weights / weights.sum())

    @cached_property
    def subjects(self) -> NDArray[np.int64]:
        """Indices of the words of each subject."""
        return np.random.default_rng(SUBJECTS).integers(200, len(self.words), (SUBJECTS, SUBJECT_WORDS))

    def draw(self, chance: np.random.Generator, subject: int, many: int) -> list[str]:
        """Draw words for an article on a subject."""
        ranks = np.searchsorted(self.chances, chance.random(many)).clip(0, len(self.words) - 1)
        places = chance.random(many) < SUBJECT_SHARE
        picks = (SUBJECT_WORDS * chance.random(many) ** 2).astype(int)
        ranks[places] = self.subjects[subject][picks[places]]
        return [self.words[rank] for rank in ranks.tolist()]

    def write(self, words: list[str]) -> str:
        """Join words into sentences."""
        space, stop = (" ", ". ") if self.is_spaced else ("", "。")
        sentences = [words[at : at + SENTENCE] for at in range(0, len(words), SENTENCE)]
        return "".join(space.join(sentence).capitalize() + stop for sentence in sentences).strip()


@dataclass(frozen=True, slots=True)
class Made:
    """A generated article, and the number of the one that it copies, if any."""

    number: int
    article: Article
    words: list[str]
    tongue: Tongue
    copy_of: int | None = None


def make_articles(many: int, seed: int = 1) -> Iterator[Made]:
    """Yield generated articles, one after another."""
    tongues = [Tongue(code) for code in SHARES]
    shares = np.array([*SHARES.values()])
    chance = np.random.default_rng(seed)
    recent: list[Made] = []
    for number in range(many):
        if number % COPIES == COPIES - 1 and recent:
            made = _copied(chance, number, recent[int(chance.integers(len(recent)))])
        else:
            made = _written(chance, number, tongues[int(chance.choice(len(tongues), p=shares))])
        recent = [*recent[-200:], made] if made.copy_of is None else recent
        yield made


def _written(chance: np.random.Generator, number: int, tongue: Tongue) -> Made:
    length = int(np.exp(chance.normal(np.log(MEDIAN_WORDS), SPREAD)).clip(60, 5_000))
    subject = int(SUBJECTS * chance.random() ** 2)
    return _made(chance, number, tongue, tongue.draw(chance, subject, length), subject)


def _copied(chance: np.random.Generator, number: int, original: Made) -> Made:
    words = list(original.words)
    places = chance.choice(len(words), int(EDITED * len(words)), replace=False)
    for place, word in zip(places, original.tongue.draw(chance, number % SUBJECTS, len(places)), strict=True):
        words[place] = word
    return _made(chance, number, original.tongue, words, number % SUBJECTS, original.number)


def _made(
    chance: np.random.Generator, number: int, tongue: Tongue, words: list[str], subject: int, copy: int | None = None
) -> Made:
    site = int(SITES * chance.random() ** 2)
    day = FIRST_DAY + timedelta(days=int(chance.integers(DAYS)))
    paragraphs = [tongue.write(words[at : at + PARAGRAPH]) for at in range(0, len(words), PARAGRAPH)]
    about = Metadata(
        title=tongue.write(tongue.draw(chance, subject, TITLE_WORDS)),
        authors=(f"{tongue.words[160 + int(chance.integers(AUTHORS))]} {tongue.words[170 + site]}".title(),),
        published=Moment(day.isoformat(), day),
        language=tongue.code,
    )
    blocks = tuple(Block(Kind.PARAGRAPH, text, at, f"/html/body/p[{at + 1}]") for at, text in enumerate(paragraphs))
    url = f"https://site{site}.example/{day.isoformat()}/{number}"
    return Made(number, Article(url, about, blocks, Outcome.ARTICLE, confidence=1.0), words, tongue, copy)


def moment_of(number: int) -> datetime:
    """Return the time at which an article is added."""
    return datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
