"""The boxes of pictures, and the captions and credits in them.

The box of a picture is the largest element around it that holds nothing else: no heading, no long link, no running
text, no text that a strategy keeps. The text in a box is the caption, the credit (`tamis.core.figures`
separates the two), or furniture: a button to enlarge the picture, ``1/12``. If the box has no caption, the line after
it is one if it is named a caption, set in italics or small, or says whose picture it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import accumulate, compress, islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.ancestors import Nearest, elements_around
from tamis.core.parse.document import Hiding
from tamis.core.parse.tree import Element, Text
from tamis.model import PICTURES, Kind
from tamis.text.credits import is_credit
from tamis.text.datewords import is_date_line
from tamis.text.phrases import lines, normal, pattern
from tamis.text.picture_names import CAPTION, CREDIT, FIGURE, FURNITURE, FURNITURE_LINES, WEAK, hint_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node

MAX_TEXTS = 5
"""Maximum number of blocks of text in a box."""
MAX_SIZE = 1200
"""Maximum number of characters of all text in a box; captions of news agencies have hundreds."""
LONG_TEXT = 120
"""Characters from which a text that is not named a caption is running text."""
LONG_LINK = 25
"""Characters of linked text from which a text leads to another page."""
MAX_KEPT = 150
"""Maximum number of characters of a caption that is recognized only by its place, if a strategy keeps it as text."""
MAX_LINE = 300
"""Maximum number of characters of a caption among paragraphs that is recognized by italics or small type."""
MAX_FURNITURE = 40
"""Maximum number of characters of a button or a label."""
MAX_LABEL = 60
"""Maximum number of characters of a label that says advertisement."""
MIN_GALLERY = 3
"""Minimum number of pictures with captions that make a gallery."""
MAX_LEVELS = 4
"""Number of elements around a text whose names tell what the text is."""
_AD_LABELS = lines("advertisement")
_LINKED = 0.5  # the share of linked text from which a block is a link; CUTER's limit for nodes
_HEADING, _TABLE, _CODE, _CAPTION = Kind.HEADING, Kind.TABLE, Kind.CODE, Kind.CAPTION
_IMAGE, _MEDIA = Kind.IMAGE, Kind.MEDIA
_ARIA = Hiding.ARIA
_REAL = frozenset({Kind.HEADING, Kind.TABLE, Kind.CODE})
_FRAMES = frozenset({"html", "body", "main", "article"})
_SLANTED = frozenset({"em", "i", "small"})
_NUMBERS = re.compile(rf"(?:{pattern('number_of')})|\d+")


def pictures_of(document: Document) -> list[int]:
    """Find the blocks that are pictures or players."""
    return [block for block, kind in enumerate(document.kinds) if kind is _IMAGE or kind is _MEDIA]


def says_advertisement(text: str) -> bool:
    """Tell whether a text says that what stands beside it is an advertisement, and no more."""
    return len(text) <= MAX_LABEL and normal(text) in _AD_LABELS


class Figure(NamedTuple):
    """A picture's box, with its caption and credit."""

    begin: int
    end: int
    """The range of blocks in the box: from `begin` up to, but not including, `end`."""
    node: int
    """The node of the box, or -1 if the picture is among other things."""
    captions: tuple[int, ...]
    """The blocks of the caption and the credit."""


