"""Query parameters that change nothing: learned from pages that differ in one parameter and have the same text.

Sites give session ids and sort orders any name. If pages that differ only in one parameter were the same three times,
and never different, the parameter is removed from all URLs of the site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.news.crawl_urls import crawlable
from tamis.text.lists import word_set
from tamis.text.near_duplicates import SAME_TEXT, similarity

if TYPE_CHECKING:
    import sqlite3

MIN_SAME = 3
"""Number of times that pages must have been the same."""
MEANINGFUL = word_set(
    """
    id p page paged pageno page_id article article_id articleid story storyid post post_id t tid thread v item itemid
    nid aid newsid oid pid cat category tag date year month day q query s search start offset
    """
)
"""Parameters that tell pages apart. Some sites send the same text for many of them, such as a login page."""
_VOTE = """
INSERT INTO crawl_parameter VALUES (?1, ?2, ?3, 1 - ?3)
ON CONFLICT DO UPDATE SET same = same + ?3, different = different + 1 - ?3
"""


class Parameters:
    """Knowledge of a crawl about the query parameters of its site. Use it within a transaction."""

    def __init__(self, connection: sqlite3.Connection, crawl: int) -> None:
        self._connection = connection
        self._crawl = crawl
        self.ignored = self._read()
        """Names of the parameters that change nothing, in lower case."""

    def learn(self, url: str, signature: bytes) -> None:
        """Compare a page with one that differs in a single parameter, for each of its parameters."""
        parts = crawlable(url)
        names = set(parts.parameter_names) - MEANINGFUL if parts is not None else set()
        for name in sorted(names):
            rest = crawlable(url, frozenset({name}))
            if parts is not None and rest is not None:
                self._compare(name, rest.key, parts.key, signature)
        if names:
            self.ignored = self._read()

    def learn_canonical(self, url: str, canonical: str) -> None:
        """Learn from the canonical URL: if it lacks one parameter of the URL, the page declares that this one changes
        nothing."""
        parts, named = crawlable(url), crawlable(canonical)
        if parts is None or named is None:
            return
        for name in sorted(set(parts.parameter_names) - MEANINGFUL):
            rest = crawlable(url, frozenset({name}))
            if rest is not None and rest.key == named.key:
                self._connection.execute(_VOTE, (self._crawl, name, True))
                self.ignored = self._read()

    def _compare(self, name: str, rest: str, key: str, signature: bytes) -> None:
        where = (self._crawl, name, rest)
        row = self._connection.execute(
            "SELECT key, signature FROM crawl_variant WHERE crawl = ? AND name = ? AND rest = ?", where
        ).fetchone()
        if row is None:
            self._connection.execute("INSERT INTO crawl_variant VALUES (?, ?, ?, ?, ?)", (*where, key, signature))
        elif row[0] != key:
            self._connection.execute(_VOTE, (self._crawl, name, similarity(row[1], signature) >= SAME_TEXT))

    def _read(self) -> frozenset[str]:
        rows = self._connection.execute(
            "SELECT name FROM crawl_parameter WHERE crawl = ? AND same >= ? AND different = 0", (self._crawl, MIN_SAME)
        )
        return frozenset(name for (name,) in rows)
