"""VIPS: cuts a page into visual blocks by its separators, and keeps the block with most text and its column.

D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: *VIPS: a Vision-based Page Segmentation Algorithm*, Microsoft Research, technical
report MSR-TR-2003-79, 2003.

Elements are divided by thirteen rules on tags, colors, sizes and text until they look like one thing. Separators are
strips of the page between the resulting blocks that no block crosses. Each has a weight, by its width, by horizontal
rules in it, and by how much the fonts and backgrounds on its two sides differ. Blocks are merged over the lightest
separators first, and the groups are divided again until each block has the requested degree of coherence (DoC).

The report ends with the segmentation. Here the block with most text outside links belongs to the article, and so do the
blocks above and below it that share its column and font, up to a horizontal rule with little beyond it. On a page that
a browser has not rendered, the blocks are laid out in one column, with the fonts and margins of browsers for tags.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import Kind
from tamis.papers.visual_tree import VisualTree
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.parse import Document
    from tamis.model import Box, Labels

MOST_COHERENT = 10
"""The greatest DoC: text in one font."""
_DISTANCE = {"horizontal": 10.0, "vertical": 4.0}
"""CSS pixels of a gap per unit of weight: gaps between columns are narrow, those between paragraphs wide."""
_MAX_DISTANCE = {"horizontal": 5, "vertical": 8}
_RULE_WEIGHT = 3  # an `hr` or a border in the gap
_BACKGROUND_WEIGHT = 3
_FONT_STEPS = (0.1, 0.5)  # differences as shares of the smaller font: each one that is reached adds one unit
_SIMILAR = 1  # subtracted if both sides are text in the same font


@dataclass(frozen=True, slots=True)
class Vips:
    """The VIPS strategy: the report's segmentation, and a choice among its blocks."""

    name: ClassVar[str] = "vips"

    coherence: int = option(
        9,
        "Permitted degree of coherence: greater gives smaller blocks.",
        minimum=1,
        maximum=10,
        source="the report",
    )
    small: float = option(
        0.03,
        "Elements with text of their own that cover less of the page than this are not divided (rule 9).",
        minimum=0,
        maximum=1,
        source="chosen",
    )
    max_link_share: float = option(
        0.5, "Blocks with more of their text in links do not join the article.", minimum=0, maximum=1, source="chosen"
    )
    min_overlap: float = option(
        0.6, "Least share of the narrower block's width that two blocks of a column share.", minimum=0, maximum=1,
        source="chosen",
    )  # fmt: skip

    min_part: float = option(
        0.2, "Parts of the column above and below, cut off by a rule, join the article from this share of its text.",
        minimum=0, maximum=1, source="chosen",
    )  # fmt: skip

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the blocks of the article's column."""
        visible = document.visible()
        tree = VisualTree.of(document, visible)
        found = segmentation(tree, self.coherence, self.small)
        kept, reasons, scores = self._choose(document, tree, found)
        return labels_from_choice(document, visible, kept, scores, reasons)

    def _choose(
        self, document: Document, tree: VisualTree, found: Sequence[VisualBlock]
    ) -> tuple[list[bool], list[str], list[float]]:
        kept, scores = [False] * len(document), [0.0] * len(document)
        reasons = ["in another visual block"] * len(document)
        looks = [_Look.of(document, tree, block) for block in found]
        main = max(looks, key=lambda look: look.unlinked, default=None)
        if main is None or not main.unlinked:
            return kept, reasons, scores
        verdicts = [self._joins(look, main) for look in looks]
        joining = [look for look, (_, score) in zip(looks, verdicts, strict=True) if score >= _KEPT]
        inside = self._within_rules(tree, joining, main)
        for look, (reason, score) in zip(looks, verdicts, strict=True):
            if score >= _KEPT and not inside.start <= look.middle <= inside.stop:
                reason, score = f"beyond a rule above or below the article (DoC {look.coherence})", _BEYOND
            for block in look.blocks:
                kept[block], reasons[block], scores[block] = score >= _KEPT, reason, score
        return kept, reasons, scores

    def _within_rules(self, tree: VisualTree, joining: Sequence[_Look], main: _Look) -> _Span:
        """Find the heights between the horizontal rules around the article.

        Rules cut the column into parts. The article is from the first part to the last that has enough text.
        """
        rules = tree.rules_across(main.box, self.min_overlap)
        texts: Counter[int] = Counter()
        for look in joining:
            texts[bisect_left(rules, look.middle)] += look.unlinked
        parts = [part for part, size in texts.items() if size >= self.min_part * main.unlinked]
        own = bisect_left(rules, main.middle)
        first, last = min([*parts, own]), max([*parts, own])
        return _Span(rules[first - 1] if first else float("-inf"), rules[last] if last < len(rules) else float("inf"))

    def _joins(self, look: _Look, main: _Look) -> tuple[str, float]:
        """Say why a visual block is part of the article or not, and score it."""
        coherence = f"(DoC {look.coherence})"
        if look is main:
            return f"in the visual block with most text {coherence}", 1.0
        if look.share_of_links > self.max_link_share:
            return f"in a visual block of links {coherence}", 0.1
        if _shared_width(look.box, main.box) < self.min_overlap:
            return f"in a visual block of another column {coherence}", 0.2
        if look.background != main.background:
            return f"in a visual block on another background {coherence}", 0.3
        if look.font < main.font * _SMALLER_FONT:
            return f"in a visual block in a smaller font {coherence}", 0.3
        return f"in a visual block of the article's column {coherence}", 0.8


