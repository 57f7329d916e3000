"""What the filters removed from a page, and what remains. The tree is not changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited
from tamis.core.parse.tree import Element, Text
from tamis.core.parse.urls import base_url, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node

ADVERTISEMENT, CONSENT, LINK_LIST, TAG, TABLE = "advertisement", "consent", "link list", "tag", "empty table"
OUTSIDE = "outside of the article"
"""The sorts of what is taken out."""

# Elements that can be taken out without any text of the page going with them.
_WITHOUT_TEXT = frozenset(
    "script style link meta img amp-img iframe frame embed input textarea select datalist area source".split()
)


class Removal(NamedTuple):
    """Why an element is taken out."""

    sort: str
    reason: str


class RemovedLink(NamedTuple):
    """A link of text that went on the way."""

    text: str
    address: str


@dataclass(slots=True)
class Removals:
    """The elements that go. An element inside of one that goes may be named or not."""

    elements: dict[Element, Removal] = field(default_factory=dict)
    """What goes with all it holds."""
    emptied: dict[Element, Removal] = field(default_factory=dict)
    """What stays without what it holds."""
    replaced: dict[Element, str] = field(default_factory=dict)
    """Pictures in whose place a text comes."""
    texts: set[Text] = field(default_factory=set)
    """Texts that go alone: the element that they are in stays."""
    _causes: Inherited[Removal | None] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.forget()

    def add(self, element: Element, sort: str, reason: str) -> None:
        """Take an element out; the first reason counts."""
        self.elements.setdefault(element, Removal(sort, reason))

    def cause(self, element: Element) -> Removal | None:
        """Why an element is not there any more; None if it is. To be asked when nothing more is added."""
        return self._causes.of(element)

    def _cause_within(self, element: Element, outer: Removal | None) -> Removal | None:
        around = element.parent
        emptied = self.emptied.get(around) if isinstance(around, Element) else None
        return outer or emptied or self.elements.get(element)

    def content_cause(self, element: Element) -> Removal | None:
        """Why what is in an element is not there any more; None if it is."""
        return self.cause(element) or self.emptied.get(element)

    def forget(self) -> None:
        """After something was added."""
        self._causes = Inherited(self._cause_within, None)

    def links(self, document: Document) -> Iterator[RemovedLink]:
        """The text links that are gone, each once, advertisements left out (D6)."""
        base = base_url(document)
        seen = set()
        for link in document.tree.select("a[href]"):
            cause = self.cause(link)
            if cause is not None and cause.sort != ADVERTISEMENT:
                text, address = " ".join(link.text.split()), resolve(link.attr("href"), base)
                if text and address and (text, address) not in seen:
                    seen.add((text, address))
                    yield RemovedLink(text, address)


class Remains:
    """What is left of each block."""

    def __init__(self, document: Document, visible: Sequence[bool], removals: Removals) -> None:
        self.left: list[int] = []
        """Characters of visible text."""
        self.causes: list[Removal | None] = []
        """Why a block is gone, or None."""
        in_lines = any(element.tag not in _WITHOUT_TEXT for element in removals.elements)
        for text, seen, owner, leaves in zip(
            document.texts, visible, document.block_nodes, document.leaves, strict=True
        ):
            cause = removals.content_cause(document.elements[owner])
            left = len(text) if seen and cause is None else 0
            if cause is None and not text and leaves and isinstance(leaves[0], Element):
                cause = removals.cause(leaves[0])
                if cause is None and leaves[0] in removals.replaced:
                    cause = Removal(TAG, "a picture")
            elif left and in_lines:
                left, cause = _left_in_line(leaves, left, removals)
            self.left.append(left)
            self.causes.append(cause)


def _left_in_line(leaves: Sequence[Node | str], size: int, removals: Removals) -> tuple[int, Removal | None]:
    """What is left of a text from which parts of lines may have been taken, and the cause if nothing is."""
    cause = None
    for leaf in leaves:
        parent = leaf.parent if type(leaf) is Text else None
        if isinstance(parent, Element) and (found := removals.cause(parent)) is not None:
            cause = found
            size -= len(" ".join(leaf.data.split()))  # type: ignore[union-attr]
    # Spaces between parts may be left; they are no text.
    return (size, None) if cause is None or size > len(leaves) else (0, cause)
