"""The position of each block: its XPath, and its span, the character offsets in the source.

The parser tells where each element's tags are, but not where text is. Text begins where the tag before it ends, and
ends where the tag after it begins. If the page does not contain one of these tags (HTML allows many end tags to be left
out), the source is read on from the tag before until all the block's characters have passed.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited
from tamis.core.parse.parsers import IS_TURBOHTML
from tamis.core.parse.tokens import TO_TAG_END
from tamis.core.parse.tree import VOID, Element, Source, Text, location_of, path_of
from tamis.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Node, SourceLocation


# Markup between runs of text. Scripts, styles and templates hold no text of a block.
# Every alternative also ends with the source, so that no `<` makes the search begin again behind it.
_MARKUP = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    rf"|<(script|style|template|svg|select|noframes|title|textarea)(?=[\s/>]){TO_TAG_END}.*?(?:</\1\s*>|\Z)"
    rf"|</?[A-Za-z]{TO_TAG_END}"
    r"|<[!?/][^>]*+(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
# Number of characters at a block's beginning, white space aside, that must agree with the source.
_PROBE = 24
_SPACE = " \t\n\f"


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


class Spans:
    """The spans of a page's blocks, as offsets in its source with every line end counted as one character."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._known_source: Source | None = None
        self._element: Element | None = None
        self._location: SourceLocation | None = None

    def of(self, leaves: Sequence[Node | str]) -> Span | None:
        """Return the span from the first to the last character of a block; without text, that of its element.

        None if the parser knows no positions.
        """
        if not IS_TURBOHTML:
            return None
        only = leaves[0]
        if len(leaves) == 1 and type(only) is Text:
            span = self._of_only_child(only)
            if span is not None:
                return span
            texts = [only]
        else:
            texts = [leaf for leaf in leaves if type(leaf) is Text and not leaf.data.isspace()]
        if texts:
            span = self._between_tags(texts) or self._read_on(texts)
            return self._with_formulas(leaves, span) if span is not None and len(leaves) > len(texts) else span
        for leaf in leaves:
            if type(leaf) is Element:
                return self._of_element(leaf)
        return None

    def _with_formulas(self, leaves: Sequence[Node | str], span: Span) -> Span:
        """Extend the span of a block's texts to formulas at its beginning and its end."""
        meant = [leaf for leaf in leaves if _is_meant(leaf)]
        ends = (leaf for leaf in (meant[0], meant[-1]) if type(leaf) is Element)
        for formula in filter(None, map(self._of_element, ends)):
            line = formula.line if formula.start < span.start else span.line
            span = Span(min(span.start, formula.start), max(span.end, formula.end), line)
        return span

    @property
    def _source(self) -> Source:
        if self._known_source is None:
            self._known_source = Source(self._html)
        return self._known_source

    def _locate(self, element: Element) -> SourceLocation | None:
        if element is not self._element:
            self._element, self._location = element, location_of(element)
        return self._location

    def _of_element(self, element: Element) -> Span | None:
        location = self._locate(element)
        if location is None:
            return None
        start, end = location.start_tag, location.end_tag
        if end is not None or element.tag in VOID:
            return Span(start.start_offset, (end or start).end_offset, start.start_line)
        texts = [node for node in element.descendants if type(node) is Text and not node.data.isspace()]
        inside = self._read_on(texts) if texts else None
        return Span(start.start_offset, inside.end if inside else start.end_offset, start.start_line)

    def _of_only_child(self, text: Text) -> Span | None:
        """Return the span of a text that is alone in a closed element and written as it is: the commonest block."""
        parent = text.parent
        if type(parent) is not Element or text.previous_sibling is not None or text.next_sibling is not None:
            return None
        location = self._locate(parent)
        if location is None or location.end_tag is None:
            return None
        tag, data = location.start_tag, text.data
        start, end = tag.end_offset, location.end_tag.start_offset
        if end - start != len(data):
            return None  # entities, or tags that the parser skipped: both take more room than the text
        lead = len(data) - len(data.lstrip(_SPACE))
        line = tag.end_line + (data.count("\n", 0, lead) if lead else 0)
        return Span(start + lead, start + len(data.rstrip(_SPACE)), line)

    def _between_tags(self, texts: Sequence[Text]) -> Span | None:
        data = texts[0].data
        before = self._before(texts[0])
        after = self._after(texts[-1])
        if before is None or after is None:
            return None
        offset, line = before
        space = data[: len(data) - len(data.lstrip(_SPACE))]
        start = offset + len(space)
        last = texts[-1].data
        end = after - (len(last) - len(last.rstrip(_SPACE)))
        if start >= end or not self._agrees(start, end, data[len(space)], last.rstrip(_SPACE)[-1:]):
            return None  # the parser skipped tags in between
        return Span(start, end, line + space.count("\n"))

    def _agrees(self, start: int, end: int, first: str, last: str) -> bool:
        """Tell whether the source begins and ends as the text does, or with an entity."""
        source = self._source
        text = source.text
        return text[source.place(start)] in (first, "&") and text[source.place(end - 1)] in (last, ";")

    def _before(self, text: Text) -> tuple[int, int] | None:
        """Return offset and line at the end of the tag right before a text."""
        sibling = text.previous_sibling
        if sibling is None:
            parent = text.parent
            if type(parent) is not Element or (location := self._locate(parent)) is None:
                return None
            return location.start_tag.end_offset, location.start_tag.end_line
        if type(sibling) is not Element or (location := self._locate(sibling)) is None:
            return None
        tag = location.end_tag or (location.start_tag if sibling.tag in VOID else None)
        return (tag.end_offset, tag.end_line) if tag else None

    def _after(self, text: Text) -> int | None:
        """Return the offset at the start of the tag right after a text."""
        sibling = text.next_sibling
        if sibling is None:
            parent = text.parent
            if type(parent) is not Element or (location := self._locate(parent)) is None:
                return None
            return location.end_tag.start_offset if location.end_tag else None
        if type(sibling) is not Element or (location := self._locate(sibling)) is None:
            return None
        return location.start_tag.start_offset

    def _read_on(self, texts: Sequence[Text]) -> Span | None:
        before = _place_before(texts[0])
        return _text_span(texts, *before, self._source) if before is not None else None


