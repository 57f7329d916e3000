"""The article among what the filters have left, and its pictures (D7, D8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.model import Kind, Label, Labels, Role
from tamis.parse.document import Nearest
from tamis.strategies.captions import CaptionTest, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document
    from tamis.strategies.filters.removals import Removal

_PARAGRAPHS = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
_PICTURES = frozenset({Kind.IMAGE, Kind.MEDIA})
_CAPTION = Kind.CAPTION
_PROSE = frozenset(Kind) - {Kind.CAPTION, Kind.IMAGE, Kind.MEDIA}
_MAX_CAPTIONS = 20  # blocks that are read as one caption; more say no more


def article_node(document: Document, left: Sequence[int], at_least: int) -> int | None:
    """The first subtree whose paragraphs hold enough text; None if there is none.

    Paragraphs come as ``<div>text</div>``, as ``<p>text</p>`` and as ``text<br>text``. The subtree that one belongs to
    is the nearest element around it that holds more than this paragraph.
    """
    sizes: dict[int, int] = {}
    for block, (kind, size) in enumerate(zip(document.kinds, left, strict=True)):
        if size and kind in _PARAGRAPHS:
            node = next(node for node in document.ancestors(block) if node == 0 or _holds_more(document, node))
            sizes[node] = sizes.get(node, 0) + size
    return min((node for node, size in sizes.items() if size >= at_least), default=None)


def _holds_more(document: Document, node: int) -> bool:
    """Whether a node is more than one paragraph."""
    return document.tags[node] != "p" and document.block_stop[node] - document.block_start[node] != 1


class Pictures:
    """An article's pictures and their captions: the other text of the first block-level element around one."""

    def __init__(self, document: Document, visible: Sequence[bool], article: int, *, related: bool) -> None:
        """With `related`, a caption has to speak of what the article speaks of (D9)."""
        self._document = document
        self._visible = visible
        self._article = article
        self._related = related
        self._figures = Nearest(document, self._figure, otherwise=-1)
        self._texts: dict[int, list[int]] = {}
        self._verdicts: dict[int, Verdict] = {}

    def keep(self, causes: Sequence[Removal | None], labels: Labels) -> Labels:
        """Keep those that have a caption and that no filter took out."""
        document = self._document
        changes: dict[int, Label] = {}
        test = CaptionTest(
            text
            for text, keep, kind in zip(document.texts, labels.kept, document.kinds, strict=True)
            if keep and kind in _PROSE
        )
        for block in range(document.block_start[self._article], document.block_stop[self._article]):
            if document.kinds[block] not in _PICTURES or not self._visible[block] or causes[block] is not None:
                continue
            node = self._holder(document.block_nodes[block])
            captions = self._captions(node)
            if not captions:
                changes[block] = Label(False, labels.roles[block], "a picture without a caption")
                continue
            verdict = self._verdict(node, test)
            changes[block] = Label(verdict.belongs, labels.roles[block], f"a picture whose caption {verdict.reason}")
            for caption in captions if verdict.belongs else ():
                if document.kinds[caption] is _CAPTION:
                    changes[caption] = Label(True, Role.CAPTION, "the caption of a picture")
        return labels.changed(changes)

    def _verdict(self, node: int, test: CaptionTest) -> Verdict:
        if node not in self._verdicts:
            text = " ".join(self._document.texts[block] for block in self._texts[node][:_MAX_CAPTIONS])
            self._verdicts[node] = test.judge(text) if self._related else Verdict(True, 1.0, "stands beside it")
        return self._verdicts[node]

    def _captions(self, node: int) -> list[int]:
        if node <= self._article:  # the article's text as a whole is no caption
            return []
        if node in self._texts:  # of another picture in the same element, and labelled already
            return self._texts[node][:1]
        blocks = range(self._document.block_start[node], self._document.block_stop[node])
        self._texts[node] = [block for block in blocks if self._document.texts[block] and self._visible[block]]
        return self._texts[node]

    def _holder(self, node: int) -> int:
        """The figure around a node, or the node itself."""
        figure = self._figures.of(node)
        return figure if figure >= 0 else node

    def _figure(self, node: int) -> int | None:
        if node <= self._article:
            return -1
        return node if self._document.tags[node] == "figure" else None
