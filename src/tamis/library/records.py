"""Records that the library returns: frozen, without a connection to it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from tamis.library.schema import VERSION
from tamis.library.stored import checked
from tamis.model import Outcome
from tamis.model.right_names import Answers

if TYPE_CHECKING:
    import sqlite3
    from types import UnionType


class Status(StrEnum):
    """The result of adding an article, as a word."""

    NEW = "new"
    UNCHANGED = "unchanged"
    """The library has the article already, with the same text. Nothing was written."""
    REVISED = "revised"
    """The library has the article with another text, which stays there as an older revision."""
    DUPLICATE = "duplicate"
    """The article is new, and has the same story as another one in the library."""


class Added(NamedTuple):
    """The result of adding an article."""

    id: int
    status: Status
    duplicate_of: int | None = None
    """Number of the article with the same story."""
    similarity: float = 0.0
    """Share of shingles that both articles have, from 0 to 1."""
    reason: str = ""
    """Reason that the article was not changed, if that is not obvious."""


@dataclass(frozen=True, slots=True)
class Record(Answers):
    """The data of an article in the library, without its text. Its fields are the columns that `SELECT` reads."""

    id: int
    url: str | None
    title: str
    host: str
    """Host of the URL; empty if the article has no URL on the web."""
    site_name: str | None
    authors: tuple[str, ...]
    language: str | None
    section: str | None
    published: str | None
    """Date in ISO 8601, as precise as the page gives it."""
    words: int
    excerpt: str
    outcome: str | None
    """Outcome; None for a link whose page was not fetched yet."""
    revision: int
    """Number of the latest revision, from 1; 0 for a link whose page was not fetched yet."""
    added: str
    changed: str
    read: str | None
    starred: str | None
    """Time when the article was starred; `read` is the time when it was marked as read."""
    archived: str | None = None
    """Time when the article was archived: it is done with and leaves the lists, but is found."""
    picked: str | None = None
    """Time when the article was picked for the reader's next edition."""
    progress: float = 0.0
    """Share of the text that was read, from 0 to 1: the place at which reading goes on."""
    content_hash: str | None = None
    """Hash of the latest revision's content (`Article.content_hash`); None for a link, and until an article from before
    there were such hashes is added again."""
    entries: int = 0
    """Number of entries of a live blog."""
    saved: str | None = None
    """Time when a reader saved the article; None if only a feed or a crawl brought it."""
    tags: tuple[str, ...] = ()
    duplicate_of: int | None = None
    similarity: float | None = None

    @property
    def is_link(self) -> bool:
        """True if there is only a URL, because its page was not fetched yet."""
        return self.revision == 0

    @property
    def is_stub(self) -> bool:
        """True if there is only the teaser of a feed, because the page could not be fetched."""
        return self.outcome == Outcome.STUB

    def to_dict(self) -> dict[str, Any]:
        """Convert the record to plain values, without those that are unknown."""
        known = {name: value for name, value in asdict(self).items() if value not in (None, (), "")}
        for name in ("progress", "entries"):
            if not known[name]:
                del known[name]
        return known


class Revision(NamedTuple):
    """A version of a page's text."""

    number: int
    """Number of the revision, from 1."""
    added: str
    title: str
    has_html: bool
    """True if the page's source is stored."""


FOLDER_SEPARATOR = " / "
"""Separator between the names of nested folders."""


class Feed(NamedTuple):
    """A feed that the reader follows."""

    url: str
    title: str = ""
    site: str | None = None
    folder: str = ""
    """Name of the folder with those around it: ``News / Sea``."""
    paused: bool = False
    """True if it is not checked for a while."""


class FeedCheck(NamedTuple):
    """The history of a feed's checks, as the checker stored it."""

    history: str
    """JSON for `tamis.news.FeedHistory.from_json`."""
    next: str
    """Time of the next check, in ISO 8601."""


class Info(NamedTuple):
    """Statistics of a library."""

    path: str
    version: int
    """Version of the database layout."""
    articles: int
    links: int
    """Number of links without a text."""
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
    """Time when the last article was added; `first` is that of the first one."""


_EXPRESSIONS = {
    "tags": "(SELECT group_concat(name, char(10)) FROM tag WHERE tag.article = article.id)",
    "duplicate_of": "duplicate.original",
    "similarity": "duplicate.similarity",
    "read": "mark.read",
    "starred": "mark.starred",
    "archived": "mark.archived",
    "picked": "mark.picked",
    "progress": "coalesce(mark.progress, 0.0)",
}
"""Fields of a record that are no columns of the table of articles."""
_LISTS: dict[str, type | UnionType] = {"authors": str, "tags": str | None}
"""Fields that the database has as one text, and its type."""
_KINDS: dict[str, type | UnionType] = get_type_hints(Record) | _LISTS
"""Types of the columns, in their order."""
COLUMNS = ", ".join(_EXPRESSIONS.get(name, f"article.{name}") for name in _KINDS)
SELECT = (
    f"SELECT {COLUMNS} FROM article LEFT JOIN duplicate ON duplicate.article = article.id "  # noqa: S608
    "LEFT JOIN mark ON mark.article = article.id AND mark.reader = current_reader() "
)
"""Query whose rows `record` converts; marks are those of the reader."""
AUTHOR_END = "\n"


def record(row: sqlite3.Row | tuple[Any, ...]) -> Record:
    """Convert a row of `SELECT` to a record."""
    values = dict(zip(_KINDS, checked(row, tuple(_KINDS.values()), "an article"), strict=True))
    values["authors"] = tuple(filter(None, values["authors"].split(AUTHOR_END)))
    values["tags"] = tuple(sorted(values["tags"].split("\n"))) if values["tags"] else ()
    return Record(**values)


_COUNTS = """
SELECT (SELECT count(*) FROM article WHERE revision > 0),
    (SELECT count(*) FROM article WHERE revision = 0),
    (SELECT count(*) FROM revision),
    (SELECT count(*) FROM duplicate),
    (SELECT count(*) FROM mark WHERE reader = current_reader() AND read IS NOT NULL),
    (SELECT count(*) FROM mark WHERE reader = current_reader() AND starred IS NOT NULL),
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
