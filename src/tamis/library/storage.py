"""An open database: WAL, nested transactions, and errors in plain words.

Two processes may write at once: each waits for the other. Committed changes survive the end of the process, however it
ends, and of the machine (``synchronous = FULL``).
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis.library.schema import bring_up_to_date, is_up_to_date
from tamis.library.stored import WHAT_TO_DO

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT = 30.0
"""Seconds to wait while another process writes."""
CACHE_KIB = 16 * 1024
"""Size of SQLite's page cache for each open database, in KiB."""
_RETRY_AFTER = 0.02
_PRIMARY = 0xFF
"""Mask of the bits of SQLite's codes that say what went wrong; the others say where."""


class Storage:
    """A connection to a database of the current layout, opened here or borrowed."""

    def __init__(self, place: Path | str | sqlite3.Connection, reader: str = "") -> None:
        """Open a database, or create one. Raises `BadInput` for a file that is no database of tamis.

        Queries know the reader as ``current_reader()``.
        """
        self.is_borrowed = isinstance(place, sqlite3.Connection)
        self.name = "the database" if isinstance(place, sqlite3.Connection) else str(place)
        with self.errors():
            self.connection = place if isinstance(place, sqlite3.Connection) else _connect(Path(place))
            self.connection.create_function("current_reader", 0, lambda: reader, deterministic=True)
            try:
                if not is_up_to_date(self.connection):
                    with self.transaction():
                        bring_up_to_date(self.connection, self.name)
                if not self.is_borrowed:
                    _use_write_ahead_log(self.connection)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Close the connection, unless it is borrowed."""
        if not self.is_borrowed:
            self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Begin a transaction: all or nothing. Within another one it is a part of that, and can fail alone."""
        nested = self.connection.in_transaction
        with self.errors():
            self.connection.execute("SAVEPOINT tamis" if nested else "BEGIN IMMEDIATE")
            try:
                yield self.connection
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite itself may have ended it
                    self.connection.execute("ROLLBACK TO tamis" if nested else "ROLLBACK")
                    if nested:
                        self.connection.execute("RELEASE tamis")
                raise
            self.connection.execute("RELEASE tamis" if nested else "COMMIT")

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn SQLite's errors into `BadInput`, with the name of the file."""
        try:
            yield
        except sqlite3.Error as error:
            is_corrupt = getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_CORRUPT
            advice = f"; {WHAT_TO_DO}" if is_corrupt else ""
            raise BadInput(f"{self.name}: cannot be used as a database: {error}{advice}") from error
        except OverflowError as error:  # SQLite's integers have 64 bits
            raise BadInput(f"{self.name}: a number is larger than any that a library has") from error
        except UnicodeEncodeError as error:
            half = error.object[error.start : error.end]
            raise BadInput(f"{self.name}: a text has half a character ({half[:1]!r}); leave it out") from error
        except UnicodeDecodeError as error:  # SQLite's own message quotes a damaged table
            raise BadInput(f"{self.name}: cannot be used as a database: its layout is damaged; {WHAT_TO_DO}") from error


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as on_failure:
        connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        on_failure.callback(connection.close)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        on_failure.pop_all()
    return connection


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log, in which readers do not wait for writers.

    The switch needs exclusive access to the file, and SQLite does not wait for that.
    """
    deadline = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_AFTER)
        else:
            return
