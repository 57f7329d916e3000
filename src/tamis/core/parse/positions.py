"""The position of each block: its XPath, and its span in the source."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited
from tamis.core.parse.spans import Spans
from tamis.core.parse.tree import Element, Text, path_of
from tamis.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Node


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


class CountedPaths:
    """XPaths by counting (``/*[1]/*[7]``). The children of each element are counted once."""

    def __init__(self) -> None:
        self._paths = Inherited(self._below, "")
        self._numbers: dict[Node, dict[Node, int]] = {}

    def __call__(self, element: Element) -> str:
        """Return the XPath of an element."""
        return self._paths.of(element)

    def _below(self, element: Element, outer: str) -> str:
        return f"{outer}/*[{self._number(element)}]"

    def _number(self, element: Element) -> int:
        parent = element.parent
        if parent is None:
            return 1
        numbers = self._numbers.get(parent)
        if numbers is None:
            children = (child for child in parent if type(child) is Element)
            numbers = self._numbers[parent] = {child: number for number, child in enumerate(children, 1)}
        return numbers[element]


class Paths:
    """The XPaths of a document's blocks. Remembers what many blocks share."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._runs = Counter(document.block_nodes)
        self._text_numbers: dict[Element, dict[Node, int]] = {}
        self._counted = CountedPaths()

    def of(self, index: int) -> str:
        """Return the XPath of a block: that of the element whose text it is.

        If the element has several blocks, the path is that of the block's first leaf: its parent, or the text node.
        """
        document = self._document
        leaf = document.leaves[index][0]
        node = document.block_nodes[index]
        owner = document.elements[node]
        if type(leaf) is Element and leaf is not owner:
            return path_of(leaf, self._counted)
        if self._runs[node] == 1 or isinstance(leaf, str):
            return path_of(owner, self._counted)
        parent = leaf.parent
        if parent is not owner and isinstance(parent, Element):
            return path_of(parent, self._counted)
        return f"{path_of(owner, self._counted)}/text()[{self._text_number(leaf, owner)}]"

    def _text_number(self, leaf: Node, owner: Element) -> int:
        """Return the number of a text node among an element's own, from 1. Each element is counted once."""
        numbers = self._text_numbers.get(owner)
        if numbers is None:
            texts = (child for child in owner if type(child) is Text)
            numbers = self._text_numbers[owner] = {text: number for number, text in enumerate(texts, 1)}
        return numbers[leaf]
