"""Search times in a large library, and the detection of copies of a story.

The library contains `made_articles`; queries of many kinds are drawn from its words with a seed, among them the most
common words, alone and combined. Time is the process's CPU time, including snippets.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.library import Library
from tamis_bench.made_articles import SHARES, SITES, Made, Tongue, make_articles, moment_of
from tamis_bench.progress import track
from tamis_bench.tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TOGETHER = 250
"""Number of articles in one transaction."""
TAGGED, READ = 50, 20
"""One article in this many has a tag, and one in this many is marked as read."""
COMMON_RANKS, USUAL_RANKS = 30, 3_000


class Timed(NamedTuple):
    """A search, with its CPU time and the number of results."""

    kind: str
    query: str
    milliseconds: float
    found: int
    is_capped: bool


@dataclass(slots=True)
class Measured:
    """The figures of a library: its size, its copies and its searches."""

    articles: int
    bytes: int = 0
    seconds_to_add: float = 0.0
    """CPU time; 0 for a library that existed before."""
    copies: int = 0
    copies_found: int = 0
    false_copies: int = 0
    searches: list[Timed] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> Measured:
        """Start the figures of a library that exists already."""
        with Library(path) as library:
            return cls(library.info().articles)

    def percentile(self, share: float, kind: str | None = None) -> float:
        """Return a percentile of the milliseconds of searches, of one kind or of all."""
        times = [one.milliseconds for one in self.searches if kind in (None, one.kind)]
        return float(np.percentile(times, 100 * share)) if times else 0.0


def build(path: Path, articles: int, seed: int) -> Measured:
    """Make a library of generated articles."""
    measured = Measured(articles)
    start = time.process_time()
    making = make_articles(articles, seed)
    with Library(path) as library:
        for _ in track(range(0, articles, TOGETHER), "adding"):
            with library.transaction():
                for made in islice(making, TOGETHER):
                    _add(library, made, measured)
    measured.seconds_to_add = time.process_time() - start
    return measured


def _add(library: Library, made: Made, measured: Measured) -> None:
    added = library.add(made.article, now=moment_of(made.number))
    measured.copies += made.copy_of is not None
    right = made.copy_of is not None and added.duplicate_of == made.copy_of + 1
    measured.copies_found += right
    measured.false_copies += added.duplicate_of is not None and not right
    if made.number % TAGGED == 0:
        library.tag(added.id, f"tag {made.number // TAGGED % 40}")
    if made.number % READ == 0:
        library.mark_read(added.id, now=moment_of(made.number))


def measure(path: Path, measured: Measured, queries: int, seed: int) -> None:
    """Search a library for queries of all kinds in turn."""
    drawn = [query for query, _ in zip(_queries(seed), range(queries), strict=False)]
    with Library(path) as library:
        measured.bytes = library.info().bytes
        for kind, query in track(drawn, "searching"):
            start = time.process_time()
            results = library.search(query)
            spent = 1000 * (time.process_time() - start)
            measured.searches.append(Timed(kind, query, spent, results.total, results.is_capped))


def _queries(seed: int) -> Iterator[tuple[str, str]]:
    """Yield queries of all kinds in turn, without end."""
    chance = np.random.default_rng(seed + 1)
    tongues = [Tongue(code) for code in SHARES]
    spaced = [tongue for tongue in tongues if tongue.is_spaced]
    while True:
        for kind, make in KINDS.items():
            tongue = spaced[int(chance.integers(len(spaced)))]
            yield kind, make(_Words(tongue, chance, tongues))


@dataclass(frozen=True, slots=True)
class _Words:
    """Random words of a language, by their frequency."""

    tongue: Tongue
    chance: np.random.Generator
    tongues: list[Tongue]

    def common(self) -> str:
        return self._of(0, COMMON_RANKS)

    def usual(self) -> str:
        return self._of(COMMON_RANKS, USUAL_RANKS)

    def rare(self) -> str:
        return self._of(USUAL_RANKS, len(self.tongue.words))

    def english(self) -> str:
        words = self.tongues[0].words
        return words[int(self.chance.integers(0, COMMON_RANKS))]

    def pair(self) -> str:
        tongue = self.tongues[4 + int(self.chance.integers(2))]
        word = "".join(tongue.words[int(self.chance.integers(0, 2_000))] for _ in range(2))
        return word[:2]

    def number(self, below: int) -> int:
        return int(self.chance.integers(below))

    def _of(self, first: int, last: int) -> str:
        return self.tongue.words[int(self.chance.integers(first, last))]


KINDS: dict[str, Callable[[_Words], str]] = {
    "a common word": lambda words: words.common(),
    "a usual word": lambda words: words.usual(),
    "a rare word": lambda words: words.rare(),
    "two usual words": lambda words: f"{words.usual()} {words.usual()}",
    "three common words": lambda words: f"{words.common()} {words.common()} {words.common()}",
    "a common and a rare word": lambda words: f"{words.common()} {words.rare()}",
    "a phrase of common words": lambda words: f'"{words.common()} {words.common()}"',
    "a phrase of usual words": lambda words: f'"{words.usual()} {words.usual()}"',
    "common OR common OR usual": lambda words: f"{words.common()} OR {words.english()} OR {words.usual()}",
    "a common without a usual word": lambda words: f"{words.common()} -{words.usual()}",
    "a prefix of two letters": lambda words: f"{words.usual()[:2]}*",
    "a prefix of four letters": lambda words: f"{words.usual()[:4]}*",
    "two Chinese or Japanese characters": lambda words: words.pair(),
    "one Chinese or Japanese character": lambda words: words.pair()[:1],
    "a common word on a site": lambda words: f"{words.english()} site:site{words.number(SITES)}.example",
    "a common word in a period": lambda words: f"{words.english()} after:2021-03-15 before:2021-11-04",
    "a common unread word": lambda words: f"{words.english()} is:unread",
    "a usual word with a tag": lambda words: f'{words.usual()} tag:"tag {words.number(40)}"',
    "a common word of titles": lambda words: f"title:{words.english()}",
    "an author": lambda words: f"author:{words.usual()}",
}
"""Kinds of queries: what readers search for, and what costs most."""


def tables(measured: Measured) -> list[Table]:
    """Build the table of search times by kind."""
    table = Table(
        f"Searches in a library of {measured.articles:,} articles, CPU time in milliseconds",
        ("kind", "searches", "found (median)", "median", "p95", "p99", "slowest"),
    )
    for kind in KINDS:
        counts = [one.found for one in measured.searches if one.kind == kind]
        figures = [round(measured.percentile(share, kind), 1) for share in (0.5, 0.95, 0.99, 1.0)]
        table.add(kind, len(counts), int(np.median(counts)) if counts else 0, *figures)
    figures = [round(measured.percentile(share), 1) for share in (0.5, 0.95, 0.99, 1.0)]
    table.add("all", len(measured.searches), None, *figures)
    about = f"The file has {measured.bytes / 1e6:,.0f} MB."
    if measured.seconds_to_add:
        each = 1000 * measured.seconds_to_add / measured.articles
        about += f" Adding took {each:.1f} ms of CPU time an article, making it included."
        about += f" Of {measured.copies:,} copies with a word in ten replaced {measured.copies_found:,} were found, and"
        about += f" {measured.false_copies:,} articles were taken for a copy that are none."
    table.notes.append(about)
    return [table]
