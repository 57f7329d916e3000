"""Pages and articles in one SQLite file (D10): the outputs of `tamis filter` and `tamis extract` for each URL.

It is a library with two more tables, which docs/database.md describes.
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
    """The command that made an output."""

    EXTRACT = "extract"
    FILTER = "filter"


class Stored(NamedTuple):
    """The output of one command for one page, in both of its forms."""

    url: str
    title: str
    command: Command
    html: str
    """Output as HTML: `filter` gives the page with its look, `extract` the article as a whole page."""
    text: str
    strategy: str
    """Strategy that chose the text, with its parameters."""
    json: str | None = None
    """The article with its metadata; only `extract` has it."""


class Database:
    """An open database; use it in a ``with`` statement."""

    def __init__(self, path: Path) -> None:
        """Open a database, or create one. Raises `BadInput` for a file that is no database of tamis."""
        self._storage = Storage(path)
        self._connection = self._storage.connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._storage.close()

    def put(self, stored: Stored, now: datetime | None = None) -> None:
        """Store the output of a command for a page, replacing an earlier one. All of it is stored, or nothing.

        An article is also added to the library.
        """
        values = {**stored._asdict(), "now": written(now)}
        with self._storage.transaction() as connection:
            (page,) = connection.execute(_PUT_PAGE, values).fetchone()
            connection.execute(_PUT_OUTPUT, {**values, "page": page})
            if stored.json is not None:
                adopt(connection, stored.url, stored.json, values["now"])

    def get(self, url: str, command: Command) -> Stored | None:
        """Read the output of a command for a page, if there is one."""
        with self._storage.errors():
            row = self._connection.execute(_GET, (url, command)).fetchone()
        return Stored._make(row)._replace(command=Command(row[2])) if row else None

    def urls(self) -> list[str]:
        """List the URLs of the pages, in the order in which they were added."""
        with self._storage.errors():
            return [url for (url,) in self._connection.execute("SELECT url FROM page ORDER BY id")]
