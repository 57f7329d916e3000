"""Small changes to articles: tags, reading marks, and the choice of the first among equal stories."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from tamis.errors import BadInput
from tamis.library.index import reindexed
from tamis.settings.reader import MAX_NAME, is_reader_name
from tamis.text.characters import one_line, scalar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Change = Callable[..., Any]
"""A function that changes an article, called in a transaction."""
MAX_TAG = 100
"""Maximum number of characters of a tag, and of the name of a saved search."""
MAX_SEARCHES = 200
"""Maximum number of saved searches of a reader."""


def tag_name(name: str, kind: str = "a tag") -> str:
    """Normalize a tag, or the name of a `kind`, to its stored form. Raises `BadInput` if it is empty or too long."""
    plain = scalar(one_line(name)).strip()
    if not plain or len(plain) > MAX_TAG:
        raise BadInput(f"{kind} has 1 to {MAX_TAG} characters, unlike {name[:MAX_TAG]!r}")
    return plain


def reader_name(name: str) -> str:
    """Normalize the name of a reader; empty for who is alone. Raises `BadInput` for one that is too long or unclear."""
    plain = name.strip().casefold()
    if not is_reader_name(plain):
        raise BadInput(f"a reader's name has at most {MAX_NAME} letters, digits and -_., unlike {name[:MAX_NAME]!r}")
    return plain


def add_tags(connection: sqlite3.Connection, article: int, names: Sequence[str]) -> None:
    """Add tags to an article."""
    rows = [(article, tag_name(name)) for name in names]
    connection.executemany("INSERT INTO tag (article, name) VALUES (?, ?) ON CONFLICT DO NOTHING", rows)


def remove_tags(connection: sqlite3.Connection, article: int, names: Sequence[str]) -> None:
    """Remove tags from an article."""
    rows = [(article, tag_name(name)) for name in names]
    connection.executemany("DELETE FROM tag WHERE article = ? AND name = ?", rows)


OwnMark = Literal["read", "starred", "archived", "picked"]
"""Marks that each reader has alone."""


def mark(connection: sqlite3.Connection, article: int, name: OwnMark, when: str | None) -> None:
    """Set a mark of the reader, or remove it. A mark that is already set keeps its time."""
    keep = f"coalesce({name}, :when)" if when is not None else ":when"
    _set(connection, article, f"{name} = {keep}", {"when": when})


def set_progress(connection: sqlite3.Connection, article: int, share: float) -> None:
    """Store the share of the text that the reader has read."""
    _set(connection, article, "progress = :share", {"share": min(1.0, max(0.0, share))})


def _set(connection: sqlite3.Connection, article: int, change: str, values: Mapping[str, Any]) -> None:
    connection.execute(
        "INSERT INTO mark (reader, article) VALUES (current_reader(), :id) ON CONFLICT DO NOTHING", {"id": article}
    )
    connection.execute(
        f"UPDATE mark SET {change} WHERE article = :id AND reader = current_reader()",  # noqa: S608
        {**values, "id": article},
    )
    connection.execute(
        "DELETE FROM mark WHERE article = ? AND coalesce(read, starred, archived, picked) IS NULL AND progress = 0",
        (article,),
    )


def save_search(connection: sqlite3.Connection, name: str, query: str) -> None:
    """Store a search of the reader, in the place of one with the same name."""
    (count,) = connection.execute("SELECT count(*) FROM saved_search WHERE reader = current_reader()").fetchone()
    if count >= MAX_SEARCHES:
        raise BadInput(f"a reader has at most {MAX_SEARCHES} saved searches")
    connection.execute("INSERT OR REPLACE INTO saved_search VALUES (current_reader(), ?, ?)", (name, query))


def hand_over(connection: sqlite3.Connection, link: int, article: int) -> None:
    """Give what readers know of a link to an article: its URL, date, tags, marks and highlights."""
    values = {"link": link, "article": article}
    for statement in (
        "UPDATE article SET added = (SELECT added FROM article WHERE id = :link) WHERE id = :article",
        "UPDATE page_key SET article = :article WHERE article = :link",
        "INSERT OR IGNORE INTO tag SELECT :article, name FROM tag WHERE article = :link",
        "INSERT INTO mark SELECT reader, :article, read, starred, archived, picked, progress FROM mark "
        "WHERE article = :link ON CONFLICT DO UPDATE SET read = coalesce(read, excluded.read), "
        "starred = coalesce(starred, excluded.starred), archived = coalesce(archived, excluded.archived), "
        "picked = coalesce(picked, excluded.picked), progress = max(progress, excluded.progress)",
        "UPDATE highlight SET article = :article WHERE article = :link",
    ):
        connection.execute(statement, values)


def pass_on_original(connection: sqlite3.Connection, article: int) -> None:
    """Make the next of several equal stories the first, before the first one is removed."""
    members = connection.execute(
        "SELECT article FROM duplicate WHERE original = ? ORDER BY article", (article,)
    ).fetchall()
    if not members:
        return
    heir = members[0][0]
    with reindexed(connection, heir):
        connection.execute("DELETE FROM duplicate WHERE article = ?", (heir,))
    connection.execute("UPDATE duplicate SET original = ? WHERE original = ?", (heir, article))


def problems(connection: sqlite3.Connection) -> list[str]:
    """List the problems that SQLite finds in the file and in the index."""
    found = [message for (message,) in connection.execute("PRAGMA integrity_check") if message != "ok"]
    found += [
        f"a row of {row[0]} refers to a missing one of {row[2]}"
        for row in connection.execute("PRAGMA foreign_key_check")
    ]
    try:
        connection.execute("INSERT INTO word (word) VALUES ('integrity-check')")
    except sqlite3.DatabaseError as error:
        found.append(f"the full-text index: {error}")
    return found + _strays(connection)


def _strays(connection: sqlite3.Connection) -> list[str]:
    """List the numbers of articles that are not in the index or have no text."""
    (indexed,) = connection.execute("SELECT count(*) FROM word_docsize").fetchone()
    (articles,) = connection.execute("SELECT count(*) FROM article").fetchone()
    missing = connection.execute(
        "SELECT count(*) FROM article WHERE revision > 0 AND NOT EXISTS "
        "(SELECT 1 FROM revision WHERE article = article.id AND number = article.revision)"
    ).fetchone()[0]
    found = [f"{articles} articles, but {indexed} in the index"] if articles != indexed else []
    return found + ([f"{missing} articles without their text"] if missing else [])
