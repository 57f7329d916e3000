"""Pages and articles in one SQLite file (D10): for each URL what `tamis filter` and `tamis extract` made of it.

It is a library with two tables more. docs/database.md has them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

from tamis.library.adopting import adopt
from tamis.library.prepared import written
from tamis.library.storage import Storage

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path
    from types import TracebackType

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
        self._storage = Storage(path)
        self._connection = self._storage.connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._storage.close()

    def put(self, stored: Stored, now: datetime | None = None) -> None:
        """Store what a command made of a page, in place of what it made of it before. All of it, or nothing.

        An article also comes into the library.
        """
        values = {**stored._asdict(), "now": written(now)}
        with self._storage.transaction() as connection:
            (page,) = connection.execute(_PUT_PAGE, values).fetchone()
            connection.execute(_PUT_OUTPUT, {**values, "page": page})
            if stored.json is not None:
                adopt(connection, stored.url, stored.json, values["now"])

    def get(self, url: str, command: Command) -> Stored | None:
        """What a command made of a page, if it did."""
        with self._storage.errors():
            row = self._connection.execute(_GET, (url, command)).fetchone()
        return Stored._make(row)._replace(command=Command(row[2])) if row else None

    def urls(self) -> list[str]:
        """The pages, in the order in which they came."""
        with self._storage.errors():
            return [url for (url,) in self._connection.execute("SELECT url FROM page ORDER BY id")]
