"""Full-text search whose cost does not grow with the library.

S. Robertson, H. Zaragoza: *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009, as FTS5 implements it, with
words of the title weighted. BM25 needs the number of articles that have a word, and FTS5 counts them again for each
search. So a word that thousands of articles have does not count in the ranking (its weight would be next to nothing).
And of the articles that match, only the newest and those with the words in their titles are ranked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tamis.library.records import SELECT, record
from tamis.library.snippets import Snippet, snippet_of
from tamis.model.right_names import Answers

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from tamis.library.query import Query, Term
    from tamis.library.records import Record

WEIGHTS = (8.0, 1.0, 3.0, 0.0)
"""Weights of a word in the title, the text, the authors' names and the properties."""
COMMON = 3_000
"""Number of articles from which a word is common. Common words do not count in the ranking."""
CANDIDATES = 1_500
"""Maximum number of articles that are ranked, newest first; as many again that match in the title."""
NOTHING_IN_TEXT = 0.0

_MATCHING = "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?"
_RANKED = "SELECT rowid, bm25(word, ?, ?, ?, ?) FROM word WHERE word MATCH ?"


@dataclass(frozen=True, slots=True)
class Found(Answers):
    """An article that matches a search."""

    record: Record
    score: float
    """Score in the ranking, higher is better; 0 for articles that are ordered by age."""
    snippet: Snippet

    @property
    def id(self) -> int:
        """The number of the article."""
        return self.record.id

    @property
    def title(self) -> str:
        """The title of the article."""
        return self.record.title

    @property
    def url(self) -> str | None:
        """The URL of the article."""
        return self.record.url

    @property
    def authors(self) -> tuple[str, ...]:
        """The authors of the article."""
        return self.record.authors

    @property
    def site_name(self) -> str | None:
        """The site of the article."""
        return self.record.site_name

    @property
    def published(self) -> str | None:
        """The date of the article, in ISO 8601."""
        return self.record.published

    @property
    def tags(self) -> tuple[str, ...]:
        """The reader's tags of the article."""
        return self.record.tags


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a search. Iterates over what was found."""

    found: tuple[Found, ...]
    total: int
    """Number of articles that match; a lower bound if `is_capped`."""
    is_capped: bool
    """True if more articles match than were ranked."""

    def __iter__(self) -> Iterator[Found]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: int) -> Found:
        return self.found[place]


class _Ranking(NamedTuple):
    articles: list[tuple[int, float]]
    is_capped: bool


def newest(connection: sqlite3.Connection, query: Query, limit: int, offset: int = 0) -> list[int]:
    """Return the articles that match; those added last come first."""
    if not query.is_empty:
        return _newest_matching(connection, query.match, limit, offset)
    rows = connection.execute("SELECT id FROM article ORDER BY id DESC LIMIT ? OFFSET ?", (limit, offset))
    return [article for (article,) in rows]


def search(connection: sqlite3.Connection, query: Query, limit: int, offset: int = 0) -> Results:
    """Return the articles that match, best first, with snippets."""
    ranking = _rank(connection, query)
    shown = ranking.articles[offset : offset + limit]
    records = records_of(connection, [article for article, _ in shown])
    found = [
        Found(records[article], score, snippet_of(connection, records[article], query.terms))
        for article, score in shown
        if article in records
    ]
    return Results(tuple(found), len(ranking.articles), ranking.is_capped)


def records_of(connection: sqlite3.Connection, articles: Iterable[int]) -> dict[int, Record]:
    """Read the records of some articles, in their order, without those that are gone or only in a damaged index."""
    rows = (connection.execute(SELECT + "WHERE article.id = ?", (article,)).fetchone() for article in articles)
    return {row[0]: record(row) for row in rows if row is not None}


def _rank(connection: sqlite3.Connection, query: Query) -> _Ranking:
    matching = newest(connection, query, CANDIDATES + 1)
    is_capped = len(matching) > CANDIDATES
    candidates = dict.fromkeys(matching[:CANDIDATES], NOTHING_IN_TEXT)
    in_title: set[int] = set()
    if is_capped and query.match_in_title:
        in_title.update(_newest_matching(connection, query.match_in_title, CANDIDATES))
        candidates |= dict.fromkeys(in_title, NOTHING_IN_TEXT)
    common = frozenset(term for term in query.terms if _is_common(connection, term))
    match = query.ranking_match(common)
    if match:
        ranked = connection.execute(_RANKED, (*WEIGHTS, match))
        # A damaged index has no score for some articles.
        candidates |= {article: -(score or 0.0) for article, score in ranked if article in candidates}
    order = sorted(candidates.items(), key=lambda hit: (-hit[1], hit[0] not in in_title, -hit[0]))
    return _Ranking(order, is_capped)


def _is_common(connection: sqlite3.Connection, term: Term) -> bool:
    return bool(_newest_matching(connection, term.match, 1, COMMON))


def _newest_matching(connection: sqlite3.Connection, match: str, limit: int, offset: int = 0) -> list[int]:
    return [article for (article,) in connection.execute(_MATCHING, (match, limit, offset))]
