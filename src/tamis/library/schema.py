"""Database layout, and the migrations from older versions.

`MIGRATIONS` is the whole history: a new file runs through all of it, an old one through the rest. The version of the
layout is in ``PRAGMA user_version``. docs/library.md describes the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.errors import BadInput

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

APPLICATION_ID = int.from_bytes(b"tams", "big")
"""The id by which tamis, and the command ``file``, recognize such a database."""

_LIBRARY = """
CREATE TABLE article (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT,
    title TEXT NOT NULL,
    host TEXT NOT NULL,
    site_name TEXT,
    authors TEXT NOT NULL,
    language TEXT,
    section TEXT,
    published TEXT,
    day TEXT NOT NULL,
    words INTEGER NOT NULL,
    excerpt TEXT NOT NULL,
    outcome TEXT,
    digest BLOB,
    revision INTEGER NOT NULL,
    added TEXT NOT NULL,
    changed TEXT NOT NULL,
    read TEXT,
    starred TEXT
);
CREATE INDEX article_read ON article (read) WHERE read IS NOT NULL;
CREATE INDEX article_starred ON article (starred) WHERE starred IS NOT NULL;
CREATE INDEX article_day ON article (day);
CREATE TABLE page_key (
    key TEXT PRIMARY KEY,
    article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX page_key_article ON page_key (article);
CREATE TABLE revision (
    id INTEGER PRIMARY KEY,
    article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    added TEXT NOT NULL,
    title TEXT NOT NULL,
    json BLOB NOT NULL,
    html BLOB,
    UNIQUE (article, number)
);
CREATE TABLE term (
    article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
    counts TEXT NOT NULL
);
CREATE TABLE tag (
    article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (article, name)
) WITHOUT ROWID;
CREATE INDEX tag_name ON tag (name, article);
CREATE TABLE band (
    hash INTEGER NOT NULL,
    article INTEGER NOT NULL,
    PRIMARY KEY (hash, article)
) WITHOUT ROWID;
CREATE TABLE duplicate (
    article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,
    original INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    similarity REAL NOT NULL
);
CREATE INDEX duplicate_original ON duplicate (original);
CREATE TABLE highlight (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    quote TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    start_xpath TEXT,
    start_block INTEGER,
    start_offset INTEGER,
    end_xpath TEXT,
    end_block INTEGER,
    end_offset INTEGER,
    revision INTEGER NOT NULL,
    anchoring TEXT NOT NULL,
    note TEXT NOT NULL,
    added TEXT NOT NULL
);
CREATE INDEX highlight_article ON highlight (article);
CREATE TABLE picture (
    digest BLOB PRIMARY KEY,
    media_type TEXT NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE article_picture (
    article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    digest BLOB NOT NULL REFERENCES picture (digest),
    PRIMARY KEY (article, url)
) WITHOUT ROWID;
CREATE INDEX article_picture_digest ON article_picture (digest);
CREATE TABLE feed (
    url TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    site TEXT,
    folder TEXT NOT NULL,
    added TEXT NOT NULL
) WITHOUT ROWID;
CREATE VIRTUAL TABLE word USING fts5 (
    title, body, author, facets,
    content = '', tokenize = 'ascii', prefix = '2 3 4'
);
CREATE TABLE feed_check (
    url TEXT PRIMARY KEY,
    history TEXT NOT NULL,
    next TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE site_profile (
    site TEXT PRIMARY KEY,
    json TEXT NOT NULL,
    changed TEXT NOT NULL
) WITHOUT ROWID
"""

_READERS = """
CREATE TABLE mark (
    reader TEXT NOT NULL,
    article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,
    read TEXT,
    starred TEXT,
    PRIMARY KEY (reader, article)
) WITHOUT ROWID;
CREATE INDEX mark_article ON mark (article);
INSERT INTO mark SELECT '', id, read, starred FROM article WHERE read IS NOT NULL OR starred IS NOT NULL;
DROP INDEX article_read;
DROP INDEX article_starred;
ALTER TABLE article DROP COLUMN read;
ALTER TABLE article DROP COLUMN starred;
ALTER TABLE article ADD COLUMN category TEXT
"""
"""Marks by reader, and the category that a reader assigned."""


_PAUSED = "ALTER TABLE feed ADD COLUMN paused INTEGER NOT NULL DEFAULT 0"
"""Feeds that are not checked for a while."""
_PLACES = """
ALTER TABLE mark ADD COLUMN archived TEXT;
ALTER TABLE mark ADD COLUMN picked TEXT;
ALTER TABLE mark ADD COLUMN progress REAL NOT NULL DEFAULT 0;
CREATE TABLE saved_search (
    reader TEXT NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    PRIMARY KEY (reader, name)
) WITHOUT ROWID
"""
"""Archived articles, those picked for an edition, the place in each, and searches that a reader saved."""


_CONTENT_HASH = """
ALTER TABLE article DROP COLUMN digest;
ALTER TABLE article ADD COLUMN content_hash TEXT;
ALTER TABLE article ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
CREATE INDEX article_entries ON article (changed) WHERE entries > 0
"""
"""The hash of the article's content, in the place of one of all its text; and the number of a live blog's entries."""
_WHO_SAVED = """
ALTER TABLE article ADD COLUMN saved TEXT;
UPDATE article SET saved = added
"""
"""Articles that a reader saved, as opposed to those that only a feed or a crawl brought."""


def _run(script: str) -> Callable[[sqlite3.Connection], None]:
    def migrate(connection: sqlite3.Connection) -> None:
        for statement in script.split(";\n"):  # executescript would commit
            connection.execute(statement)

    return migrate


SAVED = _run(_WHO_SAVED)
FIRST = 5
"""Version of the oldest layout that can be opened; those before it were never released."""
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _run(_LIBRARY),
    _run(_READERS),
    _run(_PAUSED),
    _run(_PLACES),
    _run(_CONTENT_HASH),
    SAVED,
)
"""Migrations from each version to the next, the first one from an empty database."""
VERSION = FIRST + len(MIGRATIONS) - 1
"""Version of the layout."""


def bring_up_to_date(connection: sqlite3.Connection, name: str) -> None:
    """Create the layout of an empty database, or migrate an old one, in the caller's transaction.

    Raises `BadInput` for a database of another program, of a newer tamis, or from before the first release.
    """
    version = _pragma(connection, "user_version")
    if version == 0 and _is_empty(connection):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    elif _pragma(connection, "application_id") != APPLICATION_ID:
        raise BadInput(f"{name}: a database of another program")
    if version > VERSION:
        raise BadInput(f"{name}: a database of a newer tamis; upgrade tamis to open it")
    if 0 < version < FIRST:
        raise BadInput(f"{name}: a database from before the first release; export it with the version that wrote it")
    for migrate in MIGRATIONS[max(0, version - FIRST + 1) :]:
        migrate(connection)
    if version < VERSION:
        connection.execute(f"PRAGMA user_version = {VERSION}")


def is_up_to_date(connection: sqlite3.Connection) -> bool:
    """Tell whether a database can be used without a migration."""
    return _pragma(connection, "user_version") == VERSION and _pragma(connection, "application_id") == APPLICATION_ID


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def _is_empty(connection: sqlite3.Connection) -> bool:
    (count,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not count
