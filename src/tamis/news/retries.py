"""Retries: which failures may pass, and how long a crawl waits before it asks again."""

from __future__ import annotations

import time
from typing import NamedTuple

from tamis.errors import BadStatus, FetchError
from tamis.io.fetching.statuses import SERVER_ERROR

PASSING_CODES = frozenset({"too_slow", "connection_failed", "bad_response", "name_not_found"})
"""Codes of temporary errors."""
PASSING_STATUSES = frozenset({408, 425, 429})
"""Statuses below 500 that mean "try again later"."""
MAX_WAIT = 600.0
"""Maximum number of seconds that a server can make us wait before a retry."""


class Failed(NamedTuple):
    """The failure to fetch or read a page."""

    code: str
    reason: str
    may_pass: bool = False
    """True if a retry may succeed."""
    wait: float = 0.0
    """Seconds that the server asks to wait."""


def failed_by(error: FetchError) -> Failed:
    """Convert a fetch error to a failure."""
    reason = str(error).removeprefix(f"{error.url}: ")
    if not isinstance(error, BadStatus):
        return Failed(error.code, reason, error.code in PASSING_CODES)
    passing = error.status_code >= SERVER_ERROR or error.status_code in PASSING_STATUSES
    return Failed(f"status_{error.status_code}", reason, passing, seconds_of(error.retry_after))


def seconds_of(retry_after: str | None) -> float:
    """Parse a Retry-After header into seconds; 0 if there is none."""
    from email.utils import parsedate_to_datetime

    value = (retry_after or "").strip()
    if value.isdecimal() and len(value) < 10:
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0


def wait_before_retry(first_wait: float, tries: int, asked: float = 0.0) -> float:
    """Return the seconds to wait after so many tries: twice as long each time, and as long as the server asks."""
    return min(max(first_wait * 2.0**tries, asked), MAX_WAIT)
