"""Database tables of a crawl, and the connection that the frontier and the articles share.

They are in one SQLite file, so that a page's state, the links it brought and its article are committed together:
however the process ends, either all of it is there or the page is still to be fetched. With the write-ahead log a
commit survives the end of the process; after a power failure the last ones may be missing, and their pages are fetched
again.
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WAIT = 30.0
"""Seconds to wait while another process writes."""

_TABLES = """
CREATE TABLE IF NOT EXISTS crawl (
    id INTEGER PRIMARY KEY,
    start TEXT NOT NULL UNIQUE,
    authority TEXT NOT NULL,
    run INTEGER NOT NULL DEFAULT 0,
    is_open INTEGER NOT NULL DEFAULT 0,
    fetched INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS crawl_page (
    id INTEGER PRIMARY KEY,
    crawl INTEGER NOT NULL REFERENCES crawl (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    url TEXT NOT NULL,
    kind TEXT NOT NULL,
    pattern TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'fetching', 'done', 'failed', 'skipped')),
    code TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    depth INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    score REAL NOT NULL,
    is_announced INTEGER NOT NULL,
    title TEXT,
    published TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    not_before REAL NOT NULL DEFAULT 0,
    run INTEGER NOT NULL DEFAULT 0,
    etag TEXT,
    last_modified TEXT,
    digest BLOB,
    UNIQUE (crawl, key)
);
CREATE INDEX IF NOT EXISTS crawl_page_next ON crawl_page (crawl, state, priority, id);
CREATE TABLE IF NOT EXISTS crawl_article (
    id INTEGER PRIMARY KEY,
    crawl INTEGER NOT NULL REFERENCES crawl (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    page INTEGER NOT NULL REFERENCES crawl_page (id),
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    signature BLOB,
    copies INTEGER NOT NULL DEFAULT 0,
    json TEXT,
    file TEXT UNIQUE,
    is_written INTEGER NOT NULL DEFAULT 0,
    UNIQUE (crawl, key)
);
CREATE INDEX IF NOT EXISTS crawl_article_page ON crawl_article (page);
CREATE INDEX IF NOT EXISTS crawl_article_new ON crawl_article (crawl) WHERE NOT is_written;
CREATE TABLE IF NOT EXISTS crawl_stale_file (file TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_band (
    band INTEGER NOT NULL,
    article INTEGER NOT NULL REFERENCES crawl_article (id) ON DELETE CASCADE,
    PRIMARY KEY (band, article)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS crawl_band_article ON crawl_band (article);
CREATE TABLE IF NOT EXISTS crawl_error_page (
    crawl INTEGER NOT NULL REFERENCES crawl (id) ON DELETE CASCADE,
    signature BLOB NOT NULL,
    PRIMARY KEY (crawl, signature)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_pattern (
    crawl INTEGER NOT NULL REFERENCES crawl (id) ON DELETE CASCADE,
    pattern TEXT NOT NULL,
    barren INTEGER NOT NULL,
    PRIMARY KEY (crawl, pattern)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_parameter (
    crawl INTEGER NOT NULL REFERENCES crawl (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    same INTEGER NOT NULL,
    different INTEGER NOT NULL,
    PRIMARY KEY (crawl, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_variant (
    crawl INTEGER NOT NULL REFERENCES crawl (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    rest TEXT NOT NULL,
    key TEXT NOT NULL,
    signature BLOB NOT NULL,
    PRIMARY KEY (crawl, name, rest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS crawl_robots (
    origin TEXT PRIMARY KEY,
    status INTEGER NOT NULL,
    body BLOB NOT NULL,
    fetched REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS site_profile (
    site TEXT PRIMARY KEY,
    json TEXT NOT NULL,
    changed TEXT NOT NULL
) WITHOUT ROWID
"""


def connect(path: Path, *, durable: bool = False) -> sqlite3.Connection:
    """Open the file of a crawl, or create one. With `durable` a commit survives a power failure too."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as on_failure:
            connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
            on_failure.callback(connection.close)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            on_failure.pop_all()
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{path}: cannot be used for a crawl: {error}") from error
    return connection


def lay_out(connection: sqlite3.Connection) -> None:
    """Create the missing tables."""
    with transaction(connection):
        for statement in _TABLES.split(";\n"):
            connection.execute(statement)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block as one transaction: all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
