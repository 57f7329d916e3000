"""Adding articles to the database: new ones, new revisions, near-duplicates. Called within a transaction."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.library.highlights import move_highlights
from tamis.library.index import add_to_index, reindexed
from tamis.library.records import Added, Status
from tamis.library.stored import packed, read_values
from tamis.model import Article
from tamis.text.near_duplicates import BANDS, SAME_STORY, bands, resemblance, shingles, signature
from tamis.text.tokenizing import tokens
from tamis.write.changes import diff

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from tamis.library.prepared import Prepared

MAX_PER_BAND = 20
"""Maximum number of candidates from one band, so that the cost of a new text does not grow with the library."""
MAX_COMPARED = 8
"""Maximum number of texts that are compared exactly, those with the most bands in common first."""
_REVISION = "INSERT INTO revision (article, number, added, title, json, html) VALUES (?, ?, ?, ?, ?, ?)"
_KEY = "INSERT INTO page_key (key, article) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
_LATEST = "SELECT json FROM revision JOIN article ON article.id = article AND number = revision WHERE article = ?"
_KNOWN = "SELECT content_hash, outcome FROM article WHERE id = ?"
_ORIGINAL = "SELECT coalesce((SELECT original FROM duplicate WHERE article = ?), ?)"


_FIRST = f"SELECT * FROM (SELECT article FROM band WHERE hash = ? LIMIT {MAX_PER_BAND})"  # noqa: S608 (a number)
_MEETING = " UNION ALL ".join([_FIRST] * BANDS)
"""Query for the first texts of each band."""


class Match(NamedTuple):
    """An article that a text resembles."""

    article: int
    similarity: float


def find_article(connection: sqlite3.Connection, keys: Sequence[str]) -> int | None:
    """Find the article that has one of the keys; the first key counts most."""
    for key in keys:
        row = connection.execute("SELECT article FROM page_key WHERE key = ?", (key,)).fetchone()
        if row:
            return int(row[0])
    return None


def insert_article(connection: sqlite3.Connection, row: Mapping[str, Any]) -> int:
    """Insert a row into the table of articles, and return its number."""
    names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    query = f"INSERT INTO article ({names}) VALUES ({values}) RETURNING id"  # noqa: S608 (names of our own)
    return int(connection.execute(query, row).fetchone()[0])


def _update_article(connection: sqlite3.Connection, article: int, row: Mapping[str, Any]) -> int:
    """Write a new revision of an article into the table of articles, and return its number."""
    changes = ", ".join(f"{name} = :{name}" for name in row)
    query = f"UPDATE article SET {changes}, revision = revision + 1 WHERE id = :id RETURNING revision"  # noqa: S608
    return int(connection.execute(query, {**row, "id": article}).fetchone()[0])


def left_alone(connection: sqlite3.Connection, prepared: Prepared) -> Added | None:
    """Return the result for an article that need not be written; None if it has to be."""
    article = find_article(connection, prepared.keys)
    if article is None:
        return None
    content_hash, outcome = connection.execute(_KNOWN, (article,)).fetchone()
    stored = None
    if content_hash is None and (stored := _stored(connection, article)) is not None:
        content_hash = stored.content_hash  # it was stored before there was a column for it
    if content_hash == prepared.content_hash:
        return Added(article, Status.UNCHANGED)
    stored = stored if stored is not None else _stored(connection, article)
    if stored is not None and prepared.is_article and not diff(stored, prepared.article):
        return Added(article, Status.UNCHANGED, reason="only lines around the article are others")
    if outcome == "article" and not prepared.is_article:
        now = prepared.article.outcome.value
        return Added(article, Status.UNCHANGED, reason=f"the page has no article now ({now}); the stored one is kept")
    return None


def _stored(connection: sqlite3.Connection, article: int) -> Article | None:
    """Read the latest revision of an article; None for a link."""
    row = connection.execute(_LATEST, (article,)).fetchone()
    return Article.from_dict(read_values(row[0])) if row else None


def mark_saved(connection: sqlite3.Connection, article: int, now: str) -> None:
    """Record that a reader saved an article, unless one did before."""
    connection.execute("UPDATE article SET saved = ? WHERE id = ? AND saved IS NULL", (now, article))


def put(connection: sqlite3.Connection, prepared: Prepared, html: str | None, now: str) -> Added:
    """Store an article, as a new one or as a new revision."""
    alone = left_alone(connection, prepared)
    if alone is not None:
        return alone
    article = find_article(connection, prepared.keys)
    source = packed(html) if html is not None else None
    if article is None:
        return _put_new(connection, prepared, source, now)
    return _put_revision(connection, article, prepared, source, now)


def _put_new(connection: sqlite3.Connection, prepared: Prepared, html: bytes | None, now: str) -> Added:
    row = prepared.row(now)
    article = insert_article(connection, {**row, "revision": 1, "added": now})
    connection.execute(_REVISION, (article, 1, now, row["title"], prepared.json, html))
    match = _put_beside(connection, article, prepared)
    add_to_index(connection, article, prepared.indexed_body)
    if match is None:
        return Added(article, Status.NEW)
    return Added(article, Status.DUPLICATE, match.article, match.similarity)


def _put_revision(
    connection: sqlite3.Connection, article: int, prepared: Prepared, html: bytes | None, now: str
) -> Added:
    row = prepared.row(now)
    remove_bands(connection, article)
    with reindexed(connection, article):
        number = _update_article(connection, article, row)
        connection.execute(_REVISION, (article, number, now, row["title"], prepared.json, html))
        connection.execute("DELETE FROM duplicate WHERE article = ?", (article,))
        match = _put_beside(connection, article, prepared)
        move_highlights(connection, article, prepared.article.blocks, number)
    status = Status.REVISED if number > 1 else Status.NEW
    return Added(article, status, match.article if match else None, match.similarity if match else 0.0)


def _put_beside(connection: sqlite3.Connection, article: int, prepared: Prepared) -> Match | None:
    """Store keys, terms and bands, and link the article to another one with the same story."""
    connection.executemany(_KEY, [(key, article) for key in prepared.keys])
    connection.execute("INSERT OR REPLACE INTO term (article, counts) VALUES (?, ?)", (article, prepared.terms))
    match = _link_duplicate(connection, article, prepared)
    connection.executemany(
        "INSERT OR IGNORE INTO band (hash, article) VALUES (?, ?)", [(b, article) for b in prepared.bands]
    )
    return match


def remove_bands(connection: sqlite3.Connection, article: int) -> None:
    """Remove an article from the search for near-duplicates.

    Its bands are computed again, because no index has them by article.
    """
    old = bands(signature(_stored_shingles(connection, article)))
    connection.executemany("DELETE FROM band WHERE hash = ? AND article = ?", [(band, article) for band in old])


def _stored_shingles(connection: sqlite3.Connection, article: int) -> NDArray[np.uint64]:
    """Compute the shingles of the latest text of an article; none for a link."""
    row = connection.execute(_LATEST, (article,)).fetchone()
    return shingles(tokens(read_values(row[0])["articleBody"]) if row else [])


def _find_match(connection: sqlite3.Connection, article: int, prepared: Prepared) -> Match | None:
    """Find the article that a text resembles most, if it is the same story."""
    if not prepared.bands:
        return None
    shared = Counter(other for (other,) in connection.execute(_MEETING, prepared.bands) if other != article)
    candidates = sorted(shared, key=lambda other: (-shared[other], other))[:MAX_COMPARED]
    matches = [
        Match(other, resemblance(prepared.shingles, _stored_shingles(connection, other))) for other in candidates
    ]
    best = max(matches, key=lambda match: (match.similarity, -match.article), default=None)
    return best if best is not None and best.similarity >= SAME_STORY else None


def _link_duplicate(connection: sqlite3.Connection, article: int, prepared: Prepared) -> Match | None:
    """Link an article to the first one with the same story."""
    match = _find_match(connection, article, prepared)
    if match is None:
        return None
    (original,) = connection.execute(_ORIGINAL, (match.article, match.article)).fetchone()
    if original == article:  # this one is the first already
        return None
    connection.execute("UPDATE duplicate SET original = ? WHERE original = ?", (original, article))
    values = (article, original, match.similarity)
    connection.execute("INSERT INTO duplicate (article, original, similarity) VALUES (?, ?, ?)", values)
    return Match(original, match.similarity)
