"""Categories of news by their text: the top level of IPTC's Media Topics, with a centroid for each.

J. J. Rocchio: *Relevance feedback in information retrieval*, 1971; E.-H. Han, G. Karypis: *Centroid-based document
classification*, PKDD 2000: a category is the mean of the term vectors of its articles, and a text belongs to the one
with the greatest cosine. A centroid begins with the words that ``text/languages`` lists for the category; articles of
the library whose page declares a section of a known name, and those that the reader assigned, move it. So a library
learns the languages and the subjects that it has, and corrections count for articles like the corrected one.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from tamis.errors import BadInput
from tamis.library.stored import checked, read_counts
from tamis.text.phrases import language_code, normal, texts_by_language
from tamis.text.similarity import stem
from tamis.text.tokenizing import tokens

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

Source = Literal["reader", "section", "text"]


class Category(StrEnum):
    """The top level of IPTC's Media Topics."""

    ARTS = "arts"
    CONFLICT = "conflict"
    CRIME = "crime"
    DISASTER = "disaster"
    ECONOMY = "economy"
    EDUCATION = "education"
    ENVIRONMENT = "environment"
    HEALTH = "health"
    HUMAN_INTEREST = "human-interest"
    LABOUR = "labour"
    LIFESTYLE = "lifestyle"
    POLITICS = "politics"
    RELIGION = "religion"
    SCIENCE = "science"
    SOCIETY = "society"
    SPORT = "sport"
    WEATHER = "weather"


SHARPNESS = 40.0
"""Factor of the cosines in the confidence, a softmax."""
CONFIDENT = 0.3
"""Minimum confidence at which a text alone gives an article its category."""
HALF_LEARNED = 15
"""Number of articles of a category at which its centroid is half learned from them."""
READER_WEIGHT = 5.0
"""Weight of an article that the reader assigned, if one with a section of a known name has 1."""
SECTION_CONFIDENCE = 0.9
"""Confidence in the section that a page declares, which may mean something else by the name."""
SAMPLE = 2_000
"""Number of the newest articles that the centroids are learned from."""
_SAMPLED = """
SELECT section, category, counts FROM term JOIN article ON article.id = term.article ORDER BY article DESC LIMIT ?
"""
_ARTICLE = "SELECT section, category, counts FROM article LEFT JOIN term ON term.article = article.id WHERE id = ?"
SHOWN_TERMS = 5
"""Maximum number of terms that explain a category."""


