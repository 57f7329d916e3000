"""Error handling around the readers of untrusted files: an error costs one document, never the batch.

Archives and tables may be damaged in more ways than their readers have errors for, so whatever a reader raises becomes
the problem of the document or file that it was reading. The problem names the type of the error; the trace goes to the
log ``tamis.batch`` at the level ``DEBUG``.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

from tamis.batch.pages import Found, Problem, RawPage, Rejection
from tamis.errors import TamisError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Page = TypeVar("Page")
MAX_MESSAGE = 500
"""Number of characters of an error that a problem keeps, because some errors quote what they read."""
logger = logging.getLogger("tamis.batch")


def problem_of(error: Exception) -> Problem:
    """Return the reason that there is no page: the code of a `TamisError`, the type and message of any other error."""
    if isinstance(error, TamisError):
        return Problem(error.code, str(error))
    return Problem(Rejection.UNREADABLE, f"{type(error).__name__}: {error}"[:MAX_MESSAGE])


def page_or_problem(read: Callable[[], Page], origin: RawPage) -> Page | RawPage:
    """Return the page that `read` returns; if it raises, `origin` with the problem."""
    try:
        return read()
    except Exception as error:  # noqa: BLE001 (this is the net)
        return _reported(error, origin)


def found_or_problem(found: Iterable[Found], origin: Callable[[], RawPage]) -> Iterator[Found]:
    """Yield what is found; if finding raises, yield `origin` with the problem instead of the rest."""
    try:
        yield from found
    except Exception as error:  # noqa: BLE001 (this is the net)
        yield _reported(error, origin())


def _reported(error: Exception, origin: RawPage) -> RawPage:
    logger.debug("%s, document %d cannot be read", origin.source, origin.position, exc_info=error)
    return origin._replace(body=None, problem=problem_of(error))
