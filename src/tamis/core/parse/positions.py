"""The position of each block: its XPath, and its span in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.paths import Paths
from tamis.core.parse.spans import Spans
from tamis.core.parse.tree import path_of
from tamis.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Element


class Position(NamedTuple):
    """The position of a block in the page."""

    xpath: str
    span: Span | None


class Positions:
    """The positions of a document's blocks. Blocks that were cut from data in the page have the data's position."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._paths = Paths(document)
        self._spans = Spans(document.page.html)
        origin = document.origin
        self._of_data = Position(origin.xpath, None) if origin is not None and origin.xpath else None

    def of(self, block: int) -> Position:
        """Return the position of a block."""
        return self._of_data or Position(self._paths.of(block), self._span(block))

    def _span(self, block: int) -> Span | None:
        """Return the span in the page as it came, before a title was closed."""
        span, closed = self._spans.of(self._document.leaves[block]), self._document.closed_title
        if span is None or closed is None:
            return span
        return Span(closed.offset_before(span.start), closed.offset_before(span.end), span.line)

    def of_table(self, table: Element, rows: Sequence[int]) -> Position:
        """Return the position of a table, from the first to the last of the given rows."""
        if self._of_data:
            return self._of_data
        spans = [span for span in (self._span(row) for row in rows) if span is not None]
        return Position(path_of(table), Span(spans[0].start, spans[-1].end, spans[0].line) if spans else None)