def _is_meant(leaf: Node | str) -> bool:
    """Tell whether a leaf is text or a formula, and no white space."""
    return not leaf.data.isspace() if type(leaf) is Text else type(leaf) is Element and leaf.tag != "br"


def _place_before(node: Node) -> tuple[int, int] | None:
    """Return offset and line at the end of the last tag that is known to come before a node."""
    while True:
        before = node.previous_sibling
        while before is not None:
            if type(before) is Element and (location := location_of(before)) is not None:
                tag = location.end_tag or location.start_tag
                return tag.end_offset, tag.end_line
            before = before.previous_sibling
        parent = node.parent
        if not isinstance(parent, Element):
            return (0, 1) if parent is not None else None
        location = location_of(parent)
        if location is not None:
            return location.start_tag.end_offset, location.start_tag.end_line
        node = parent


def _text_span(texts: Sequence[Text], offset: int, line: int, source: Source) -> Span | None:
    html, start = source.text, source.place(offset)
    wanted = [_dense(text.data) for text in texts]
    probe = "".join(wanted)[:_PROBE]
    left = sum(map(len, wanted))
    first: int | None = None
    position = start
    while position < len(html):
        markup = _MARKUP.search(html, position)
        chunk_end = markup.start() if markup else len(html)
        chunk = html[position:chunk_end]
        dense = _dense(unescape(chunk))
        if dense:
            if first is None and (probe.startswith(dense[:_PROBE]) or dense.startswith(probe)):
                first = position + len(chunk) - len(chunk.lstrip())
            if first is not None:
                left -= len(dense)
                if left <= 0:
                    end = source.offset(position + len(chunk.rstrip()))
                    return Span(source.offset(first), end, line + html.count("\n", start, first))
        if markup is None:
            return None
        position = markup.end()
    return None


def _dense(text: str) -> str:
    return "".join(text.split())
