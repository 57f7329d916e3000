"""Migration of the articles in a database of version 1 to the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.errors import TamisError

if TYPE_CHECKING:
    import sqlite3

_EXTRACTED = """
SELECT page.url, output.json, page.added FROM output JOIN page ON page.id = output.page
WHERE command = 'extract' AND json IS NOT NULL ORDER BY output.id
"""


def adopt_outputs(connection: sqlite3.Connection) -> None:
    """Add every article that `tamis extract --database` stored to the library."""
    rows = connection.execute(_EXTRACTED).fetchall()
    for url, text, added in rows:
        adopt(connection, url, text, added)


def adopt(connection: sqlite3.Connection, url: str, text: str, added: str) -> None:
    """Add one article to the library, from its JSON. JSON that is no article, or has no text, is left where it is."""
    from dataclasses import replace

    from tamis.library.adding import put
    from tamis.library.prepared import Prepared
    from tamis.model import Article

    try:
        article = Article.from_json(text)
        prepared = Prepared.of(article if article.url else replace(article, url=url))
    except TamisError:
        return
    put(connection, prepared, None, added)
