"""Full-text search whose cost does not grow with the library.

S. Robertson, H. Zaragoza: *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009, as FTS5 has it, with words of
the title weighted. BM25 needs the number of articles that have a word, and FTS5 counts them anew for each search. So a
word that thousands of articles have takes no part in the ranking (its weight would be next to nothing) and of the
articles that match only the newest, and those with the words in their titles, are ranked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.library.records import SELECT, record
from tamis.library.snippets import Snippet, snippet_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from tamis.library.query import Query, Term
    from tamis.library.records import Record

WEIGHTS = (8.0, 1.0, 3.0, 0.0)
"""Of a word in the title, the text, the authors' names and the properties."""
COMMON = 3_000
"""A word that this many articles have is common, and does not count in the ranking."""
CANDIDATES = 1_500
"""Articles that are ranked at most, of those that match newest first; and again of those that match in the title."""
NOTHING_IN_TEXT = 0.0

_MATCHING = "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?"
_RANKED = "SELECT rowid, bm25(word, ?, ?, ?, ?) FROM word WHERE word MATCH ?"


class Found(NamedTuple):
    """An article that a search found."""

    record: Record
    score: float
    """Higher is better; 0 for articles that are in the order of their coming."""
    snippet: Snippet


class Results(NamedTuple):
    """What a search found."""

    found: tuple[Found, ...]
    total: int
    """How many articles match; a lower bound if `is_capped`."""
    is_capped: bool
    """More articles match than were ranked."""


class _Ranking(NamedTuple):
    articles: list[tuple[int, float]]
    is_capped: bool


def newest(connection: sqlite3.Connection, query: Query, limit: int, offset: int = 0) -> list[int]:
    """The articles that match, those that came last first."""
    if not query.is_empty:
        return _newest_matching(connection, query.match, limit, offset)
    rows = connection.execute("SELECT id FROM article ORDER BY id DESC LIMIT ? OFFSET ?", (limit, offset))
    return [article for (article,) in rows]


def search(connection: sqlite3.Connection, query: Query, limit: int, offset: int = 0) -> Results:
    """The articles that match, best first, with snippets."""
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
    """The records of some articles, in their order; without those that are gone, or that only a damaged index has."""
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
        # A damaged index has no score for some.
        candidates |= {article: -(score or 0.0) for article, score in ranked if article in candidates}
    order = sorted(candidates.items(), key=lambda one: (-one[1], one[0] not in in_title, -one[0]))
    return _Ranking(order, is_capped)


def _is_common(connection: sqlite3.Connection, term: Term) -> bool:
    return bool(_newest_matching(connection, term.match, 1, COMMON))


def _newest_matching(connection: sqlite3.Connection, match: str, limit: int, offset: int = 0) -> list[int]:
    return [article for (article,) in connection.execute(_MATCHING, (match, limit, offset))]
