"""A browser's layout, joined to the tree: which elements are hidden, and the boxes of blocks.

Whoever renders a page writes a number into every element (`LAYOUT_ATTRIBUTE`) before the page is parsed here, so that
XPaths and blocks stay those of one parser.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import LAYOUT_ATTRIBUTE, Box
from tamis.parse.document import Hiding
from tamis.parse.tree import Element, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.model import Layout
    from tamis.parse.document import Document
    from tamis.parse.tree import Node, Tree


def computed_hiding(tree: Tree, layout: Layout) -> dict[Element, Hiding]:
    """The elements that the browser does not show, in place of what markup alone would tell."""
    numbered = tree.select(f"[{LAYOUT_ATTRIBUTE}]") if layout.hidden else []
    how = {element: layout.hidden.get(_number(element)) for element in numbered}
    return {element: Hiding(value) for element, value in how.items() if value is not None}


def is_shown(layout: Layout) -> Callable[[Element], bool]:
    """Tells of an element whether the browser gave it a box."""
    return lambda element: _number(element) in layout.boxes


def with_boxes(document: Document, layout: Layout) -> Document:
    """The document with the box of each block: the smallest one around its text, or around its element."""
    finder = _Boxes(layout)
    boxes = [_around([box for leaf in leaves if (box := finder.of(leaf)) is not None]) for leaves in document.leaves]
    return replace(document, boxes=boxes)


class _Boxes:
    """The boxes of a page's nodes. What was found on the way is remembered."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[Element, Box | None] = {}
        self._texts: dict[Element, dict[Text, Box | None]] = {}

    def of(self, leaf: Node | str) -> Box | None:
        """The box of a text node or an element; None for what the walk put in itself."""
        if isinstance(leaf, str):
            return None
        if isinstance(leaf, Text) and isinstance(leaf.parent, Element):
            texts = self._texts_of(leaf.parent)
            if leaf in texts:
                return texts[leaf]
        return self._of_element(leaf)

    def _texts_of(self, parent: Element) -> dict[Text, Box | None]:
        if parent not in self._texts:
            found = self._layout.texts.get(_number(parent), ())
            own = [child for child in parent if isinstance(child, Text)]
            # They differ in number where the parser moved text: out of a table, or next to another.
            self._texts[parent] = dict(zip(own, found, strict=True)) if len(own) == len(found) else {}
        return self._texts[parent]

    def _of_element(self, node: Node) -> Box | None:
        """The box of the nearest element that has one."""
        way: list[Element] = []
        box = None
        at: Node | None = node
        while at is not None:
            if isinstance(at, Element):
                if at in self._known:
                    box = self._known[at]
                    break
                way.append(at)
                box = self._layout.boxes.get(_number(at))
                if box is not None:
                    break
            at = at.parent
        self._known.update(dict.fromkeys(way, box))
        return box


def _number(element: Element) -> int:
    """The element's number; -1 if it has none."""
    number = element.attr(LAYOUT_ATTRIBUTE) or ""
    return int(number) if number.isdecimal() and len(number) < _LONGEST_NUMBER else -1


_LONGEST_NUMBER = 12


def _around(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right = max(box.left + box.width for box in boxes)
    bottom = max(box.top + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)
