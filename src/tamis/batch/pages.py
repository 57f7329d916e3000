"""Types that the readers of a batch yield: raw pages, references to pages, and skipped records."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tamis.model import Rights


class Rejection(StrEnum):
    """The reason that a document is not among the articles, if neither a `TamisError` nor an outcome gives it."""

    BROKEN_RECORD = "broken_record"
    """A record of an archive that cannot be read."""
    BAD_HTTP = "bad_http"
    """A response record that holds no HTTP response."""
    BAD_STATUS = "bad_status"
    """A response with a status other than success."""
    RESPONSE_NOT_HTML = "response_not_html"
    """A response that is not HTML."""
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable_input"
    """A file or a row that cannot be read."""
    NO_PAGE = "no_page"
    """A row without a page."""
    LOW_CONFIDENCE = "low_confidence"
    OTHER_LANGUAGE = "other_language"


class Problem(NamedTuple):
    """The reason that there is no page, as a code and a message."""

    code: str
    message: str


class RawPage(NamedTuple):
    """A page as the reader found it, or the reason that there is none."""

    source: str
    """The file, table or list that the page comes from."""
    position: int
    """Number of the page among the documents of its source, from 0."""
    url: str | None = None
    body: bytes | str | None = None
    content_type: str | None = None
    """The header Content-Type."""
    fetched: str | None = None
    """Time of the fetch, as the source writes it."""
    offset: int | None = None
    """Offset of the page's record in the file, in bytes."""
    problem: Problem | None = None
    profile: str | None = None
    """The profile of the page's site as JSON, if one was learned."""
    rights: Rights | None = None
    """Rights that the HTTP headers and the site declare."""

    def without_body(self) -> RawPage:
        """Return the page without its body and profile, to identify it in reports of failures."""
        return self._replace(body=None, profile=None)


class PageToLearn(NamedTuple):
    """A page that a worker learns a site profile from, instead of extracting it."""

    page: RawPage


class Reference(NamedTuple):
    """A page that has yet to be fetched: a URL, or a record of an archive in a store."""

    source: str
    position: int
    url: str | None = None
    archive: str | None = None
    """Path of the archive that holds the page; without one it is fetched from the web."""
    offset: int = 0
    length: int = 0


class PassedOver(NamedTuple):
    """The type of a record that is not a document, such as a request or a revisit."""

    name: str


Found = RawPage | Reference | PassedOver
