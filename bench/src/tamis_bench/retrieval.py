"""Known-item search over full pages and over extracted text: what extraction does for an index.

T. Weninger, W. H. Hsu, J. Han (*CETR*, WWW 2010, sections 2.1 and 7.1): "by removing irrelevant text from a webpage a
keyword based search is less likely to return irrelevant hits". Every page of the sets is indexed, once with all its
text, once with what each strategy extracts, once with its true text. A query is a few words of a page's title or of the
description that it declares, drawn by a hash, and has one right answer: the page. Neither is in the index: descriptions
are not shown, and lines that repeat the title are left out of all texts.

Ranking is BM25 (S. Robertson, H. Zaragoza: *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009) with the
usual parameters.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from math import log
from typing import TYPE_CHECKING

import numpy as np

from tamis import Settings, TamisError, extract
from tamis_bench.contenders import OWN, SHOWN_ONLY, ask, strategy_of
from tamis_bench.metrics import mean, words_and_characters
from tamis_bench.progress import run
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tamis_bench.datasets import Sample

TRUTH = "true text"
ALL = "all"
STRATEGIES = (ALL, "cetr", "cuter", "learned")
K1, B = 1.2, 0.75
"""Parameters of BM25: how soon further occurrences of a word count less, and how much the length of a text counts."""
DEPTHS = (1, 5, 10)
QUERY_WORDS, DRAWS = 3, 3
"""Number of words of a query, as people type them, and of queries from each title and description."""
MIN_LETTERS = 4
"""Minimum length of a word of a query; shorter ones are mostly not what a text is about."""


@dataclass(frozen=True, slots=True)
class PageTexts:
    """The texts of a page to be indexed, and the queries that it answers."""

    id: str
    texts: Mapping[str, list[str]]
    """Words by strategy."""
    about: Mapping[str, tuple[str, ...]]
    """Words that queries are drawn from, by kind: of the title, of the description."""


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a query in one index."""

    index: str
    kind: str
    page: str
    query: str
    rank: int | None
    """Rank of the right page, from 1; None if it has no word of the query."""


class Index:
    """An inverted index of texts, ranked by BM25."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self._sizes = np.array([len(text) for text in texts], dtype=np.float64)
        self._mean = max(1.0, float(self._sizes.mean())) if texts else 1.0
        found: dict[str, list[tuple[int, int]]] = {}
        for number, text in enumerate(texts):
            for word, count in Counter(text).items():
                found.setdefault(word, []).append((number, count))
        self._found = {word: np.array(places, dtype=np.int64) for word, places in found.items()}

    def scores(self, query: Iterable[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Compute the score of every text for the different words of a query."""
        total = len(self._sizes)
        scores = np.zeros(total)
        for word in sorted(set(query)):
            places = self._found.get(word)
            if places is None:
                continue
            texts, counts = places[:, 0], places[:, 1]
            weight = log(1 + (total - len(texts) + 0.5) / (len(texts) + 0.5))
            length = 1 - B + B * self._sizes[texts] / self._mean
            scores[texts] += weight * counts * (K1 + 1) / (counts + K1 * length)
        return scores

    def rank(self, query: Iterable[str], right: int) -> int | None:
        """Return the rank of a text for a query, behind all with the same score; None if it has none of the words."""
        scores = self.scores(query)
        return int((scores >= scores[right]).sum()) if scores[right] > 0 else None


def measure(samples: Sequence[Sample], strategies: Sequence[str], jobs: int, seconds: float) -> list[Search]:
    """Search for every page with its queries, in an index for each strategy and in that of the true texts."""
    judged = [sample for sample in samples if sample.truth.text]
    names = tuple(f"{OWN}{strategy}{SHOWN_ONLY if strategy == ALL else ''}" for strategy in strategies)
    pages = list(run(partial(page_texts, contenders=names, seconds=seconds), judged, jobs, "retrieval"))
    return searches(pages)


def page_texts(sample: Sample, contenders: Sequence[str], seconds: float) -> PageTexts:
    """Extract a page with every strategy, and make its queries."""
    answers = {strategy_of(name): ask(name, sample.html, sample.url, seconds).text for name in contenders}
    texts = {**answers, TRUTH: sample.truth.text or ""}
    title = words_and_characters(sample.truth.title or "")
    description = words_and_characters(_description(sample))
    return PageTexts(
        f"{sample.set}/{sample.id}",
        {name: _words_without(text, title) for name, text in texts.items()},
        {"title": tuple(title), "description": tuple(description)},
    )


def _words_without(text: str, title: Sequence[str]) -> list[str]:
    """Split a text into words, without the lines that are the title."""
    lines = map(words_and_characters, text.splitlines())
    return [word for line in lines if line != title for word in line]


def queries_of(words: Sequence[str], page: str) -> list[tuple[str, ...]]:
    """Draw queries from words by a hash: the same ones every time, and none if there are too few words."""
    chosen = sorted({word for word in words if len(word) >= MIN_LETTERS})
    drawn = []
    for number in range(DRAWS):
        order = sorted(chosen, key=lambda word: blake2b(f"{number} {page} {word}".encode(), digest_size=8).digest())
        drawn.append(tuple(sorted(order[:QUERY_WORDS])))
    return sorted(set(drawn)) if len(chosen) >= QUERY_WORDS else []


def _description(sample: Sample) -> str:
    try:
        article = extract(sample.html, url=sample.url, settings=Settings(strategy=ALL, embedded=False))
    except TamisError:
        return ""
    return article.description or ""


def searches(pages: Sequence[PageTexts]) -> list[Search]:
    """Search for every page. A title or description that several pages share, as a site's motto, is left out."""
    shared = Counter(words for page in pages for words in set(page.about.values()))
    found = []
    for name in pages[0].texts if pages else ():
        index = Index([page.texts[name] for page in pages])
        for number, page in enumerate(pages):
            for kind, words in page.about.items():
                for query in queries_of(words, page.id) if shared[words] == 1 else ():
                    found.append(Search(name, kind, page.id, " ".join(query), index.rank(query, number)))
    return found


def table(found: Sequence[Search], pages: int) -> Table:
    """Build a table: each index and kind of query, mean reciprocal rank and success at some depths."""
    columns = ("queries", "index", "number", "MRR", *(f"success@{depth}" for depth in DEPTHS), "better", "worse")
    made = Table(f"Known-item search among {pages} pages", columns)
    values: dict[tuple[str, str], list[float]] = {}
    for search in found:
        values.setdefault((search.kind, search.index), []).append(1 / search.rank if search.rank else 0.0)
    for (kind, name), own in sorted(values.items(), key=lambda item: item[0][0], reverse=True):
        successes = [mean(float(value >= 1 / depth) for value in own) for depth in DEPTHS]
        full = values.get((kind, ALL), own)  # the same queries in the same order
        better = sum(value > other for value, other in zip(own, full, strict=True))
        worse = sum(value < other for value, other in zip(own, full, strict=True))
        made.add(kind, name, len(own), mean(own), *successes, better, worse)
    made.notes.append("Better and worse: queries whose page ranks higher or lower than in the index of all text.")
    return made
