"""Visual tree of VIPS: the elements and blocks of a page, and the rules that decide which of them to divide.

An item is a structural element, given by its number, or a block of text or a picture, given by -1 minus its number. A
block is what the report calls a text node or a virtual text node: text with only inline elements around it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.layout import PLAIN_FONT, TAG_FONTS, box_around, element_box, element_style
from tamis.model import Box, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.core.parse import Document

_TABLES = frozenset(("table", "thead", "tbody", "tfoot", "tr"))
_CELLS = frozenset(("td", "th"))
_SIZES_BY_COHERENCE = ((0.3, 5), (0.1, 6), (0.03, 7))
"""Least shares of the page, with the DoC of an undivided element that covers so much; below them it is 8."""
_SMALLEST_COHERENCE = 8
_ONE_FONT, _SEVERAL_FONTS = 10, 9  # rule 4
_BOLD = 600
_TAG_MARGINS = {"h1": 21.0, "h2": 20.0, "h3": 19.0, "h4": 21.0, "h5": 22.0, "h6": 25.0, "p": 16.0, "ul": 16.0,
                "ol": 16.0, "dl": 16.0, "blockquote": 16.0, "figure": 16.0, "pre": 16.0, "hr": 8.0}  # fmt: skip
"""Margins that browsers give to tags, in CSS pixels (the HTML standard, section 15.3)."""
_LINE, _LINE_CHARACTERS, _WIDTH = 18.0, 120, 1000.0


class VisualTree:
    """The valid items of a page, with boxes, fonts and backgrounds."""

    root = 0

    def __init__(self, document: Document, boxes: Sequence[Box | None], visible: Sequence[bool]) -> None:
        """Build the tree. `boxes` are the boxes of the blocks."""
        self._document = document
        self._block_boxes = boxes
        self._layout = document.page.layout if document.boxes is not None else None
        shown = [seen and box is not None for seen, box in zip(visible, boxes, strict=True)]
        self._shown = shown
        self._shown_before = [0, *accumulate(shown)]
        self._node_boxes = self._boxes_of_nodes()
        self._grounds = self._backgrounds()
        self.fixed: list[int] = []
        """Elements with a fixed position, which cover the rest when the reader scrolls: they are separate blocks."""
        self._children = self._valid_children()
        self._rules = sorted(self._horizontal_rules())
        self._has_rule = {document.parents[node] for node in range(len(document.tags)) if self._is_ruled(node)}
        root = self._node_boxes[0] if self._node_boxes else None
        self._area = max(root.width * root.height, 1.0) if root is not None else 1.0
        self.coherence: dict[int, int] = {}

    @classmethod
    def of(cls, document: Document, visible: Sequence[bool]) -> VisualTree:
        """Build the tree from the browser's layout, or from one column by tags alone."""
        return cls(document, document.boxes if document.boxes is not None else _one_column(document, visible), visible)

    def __len__(self) -> int:
        return len(self._document.tags) + len(self._document)

    # Items.

    def is_text(self, item: int) -> bool:
        """Tell whether an item is a block rather than an element."""
        return item < 0

    def first_block(self, item: int) -> int:
        """Return the first block in an item."""
        return -1 - item if item < 0 else self._document.block_start[item]

    def blocks_in(self, item: int) -> list[int]:
        """Return the visible blocks in an item."""
        if item < 0:
            return [-1 - item]
        document = self._document
        return [block for block in range(document.block_start[item], document.block_stop[item]) if self._shown[block]]

    def box(self, item: int) -> Box:
        """Return the box of an item; an empty box if it has none."""
        box = self._block_boxes[-1 - item] if item < 0 else self._node_boxes[item]
        return box if box is not None else Box(0.0, 0.0, 0.0, 0.0)

    def box_around(self, items: Iterable[int]) -> Box:
        """Compute the box around several items."""
        return box_around([self.box(item) for item in items]) or Box(0.0, 0.0, 0.0, 0.0)

    def extent(self, item: int, is_horizontal: bool) -> tuple[float, float]:
        """Return the top and bottom of an item for horizontal separators, else its left and right edges."""
        box = self.box(item)
        return (box.top, box.top + box.height) if is_horizontal else (box.left, box.left + box.width)

    def font(self, item: int) -> tuple[float, bool]:
        """Return the font size of an item's longest block, and whether it is bold."""
        if item < 0:
            return self.font_of(-1 - item)
        document = self._document
        stop = min(document.block_stop[item], document.block_start[item] + _LOOKED_AT)
        blocks = (block for block in range(document.block_start[item], stop) if self._shown[block])
        longest = max(blocks, key=lambda block: len(document.texts[block]), default=-1)
        return self.font_of(longest) if longest >= 0 else (PLAIN_FONT, False)

    def font_of(self, block: int) -> tuple[float, bool]:
        """Return the font size of a block, and whether it is bold."""
        styles = self._document.styles
        style = styles[block] if styles is not None else None
        if style is not None:
            return style.font_size, style.font_weight >= _BOLD
        tag = self._document.tags[self._document.block_nodes[block]]
        return TAG_FONTS.get(tag, PLAIN_FONT), self._document.kinds[block] is Kind.HEADING

    def background(self, item: int) -> str:
        """Return the background color of an item."""
        return self.background_of(-1 - item) if item < 0 else self._grounds[item]

    def background_of(self, block: int) -> str:
        """Return the background color of a block."""
        return self._grounds[self._document.block_nodes[block]]

    def has_rule_between(self, start: float, stop: float) -> bool:
        """Tell whether a horizontal rule is between two heights."""
        at = bisect_left(self._rules, (start - 1.0,))
        return at < len(self._rules) and self._rules[at].top <= stop + 1.0

    def rules_across(self, box: Box, share: float) -> list[float]:
        """Return the heights of the horizontal rules that cross at least this share of a box from left to right."""
        right, least = box.left + box.width, share * box.width
        return [rule.top for rule in self._rules if min(rule.right, right) - max(rule.left, box.left) >= least]

    # Division.

    def extract(self, root: int, small: float) -> list[int]:
        """Divide an item as far as the rules say, in one round. Return the items; `coherence` has their DoC."""
        pool: list[int] = []
        todo = [(root, -1, True)]
        divided_before: dict[int, bool] = {}
        held: dict[int, int] = {}  # not to be divided in this round (rule 8)
        while todo:
            item, parent, is_root = todo.pop()
            coherence = held.get(item)
            if coherence is None:
                coherence = self._coherence(item, small, is_root, divided_before.get(parent, True), held)
            divided_before[parent] = coherence is None or item < 0
            if coherence is None:
                todo.extend((child, item, False) for child in reversed(self._children.get(item, ())))
            else:
                pool.append(item)
                self.coherence[item] = coherence
        return pool

    def _coherence(
        self, item: int, small: float, is_root: bool, follows_divided: bool, held: dict[int, int]
    ) -> int | None:
        """Compute the DoC of an item that is not divided, by rules 1 to 13 of the report; None if it is divided."""
        if item < 0:
            return _ONE_FONT
        children = self._children.get(item, ())
        # By rule 1, items without a valid child are not in the tree.
        if len(children) == 1 and children[0] >= 0:  # rule 2
            return None
        texts = [child for child in children if child < 0]
        tag = self._document.tags[item]
        is_table = tag in _TABLES
        if not is_table and len(texts) == len(children):  # rule 4
            return self._one_or_several_fonts(texts) if not is_root or len(texts) == 1 else None
        if is_root:  # rule 3
            return None
        if is_table and self._children_overflow(item, children):  # rule 7
            return None
        if tag == "p" or (not is_table and item in self._has_rule):  # rules 5 and 6
            return None
        if not is_table and self._hold_by_background(item, children, held):  # rule 8
            return None
        if texts and self._share(item) < small:  # rule 9
            return self._coherence_by_size(item)
        if tag in _CELLS and max(map(self._share, children), default=0.0) < small:  # rule 10
            return self._coherence_by_size(item)
        if not is_table and not follows_divided:  # rule 11
            return self._coherence_by_size(item)
        return self._coherence_by_size(item) if tag in _CELLS else None  # rules 13 and 12

    def _one_or_several_fonts(self, texts: Sequence[int]) -> int:
        return _ONE_FONT if len({self.font(text) for text in texts}) == 1 else _SEVERAL_FONTS

    def _children_overflow(self, item: int, children: Sequence[int]) -> bool:
        box = self.box(item)
        inside = sum(child.width * child.height for child in map(self.box, children))
        return inside > box.width * box.height

    def _hold_by_background(self, item: int, children: Sequence[int], held: dict[int, int]) -> bool:
        own = self._grounds[item]
        others = [child for child in children if child >= 0 and self._grounds[child] != own]
        held.update((child, max(self._coherence_by_size(child), _LEAST_BY_BACKGROUND)) for child in others)
        return bool(others)

    def _coherence_by_size(self, item: int) -> int:
        share = self._share(item)
        return next((doc for least, doc in _SIZES_BY_COHERENCE if share >= least), _SMALLEST_COHERENCE)

    def _share(self, item: int) -> float:
        """Compute the share of the page that an item covers."""
        box = self.box(item)
        return box.width * box.height / self._area

    # The columns of the tree.

    def _boxes_of_nodes(self) -> list[Box | None]:
        """Compute the box of each node: the browser's, or the box around its blocks."""
        document = self._document
        boxes: list[Box | None] = [None] * len(document.tags)
        for block, node in enumerate(document.block_nodes):
            if self._shown[block]:
                boxes[node] = box_around([box for box in (boxes[node], self._block_boxes[block]) if box is not None])
        for node in range(len(document.tags) - 1, -1, -1):
            own = element_box(self._layout, document.elements[node]) if self._layout is not None else None
            if own is not None and own.width > 0 and own.height > 0 and boxes[node] is not None:
                boxes[node] = own
            if (up := document.parents[node]) >= 0 and boxes[node] is not None and not self._is_fixed(node):
                boxes[up] = box_around([box for box in (boxes[up], boxes[node]) if box is not None])
        return boxes

    def _backgrounds(self) -> list[str]:
        """Find the visible background color of each node: its own, or its parent's."""
        document = self._document
        found: list[str] = []
        for node, up in enumerate(document.parents):
            style = element_style(self._layout, document.elements[node]) if self._layout is not None else None
            found.append((style.background if style is not None else "") or (found[up] if up >= 0 else ""))
        return found

    def _valid_children(self) -> dict[int, list[int]]:
        """Collect the visible items in each node, in order."""
        document = self._document
        found: dict[int, list[int]] = {}
        for node, up in enumerate(document.parents):
            first, stop = document.block_start[node], document.block_stop[node]
            if up < 0 or self._node_boxes[node] is None or self._shown_before[stop] == self._shown_before[first]:
                continue
            (self.fixed if self._is_fixed(node) else found.setdefault(up, [])).append(node)
        for block, node in enumerate(document.block_nodes):
            box = self._block_boxes[block]
            if self._shown[block] and box is not None and box.width > 0 and box.height > 0:
                found.setdefault(node, []).append(-1 - block)
        for children in found.values():
            children.sort(key=self.first_block)
        return found

    def _is_fixed(self, node: int) -> bool:
        style = element_style(self._layout, self._document.elements[node]) if self._layout is not None else None
        return style is not None and style.position == "fixed"

    def _horizontal_rules(self) -> Iterator[_Rule]:
        """Yield the horizontal rules: `hr` elements, and borders above and below of elements that are no frames."""
        document = self._document
        for node, tag in enumerate(document.tags):
            if tag != "hr" and not self._is_ruled(node):
                continue
            box = element_box(self._layout, document.elements[node]) if self._layout is not None else None
            if box is None and self._layout is None:
                after = document.block_start[node]
                below = self._block_boxes[after] if after < len(document) else None
                if below is not None:
                    yield _Rule(below.top - 1.0, below.left, below.left + below.width)
            elif box is not None:
                above, below_it = (True, False) if tag == "hr" else self._lines(node)
                tops = (box.top,) * above + (box.top + box.height,) * below_it
                yield from (_Rule(top, box.left, box.left + box.width) for top in tops)

    def _is_ruled(self, node: int) -> bool:
        """Tell whether an element is a horizontal rule, or has one above or below."""
        return self._document.tags[node] == "hr" or any(self._lines(node))

    def _lines(self, node: int) -> tuple[bool, bool]:
        """Tell whether an element has a border above and below that parts it from others.

        Borders of frames, tables and entries of lists do not, and a line at a heading belongs to it.
        """
        style = element_style(self._layout, self._document.elements[node]) if self._layout is not None else None
        if style is None or style.borders >= _FRAME_SIDES or style.display not in _PARTED_DISPLAYS:
            return False, False
        is_heading = self._document.tags[node] in _HEADINGS
        return (False, False) if is_heading else (style.has_line_above, style.has_line_below)


