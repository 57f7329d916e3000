"""The links of a document in reading order, each with its block. Found on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import NearestElement
from tamis.core.parse.tree import Element, Text
from tamis.model import Kind
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Node

_ANCHORS = "a[href]"
"""Elements of one tag, which are found without a walk over the page."""
_LINKS = f"{_ANCHORS}, area[href]"
_LABELS = ("aria-label", "title", "alt")


class Link(NamedTuple):
    """A link that a reader can follow."""

    text: str
    """The words of the link; if it has none, the alternative text of its picture, or its label."""
    href: str
    """URL that the link leads to; absolute, if the page's URL is known."""
    rel: tuple[str, ...]
    """Values of the ``rel`` attribute, in lower case."""
    block: int | None
    """First block with text or a picture of the link; None for a link that shows nothing."""
    element: Element


def find_links(document: Document, within: Container[int] | None = None) -> tuple[Link, ...]:
    """Find all links to web pages, mail addresses and telephone numbers; if asked for, only those in some blocks."""
    blocks = _first_blocks(document)
    base = document.base_url
    links = []
    for element in document.tree.select(_LINKS if document.tree.select("area") else _ANCHORS):
        if within is not None and blocks.get(element) not in within:
            continue
        href = resolve(element.attr("href"), base)
        if href is not None:
            rel = tuple((element.attr("rel") or "").lower().split())
            links.append(Link(_text_of(element), href, rel, blocks.get(element), element))
    return tuple(links)


class LinkedText:
    """The linked text of a document's blocks, for callers that count it in other units than characters.

    As in `Document.link_sizes`, an anchor without an href is no link.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._links = links_around()

    def of(self, block: int) -> str:
        """Return the part of a block's text that is inside links, without the spaces around it."""
        document = self._document
        size, text = document.link_sizes[block], document.texts[block]
        if not size or size >= len(text):
            return text if size else ""
        return "".join(map(self._linked, document.leaves[block]))

    def _linked(self, leaf: Node | str) -> str:
        if isinstance(leaf, Text):
            return leaf.data.strip() if self._links.of(leaf) is not None else ""
        if isinstance(leaf, Element):  # a row of a table
            return "".join(inside.data.strip() for link in leaf.select("a[href]") for inside in _texts_in(link))
        return ""


def _texts_in(element: Element) -> Iterator[Text]:
    return (node for node in element.descendants if isinstance(node, Text))


def _first_blocks(document: Document) -> dict[Element, int]:
    """Map each link to the first block that has something of it."""
    block_of: dict[Element, int] = {}
    around = links_around()
    for block, leaves in enumerate(document.leaves):
        for leaf in leaves:
            if isinstance(leaf, str):
                continue
            link = around.of(leaf)
            if link is not None:
                block_of.setdefault(link, block)
            if document.kinds[block] is Kind.TABLE and isinstance(leaf, Element):
                for inside in leaf.select(_LINKS):
                    block_of.setdefault(inside, block)
    return block_of


def links_around() -> NearestElement[Element | None]:
    """Return a lookup of the link that a node is in."""
    return NearestElement(_own_link, None)


def _own_link(element: Element) -> Element | None:
    return element if element.tag == "a" and element.attr("href") is not None else None


def _text_of(link: Element) -> str:
    text = " ".join(link.text.split())
    if text:
        return text
    for element in (*link.select("img[alt]")[:1], link):
        for name in reversed(_LABELS) if element is not link else _LABELS:
            label = " ".join((element.attr(name) or "").split())
            if label:
                return label
    return ""
