"""The lines around the headline, where bylines, dates and standfirsts are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element
from tamis.text.words import EAST_ASIAN, character_class

if TYPE_CHECKING:
    from tamis.core.parse.document import Document

LINES_BEFORE = 8
LINES_AFTER = 24
LONG = 240
"""Number of characters outside links from which a line is body text."""
LONG_LINES = 3
"""Number of lines of body text for which the search continues: standfirsts come before bylines."""
ANCESTORS = 5
"""Number of elements around a line whose names may tell what it is."""
CLOSE = 2
"""Number of elements around a line whose names may tell that it belongs to something else.

Farther out are layouts that are named for all that they hold.
"""


class Line:
    """A short block near the headline, examined only as far as a caller needs."""

    __slots__ = ("_close", "_elements", "_known", "_names", "block", "document", "label", "text")

    def __init__(self, document: Document, block: int, label: str, known: dict[int, str] | None = None) -> None:
        self.document = document
        self.block = block
        self.text = document.texts[block]
        self.label = label
        """The line before it, if that is short enough to be its label: ``Written by``."""
        self._elements: tuple[Element, ...] | None = None
        self._names: str | None = None
        self._close = ""
        self._known = {} if known is None else known

    @property
    def elements(self) -> tuple[Element, ...]:
        """The elements that directly contain its pieces of text."""
        if self._elements is None:
            elements: dict[Element, None] = {}
            for leaf in self.document.leaves[self.block]:
                parent = None if isinstance(leaf, str) else leaf if isinstance(leaf, Element) else leaf.parent
                if isinstance(parent, Element):
                    elements[parent] = None
            self._elements = tuple(elements)
        return self._elements

    @property
    def names(self) -> str:
        """Classes, ids and itemprops around it, innermost first, in lower case, with a space at both ends."""
        if self._names is None:
            document, known = self.document, self._known
            parts = [naming(element) for element in self.elements[:3]]
            node = document.block_nodes[self.block]
            for count in range(ANCESTORS):
                if count == CLOSE:
                    self._close = f" {' '.join(parts).lower()} "
                if node < 0 or document.tags[node] in ("body", "html"):
                    break
                if node not in known:
                    known[node] = naming(document.elements[node])
                parts.append(known[node])
                node = document.parents[node]
            self._names = f" {' '.join(parts).lower()} "
            self._close = self._close or self._names
        return self._names

    @property
    def close_names(self) -> str:
        """Classes, ids and itemprops of the innermost elements around it, without topics."""
        return _TOPICS.sub(" ", self._close) if self.names else ""


# Blogs name an article's element for its topics, and topics may be anything.
_TOPICS = re.compile(r"\s(?:category|tag)-\S+")
MAX_LABEL = 30


def find_headline_lines(document: Document, headline: int | None) -> list[Line]:
    """Return the lines after the headline, then those before it.

    Without a headline, they are the lines around the first body text.
    """
    start = headline if headline is not None else max(first_long(document) - LINES_BEFORE, 0)
    after = _after(document, start)
    before = range(max(0, start - LINES_BEFORE), start) if headline is not None else ()
    texts = document.texts
    known: dict[int, str] = {}
    return [
        Line(document, block, texts[block - 1] if block and len(texts[block - 1]) <= MAX_LABEL else "", known)
        for block in (*after, *reversed(before))
        if block != headline and len(texts[block]) > 1
    ]


def _after(document: Document, start: int) -> list[int]:
    texts, links = document.texts, document.link_sizes
    blocks: list[int] = []
    long_lines = 0
    for block in range(start, min(start + LINES_AFTER + 1, len(texts))):
        blocks.append(block)
        if _is_long(texts[block], links[block]):
            long_lines += 1
            if long_lines == LONG_LINES:
                break
    return blocks


def first_long(document: Document) -> int:
    """Return the first block of body text; 0 if there is none."""
    for block, text in enumerate(document.texts):
        if _is_long(text, document.link_sizes[block]):
            return block
    return 0


def _is_long(text: str, linked: int) -> bool:
    """Tell whether the text outside links is long enough for body text. An ideograph says as much as three letters."""
    size = len(text) - linked
    if size >= LONG or size < LONG // WIDE:
        return size >= LONG
    return not text.isascii() and size + (WIDE - 1) * len(_WIDE_CHARACTER.findall(text)) >= LONG


_WIDE_CHARACTER = re.compile(f"[{character_class(EAST_ASIAN)}]")
WIDE = 3
"""Number of Latin letters that an ideograph or a Korean syllable counts for."""


MAX_NAMING = 120
"""Characters that are read of a class; longer ones are lists of styles, and what the element is comes first."""


def naming(element: Element) -> str:
    """Join the names that an element's author gave it: class, id, itemprop."""
    name = element.attr("class") or ""
    if len(name) > MAX_NAMING:
        name = name[:MAX_NAMING]
    if other := element.attr("id"):
        name += " " + other
    if other := element.attr("itemprop"):
        name += " " + other
    return name
