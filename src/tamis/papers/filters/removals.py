"""Removals: the elements that the filters removed from a page, and what remains. The tree is not changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Inherited
from tamis.core.parse.tree import Element, Text
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node

ADVERTISEMENT, CONSENT, LINK_LIST, TAG, TABLE = "advertisement", "consent", "link list", "tag", "empty table"
RELATED, NEWSLETTER = "related", "newsletter"
OUTSIDE = "outside of the article"
"""Sort of what is outside of the article; with the seven above, all sorts of removals."""

# Elements that can be removed without removing any text of the page.
_WITHOUT_TEXT = frozenset(
    "script style link meta img amp-img iframe frame embed input textarea select datalist area source".split()
)


class Removal(NamedTuple):
    """The removal of an element: its sort and its reason."""

    sort: str
    reason: str


class RemovedLink(NamedTuple):
    """A text link that was removed."""

    text: str
    url: str


@dataclass(slots=True)
class Removals:
    """The removed elements of a page. Elements inside a removed one may be listed or not."""

    elements: dict[Element, Removal] = field(default_factory=dict)
    """Elements that are removed with their content."""
    emptied: dict[Element, Removal] = field(default_factory=dict)
    """Elements that stay without their content."""
    replaced: dict[Element, str] = field(default_factory=dict)
    """Pictures that are replaced by a text."""
    texts: set[Text] = field(default_factory=set)
    """Texts that are removed alone: the element around them stays."""
    _causes: Inherited[Removal | None] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.forget()

    def add(self, element: Element, sort: str, reason: str) -> None:
        """Remove an element; the first reason counts."""
        self.elements.setdefault(element, Removal(sort, reason))

    def cause(self, element: Element) -> Removal | None:
        """Return why an element is removed; None if it is not. Cached: call `forget` after adding something."""
        return self._causes.of(element)

    def _cause_within(self, element: Element, outer: Removal | None) -> Removal | None:
        around = element.parent
        emptied = self.emptied.get(around) if isinstance(around, Element) else None
        return outer or emptied or self.elements.get(element)

    def content_cause(self, element: Element) -> Removal | None:
        """Return why the content of an element is removed; None if it is not."""
        return self.cause(element) or self.emptied.get(element)

    def forget(self) -> None:
        """Clear the cache of causes, after something was added."""
        self._causes = Inherited(self._cause_within, None)

    def links(self, document: Document) -> Iterator[RemovedLink]:
        """Yield the removed text links, each once, without advertisements (D6)."""
        base = document.base_url
        seen = set()
        for link in document.tree.select("a[href]"):
            cause = self.cause(link)
            if cause is not None and cause.sort != ADVERTISEMENT:
                text, url = " ".join(link.text.split()), resolve(link.attr("href"), base)
                if text and url and (text, url) not in seen:
                    seen.add((text, url))
                    yield RemovedLink(text, url)


class Remains:
    """The remains of each block after the removals."""

    def __init__(self, document: Document, visible: Sequence[bool], removals: Removals) -> None:
        self.left: list[int] = []
        """Number of characters of visible text that are left of each block."""
        self.causes: list[Removal | None] = []
        """Cause of each block's removal, or None."""
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
    """Compute the size that is left of a text without its removed inline parts, and the cause if nothing is left."""
    cause = None
    for leaf in leaves:
        parent = leaf.parent if type(leaf) is Text else None
        if isinstance(parent, Element) and (found := removals.cause(parent)) is not None:
            cause = found
            size -= len(" ".join(leaf.data.split()))  # type: ignore[union-attr]
    # Spaces between parts may be left; they do not count as text.
    return (size, None) if cause is None or size > len(leaves) else (0, cause)
