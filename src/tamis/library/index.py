"""The full-text index: an FTS5 table without a copy of the texts.

It has the tokens of `tamis.text.tokenizing`, and beside them the properties that a search can filter by (site, tags,
marks, day), each as one token. So every search is one FTS5 expression, and no search reads more of the library than it
has to.

FTS5 removes a row from such an index only if it gets the row's text once more. `index_row` makes that text from the
database; code that changes an article does so within `reindexed`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tamis.library.prepared import indexed_text
from tamis.library.stored import checked, damaged, read_values
from tamis.text.tokenizing import facet, mark_facet, tokens
from tamis.text.urls.sites import registered_domain

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

OWN_MARKS = ("read", "starred", "archived", "picked")
"""Marks that each reader has alone, in the order of `_ARTICLE`."""
STORED = facet("is", "stored")
"""Token that every article has."""
DATE_PARTS = (2, 3, 4, 7, 10)
"""Number of characters of a date that name its century, decade, year, month and day. A period is a few of these tokens.
"""

_INSERT = "INSERT INTO word (rowid, title, body, author, facets) VALUES (?, ?, ?, ?, ?)"
_DELETE = "INSERT INTO word (word, rowid, title, body, author, facets) VALUES ('delete', ?, ?, ?, ?, ?)"
_ARTICLE = """
SELECT title, authors, host, language, day, revision,
    (SELECT group_concat(reader, char(10)) FROM mark WHERE mark.article = article.id AND read IS NOT NULL),
    (SELECT group_concat(reader, char(10)) FROM mark WHERE mark.article = article.id AND starred IS NOT NULL),
    (SELECT group_concat(reader, char(10)) FROM mark WHERE mark.article = article.id AND archived IS NOT NULL),
    (SELECT group_concat(reader, char(10)) FROM mark WHERE mark.article = article.id AND picked IS NOT NULL),
    (SELECT group_concat(name, char(10)) FROM tag WHERE tag.article = article.id),
    EXISTS (SELECT 1 FROM duplicate WHERE duplicate.article = article.id),
    EXISTS (SELECT 1 FROM highlight WHERE highlight.article = article.id)
FROM article WHERE id = ?
"""
_KINDS = (str, str, str, str | None, str, int, *(str | None,) * 4, str | None, int, int)
"""Types of the columns of `_ARTICLE`."""
_LATEST = "SELECT json FROM revision WHERE article = ? AND number = ?"


class IndexRow(NamedTuple):
    """The index entry of an article: tokens separated by spaces."""

    title: str
    body: str
    author: str
    facets: str


def index_row(connection: sqlite3.Connection, article: int, body: str | None = None) -> IndexRow:
    """Make the index entry of an article from the database. `body`, its tokens, saves reading its text."""
    row = connection.execute(_ARTICLE, (article,)).fetchone()
    if row is None:
        raise damaged(f"article {article} is not there")
    title, authors, host, language, day, revision, *own, tags, duplicate, highlighted = checked(
        row, _KINDS, f"article {article}"
    )
    if body is None:
        body = " ".join(tokens(_stored_body(connection, article, revision)))
    marks = {
        "stored": True,
        "link": not revision,
        "duplicate": duplicate,
        "highlighted": highlighted,
    }
    facets = [facet("is", mark) for mark, holds in marks.items() if holds]
    for name, readers in zip(OWN_MARKS, own, strict=True):
        facets += [mark_facet(name, reader) for reader in readers.split("\n")] if readers is not None else []
    facets += [facet("site", site) for site in sites_of(host)]
    facets += [facet("tag", tag) for tag in (tags or "").split("\n") if tag]
    facets += [facet("date", day[:size]) for size in DATE_PARTS]
    if language:
        facets.append(facet("language", language.partition("-")[0]))
    return IndexRow(" ".join(tokens(title)), body, " ".join(tokens(authors)), " ".join(facets))


def _stored_body(connection: sqlite3.Connection, article: int, revision: int) -> str:
    found = connection.execute(_LATEST, (article, revision)).fetchone()
    return indexed_text(read_values(found[0])) if found else ""


def sites_of(host: str) -> list[str]:
    """List the sites that a host belongs to: itself, and the domains above it up to the registered one."""
    if not host:
        return []
    domain = registered_domain(host)
    found = [host]
    while host != domain and "." in host:
        host = host.partition(".")[2]
        found.append(host)
    return found


def add_to_index(connection: sqlite3.Connection, article: int, body: str | None = None) -> None:
    """Add an article to the index."""
    connection.execute(_INSERT, (article, *index_row(connection, article, body)))


def remove_from_index(connection: sqlite3.Connection, article: int) -> None:
    """Remove an article from the index. The database must still have it as it was."""
    connection.execute(_DELETE, (article, *index_row(connection, article)))


@contextmanager
def reindexed(connection: sqlite3.Connection, article: int) -> Iterator[None]:
    """Keep the index in step with the database while the body of the ``with`` changes an article."""
    before = index_row(connection, article)
    yield
    after = index_row(connection, article)
    if after != before:
        connection.execute(_DELETE, (article, *before))
        connection.execute(_INSERT, (article, *after))


def rebuild_index(connection: sqlite3.Connection) -> None:
    """Build the index again from the articles."""
    connection.execute("INSERT INTO word (word) VALUES ('delete-all')")
    for (article,) in connection.execute("SELECT id FROM article ORDER BY id").fetchall():
        add_to_index(connection, article)
