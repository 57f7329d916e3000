"""Clean pages: pages that are nothing but their text, such as a home page written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import Nearest
from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document

# Signs that a page has something to remove: an element with one of these tags, text in more than one box, a block of
# links that is no item of a list below a heading or a line, or more than this share of linked text. A block with
# `_LINKED` of its text linked is one of links.
_LANDMARKS = frozenset({"nav", "aside", "header", "footer", "form", "frame", "iframe"})
_MOST_LINKS = 0.5
_LINKED = 0.5
_LONGEST_LINE = 60  # characters of a line that stands above a list like a heading
# Tags within a box; all others are boxes, except parts without attributes.
_IN_BOX = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd menu dir blockquote pre listing center address figure figcaption hr".split()
)
_PARTS = frozenset({"div", "section", "article"})


def is_clean(document: Document, visible: Sequence[bool]) -> bool:
    """Tell whether a page is nothing but its text: in one box, with no menus and few links."""
    if not _LANDMARKS.isdisjoint(document.tags):
        return False
    box = Nearest(document, lambda node: node if _is_box(document, node) else None, 0)
    boxes: set[int] = set()
    text = links = 0
    is_headed = False  # the last block outside of lists is a heading or a line without links
    for block, (words, size, kind) in enumerate(zip(document.texts, document.link_sizes, document.kinds, strict=True)):
        if not words or not visible[block]:
            continue
        is_item = kind is Kind.LIST_ITEM
        if not is_item:
            is_headed = kind is Kind.HEADING or (size == 0 and len(words) <= _LONGEST_LINE)
        if size >= _LINKED * len(words) and kind is not Kind.HEADING and not (is_item and is_headed):
            return False
        boxes.add(box.of(document.block_nodes[block]))
        text += len(words)
        links += min(size, len(words))
    return len(boxes) == 1 and links <= _MOST_LINKS * text


def _is_box(document: Document, node: int) -> bool:
    """Tell whether an element may be set apart from what is around it."""
    tag = document.tags[node]
    return node == 0 or not (tag in _IN_BOX or (tag in _PARTS and not document.elements[node].attrs))
