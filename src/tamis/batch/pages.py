"""What readers yield: pages as found, references to pages, and skipped records."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Rejection(StrEnum):
    """Why a document is not among the articles, if neither a `TamisError` nor an outcome says so."""

    BROKEN_RECORD = "broken_record"
    """A record of an archive that cannot be read."""
    BAD_HTTP = "bad_http"
    """The record of a response holds no HTTP response."""
    BAD_STATUS = "bad_status"
    """The server did not answer with a page."""
    RESPONSE_NOT_HTML = "response_not_html"
    """The response has another type."""
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable_input"
    """A file or a row that cannot be read."""
    NO_PAGE = "no_page"
    """A row without a page."""
    LOW_CONFIDENCE = "low_confidence"
    OTHER_LANGUAGE = "other_language"


class Problem(NamedTuple):
    """Why there is no page."""

    code: str
    message: str


class RawPage(NamedTuple):
    """A page as it was found, or why there is none."""

    source: str
    """The file, table or list that it comes from."""
    position: int
    """Its number among the documents of its source, from 0."""
    url: str | None = None
    body: bytes | str | None = None
    content_type: str | None = None
    """The HTTP header."""
    fetched: str | None = None
    """When it was fetched, as the source says."""
    offset: int | None = None
    """Where its record begins, in bytes of the file."""
    problem: Problem | None = None
    profile: str | None = None
    """The profile of its site as JSON, if one was learned."""

    def without_body(self) -> RawPage:
        """The identity of the page, for reports of failures."""
        return self._replace(body=None, profile=None)


class PageToLearn(NamedTuple):
    """A page that a worker learns from, in place of extracting it."""

    page: RawPage


class Reference(NamedTuple):
    """A page that has yet to be fetched: an address, or a record of an archive elsewhere."""

    source: str
    position: int
    url: str | None = None
    archive: str | None = None
    """The archive that holds it; without one it is fetched from the web."""
    offset: int = 0
    length: int = 0


class PassedOver(NamedTuple):
    """A record that is not a document, by type: a request, a revisit."""

    name: str


Found = RawPage | Reference | PassedOver
