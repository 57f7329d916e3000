"""Pages and articles in one SQLite file (D10): for each URL what `tamis filter` and `tamis extract` made of it.

docs/database.md has the tables. The number of the layout is in ``PRAGMA user_version``; a later tamis may add tables
and columns, such as an index of the texts, and raises it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from tamis.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

VERSION = 1
"""Of the layout."""
APPLICATION_ID = int.from_bytes(b"tams", "big")
"""By which tamis, and the command ``file``, know such a database."""
WAIT = 30.0
"""Seconds to wait while another process writes."""

_LAYOUT = """
CREATE TABLE page (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    added TEXT NOT NULL,
    changed TEXT NOT NULL
);
CREATE TABLE output (
    id INTEGER PRIMARY KEY,
    page INTEGER NOT NULL REFERENCES page (id) ON DELETE CASCADE,
    command TEXT NOT NULL CHECK (command IN ('extract', 'filter')),
    html TEXT NOT NULL,
    text TEXT NOT NULL,
    json TEXT,
    strategy TEXT NOT NULL,
    changed TEXT NOT NULL,
    UNIQUE (page, command)
);
"""
_PUT_PAGE = """
INSERT INTO page (url, title, added, changed) VALUES (:url, :title, :now, :now)
ON CONFLICT (url) DO UPDATE SET title = excluded.title, changed = excluded.changed
RETURNING id
"""
_PUT_OUTPUT = """
INSERT INTO output (page, command, html, text, json, strategy, changed)
VALUES (:page, :command, :html, :text, :json, :strategy, :now)
ON CONFLICT (page, command) DO UPDATE SET html = excluded.html, text = excluded.text, json = excluded.json,
    strategy = excluded.strategy, changed = excluded.changed
"""
_GET = """
SELECT page.url, page.title, output.command, output.html, output.text, output.strategy, output.json
FROM page JOIN output ON output.page = page.id WHERE page.url = ? AND output.command = ?
"""


class Command(StrEnum):
    """What made an output."""

    EXTRACT = "extract"
    FILTER = "filter"


class Stored(NamedTuple):
    """What one command made of one page, in both of its forms."""

    url: str
    title: str
    command: Command
    html: str
    """Of `filter` the page with its look; of `extract` the article as a page of its own."""
    text: str
    strategy: str
    """What chose the text, with its parameters."""
    json: str | None = None
    """Of `extract` the article with its metadata."""


class Database:
    """A database that is open; use it in a ``with`` statement."""

    def __init__(self, path: Path) -> None:
        """Open a database, or begin one. Raises `BadInput` for a file that is something else."""
        self._path = path
        with self._errors():
            self._connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._begin()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def put(self, stored: Stored, now: datetime | None = None) -> None:
        """Store what a command made of a page, in place of what it made of it before. All of it, or nothing."""
        moment = (now or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")
        values = {**stored._asdict(), "now": moment}
        with self._transaction():
            (page,) = self._connection.execute(_PUT_PAGE, values).fetchone()
            self._connection.execute(_PUT_OUTPUT, {**values, "page": page})

    def get(self, url: str, command: Command) -> Stored | None:
        """What a command made of a page, if it did."""
        with self._errors():
            row = self._connection.execute(_GET, (url, command)).fetchone()
        return Stored._make(row)._replace(command=Command(row[2])) if row else None

    def urls(self) -> list[str]:
        """The pages, in the order in which they came."""
        with self._errors():
            return [url for (url,) in self._connection.execute("SELECT url FROM page ORDER BY id")]

    def _begin(self) -> None:
        """Lay out a database that is empty; refuse one that is not ours."""
        with self._transaction():
            if self._pragma("user_version") == 0 and not self._tables():
                for statement in _LAYOUT.split(";"):
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._connection.execute(f"PRAGMA user_version = {VERSION}")
        if self._pragma("application_id") != APPLICATION_ID:
            raise BadInput(f"{self._path}: a database of another program")
        if self._pragma("user_version") > VERSION:
            raise BadInput(f"{self._path}: a database of a newer tamis")

    def _pragma(self, name: str) -> int:
        (value,) = self._connection.execute(f"PRAGMA {name}").fetchone()
        return int(value)

    def _tables(self) -> int:
        (count,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return int(count)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors(), closing(self._connection.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                cursor.execute("ROLLBACK")
                raise
            cursor.execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise BadInput(f"{self._path}: cannot be used as a database: {error}") from error
