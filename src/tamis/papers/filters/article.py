"""Article detection in what the filters have left, and the article's pictures (D7, D8, D9)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.figures.boxes import Figure
from tamis.core.parse.ancestors import Nearest
from tamis.model import PICTURES, Kind, Label, Labels, Role
from tamis.papers.captions import MAX_CAPTION, CaptionTest, CaptionVerdict
from tamis.text.similarity import SAMPLE

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.papers.filters.removals import Removal

_PARAGRAPHS = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
_CAPTION = Kind.CAPTION
_PROSE = frozenset(Kind) - PICTURES - {Kind.CAPTION}
_PARAGRAPH_TAGS = frozenset({"p", "blockquote"})
_CELLS = frozenset({"td", "th"})
_MAX_CAPTIONS = 20  # maximum number of blocks that are read as one caption; more say nothing more
_MAX_COMPARED = 20  # maximum number of texts compared with the rest one by one; each has to read the article again
_BESIDE = CaptionVerdict(True, 1.0, "stands beside it")


def article_nodes(document: Document, left: Sequence[int], at_least: int) -> list[int]:
    """Find the first subtree whose paragraphs hold enough text, and those that continue it; empty if there is none.

    Paragraphs come as ``<div>text</div>``, as ``<p>text</p>`` and as ``text<br>text``. The subtree of a paragraph is
    the nearest element around it that holds more than this paragraph.
    """
    paragraphs: dict[int, list[int]] = {}
    is_paragraph = [size > 0 and kind in _PARAGRAPHS for kind, size in zip(document.kinds, left, strict=True)]
    before = [0, *accumulate(is_paragraph)]
    for block, is_one in enumerate(is_paragraph):
        if is_one:
            node = next(node for node in document.ancestors(block) if node == 0 or _holds_more(document, node))
            paragraphs.setdefault(node, []).append(block)
    subtrees: dict[int, list[int]] = {}
    for node, blocks in paragraphs.items():
        for subtree, held in _subtrees(document, node, blocks, before, left, at_least).items():
            subtrees.setdefault(subtree, []).extend(held)
    large = (node for node, blocks in subtrees.items() if sum(left[block] for block in blocks) >= at_least)
    first = min(large, default=None)
    if first is None:
        return []
    return [first, *(node for node in sorted(subtrees) if node > first and _goes_on(document, first, node))]


def _holds_more(document: Document, node: int) -> bool:
    """Tell whether a node is more than one paragraph. A cell always is, because the cells beside it are unrelated."""
    tag = document.tags[node]
    if tag in _CELLS:
        return True
    return tag != "p" and document.block_stop[node] - document.block_start[node] != 1


def _subtrees(
    document: Document, node: int, blocks: list[int], before: Sequence[int], left: Sequence[int], at_least: int
) -> dict[int, list[int]]:
    """Find the subtrees of paragraphs whose node was found; `before` counts the paragraphs before each block.

    A text with line breaks is several paragraphs, so the element that holds it is a subtree. So is the element of a
    paragraph if the node would be the whole page, with other texts such as comments; in a smaller node it is more
    often one of several parts. Such elements stay together unless one of them has enough text alone.
    """
    inside = before[document.block_stop[node]] - before[document.block_start[node]]
    is_page = inside == before[-1]
    parts: dict[int, list[int]] = {}
    for block in blocks:
        is_apart = is_page or "\n" in document.texts[block]
        parts.setdefault(_part_of(document, node, block) if is_apart else node, []).append(block)
    is_alone = len(blocks) == 1 and inside > 1
    is_enough = any(sum(left[block] for block in held) >= at_least for part, held in parts.items() if part != node)
    return parts if is_alone or is_enough else {node: blocks}


def _part_of(document: Document, node: int, block: int) -> int:
    """Find the outermost element in a node that holds a block; the node itself if that is only the paragraph."""
    part = node
    for around in document.ancestors(block):
        if around == node:
            break
        part = around
    return node if document.tags[part] in _PARAGRAPH_TAGS else part


def _goes_on(document: Document, first: int, node: int) -> bool:
    """Tell whether a subtree continues the article: a sibling with the same tag and a class in common."""
    if document.parents[node] != document.parents[first] or document.tags[node] != document.tags[first]:
        return False
    return not _classes(document, first).isdisjoint(_classes(document, node))


def _classes(document: Document, node: int) -> frozenset[str]:
    return frozenset((document.elements[node].attr("class") or "").split())


class Judged(NamedTuple):
    """The verdict on a picture of the article."""

    block: int
    belongs: bool
    reason: str
    captions: Sequence[int]
    """Blocks of its caption; if several pictures share a caption, only the first has it."""
    node: int
    """Figure or block-level element that holds picture and caption."""


class BlockFigures:
    """Figures found by markup alone: the text in a picture's figure element, or in the nearest block-level element.

    After A. Agarwal, S. Chheda, K. Shah, M. Narvekar: *Content Extraction Using Document Object Model and Natural
    Language Processing for Web*.
    """

    def __init__(self, document: Document, visible: Sequence[bool], article: Container[int]) -> None:
        """Prepare the lookup inside `article`, the nodes of an article; the text of a whole such node is no caption."""
        self._document = document
        self._visible = visible
        self._article = article
        self._nearest = Nearest(document, self._figure, otherwise=-1)

    def of(self, picture: int) -> Figure:
        """Return the figure of a picture."""
        document = self._document
        owner = document.block_nodes[picture]
        figure = self._nearest.of(owner)
        node = figure if figure >= 0 else owner
        blocks = range(document.block_start[node], document.block_stop[node])
        inside = () if node in self._article else blocks
        captions = tuple(block for block in inside if document.texts[block] and self._visible[block])
        return Figure(blocks.start, blocks.stop, node, captions)

    def _figure(self, node: int) -> int | None:
        if node in self._article:
            return -1
        return node if self._document.tags[node] == "figure" else None


class Pictures:
    """An article's pictures, which stay if they have a caption."""

    def __init__(self, document: Document, visible: Sequence[bool], article: Sequence[int], *, related: bool) -> None:
        """Prepare the test. With `related`, a caption has to be about the article's subject (D9)."""
        self._document = document
        self._visible = visible
        self._article = frozenset(article)
        self._related = related
        self._figures = BlockFigures(document, visible, self._article)

    def keep(self, causes: Sequence[Removal | None], labels: Labels) -> Labels:
        """Keep the pictures that have a caption and that no filter removed."""
        document = self._document
        changes: dict[int, Label] = {}
        for block, belongs, reason, captions, _ in self.judge(causes, labels.kept):
            changes[block] = Label(belongs, labels.roles[block], reason)
            for caption in captions if belongs else ():
                if document.kinds[caption] is _CAPTION:
                    changes[caption] = Label(True, Role.CAPTION, "the caption of a picture")
        return labels.changed(changes)

    def judge(self, causes: Sequence[Removal | None], kept: Sequence[bool]) -> Iterator[Judged]:
        """Judge each picture of the article that no filter removed; `kept` marks the article's blocks."""
        figures = {block: self._figures.of(block) for block in self._pictures(causes)}
        held = {figure.node: figure.captions for figure in figures.values() if figure.captions}
        verdicts = self._verdicts(held, kept)
        seen: set[int] = set()
        for block, figure in figures.items():
            node = figure.node
            if not figure.captions:
                yield Judged(block, False, "a picture without a caption", (), node)
                continue
            verdict = verdicts[node]
            own = () if node in seen else figure.captions
            seen.add(node)
            yield Judged(block, verdict.belongs, f"a picture whose caption {verdict.reason}", own, node)

    def _pictures(self, causes: Sequence[Removal | None]) -> Iterator[int]:
        document = self._document
        for node in sorted(self._article):
            for block in range(document.block_start[node], document.block_stop[node]):
                if document.kinds[block] in PICTURES and self._visible[block] and causes[block] is None:
                    yield block

    def _verdicts(self, held: Mapping[int, Sequence[int]], kept: Sequence[bool]) -> dict[int, CaptionVerdict]:
        """Judge the caption of each node against the article's text without captions."""
        if not self._related:
            return dict.fromkeys(held, _BESIDE)
        texts = {node: self._text_of(blocks) for node, blocks in held.items()}
        captions = {block for node, blocks in held.items() if len(texts[node]) <= MAX_CAPTION for block in blocks}
        prose = "\n".join(self._article_texts(kept, without=captions))
        # If most of the text is beside pictures, each is compared with the others.
        is_enough = len(prose) >= sum(len(self._document.texts[block]) for block in captions)
        test = CaptionTest([prose])
        compared = 0
        verdicts = {}
        for node, text in texts.items():
            if is_enough and len(text) <= MAX_CAPTION:
                verdicts[node] = test.judge(text)
            else:
                rest = list(self._article_texts(kept, frozenset(held[node]))) if compared < _MAX_COMPARED else []
                compared += 1
                verdicts[node] = CaptionTest(rest).judge(text) if rest else _BESIDE
        return verdicts

    def _text_of(self, blocks: Sequence[int]) -> str:
        return " ".join(self._document.texts[block] for block in blocks[:_MAX_CAPTIONS])

    def _article_texts(self, kept: Sequence[bool], without: Container[int]) -> Iterator[str]:
        """Yield the beginning of the article's prose, about `SAMPLE` characters."""
        document, size = self._document, 0
        for block, (text, keep, kind) in enumerate(zip(document.texts, kept, document.kinds, strict=True)):
            if keep and kind in _PROSE and block not in without:
                yield text
                size += len(text)
                if size > SAMPLE:
                    return