class Figures:
    """The figures of a page, given the text that a strategy keeps."""

    def __init__(
        self,
        document: Document,
        visible: Sequence[bool],
        kept: Sequence[bool],
        around: range | None = None,
        pictures: Sequence[int] | None = None,
    ) -> None:
        """Prepare the lookup. Only the blocks in `around` are examined; all other text counts as real.

        `pictures` are those of the page, if they are known.
        """
        self._around = range(len(document)) if around is None else around
        self._document = document
        self._visible = visible
        self._kept = kept
        self._hints: dict[int, int] = {}
        self._names: dict[str, int] = {}
        self._is_text = self._shown_texts()
        self._text_blocks = list(compress(range(len(document)), self._is_text))
        self._pictures = pictures_of(document) if pictures is None else pictures
        self._real: dict[int, bool] = {}
        self._reals: dict[int, int] = {}
        """For texts that were looked at, by their numbers among all texts, the next real one."""
        self._boxes: dict[int, int] = {}
        self._figures: dict[int, Figure] = {}
        self._holders = Nearest(document, self._own_holder, 0)
        self._texts_before = [0, *accumulate(self._is_text)]

    def _shown_texts(self) -> list[bool]:
        """Mark the blocks that are visible text, or captions that only screen readers skip."""
        shown = [seen and text != "" for seen, text in zip(self._visible, self._document.texts, strict=True)]
        if any(self._document.hidden) and _ARIA in self._document.hidden:  # nothing is hidden on most pages
            for block, (hidden, text) in enumerate(zip(self._document.hidden, self._document.texts, strict=True)):
                if hidden is _ARIA and text and not shown[block]:
                    shown[block] = self._is_firmly_named(block)
        return shown

    def _next_real(self, at: int) -> int:
        """Return the number of the first real text among all texts from one on. Each is looked at once."""
        passed: list[int] = []
        while at < len(self._text_blocks):
            known = self._reals.get(at)
            if known is not None:
                at = known
                break
            passed.append(at)
            if self._is_real(self._text_blocks[at]):
                break
            at += 1
        self._reals.update(dict.fromkeys(passed, at))
        return at

    @cached_property
    def _headings_before(self) -> list[int]:
        return self._count_before(_HEADING)

    @cached_property
    def _captions_before(self) -> list[int]:
        return self._count_before(_CAPTION)

    def _count_before(self, wanted: Kind) -> list[int]:
        kinds = self._document.kinds
        return [0, *accumulate([text and kind is wanted for text, kind in zip(self._is_text, kinds, strict=True)])]

    def has_real_text(self, begin: int, end: int) -> bool:
        """Tell whether a block from `begin` up to `end` is a heading, a long link, running text or kept."""
        return any(map(self._is_real, self._texts_in(begin, end)))

    def texts(self, begin: int, end: int) -> int:
        """Count the blocks with visible text from `begin` up to `end`."""
        return self._texts_before[end] - self._texts_before[begin] if begin < end else 0

    def texts_near(self, picture: int) -> Sequence[int]:
        """Return the blocks of text that may be a picture's caption: as many on each side as a box holds, plus one."""
        block = self._texts_before[picture]
        return self._text_blocks[max(0, block - MAX_TEXTS - 1) : block + MAX_TEXTS + 1]

    def texts_beside(self, picture: int) -> Sequence[int]:
        """Return the blocks of text right before and after a picture, where no other picture is between."""
        at, place = self._texts_before[picture], bisect_left(self._pictures, picture)
        last = self._pictures[place - 1] if place else -1
        following = next((other for other in self._pictures[place : place + 2] if other > picture), len(self._document))
        return [block for block in self._text_blocks[max(0, at - 1) : at + 1] if last < block < following]

    def may_take_text(self, picture: int) -> bool:
        """Tell whether the captions of a picture may hold kept text or a table: a quick check before `of`.

        Captions are in the largest box that the picture can have by the number of texts in it, or right after it.
        """
        document, kinds = self._document, self._document.kinds
        node, top = document.block_nodes[picture], -1
        while self._is_small(node):
            top, node = node, document.parents[node]
        begin, end = (document.block_start[top], document.block_stop[top]) if top >= 0 else (picture, picture + 1)
        for block in self._texts_in(begin, end):
            if kinds[block] is _TABLE or (self._kept[block] and kinds[block] is not _CAPTION):
                return True
        after = self._next_text(end)
        if after < 0 or not self._kept[after]:
            return False
        return self._may_be_caption_line(after)

    def holder(self, node: int) -> int:
        """Find the first element, from the node outward, that holds more than figures; 0 if none does."""
        return self._holders.of(node)

    def _own_holder(self, node: int) -> int | None:
        document = self._document
        stop = self._texts_before[document.block_stop[node]]
        real = self._next_real(self._texts_before[document.block_start[node]])
        if real >= stop:
            return None
        return node if self._next_real(real + 1) < stop or not self._is_gallery(node) else None

    def _is_gallery(self, node: int) -> bool:
        """Tell whether an element holds several pictures with captions and a single heading."""
        document = self._document
        begin, end = document.block_start[node], document.block_stop[node]
        pictures = bisect_left(self._pictures, end) - bisect_left(self._pictures, begin)
        headings = self._headings_before[end] - self._headings_before[begin]
        captions = self._captions_before[end] - self._captions_before[begin]
        return headings == 1 and min(pictures, captions) >= MIN_GALLERY

    def of(self, picture: int) -> Figure:
        """Return the figure of a picture. The answer is cached."""
        figure = self._figures.get(picture)
        if figure is None:
            figure = self._figures[picture] = self._find(picture)
        return figure

    def _find(self, picture: int) -> Figure:
        box = self._box(self._document.block_nodes[picture])
        document = self._document
        begin, end = (document.block_start[box], document.block_stop[box]) if box >= 0 else (picture, picture + 1)
        captions = self._captions_in(begin, end)
        if not captions and (loose := self._loose_caption(picture, box)):
            return Figure(min(begin, loose[0]), max(end, loose[-1] + 1), box, loose)
        after = self._next_text(end)
        if after >= 0 and self._is_beside(box, picture, after) and self._is_caption_line(after, bool(captions)):
            captions = (*captions, after)
            end = after + 1
        return Figure(begin, end, box, captions)

    def _is_real(self, block: int) -> bool:
        """Tell whether a text is more than a caption, a credit or a button. The answer is cached."""
        real = self._real.get(block)
        if real is None:
            real = self._real[block] = block not in self._around or self._looks_real(block)
        return real

    def _looks_real(self, block: int) -> bool:
        document = self._document
        kind, text = document.kinds[block], document.texts[block]
        if kind is _CAPTION:
            return False
        if kind in _REAL:
            return not (kind is _HEADING and self._is_firmly_named(block))
        if self._leads_away(block):
            return not self._is_furniture(block)
        if self._kept[block] or len(text) >= LONG_TEXT:
            return not self._is_firmly_named(block) and not (len(text) <= MAX_LINE and self._is_in_figure(block))
        return False

    def _is_firmly_named(self, block: int) -> bool:
        """Tell whether a text is in an element with a name that only captions and credits have."""
        return _is_firm(self._hint_of_block(block)) or _is_firm(self._hint_of_inline(block))

    def _is_in_figure(self, block: int) -> bool:
        """Tell whether a text is in a small figure element with a picture."""
        document = self._document
        for node in islice(document.ancestors(block), MAX_LEVELS):
            begin, end = document.block_start[node], document.block_stop[node]
            if node == 0 or end - begin > MAX_TEXTS + 1:
                return False
            if document.tags[node] == "figure":
                return any(document.kinds[at] in PICTURES for at in range(begin, end))
        return False

    def _hint_of_block(self, block: int) -> int:
        """Return the hint of the nearest named element around a text, among those that hold little else."""
        document = self._document
        for node in islice(document.ancestors(block), MAX_LEVELS):
            if node == 0 or document.block_stop[node] - document.block_start[node] > MAX_TEXTS:
                return 0
            hint = self._hint(node)
            if hint or document.tags[node] == "figure":
                return hint
        return 0

    def _hint_of_inline(self, block: int) -> int:
        """Return the hint of an inline element that holds all of a text: ``<span class=caption>``."""
        texts = (leaf for leaf in self._document.leaves[block] if type(leaf) is Text and leaf.data.strip())
        only = next(texts, None)
        owner = self._document.elements[self._document.block_nodes[block]]
        if only is None or only.parent is owner or next(texts, None) is not None:
            return 0
        around = takewhile(lambda element: element is not owner, islice(elements_around(only), MAX_LEVELS))
        return next((hint for element in around if (hint := hint_of(element, self._names))), 0)

    def _hint(self, node: int) -> int:
        if node not in self._hints:
            self._hints[node] = hint_of(self._document.elements[node], self._names)
        return self._hints[node]

    def _box(self, node: int) -> int:
        """Find the largest element, from the node outward, that can be a figure; -1 if not even the node can."""
        path = []
        while node not in self._boxes:
            path.append(node)
            if not self._may_be_box(node):
                self._boxes[node] = -1
            elif self._is_whole(node):
                self._boxes[node] = node
            else:
                node = self._document.parents[node]
        for below in reversed(path):
            if below not in self._boxes:
                outer = self._boxes[self._document.parents[below]]
                self._boxes[below] = below if outer < 0 else outer
        return self._boxes[path[0] if path else node]

    def _is_small(self, node: int) -> bool:
        """Tell whether an element has few texts and is no frame of the page."""
        document = self._document
        if node <= 0 or document.tags[node] in _FRAMES:
            return False
        return self.texts(document.block_start[node], document.block_stop[node]) <= MAX_TEXTS

    def _may_be_box(self, node: int) -> bool:
        document = self._document
        if not self._is_small(node):
            return False
        begin, end = document.block_start[node], document.block_stop[node]
        inside = self._texts_in(begin, end)
        if not inside:
            return True
        if any(map(self._is_real, inside)) or sum(len(document.texts[block]) for block in inside) > MAX_SIZE:
            return False
        return not self._has_text_between_pictures(begin, end)

    def _is_whole(self, node: int) -> bool:
        """Tell whether an element is a figure with its caption; then the elements around it are something else."""
        document = self._document
        inside = self._texts_in(document.block_start[node], document.block_stop[node])
        return document.tags[node] == "figure" and any(document.kinds[block] is _CAPTION for block in inside)

    def _texts_in(self, begin: int, end: int) -> Sequence[int]:
        """Return the blocks of a range that have visible text."""
        return self._text_blocks[self._texts_before[begin] : self._texts_before[end]] if begin < end else ()

    def _has_text_between_pictures(self, begin: int, end: int) -> bool:
        """Tell whether text is between two pictures of a range: then each picture has its own caption."""
        first, stop = bisect_left(self._pictures, begin), bisect_left(self._pictures, end)
        if stop - first < 2:
            return False
        between = self._texts_in(self._pictures[first], self._pictures[stop - 1])
        return not all(map(self._is_furniture, between))

    def _captions_in(self, begin: int, end: int) -> tuple[int, ...]:
        """Find the caption and the credit among the texts of a box: those named so, or else all but furniture."""
        inside = [block for block in self._texts_in(begin, end) if not self._is_furniture(block)]
        named = [block for block in inside if self._is_named(block)]
        if not named:
            return tuple(inside)
        return tuple(block for block in inside if block in named or is_credit(self._document.texts[block]))

    def _is_named(self, block: int) -> bool:
        return self._document.kinds[block] is _CAPTION or bool(self._hint_of_block(block) & (CAPTION | CREDIT))

    def _is_furniture(self, block: int) -> bool:
        """Tell whether a text is a button, a number or a label of the figure."""
        text = self._document.texts[block]
        if len(text) > MAX_FURNITURE:
            return False
        line = normal(text)
        if not line or line in FURNITURE_LINES or _NUMBERS.fullmatch(line) or is_date_line(text.casefold()):
            return True
        owner = self._document.block_nodes[block]
        hint = self._hint(owner)
        return self._document.tags[owner] == "button" or bool(hint & FURNITURE and not hint & (CAPTION | CREDIT))

    def _loose_caption(self, picture: int, box: int) -> tuple[int, ...]:
        """Find the only text after the picture in an element, if a credit follows or the element is named a figure."""
        document = self._document
        node = document.parents[box] if box >= 0 else document.block_nodes[picture]
        if node <= 0 or document.tags[node] in _FRAMES:
            return ()
        texts = tuple(self._texts_in(document.block_start[node], document.block_stop[node]))
        if not 0 < len(texts) <= 2 or texts[0] < picture or any(map(self._leads_away, texts)):
            return ()
        told = document.texts[texts[0]]
        if len(texts) == 2:
            return texts if len(told) <= MAX_SIZE and is_credit(document.texts[texts[1]]) else ()
        is_short = len(told) <= MAX_KEPT and document.kinds[texts[0]] not in _REAL
        return texts if is_short and self._hint(node) & FIGURE else ()

    def _leads_away(self, block: int) -> bool:
        document = self._document
        return document.link_sizes[block] >= max(LONG_LINK, _LINKED * len(document.texts[block]))

    def _next_text(self, begin: int) -> int:
        """Return the block after a box if it is visible text, otherwise -1."""
        return begin if begin < len(self._document) and self._is_text[begin] else -1

    def _is_beside(self, box: int, picture: int, block: int) -> bool:
        """Tell whether the element around the box is also that of the text, or at most two levels above it."""
        document = self._document
        around = document.parents[box] if box >= 0 else document.block_nodes[picture]
        node = document.block_nodes[block]
        return around in (node, document.parents[node], document.parents[max(0, document.parents[node])])

    def _is_caption_line(self, block: int, has_caption: bool) -> bool:
        """Tell whether a line after a box is a caption or a credit; after a caption, only a credit is one."""
        may_be = self._may_be_caption_line(block)
        if not may_be or not has_caption:
            return may_be
        hint, text = self._hint_of_line(block), self._document.texts[block]
        return (bool(hint & CREDIT) and not hint & CAPTION) or (len(text) <= MAX_LINE and is_credit(text))

    def _may_be_caption_line(self, block: int) -> bool:
        """Tell whether a line after a box is a caption or a credit, if the box has no caption yet."""
        document = self._document
        text = document.texts[block]
        if document.kinds[block] in _REAL or self._leads_away(block) or len(text) > MAX_SIZE:
            return False
        if self._hint_of_line(block) & (CAPTION | CREDIT):
            return True
        return len(text) <= MAX_LINE and (self._is_slanted(block) or is_credit(text))

    def _hint_of_line(self, block: int) -> int:
        """Return the hint of the element around a line; 0 if it is a name that other things have, too."""
        hint = self._hint_of_block(block)
        return 0 if hint & WEAK else hint

    def _is_slanted(self, block: int) -> bool:
        """Tell whether all of a block's text is in italics or small type."""
        owner = self._document.elements[self._document.block_nodes[block]]
        return all(_is_slanted(leaf, owner) for leaf in self._document.leaves[block] if not isinstance(leaf, str))


def _is_firm(hint: int) -> bool:
    return bool(hint & (CAPTION | CREDIT)) and not hint & WEAK


def _is_slanted(leaf: Node, owner: Element) -> bool:
    """Tell whether a text is in an element that sets it in italics or small type; true for everything but text."""
    if not isinstance(leaf, Text) or not leaf.data.strip():
        return True
    inside = takewhile(lambda element: element is not owner, islice(elements_around(leaf), MAX_LEVELS))
    return any(element.tag in _SLANTED for element in inside)
