"""The article among what the filters have left, and its pictures (D7, D8, D9)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.strategies.figures import PICTURES, BlockFigures
from tamis.model import Kind, Label, Labels, Role
from tamis.papers.captions import MAX_CAPTION, CaptionTest, CaptionVerdict
from tamis.text.similarity import SAMPLE

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.papers.filters.removals import Removal

_PARAGRAPHS = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
_CAPTION = Kind.CAPTION
_PROSE = frozenset(Kind) - PICTURES - {Kind.CAPTION}
_CELLS = frozenset({"td", "th"})
_MAX_CAPTIONS = 20  # blocks that are read as one caption; more say no more
_MAX_COMPARED = 20  # texts that are compared each with a rest of its own, which costs as much as to read the article
_BESIDE = CaptionVerdict(True, 1.0, "stands beside it")


def article_nodes(document: Document, left: Sequence[int], at_least: int) -> list[int]:
    """The first subtree whose paragraphs hold enough text, and those that continue it; empty if there is none.

    Paragraphs come as ``<div>text</div>``, as ``<p>text</p>`` and as ``text<br>text``. The subtree that one belongs to
    is the nearest element around it that holds more than this paragraph.
    """
    paragraphs: dict[int, list[int]] = {}
    is_paragraph = [size > 0 and kind in _PARAGRAPHS for kind, size in zip(document.kinds, left, strict=True)]
    before = [0, *accumulate(is_paragraph)]
    for block, is_one in enumerate(is_paragraph):
        if is_one:
            node = next(node for node in document.ancestors(block) if node == 0 or _holds_more(document, node))
            paragraphs.setdefault(node, []).append(block)
    subtrees = {_subtree(document, node, blocks, before): blocks for node, blocks in paragraphs.items()}
    large = (node for node, blocks in subtrees.items() if sum(left[block] for block in blocks) >= at_least)
    first = min(large, default=None)
    if first is None:
        return []
    return [first, *(node for node in sorted(subtrees) if node > first and _goes_on(document, first, node))]


def _holds_more(document: Document, node: int) -> bool:
    """Whether a node is more than one paragraph. A cell is, for what is beside it in the row is another matter."""
    tag = document.tags[node]
    if tag in _CELLS:
        return True
    return tag != "p" and document.block_stop[node] - document.block_start[node] != 1


def _subtree(document: Document, node: int, blocks: list[int], before: Sequence[int]) -> int:
    """The subtree of paragraphs that a node was found for; `before` counts the paragraphs before each block.

    One text with line breaks is a subtree of its own if other paragraphs are in the node: they are other subtrees,
    such as comments. So is a single paragraph if the node would be the whole page; in a smaller one it is more often
    the first of several parts.
    """
    inside = before[document.block_stop[node]] - before[document.block_start[node]]
    if len(blocks) > 1 or inside == 1 or ("\n" not in document.texts[blocks[0]] and inside < before[-1]):
        return node
    own = node
    for around in document.ancestors(blocks[0]):
        if around == node:
            break
        own = around
    return own


def _goes_on(document: Document, first: int, node: int) -> bool:
    """Whether a subtree is the next part of an article: a sibling with the same tag and a class in common."""
    if document.parents[node] != document.parents[first] or document.tags[node] != document.tags[first]:
        return False
    return not _classes(document, first).isdisjoint(_classes(document, node))


def _classes(document: Document, node: int) -> frozenset[str]:
    return frozenset((document.elements[node].attr("class") or "").split())


class Judged(NamedTuple):
    """A picture of the article, with what there is to say of it."""

    block: int
    belongs: bool
    reason: str
    captions: Sequence[int]
    """The blocks of its caption, with the first of several pictures that share one."""
    node: int
    """The figure or the block-level element that holds both."""


class Pictures:
    """An article's pictures, which stay if they have a caption."""

    def __init__(self, document: Document, visible: Sequence[bool], article: Sequence[int], *, related: bool) -> None:
        """With `related`, a caption has to speak of what the article speaks of (D9)."""
        self._document = document
        self._visible = visible
        self._article = frozenset(article)
        self._related = related
        self._figures = BlockFigures(document, visible, self._article)

    def keep(self, causes: Sequence[Removal | None], labels: Labels) -> Labels:
        """Keep those that have a caption and that no filter took out."""
        document = self._document
        changes: dict[int, Label] = {}
        for block, belongs, reason, captions, _ in self.judge(causes, labels.kept):
            changes[block] = Label(belongs, labels.roles[block], reason)
            for caption in captions if belongs else ():
                if document.kinds[caption] is _CAPTION:
                    changes[caption] = Label(True, Role.CAPTION, "the caption of a picture")
        return labels.changed(changes)

    def judge(self, causes: Sequence[Removal | None], kept: Sequence[bool]) -> Iterator[Judged]:
        """Each picture of the article that no filter took out; `kept` tells which blocks are the article's."""
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
        """The verdict on the caption of each node, against the article's text without what is a caption itself."""
        if not self._related:
            return dict.fromkeys(held, _BESIDE)
        texts = {node: self._text_of(blocks) for node, blocks in held.items()}
        captions = {block for node, blocks in held.items() if len(texts[node]) <= MAX_CAPTION for block in blocks}
        prose = "\n".join(self._article_texts(kept, without=captions))
        # Where all the text is beside pictures, each is compared with the others.
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
        """As much of the article's prose as is read of it."""
        document, size = self._document, 0
        for block, (text, keep, kind) in enumerate(zip(document.texts, kept, document.kinds, strict=True)):
            if keep and kind in _PROSE and block not in without:
                yield text
                size += len(text)
                if size > SAMPLE:
                    return
