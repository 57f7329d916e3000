"""Exit statuses of the commands."""

from __future__ import annotations

from tamis.errors import BadXml, FetchError, MissingExtra, NoSuchSource, TamisError

DONE, NOTHING, WRONG_USE, NOT_FETCHED = 0, 1, 2, 3
"""Exit statuses: success, no article, usage error, failed fetch."""


def status_of(error: TamisError) -> int:
    """Return the exit status for an error."""
    if isinstance(error, FetchError):
        return NOT_FETCHED
    return WRONG_USE if isinstance(error, NoSuchSource | MissingExtra | BadXml) else NOTHING