class _Rule(NamedTuple):
    """A horizontal line across a part of the page."""

    top: float
    left: float
    right: float


_FRAME_SIDES = 3
_PARTED_DISPLAYS = ("block", "flex", "grid", "flow-root")
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_LOOKED_AT = 50  # maximum number of blocks of an item that are examined for its font
_LEAST_BY_BACKGROUND = 6


def _one_column(document: Document, visible: Sequence[bool]) -> list[Box | None]:
    """Lay out the blocks one below the other, as browsers do without style sheets."""
    gaps = [0.0] * (len(document) + 1)
    for node, tag in enumerate(document.tags):
        if margin := _TAG_MARGINS.get(tag):
            for edge in (document.block_start[node], document.block_stop[node]):
                gaps[edge] = max(gaps[edge], margin)
    boxes: list[Box | None] = []
    top = 0.0
    for block, text in enumerate(document.texts):
        if not visible[block]:
            boxes.append(None)
            continue
        top += gaps[block]
        scale = TAG_FONTS.get(document.tags[document.block_nodes[block]], PLAIN_FONT) / PLAIN_FONT
        lines = max(1, ceil(len(text) * scale / _LINE_CHARACTERS))
        boxes.append(Box(0.0, top, _WIDTH, lines * _LINE * scale))
        top += lines * _LINE * scale
    return boxes