_KEPT = 0.5
_BEYOND = 0.3
_SMALLER_FONT = 0.95


class _Span(NamedTuple):
    """The heights between two horizontal rules."""

    start: float
    stop: float


class VisualBlock(NamedTuple):
    """A part of the page that looks like one thing."""

    items: tuple[int, ...]
    """Items of the visual tree."""
    coherence: int


class _Look(NamedTuple):
    """The properties of a visual block that decide whether it is part of the article."""

    blocks: Sequence[int]
    box: Box
    coherence: int
    unlinked: int
    """Number of characters outside links."""
    share_of_links: float
    font: float
    background: str

    @property
    def middle(self) -> float:
        """The height of its center."""
        return self.box.top + self.box.height / 2

    @classmethod
    def of(cls, document: Document, tree: VisualTree, visual: VisualBlock) -> _Look:
        blocks = [block for item in visual.items for block in tree.blocks_in(item)]
        sizes = [len(document.texts[block]) for block in blocks]
        total, linked = sum(sizes), sum(document.link_sizes[block] for block in blocks)
        fonts: Counter[float] = Counter()
        grounds: Counter[str] = Counter()
        unlinked = 0
        for block, size in zip(blocks, sizes, strict=True):
            fonts[tree.font_of(block)[0]] += size
            grounds[tree.background_of(block)] += size
            if document.kinds[block] not in (Kind.IMAGE, Kind.MEDIA):
                unlinked += max(size - document.link_sizes[block], 0)
        font = fonts.most_common(1)[0][0] if fonts else 0.0
        ground = grounds.most_common(1)[0][0] if grounds else ""
        box = tree.box_around(visual.items)
        return cls(blocks, box, visual.coherence, unlinked, linked / total if total else 0.0, font, ground)


def _shared_width(one: Box, other: Box) -> float:
    shared = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    narrower = min(one.width, other.width)
    return max(shared, 0.0) / narrower if narrower > 0 else 0.0


def segmentation(tree: VisualTree, coherence: int, small: float = 0.03) -> list[VisualBlock]:
    """Segment a page into visual blocks, in document order, each as coherent as requested or not divisible."""
    found: list[VisualBlock] = []
    todo: list[tuple[tuple[int, ...], int]] = [((root,), 0) for root in (*tree.fixed, tree.root)]
    looks_left = _MOST_LOOKS * (len(tree) + 1)
    while todo:
        items, least = todo.pop()
        items = _divided(tree, items, coherence, small)
        looks_left -= len(items)
        separators = find_separators(tree, items) if len(items) > 1 and looks_left > 0 else []
        heaviest = max((separator.weight for separator in separators), default=1)
        own = max(least, MOST_COHERENT + 1 - heaviest)
        is_one = own >= coherence and all(tree.coherence[item] >= coherence for item in items)
        if separators and not is_one:
            todo.extend((group, own) for group in reversed(merged(tree, items, separators, heaviest)))
        elif items:  # the group is coherent, or its parts overlap
            found.append(VisualBlock(items, min([own, *(tree.coherence[item] for item in items)])))
    found.sort(key=lambda block: min(tree.first_block(item) for item in block.items))
    return found


