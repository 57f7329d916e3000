"""Records that the library returns: frozen, without a connection to it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.library.stored import checked

if TYPE_CHECKING:
    import sqlite3


class Status(StrEnum):
    """What came of adding an article."""

    NEW = "new"
    UNCHANGED = "unchanged"
    """The library has it already, with the same text. Nothing was written."""
    REVISED = "revised"
    """The library has it with another text, which stays there as an older revision."""
    DUPLICATE = "duplicate"
    """It is new, and the same story as one that is there."""


class Added(NamedTuple):
    """What came of adding an article."""

    id: int
    status: Status
    duplicate_of: int | None = None
    """The article that has the same story."""
    similarity: float = 0.0
    """The share of runs of words that both have, from 0 to 1."""
    reason: str = ""
    """Why it was not changed, if that is not obvious."""


@dataclass(frozen=True, slots=True)
class Record:
    """What the library knows of an article, without its text."""

    id: int
    url: str | None
    title: str
    host: str
    """Empty if it has no address on the web."""
    site_name: str | None
    authors: tuple[str, ...]
    language: str | None
    section: str | None
    published: str | None
    """In ISO 8601, as far as the page says."""
    words: int
    excerpt: str
    outcome: str | None
    """None of a link whose page was not fetched yet."""
    revision: int
    """The number of the latest revision, from 1; 0 of a link whose page was not fetched yet."""
    added: str
    changed: str
    read: str | None
    starred: str | None
    """When it was marked."""
    tags: tuple[str, ...] = ()
    duplicate_of: int | None = None
    similarity: float | None = None

    @property
    def is_link(self) -> bool:
        """Whether there is only an address: its page was not fetched yet."""
        return self.revision == 0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, without those that are not known."""
        return {name: value for name, value in asdict(self).items() if value not in (None, (), "")}


class Revision(NamedTuple):
    """One of the texts that a page had."""

    number: int
    """From 1."""
    added: str
    title: str
    has_html: bool
    """Whether the page's source is stored."""


FOLDER_SEPARATOR = " / "
"""Between the names of folders within each other."""


class Feed(NamedTuple):
    """A feed that somebody follows."""

    url: str
    title: str = ""
    site: str | None = None
    folder: str = ""
    """With those around it: ``News / Sea``."""


class FeedCheck(NamedTuple):
    """The history of a feed's checks, as the checker stored it."""

    history: str
    """For `tamis.news.FeedHistory.from_json`."""
    next: str
    """When to check it again: ISO 8601."""


class Info(NamedTuple):
    """How much is in a library."""

    path: str
    version: int
    """Of the layout."""
    articles: int
    links: int
    """Without a text."""
    revisions: int
    duplicates: int
    read: int
    starred: int
    tags: int
    highlights: int
    feeds: int
    sites: int
    pictures: int
    bytes: int
    first: str | None
    last: str | None
    """When the first and the last article came."""


COLUMNS = """
    article.id, article.url, article.title, host, site_name, authors, language, section, published, words, excerpt,
    outcome, revision, article.added, article.changed, read, starred,
    (SELECT group_concat(name, char(10)) FROM tag WHERE tag.article = article.id),
    duplicate.original, duplicate.similarity
"""
SELECT = f"SELECT {COLUMNS} FROM article LEFT JOIN duplicate ON duplicate.article = article.id "  # noqa: S608
"""What `record` takes."""
_KINDS = (
    int, str | None, str, str, str | None, str, str | None, str | None, str | None, int, str,
    str | None, int, str, str, str | None, str | None, str | None, int | None, float | None,
)  # fmt: skip
"""Of the columns, in their order."""
AUTHOR_END = "\n"


def record(row: sqlite3.Row | tuple[Any, ...]) -> Record:
    """A row of `SELECT` as a record."""
    values = checked(row, _KINDS, "an article")
    values[5] = tuple(filter(None, values[5].split(AUTHOR_END)))
    values[17] = tuple(sorted(values[17].split("\n"))) if values[17] else ()
    return Record(*values)
