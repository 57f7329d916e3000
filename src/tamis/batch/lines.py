"""Lines of untrusted files: no line takes more memory than a page may."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.batch.pages import Problem, Rejection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

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
