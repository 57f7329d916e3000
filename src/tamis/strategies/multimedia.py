"""Pictures and players that belong to an article's text, with their captions. For every strategy that keeps text."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from tamis.model import Kind, Role
from tamis.parse.pictures import not_content
from tamis.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.parse import Document

PICTURES = frozenset({Kind.IMAGE, Kind.MEDIA})
_CAPTION, _IMAGE, _MEDIA = Kind.CAPTION, Kind.IMAGE, Kind.MEDIA


class Multimedia:
    """CUTER's C8: what is inside or between the article's text nodes stays, decoration and advertisements do not."""

    def __init__(
        self,
        document: Document,
        visible: Sequence[bool],
        in_advertisement: Callable[[int], bool],
        is_left_out: Callable[[int], bool],
    ) -> None:
        """`in_advertisement` is asked of nodes, `is_left_out` of blocks: whether what they stand in went as a whole."""
        self._document = document
        self._visible = visible
        self._in_advertisement = in_advertisement
        self._is_left_out = is_left_out
        self._figures: dict[int, int] = {}
        self._captioned: set[int] = set()

    def keep(self, kept: list[bool], roles: list[Role], reasons: list[str], title: int) -> None:
        """Keep the pictures from the title (a block, or -1) to the last kept text."""
        text = [block for block, keep in enumerate(kept) if keep]
        if not text:
            return
        begin = title if 0 <= title < text[0] else text[0]
        kinds = self._document.kinds
        for block in range(begin, min(text[-1] + 2, len(kept))):
            if kinds[block] is not _IMAGE and kinds[block] is not _MEDIA:
                continue
            reason = self._why_not(block, text)
            if reason is None:
                kept[block], reasons[block] = True, "inside or between the article's text nodes"
                self._keep_caption(block, kept, reasons)
            else:
                reasons[block] = reason
                if "advertis" in reason:
                    roles[block] = Role.ADVERTISEMENT

    def _why_not(self, block: int, text: list[int]) -> str | None:
        document = self._document
        if not self._visible[block]:
            return f"hidden: {document.hidden[block]}"
        owner = document.block_nodes[block]
        while owner > 0 and not self._holds_text(owner):
            owner = document.parents[owner]
        at = bisect_left(text, document.block_start[owner])
        if self._is_left_out(block) or at == len(text) or text[at] >= document.block_stop[owner]:
            return "not inside the article"
        leaf = document.leaves[block][0]
        reason = not_content(leaf) if type(leaf) is Element else "no element"
        if reason is None and self._in_advertisement(document.block_nodes[block]):
            return "named an advertisement"
        return reason

    @cached_property
    def _texts_before(self) -> list[int]:
        """How many blocks of text that is seen, other than captions, stand before each block."""
        columns = zip(self._visible, self._document.texts, self._document.kinds, strict=True)
        return [0, *accumulate(seen and text != "" and kind is not _CAPTION for seen, text, kind in columns)]

    def _holds_text(self, node: int) -> bool:
        """Whether a node holds text other than captions."""
        return (
            self._texts_before[self._document.block_stop[node]] > self._texts_before[self._document.block_start[node]]
        )

    def _keep_caption(self, block: int, kept: list[bool], reasons: list[str]) -> None:
        document = self._document
        figure = self._figure(document.block_nodes[block])
        if figure < 0 or figure in self._captioned:
            return
        self._captioned.add(figure)
        for at in range(document.block_start[figure], document.block_stop[figure]):
            if document.kinds[at] is _CAPTION and self._visible[at]:
                kept[at], reasons[at] = True, "the caption of a picture in the article"

    def _figure(self, node: int) -> int:
        """The nearest figure around a node, or -1."""
        path = []
        while node >= 0 and node not in self._figures and self._document.tags[node] != "figure":
            path.append(node)
            node = self._document.parents[node]
        figure = self._figures.get(node, node)
        self._figures.update(dict.fromkeys(path, figure))
        return figure