_MOST_LOOKS = 60
"""Maximum times that an item is examined, on average; real pages need about ten. After that, the rest stays whole."""
_MOST_ROUNDS = 20


def _divided(tree: VisualTree, items: tuple[int, ...], coherence: int, small: float) -> tuple[int, ...]:
    """Divide the incoherent blocks of a group that has only one block, or whose blocks overlap."""
    for _ in range(_MOST_ROUNDS):
        if len(items) != 1 and find_separators(tree, items):
            break
        inner = [
            (item,) if tree.coherence.get(item, 0) >= coherence else tuple(tree.extract(item, small)) for item in items
        ]
        flat = tuple(block for group in inner for block in group)
        if flat == items:
            break
        items = flat
    return items


class Separator(NamedTuple):
    """A strip that no block crosses, from one side of the blocks to the other."""

    is_horizontal: bool
    start: float
    stop: float
    weight: int


def find_separators(tree: VisualTree, items: Iterable[int]) -> list[Separator]:
    """Find the separators between blocks, horizontal ones first, in order, with their weights.

    The report begins with one separator over the whole area and splits, narrows or removes it for each block; the
    result is the gaps between the blocks' extents.
    """
    found = []
    for is_horizontal in (True, False):
        extents = sorted((*tree.extent(item, is_horizontal), item) for item in items)
        reach, last = float("-inf"), -1
        for start, stop, item in extents:
            if last >= 0 and start >= reach:
                weight = _weight(tree, last, item, is_horizontal, reach, start)
                found.append(Separator(is_horizontal, reach, start, weight))
            if stop > reach or last < 0:
                reach, last = stop, item
    return found


def _weight(tree: VisualTree, before: int, after: int, is_horizontal: bool, start: float, stop: float) -> int:
    """Compute the weight of a separator, from 1 to 10, by the five rules of the report."""
    axis = "horizontal" if is_horizontal else "vertical"
    weight = min(int((stop - start) / _DISTANCE[axis]), _MAX_DISTANCE[axis])  # rule 1
    if is_horizontal and tree.has_rule_between(start, stop):  # rule 2
        weight += _RULE_WEIGHT
    if tree.background(before) != tree.background(after):  # rule 3
        weight += _BACKGROUND_WEIGHT
    if is_horizontal:  # rules 4 and 5
        (size, is_bold), (next_size, next_is_bold) = tree.font(before), tree.font(after)
        smaller = max(min(size, next_size), 1.0)
        weight += sum(abs(size - next_size) / smaller >= step for step in _FONT_STEPS)
        weight += (is_bold != next_is_bold) + (size < next_size)
        if (size, is_bold) == (next_size, next_is_bold) and tree.is_text(before) and tree.is_text(after):
            weight -= _SIMILAR
    return min(max(weight, 1), MOST_COHERENT)


def merged(
    tree: VisualTree, items: Sequence[int], separators: Sequence[Separator], heaviest: int
) -> list[tuple[int, ...]]:
    """Merge blocks over all separators but the heaviest of one direction, and return the groups."""
    is_horizontal = any(separator.is_horizontal and separator.weight == heaviest for separator in separators)
    cuts = [
        separator.start
        for separator in separators
        if separator.is_horizontal == is_horizontal and separator.weight == heaviest
    ]
    groups: list[list[int]] = [[] for _ in range(len(cuts) + 1)]
    index = 0
    for _, stop, item in sorted((*tree.extent(item, is_horizontal), item) for item in items):
        while index < len(cuts) and stop > cuts[index]:
            index += 1
        groups[index].append(item)
    return [tuple(sorted(group, key=tree.first_block)) for group in groups if group]
