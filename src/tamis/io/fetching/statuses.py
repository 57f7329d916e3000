"""HTTP statuses: what they mean to someone who wanted an article, and what to do about it."""

from __future__ import annotations

REDIRECTS = frozenset({301, 302, 303, 307, 308})
WITH_PAGE = frozenset({200, 201, 202, 203})
NOT_MODIFIED = 304
LONGEST_RETRY_AFTER = 40
"""Maximum number of characters of a Retry-After header in a message. An HTTP date has 29."""

WORDS = {
    401: "the page wants a login; save it from a browser and pass the file",
    402: "the page is for subscribers; save it from a browser and pass the file",
    403: "the site refuses robots, or this one; save the page from a browser and pass the file",
    404: "there is no such page; check the URL",
    406: "the site has no form of this page that tamis can read; open it in a browser",
    408: "the site gave up waiting; try again",
    410: "the page was removed for good; look for it in a web archive",
    429: "the site wants fewer requests",
    451: "the page is withheld for legal reasons; look for it in a web archive",
    500: "the site is broken at the moment; try again later",
    502: "the site is broken at the moment; try again later",
    503: "the site is overloaded or closed for maintenance",
    504: "the site is too slow at the moment; try again later",
}
CLIENT_ERROR = 400  # RFC 9110, section 15: from here on, errors
SERVER_ERROR = 500


def is_error(status: int) -> bool:
    """Tell whether the status is an error: the server has no page to send."""
    return status >= CLIENT_ERROR


def explain_status(status: int, retry_after: str | None = None) -> str:
    """Explain a status: what happened and what to do."""
    known = WORDS.get(status)
    if known is None:
        known = "the site is broken; try again later" if status >= SERVER_ERROR else "the site refuses; check the URL"
    return f"status {status}: {known}{_when(status, retry_after)}"


def _when(status: int, retry_after: str | None) -> str:
    value = (retry_after or "").strip()[:LONGEST_RETRY_AFTER]
    if value.isdigit():
        return f"; try again in {value} seconds, as it asks"
    if value:
        return f"; try again after {value}, as it asks"
    return "; try again later" if status in {429, 503} else ""
