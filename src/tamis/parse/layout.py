"""What a browser knows of a page, joined to our own tree: which elements nobody sees, and where blocks stand.

Whoever renders a page writes a number into every element (`LAYOUT_ATTRIBUTE`) before the page is parsed here, so that
XPaths and blocks stay those of one parser.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import LAYOUT_ATTRIBUTE, Box
from tamis.parse.document import Hiding
from tamis.parse.tree import Element

if TYPE_CHECKING:
    from tamis.model import Layout
    from tamis.parse.document import Document
    from tamis.parse.tree import Node, Tree


def computed_hiding(tree: Tree, layout: Layout) -> dict[Element, Hiding]:
    """The elements that the browser does not show, in place of what markup alone would tell."""
    numbered = tree.select(f"[{LAYOUT_ATTRIBUTE}]") if layout.hidden else []
    how = {element: layout.hidden.get(_number(element)) for element in numbered}
    return {element: Hiding(value) for element, value in how.items() if value is not None}


def with_boxes(document: Document, layout: Layout) -> Document:
    """The document with the box of each block: the smallest one around the elements that its text stands in."""
    boxes: list[Box | None] = []
    known: dict[Element, Box | None] = {}
    for leaves in document.leaves:
        around = {_box_of(leaf, layout, known) for leaf in leaves if not isinstance(leaf, str)}
        boxes.append(_around([box for box in around if box is not None]))
    return replace(document, boxes=boxes)


def _box_of(node: Node, layout: Layout, known: dict[Element, Box | None]) -> Box | None:
    """The box of the nearest element that has one. What was found on the way is remembered."""
    way: list[Element] = []
    box = None
    at: Node | None = node
    while at is not None:
        if isinstance(at, Element):
            if at in known:
                box = known[at]
                break
            way.append(at)
            box = layout.boxes.get(_number(at))
            if box is not None:
                break
        at = at.parent
    known.update(dict.fromkeys(way, box))
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
