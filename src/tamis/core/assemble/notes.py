"""Footnotes: a note that the article refers to is kept, wherever it is on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.model import Inline, Label, Mark, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Element
    from tamis.model import Block, Labels

MAX_BLOCKS_IN_NOTE = 6
_NOTE = Label(True, Role.TEXT, "a note that the article refers to")


def referred_anchors(blocks: Sequence[Block]) -> set[str]:
    """Collect the anchors of the notes that blocks refer to."""
    return {
        run.href[1:]
        for block in blocks
        for run in all_inlines(block)
        if run.marks and run.href and Mark.NOTE in run.marks
    }


def all_inlines(block: Block) -> Sequence[Inline]:
    """Return the inlines of a block, including those of a table's cells."""
    if not block.rows:
        return block.inlines
    return [run for row in block.rows for cell in row for run in cell.inlines]


def keep_notes(document: Document, labels: Labels, blocks: Sequence[Block]) -> Labels:
    """Keep the notes that the article's blocks refer to; return the same labels if none is missing."""
    missing = referred_anchors(blocks) - {block.anchor for block in blocks}
    if not missing:
        return labels
    nodes = {element: node for node, element in enumerate(document.elements)}
    notes = {
        at
        for anchor in missing
        for at in _note_blocks(document, nodes, anchor)
        if not labels.kept[at] and document.hidden[at] is None
    }
    return labels.changed(dict.fromkeys(notes, _NOTE))


def _note_blocks(document: Document, nodes: dict[Element, int], anchor: str) -> range:
    """Find the blocks of the element with that id or name, or of the nearest element around it that has blocks."""
    noted = document.tree.find(attrs={"id": anchor}) or document.tree.find(attrs={"name": anchor})
    for element in elements_around(noted):
        node = nodes.get(element)
        if node is not None and document.block_stop[node] > document.block_start[node]:
            blocks = range(document.block_start[node], document.block_stop[node])
            return blocks if len(blocks) <= MAX_BLOCKS_IN_NOTE else range(0)
    return range(0)