@dataclass(frozen=True, slots=True)
class Categorized:
    """The category of an article, with the reason for it."""

    category: Category | None
    """None if the text says too little."""
    guess: Category | None
    """The best category, also if it is doubtful."""
    confidence: float
    """From 0 to 1; 1 if the reader assigned it."""
    source: Source
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain values; the name of the category is in English."""
        name = category_name(self.category) if self.category else None
        return {
            "category": self.category,
            "name": name,
            "confidence": round(self.confidence, 3),
            "source": self.source,
            "reason": self.reason,
        }


@cache
def _names() -> dict[str, Category]:
    """Map the names of sections in all languages to categories; those of several categories to none."""
    categories_of: dict[str, set[Category]] = {}
    for text in texts_by_language("category").values():
        for category, line in zip(Category, text.strip().splitlines(), strict=True):
            for name in line.split("|"):
                categories_of.setdefault(_key(name), set()).add(category)
    return {name: next(iter(own)) for name, own in categories_of.items() if len(own) == 1}


def _key(name: str) -> str:
    return " ".join(tokens(normal(name)))


def category_name(category: Category, language: str | None = None) -> str:
    """Return the name of a category in a language, by its BCP 47 tag; in English if it has none."""
    listed = texts_by_language("category")
    text = listed.get(language_code(language), listed["en"])
    name = text.strip().splitlines()[list(Category).index(category)].partition("|")[0].strip()
    return name[:1].upper() + name[1:]


def category_of_section(section: str | None) -> Category | None:
    """Return the category that the name of a section means; None if it is no known name."""
    return _names().get(_key(section)) if section else None


@cache
def _seeds() -> dict[Category, frozenset[str]]:
    words_of: dict[Category, set[str]] = {category: set() for category in Category}
    for text in texts_by_language("category_word").values():
        for category, line in zip(Category, text.strip().splitlines(), strict=True):
            words_of[category].update(_stem(token) for token in tokens(line) if len(token) > 1)
    return {category: frozenset(words) for category, words in words_of.items()}


def _stem(token: str) -> str:
    return stem(token) if token.isascii() else token


@dataclass(frozen=True)
class Categories:
    """The centroids of all categories."""

    centroids: Mapping[Category, Mapping[str, float]]
    documents: int = 0
    frequencies: Mapping[str, int] = field(default_factory=dict, repr=False)

    def judge(self, counts: Mapping[str, int]) -> Categorized:
        """Find the category of a text by its terms, with the terms that speak for it."""
        vector = _vector(counts, self.documents, self.frequencies)
        cosines = {category: _dot(vector, own) for category, own in self.centroids.items()}
        best = max(cosines, key=lambda category: cosines[category])
        if cosines[best] <= 0:
            return Categorized(None, None, 0.0, "text", "no words of any category")
        weights = {category: math.exp(SHARPNESS * cosine) for category, cosine in cosines.items()}
        confidence = weights[best] / math.fsum(weights.values())
        own = self.centroids[best]
        shared = sorted((term for term in vector if term in own), key=lambda term: (-vector[term] * own[term], term))
        words = {_stem(word): word for word in reversed(list(counts))}
        reason = "about " + ", ".join(words.get(term, term) for term in shared[:SHOWN_TERMS])
        return Categorized(best if confidence >= CONFIDENT else None, best, confidence, "text", reason)


def learn(
    labeled: Iterable[tuple[Category, Mapping[str, int], float]], documents: int, frequencies: Mapping[str, int]
) -> Categories:
    """Find the centroids by the listed words and by labeled articles, each given with its terms and its weight."""
    sums: dict[Category, dict[str, float]] = {category: {} for category in Category}
    totals = dict.fromkeys(Category, 0.0)
    for category, counts, weight in labeled:
        totals[category] += weight
        own = sums[category]
        for term, value in _vector(counts, documents, frequencies).items():
            own[term] = own.get(term, 0.0) + weight * value
    centroids = {}
    for category, words in _seeds().items():
        seed = _normalized({word: _rarity(word, documents, frequencies) for word in words})
        learned = _normalized(sums[category])
        share = totals[category] / (totals[category] + HALF_LEARNED)
        terms = seed.keys() | learned.keys()
        centroids[category] = _normalized(
            {term: (1 - share) * seed.get(term, 0.0) + share * learned.get(term, 0.0) for term in terms}
        )
    return Categories(centroids, documents, frequencies)


def find_categories(connection: sqlite3.Connection) -> Categories:
    """Find the centroids of a library, from the newest of its articles."""
    frequencies: Counter[str] = Counter()
    labeled: list[tuple[Category, Mapping[str, int], float]] = []
    documents = 0
    for section, assigned, stored in connection.execute(_SAMPLED, (SAMPLE,)):
        counts = read_counts(stored)
        frequencies.update(stems(counts))
        documents += 1
        known = Category(assigned) if assigned else category_of_section(section)
        if known is not None:
            labeled.append((known, counts, READER_WEIGHT if assigned else 1.0))
    return learn(labeled, documents, frequencies)


def category_of(connection: sqlite3.Connection, article: int, categories: Categories | None) -> Categorized:
    """Find the category of an article: that of the reader, that of its section, or that of its text.

    Without `categories` they are learned, if they are needed.
    """
    row = connection.execute(_ARTICLE, (article,)).fetchone()
    section, assigned, stored = checked(row, (str | None, str | None, str | None), f"article {article}")
    if assigned:
        return Categorized(Category(assigned), Category(assigned), 1.0, "reader", "assigned by a reader")
    declared = category_of_section(section)
    if declared is not None:
        return Categorized(declared, declared, SECTION_CONFIDENCE, "section", f"the page's section is {section}")
    return (categories or find_categories(connection)).judge(read_counts(stored) if stored else {})


def assign(connection: sqlite3.Connection, article: int, name: str | None) -> None:
    """Assign a category to an article, or leave it to its text again. Raises `BadInput` for an unknown name."""
    if name is not None and name not in list(Category):
        raise BadInput(f"{name}: no category; there are {', '.join(Category)}")
    connection.execute("UPDATE article SET category = ? WHERE id = ?", (name, article))


def stems(counts: Mapping[str, int]) -> set[str]:
    """Return the stems of an article's terms, to count how many articles have each."""
    return {_stem(term) for term in counts}


def _vector(counts: Mapping[str, int], documents: int, frequencies: Mapping[str, int]) -> dict[str, float]:
    times: Counter[str] = Counter()
    for term, count in counts.items():
        times[_stem(term)] += count
    return _normalized(
        {term: (1 + math.log(count)) * _rarity(term, documents, frequencies) for term, count in times.items()}
    )


def _rarity(term: str, documents: int, frequencies: Mapping[str, int]) -> float:
    return math.log((1 + documents) / (1 + frequencies.get(term, 0))) + 1


def _dot(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    return math.fsum(weight * right[term] for term, weight in left.items() if term in right)


def _normalized(weights: Mapping[str, float]) -> dict[str, float]:
    length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}
