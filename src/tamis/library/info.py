"""Statistics of a library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.library.records import Info
from tamis.library.schema import VERSION

if TYPE_CHECKING:
    import sqlite3

_COUNTS = """
SELECT (SELECT count(*) FROM article WHERE revision > 0),
    (SELECT count(*) FROM article WHERE revision = 0),
    (SELECT count(*) FROM revision),
    (SELECT count(*) FROM duplicate),
    (SELECT count(*) FROM article WHERE read IS NOT NULL),
    (SELECT count(*) FROM article WHERE starred IS NOT NULL),
    (SELECT count(DISTINCT name) FROM tag),
    (SELECT count(*) FROM highlight),
    (SELECT count(*) FROM feed),
    (SELECT count(DISTINCT host) FROM article WHERE host != ''),
    (SELECT count(*) FROM picture),
    (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size),
    (SELECT min(added) FROM article),
    (SELECT max(added) FROM article)
"""


def info_of(connection: sqlite3.Connection) -> Info:
    """Count the articles, links, revisions and other contents of a library."""
    path = next((row[2] for row in connection.execute("PRAGMA database_list") if row[1] == "main"), "")
    return Info(path, VERSION, *connection.execute(_COUNTS).fetchone())
