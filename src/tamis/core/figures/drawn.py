"""Pictures and captions by their layout in a browser, for rendered pages.

J. Fan, P. Luo, S. H. Lim, S. Liu, P. Joshi, J. Liu: *Article Clipper: A System for Web Article Extraction*, KDD 2011,
section 2.4.

A picture of the article is in the region of the title and the text, at least 50 pixels wide and high, and has no
advertisement label closely above or below. Its caption is, in this order, in the same frame, below it, or to its right:
no more than two lines away, with nothing of the article between, in a font not larger than the article's, and not only
a link. Captions that markup has bound already stay.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.figures.boxes import says_advertisement
from tamis.core.parse.layout import PLAIN_FONT, box_around, element_box
from tamis.core.parse.tree import Element
from tamis.model import Box, Kind, Label, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.model import Labels

LEAST_SIZE = 50.0
"""Least width and height in CSS pixels: smaller pictures are icons and buttons (the paper)."""
LINES_AWAY = 2.0
"""Largest distance of a caption or a label from its picture, in lines (the paper: two line spaces)."""
LINE_SPACE = 1.5
"""Height of a line as a multiple of the font size, as style sheets set it."""
MAX_CAPTION = 600
"""Maximum number of characters of a caption."""
MAX_FRAME = 5
"""Maximum number of texts in a frame around a picture and its caption."""
_INSIDE = 0.9  # the least share of a picture that is in the region
_OVERLAP = 0.5  # the least overlap, as a share of the narrower of a picture and its caption
_ALL_LINK = 0.9
_LOOKED_AT = 100  # maximum number of texts examined beside one picture; hostile pages put thousands in one place
_KEPT = Label(True, Role.MULTIMEDIA, "within the article as it is drawn", 1.0)
_SMALL = Label(False, Role.MULTIMEDIA, "drawn smaller than 50 pixels")
_ADVERTISEMENT = Label(False, Role.ADVERTISEMENT, "drawn beside a label of advertisements")
_OUTSIDE = Label(False, Role.MULTIMEDIA, "drawn outside of the article")
_CAPTION = Label(True, Role.CAPTION, "a caption by its place beside its picture")


def corrected_by_layout(document: Document, labels: Labels) -> Labels:
    """Correct the labels of pictures and captions by the page's layout; unchanged if the page was not rendered."""
    if document.boxes is None or not any(kind is Kind.IMAGE for kind in document.kinds):
        return labels
    return _Placed(document, labels).labels()


