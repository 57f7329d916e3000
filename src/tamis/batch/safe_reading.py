"""Error handling around the readers of untrusted files: an error costs one document, never the batch.

Archives and tables may be damaged in more ways than their readers have errors for, so whatever a reader raises becomes
the problem of the document or file that it was reading. The problem names the type of the error; the trace goes to the
log ``tamis.batch`` at the level ``DEBUG``.

No line of such a file takes more memory than a page may.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tamis.batch.pages import Found, Problem, RawPage, Rejection
from tamis.errors import TamisError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

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


MAX_LINE = 64 << 20
"""Number of bytes of a line that are read: a page of ten million characters, each written as an escape of six bytes."""


class Line(NamedTuple):
    """A line of a file, or the beginning of one that is too long."""

    content: bytes
    is_whole: bool = True

    @property
    def problem(self) -> Problem | None:
        """The reason that the line cannot be used; None if it can."""
        return None if self.is_whole else Problem(Rejection.TOO_LARGE, f"the line is over {len(self.content):,} bytes")


def bounded_lines(file: BinaryIO, limit: int = MAX_LINE) -> Iterator[Line]:
    """Yield the lines of a file that are not empty; only the beginning of a line over the limit."""
    while content := file.readline(limit):
        is_whole = len(content) < limit or content.endswith(b"\n")
        if not is_whole:
            _skip_line(file, limit)
        if content.strip():
            yield Line(content, is_whole)


def _skip_line(file: BinaryIO, limit: int) -> None:
    while (rest := file.readline(limit)) and not rest.endswith(b"\n"):
        pass
