"""A browser's layout, joined to the tree: which elements are hidden, and the boxes of blocks.

The renderer writes a number into every element (`LAYOUT_ATTRIBUTE`) before the page is parsed here, so that XPaths and
blocks are those of one parser.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import Inherited, NearestElement, elements_around
from tamis.core.parse.document import Hiding
from tamis.core.parse.tree import Element, Text
from tamis.model import LAYOUT_ATTRIBUTE, Box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Node, Tree
    from tamis.model import Layout, Style


TAG_FONTS = {"h1": 32.0, "h2": 24.0, "h3": 18.72, "h5": 13.28, "h6": 10.72, "small": 13.33}
"""Font sizes that browsers give to tags, in CSS pixels (the HTML standard, section 15.3)."""
PLAIN_FONT = 16.0


def element_box(layout: Layout, element: Element) -> Box | None:
    """Return the box of an element on the rendered page; None if the element is not part of the layout."""
    return layout.boxes.get(_number(element))


def element_style(layout: Layout, element: Element) -> Style | None:
    """Return the style with which the browser draws an element; None if the element is not part of the layout."""
    return layout.styles.get(_number(element))


def computed_hiding(tree: Tree, layout: Layout) -> dict[Element, Hiding]:
    """Find the elements that the browser does not show. They replace what markup alone would tell."""
    numbered = tree.select(f"[{LAYOUT_ATTRIBUTE}]") if layout.hidden else []
    how = {element: layout.hidden.get(_number(element)) for element in numbered}
    return {element: Hiding(value) for element, value in how.items() if value is not None}


def is_shown(layout: Layout) -> Callable[[Element], bool]:
    """Return a function that tells whether the browser gave an element a box."""
    return lambda element: _number(element) in layout.boxes


def with_boxes(document: Document, layout: Layout) -> Document:
    """Return the document with the box and the style of each block and the frame around it, as a browser drew them."""
    finder = _Boxes(layout)
    boxes = [_box_of(leaves, finder) for leaves in document.leaves]
    styles = [_style_of(leaves, finder) for leaves in document.leaves]
    frames = _Frames(layout)
    around = [frames.around(document.elements[node]) for node in document.block_nodes]
    return replace(document, boxes=boxes, styles=styles, frames=around)


def _box_of(leaves: Sequence[Node | str], finder: _Boxes) -> Box | None:
    """Return the box around the text and pictures of a block, without the collapsed spaces between them.

    A browser gives a space that it does not draw an empty box at the page's origin.
    """
    boxes = [box for leaf in leaves if (box := finder.of(leaf)) is not None]
    return box_around([box for box in boxes if box.width > 0 or box.height > 0] or boxes)


def _style_of(leaves: Sequence[Node | str], finder: _Boxes) -> Style | None:
    """Return the style of the longest text, with the lightest font weight: a block is bold if all of it is."""
    nodes = [leaf for leaf in leaves if not isinstance(leaf, str)]
    texts = [leaf for leaf in nodes if isinstance(leaf, Text) and leaf.data.strip()] or nodes
    styles = [(len(leaf.data) if isinstance(leaf, Text) else 0, finder.style(leaf)) for leaf in texts]
    known = [(size, style) for size, style in styles if style is not None]
    if not known:
        return None
    _, style = max(known, key=lambda text: text[0])
    return style._replace(font_weight=min(style.font_weight for _, style in known))


class _Frames:
    """The innermost frame around each element: three borders or more, or a background of its own, picture or color."""

    def __init__(self, layout: Layout) -> None:
        self._styles = layout.styles
        self._frames = Inherited(self._within, (-1, ""))

    def around(self, element: Element) -> int:
        return self._frames.of(element)[0]

    def _within(self, element: Element, outer: tuple[int, str]) -> tuple[int, str]:
        """Return the number of an element's frame and the visible background in it, given those of its parent."""
        frame, background = outer
        number = _number(element)
        style = self._styles.get(number)
        if style is None:
            return outer
        other = bool(style.background) and style.background != background
        # A picture behind an entry of a list is its bullet.
        is_picture = style.background_image and style.display not in _NO_PICTURE_FRAMES
        is_page = element.tag in ("html", "body")
        is_frame = (style.borders >= _FRAME_SIDES or other or is_picture) and not is_page
        return number if is_frame else frame, style.background or background


_FRAME_SIDES = 3
_NO_PICTURE_FRAMES = ("list-item", "inline")


class _Boxes:
    """The boxes of a page's nodes: a node's own, or that of the nearest element that has one."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._boxes: NearestElement[Box | None] = NearestElement(self._own, None)
        self._texts: dict[Element, dict[Text, Box | None]] = {}

    def of(self, leaf: Node | str) -> Box | None:
        """Return the box of a text node or an element; None for a string that the walk inserted."""
        if isinstance(leaf, str):
            return None
        if isinstance(leaf, Text) and isinstance(leaf.parent, Element):
            texts = self._texts_of(leaf.parent)
            if leaf in texts:
                return texts[leaf]
        return self._boxes.of(leaf)

    def style(self, leaf: Node) -> Style | None:
        """Return the style of the nearest element that has one."""
        styles = (self._layout.styles.get(_number(element)) for element in elements_around(leaf))
        return next((style for style in styles if style is not None), None)

    def _texts_of(self, parent: Element) -> dict[Text, Box | None]:
        if parent not in self._texts:
            boxes = self._layout.texts.get(_number(parent), ())
            own = [child for child in parent if isinstance(child, Text)]
            # The counts differ where the parser moved text: out of a table, or next to another text.
            self._texts[parent] = dict(zip(own, boxes, strict=True)) if len(own) == len(boxes) else {}
        return self._texts[parent]

    def _own(self, element: Element) -> Box | None:
        return self._layout.boxes.get(_number(element))


def _number(element: Element) -> int:
    """Return the number that the renderer wrote into an element; -1 if it has none."""
    number = element.attr(LAYOUT_ATTRIBUTE) or ""
    return int(number) if number.isdecimal() and len(number) < _LONGEST_NUMBER else -1


_LONGEST_NUMBER = 12


def box_around(boxes: Sequence[Box]) -> Box | None:
    """Compute the smallest box that holds all the boxes; None if there are none."""
    if not boxes:
        return None
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right = max(box.left + box.width for box in boxes)
    bottom = max(box.top + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)