class _Placed:
    """The texts of a page sorted by their top edge, and the pictures among them."""

    def __init__(self, document: Document, labels: Labels) -> None:
        self._document = document
        self._labels = labels
        boxes = document.boxes or ()
        visible = document.visible()
        drawn = [(box.top, block, box) for block, box in enumerate(boxes) if box is not None and visible[block]]
        self._boxes = {block: box for _, block, box in drawn}
        self._texts = sorted((top, block) for top, block, _ in drawn if document.texts[block])
        self._tops = [top for top, _ in self._texts]
        self._font = self._body_font()
        self._reach = LINES_AWAY * LINE_SPACE * self._font
        self._by_frame: dict[int, list[int]] = defaultdict(list)
        for _, block in self._texts:
            self._by_frame[document.frames[block] if document.frames is not None else -1].append(block)
        self._labeled = self._advertised()
        self._rules = sorted(self._rule_boxes(), key=lambda box: box.top)

    def labels(self) -> Labels:
        region = self._region()
        if region is None:
            return self._labels
        changes: dict[int, Label] = {}
        captions = dict(self._labels.captions)
        bound: dict[int, list[int]] = defaultdict(list)
        for caption, picture in captions.items():
            bound[picture].append(caption)
        for picture, kind in enumerate(self._document.kinds):
            if kind is not Kind.IMAGE or picture not in self._boxes or picture in self._labels.ruled:
                continue
            refusal = self._refusal(picture, region)
            if refusal is not None and self._labels.kept[picture]:
                changes[picture] = refusal
                for caption in bound[picture]:
                    del captions[caption]
                    changes[caption] = Label(False, Role.CAPTION, refusal.reason)
            elif refusal is None:
                if not self._labels.kept[picture]:
                    changes[picture] = _KEPT
                if not bound[picture] and (caption := self._caption(picture, captions)) >= 0:
                    captions[caption] = picture
                    changes[caption] = _CAPTION
        return replace(self._labels.changed(changes), captions=captions) if changes else self._labels

    def _is_body(self, block: int) -> bool:
        return bool(self._labels.kept[block]) and block not in self._labels.captions and block in self._boxes

    def _body_font(self) -> float:
        fonts: Counter[float] = Counter()
        for _, block in self._texts:
            if self._is_body(block):
                fonts[self._font_of(block)] += len(self._document.texts[block])
        return fonts.most_common(1)[0][0] if fonts else PLAIN_FONT

    def _font_of(self, block: int) -> float:
        style = self._document.styles[block] if self._document.styles is not None else None
        return style.font_size if style is not None else PLAIN_FONT

    def _region(self) -> Box | None:
        """Compute the box around the title and the article's text; None without such text."""
        title = self._document.title_block
        blocks = [block for _, block in self._texts if self._is_body(block) or block == title]
        return box_around([self._boxes[block] for block in blocks]) if len(blocks) > (title >= 0) else None

    def _refusal(self, picture: int, region: Box) -> Label | None:
        box = self._boxes[picture]
        if min(box.width, box.height) < LEAST_SIZE and not self._is_declared_large(picture):
            return _SMALL
        if picture in self._labeled:
            return _ADVERTISEMENT
        return None if _shared(box, region) >= _INSIDE * box.width * box.height else _OUTSIDE

    def _is_declared_large(self, picture: int) -> bool:
        """Tell whether the markup declares a sufficient size: a picture that was not loaded may be drawn as an icon."""
        element = self._document.leaves[picture][0]
        sizes = [element.attr(name) or "" for name in ("width", "height")] if isinstance(element, Element) else []
        return bool(sizes) and all(size[:5].isdecimal() and int(size[:5]) >= LEAST_SIZE for size in sizes)

    def _advertised(self) -> set[int]:
        """Find the pictures with an advertisement label closely above or below: for each label the nearest picture."""
        pictures = [
            picture
            for picture, kind in enumerate(self._document.kinds)
            if kind is Kind.IMAGE and picture in self._boxes
        ]
        by_top = sorted((self._boxes[picture].top, picture) for picture in pictures)
        by_bottom = sorted((self._boxes[picture].top + self._boxes[picture].height, picture) for picture in pictures)
        found: set[int] = set()
        for _, block in self._texts:
            text = self._document.texts[block]
            if says_advertisement(text):
                label = self._boxes[block]
                below = _nearest(by_top, label.top + label.height, self._reach)
                above = _nearest(by_bottom, label.top - self._reach, self._reach)
                near = [(abs(edge - label.top - label.height), picture) for edge, picture in below]
                near += [(abs(label.top - edge), picture) for edge, picture in above]
                beside = [(gap, picture) for gap, picture in near if _overlap(label, self._boxes[picture]) > 0]
                found.update(picture for _, picture in sorted(beside)[:1])
        return found

    def _texts_between(self, top: float, bottom: float) -> Iterator[int]:
        """Yield the texts whose top edge is between two heights."""
        first = bisect_left(self._tops, top)
        for index in range(first, min(first + _LOOKED_AT, len(self._texts))):
            if self._tops[index] > bottom:
                return
            yield self._texts[index][1]

    def _caption(self, picture: int, taken: dict[int, int]) -> int:
        """Find the caption of a picture: in its frame, below it, to its right; -1 if it has none."""
        box = self._boxes[picture]
        for places in (self._in_frame(picture), self._below(box), self._beside(box)):
            for block in places:
                if block not in taken and self._may_be_caption(block):
                    return block
        return -1

    def _in_frame(self, picture: int) -> Sequence[int]:
        frame = self._document.frames[picture] if self._document.frames is not None else -1
        inside = self._by_frame.get(frame, ())
        return inside if frame >= 0 and len(inside) <= MAX_FRAME else ()

    def _below(self, box: Box) -> Iterator[int]:
        bottom = box.top + box.height
        for block in self._texts_between(bottom - 2, bottom + self._reach):
            text = self._boxes[block]
            if _overlap(text, box) >= _OVERLAP * min(text.width, box.width):
                if not self._has_rule(bottom, text.top, box):
                    yield block
                return  # texts farther below have this one in between

    def _beside(self, box: Box) -> Iterator[int]:
        right = box.left + box.width
        for block in self._texts_between(box.top - self._font, box.top + box.height):
            text = self._boxes[block]
            if right - 1 <= text.left <= right + self._reach:
                yield block

    def _has_rule(self, top: float, bottom: float, box: Box) -> bool:
        first = bisect_left(self._rules, top, key=lambda rule: rule.top)
        near = self._rules[first : first + _LOOKED_AT]
        return any(rule.top <= bottom and _overlap(rule, box) > 0 for rule in near)

    def _rule_boxes(self) -> Iterator[Box]:
        layout = self._document.page.layout
        for node, tag in enumerate(self._document.tags):
            if tag == "hr" and layout is not None and (box := element_box(layout, self._document.elements[node])):
                yield box

    def _may_be_caption(self, block: int) -> bool:
        """Tell whether a text can be a caption: not one of the article's, unless its font is smaller than theirs."""
        document, text = self._document, self._document.texts[block]
        if block == document.title_block or document.kinds[block] in (Kind.HEADING, Kind.TABLE, Kind.CODE):
            return False
        if len(text) > MAX_CAPTION or document.link_sizes[block] >= _ALL_LINK * len(text) or says_advertisement(text):
            return False
        font = self._font_of(block)
        return font < self._font if self._is_body(block) else font <= self._font


def _nearest(edges: Sequence[tuple[float, int]], start: float, reach: float) -> Sequence[tuple[float, int]]:
    """Return the pictures whose edge is within reach below a height, with a pixel of slack at both ends."""
    first = bisect_left(edges, (start - 1.0, -1))
    return [edge for edge in edges[first : first + _LOOKED_AT] if edge[0] <= start + reach + 1.0]


def _overlap(one: Box, other: Box) -> float:
    """Compute the horizontal overlap of two boxes; negative if they are apart."""
    return min(one.left + one.width, other.left + other.width) - max(one.left, other.left)


def _shared(one: Box, other: Box) -> float:
    """Compute the area that two boxes share."""
    height = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return max(_overlap(one, other), 0.0) * max(height, 0.0)
