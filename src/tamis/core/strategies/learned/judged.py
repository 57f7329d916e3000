"""Pages that the model has judged, in C or with numpy: what both give."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Verdict(NamedTuple):
    """The choice of rows to keep. In the columns of bytes, 1 is for rows that are meant."""

    kept: bytes
    """The rows to keep."""
    chosen: bytes
    """The rows that are likely enough by themselves, without those that belong to them."""
    first: bytes | None
    """The rows that the first opinion would keep, if there was a second one."""
    probabilities: list[float]
    confidence: float
    """Probability that the page was extracted right, to two digits."""


class JudgedPage(Protocol):
    """A page that the model has read. Rows are the blocks that it judges."""

    rows: list[int]
    """The number of each row's block."""
    title: int
    """The row of the title's heading, or -1."""
    types: Sequence[float]
    """The probability of each of `page_type.TYPES`; zeros if the page has no rows."""

    def choose(self, favor: float, *, hidden: bool, shift: Sequence[float] | None = None) -> Verdict:
        """Choose the rows to keep, of which there must be one. `shift` is added to their log-odds.

        With `hidden`, text counts that the page hides.
        """

    def words(self) -> list[float]:
        """Return the number of words of each row."""

    def matrix(self) -> bytes:
        """Return the features: a line of 32-bit floats for each, with an entry for each row."""
