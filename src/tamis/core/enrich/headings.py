"""Headings of the page as displayed, with their place among the blocks."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.enrich.declared import clean
from tamis.core.parse.ancestors import elements_around
from tamis.model import Kind
from tamis.text.markup_names import BREADCRUMB_ELEMENT, CONSENT_DIALOGS, LOGO_ELEMENT
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Node

MAX_HEADINGS = 30
"""Number of headings from the top of the page that are examined."""
MAX_LENGTH = 400
"""Characters above which a heading is a text in large type."""
_ANCHOR_SIGNS = " ¶#§\uf0c1🔗"
"""Signs that documentation puts after a heading to link to it."""


class Heading:
    """A heading of the page."""

    __slots__ = ("_words", "block", "hidden", "last", "level", "node", "text")

    def __init__(self, text: str, level: int, node: int, block: int, last: int, *, hidden: bool = False) -> None:
        self.text = text
        self.level = level
        self.node = node
        """The node of its element."""
        self.block = block
        self.last = last
        """The heading's last block."""
        self.hidden = hidden
        """True if a reader sees nothing of the heading."""
        self._words: list[str] | None = None

    @property
    def words(self) -> list[str]:
        """The heading's words as they are compared, computed on first use."""
        if self._words is None:
            self._words = words(self.text)
        return self._words


def find_headings(document: Document) -> list[Heading]:
    """Find the first headings of the page down to the third level, and join those in several blocks.

    Hidden parts of a heading are left out: `` - `` between a kicker and its headline is for screen
    readers; so are buttons after its text. Headings in breadcrumbs and consent dialogs do not count.
    """
    headings: list[Heading] = []
    kinds, block_nodes, texts, tags = document.kinds, document.block_nodes, document.texts, document.tags
    seen = document.visible()
    frames: dict[int, bool] = {}
    last_node = -1
    block = -1
    while len(headings) < MAX_HEADINGS:
        try:
            block = kinds.index(Kind.HEADING, block + 1)
        except ValueError:
            break
        node = block_nodes[block]
        if tags[node] not in _LEVELS:
            is_button = tags[node] == "button"
            node = _heading_node(document, node)
            if is_button and node == last_node:
                continue
        text = clean(texts[block]).rstrip(_ANCHOR_SIGNS)
        if node < 0 or not text or (node != last_node and _is_in_frame(document, node, frames)):
            continue
        heading = Heading(text, _LEVELS[tags[node]], node, block, block, hidden=not seen[block])
        headings.append(_joined(headings.pop(), heading) if node == last_node else heading)
        last_node = node
    return [heading for heading in headings if len(heading.text) <= MAX_LENGTH]


def _joined(heading: Heading, more: Heading) -> Heading:
    """Join a heading with its next block; if one is hidden, keep the visible one."""
    if heading.hidden != more.hidden:
        return more if heading.hidden else heading
    text = f"{heading.text} {more.text}"
    return Heading(text, heading.level, heading.node, heading.block, more.last, hidden=heading.hidden)


def is_logo(document: Document, heading: Heading) -> bool:
    """Tell whether a heading, or the element around it, has the name of a logo."""
    names = " ".join(_names_of(document, node) for node in (heading.node, document.parents[heading.node]) if node >= 0)
    if "logo" not in names and "site" not in names and "brand" not in names:  # a quick check before the slow one
        return False
    return LOGO_ELEMENT.search(names) is not None


def _names_of(document: Document, node: int) -> str:
    element = document.elements[node]
    return f"{element.attr('class')} {element.attr('id')}".lower()


def _is_in_frame(document: Document, node: int, known: dict[int, bool]) -> bool:
    """Tell whether an element around a heading is a breadcrumb or a consent dialog. `known` caches answers by node."""
    for _ in range(MAX_AROUND):
        if node < 0 or document.tags[node] in ("body", "html", "main", "article"):
            return False
        if node not in known:
            names = _names_of(document, node)
            known[node] = _is_breadcrumb(names) or not CONSENT_DIALOGS.isdisjoint(names.split())
        if known[node]:
            return True
        node = document.parents[node]
    return False


def _is_breadcrumb(names: str) -> bool:
    if "crumb" not in names and "rootline" not in names and "ariadne" not in names:  # a quick check before the slow one
        return False
    return BREADCRUMB_ELEMENT.search(names) is not None


MAX_AROUND = 4
"""Number of elements around a heading whose names may tell what it belongs to."""
_LEVELS = {"h1": 1, "h2": 2, "h3": 3}


def _heading_node(document: Document, node: int) -> int:
    """Return the heading element that a node is in, or -1."""
    return next((around for around in document.around(node) if document.tags[around] in _LEVELS), -1)


class Piece(NamedTuple):
    """A part of a heading that is in a separate element."""

    text: str
    names: str
    """Tags and classes of its elements within the heading, in lower case."""


def pieces(document: Document, heading: Heading) -> list[Piece]:
    """Return a heading's text as its markup divides it, without the hidden parts: kickers are in separate elements."""
    parts: list[Piece] = []
    seen = document.visible()
    for block in range(heading.block, heading.last + 1):
        if seen[block] == heading.hidden:
            continue
        parent: object = None
        for leaf in document.leaves[block]:
            text = leaf if isinstance(leaf, str) else leaf.text
            here = None if isinstance(leaf, str) else leaf.parent
            if parts and here is not None and here is parent:
                parts[-1] = Piece(parts[-1].text + text, parts[-1].names)
            elif text.strip():
                parts.append(Piece(text, _names(here)))
                parent = here
    return [Piece(clean(piece.text), piece.names) for piece in parts]


def _names(element: Node | None) -> str:
    """Join the tags and classes of the elements from a node up to the heading it is in, without the heading's."""
    inside = takewhile(lambda around: around.tag not in _LEVELS, islice(elements_around(element), MAX_AROUND))
    return " ".join(f"{around.tag} {around.attr('class') or ''}" for around in inside).lower()
