"""Notes: a footnote that the article refers to is kept, wherever it is, and knows its reference."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.assemble.marked_notes import unkept_marked
from tamis.core.assemble.numbered_notes import (
    MAX_BLOCKS_IN_NOTE,
    calling,
    is_only_mark,
    unkept_numbered,
    with_own_mark,
)
from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.document import Hiding
from tamis.core.parse.inline_notes import is_note_mark, named_ids
from tamis.core.parse.tree import Element, Text
from tamis.model import Inline, Label, Mark, Role

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from tamis.core.parse import Document
    from tamis.model import Block, Labels

_NOTE = Label(True, Role.TEXT, "a note that the article refers to")
_CALLING = Label(True, Role.TEXT, "a line that calls a note of the article")
_IN_LINE = Hiding.NOTE
MAX_BACK_LINKS = 4
"""Links of a note of which one may lead back."""
MAX_OWN = 400
"""Blocks of one element that are searched for an anchor."""


class Anchors:
    """The elements of a page that references to notes lead to, and their blocks."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.inline: dict[Element, str] = {}
        """Marks of the notes that stand in the line, with the anchors of the notes."""
        self.unmarked: dict[Text, list[tuple[str, str]]] = {}
        """Texts after which such notes are called by a mark that only style sheets show: the mark and the anchor."""
        self.notes = document.inline_notes
        self._inline_notes: dict[str, Element] = {}
        self._at_marks: dict[str, bool] = {}
        self._links: dict[str, list[str]] = {}
        for number, (note, mark) in enumerate(document.inline_notes.items(), 1):
            anchor = note.attr("id") or f"side-note-{number}"
            self._inline_notes[anchor] = note
            self.inline[mark] = anchor
            before = _text_before(mark) if mark is note or not mark.text.strip() else None
            if before is not None:
                self.unmarked.setdefault(before, []).append((str(number), anchor))

    @cached_property
    def elements(self) -> dict[str, Element]:
        """The elements by id or name; the first one counts."""
        elements: dict[str, Element] = {}
        for element in self._document.tree.select("[id], a[name]"):
            for anchor in (element.attr("id"), element.attr("name")):
                if anchor:
                    elements.setdefault(anchor, element)
        return elements

    @cached_property
    def _nodes(self) -> dict[Element, int]:
        return {element: node for node, element in enumerate(self._document.elements)}

    @cached_property
    def _inline_blocks(self) -> dict[Element, list[int]]:
        """The blocks of the notes that stand in the line."""
        document = self._document
        found: dict[Element, list[int]] = {}
        for block, hiding in enumerate(document.hidden):
            leaf = document.leaves[block][0] if hiding is _IN_LINE else None
            if leaf is None or isinstance(leaf, str):
                continue
            note = next((at for at in elements_around(leaf.parent) if at in document.inline_notes), None)
            if note is not None:
                found.setdefault(note, []).append(block)
        return found

    def uncalled(self, kept: Sequence[bool], called: Container[str]) -> list[int]:
        """Return the blocks of notes in kept lines whose marks are not in the text; they are not to be lost."""
        return [
            block
            for anchor, note in self._inline_notes.items()
            if anchor not in called
            for block in self._inline_blocks.get(note, ())
            if not kept[block] and self._is_in_kept_line(block, kept)
        ]

    def _is_in_kept_line(self, block: int, kept: Sequence[bool]) -> bool:
        nodes = self._document.block_nodes
        following = range(block + 1, min(block + 1 + MAX_BLOCKS_IN_NOTE, len(nodes)))
        return any(kept[at] and nodes[at] == nodes[block] for at in following)

    def is_in_line(self, anchor: str) -> bool:
        """Tell whether a note stands in the line of its reference."""
        return anchor in self._inline_notes

    def is_at_mark(self, anchor: str) -> bool:
        """Tell whether an anchor is at the mark of a note."""
        known = self._at_marks.get(anchor)
        if known is None:
            element = self.elements.get(anchor)
            known = self._at_marks[anchor] = element is not None and is_note_mark(element.text)
        return known

    def links_of(self, anchor: str) -> Sequence[str]:
        """Return the targets of an element and of the first links in it."""
        known = self._links.get(anchor)
        if known is None:
            element = self.elements.get(anchor)
            links = (element, *islice(element.iter_elements("a"), MAX_BACK_LINKS)) if element is not None else ()
            known = self._links[anchor] = [link.attr("href") or "" for link in links]
        return known

    def named_by(self, element: Element) -> str | None:
        """Return the id of the note that the attributes of an element name; None if they name none."""
        for name in named_ids(element):
            note = self.elements.get(name)
            if note is not None and note is not element and self.blocks(name) and not self.is_at_mark(name):
                return name
        return None

    def blocks(self, anchor: str) -> Sequence[int]:
        """Return the blocks of the element with that id or name, or of the nearest one around it that has blocks.

        If these are only the mark of the note, those of the element after it count too.
        """
        note = self._inline_notes.get(anchor)
        if note is not None:
            return self._inline_blocks.get(note, [])
        document = self._document
        start = self.elements.get(anchor)
        for element in elements_around(start):
            node = self._nodes.get(element)
            if node is None or document.block_stop[node] == document.block_start[node]:
                continue
            blocks = range(document.block_start[node], document.block_stop[node])
            if start is not element and element is not start:
                blocks = self._around(start, node, blocks)
            if len(blocks) == 1 and is_note_mark(document.texts[blocks[0]]):
                blocks = range(blocks[0], self._end_after(element, blocks[0] + 1))
            return blocks if len(blocks) <= MAX_BLOCKS_IN_NOTE else range(0)
        return range(0)

    def _around(self, anchor: Element | None, node: int, blocks: range) -> range:
        """Return the block that an inline anchor is in, if its element has several of its own; else all."""
        document = self._document
        own = [block for block in islice(blocks, MAX_OWN) if document.block_nodes[block] == node]
        if len(own) < 2:
            return blocks
        for block in own:
            for leaf in document.leaves[block]:
                if not isinstance(leaf, str) and any(at is anchor for at in islice(elements_around(leaf.parent), 4)):
                    return range(block, block + 1)
        return blocks

    def _end_after(self, element: Element, stop: int) -> int:
        """Return the end of the blocks of the element after one, if they are a note."""
        following = element.next_sibling
        while following is not None and type(following) is not Element:
            following = following.next_sibling
        node = self._nodes.get(following) if type(following) is Element else None
        if node is None or self._document.block_start[node] != stop:
            return stop
        return self._document.block_stop[node]


def _text_before(mark: Element) -> Text | None:
    """Return the text right before a mark, among the elements before it in the line."""
    at = mark.previous_sibling
    while at is not None:
        if type(at) is Text and not at.data.isspace():
            return at
        if type(at) is Element:
            inside = [text for text in at.descendants if type(text) is Text and not text.data.isspace()]
            return inside[-1] if inside else None
        at = at.previous_sibling
    return None


def referred_anchors(blocks: Iterable[Block]) -> dict[str, None]:
    """Collect the anchors of the notes that blocks refer to, in order."""
    return {
        run.href[1:]: None
        for block in blocks
        for run in all_inlines(block)
        if run.marks and run.href and Mark.NOTE in run.marks
    }


def all_inlines(block: Block) -> Sequence[Inline]:
    """Return the inlines of a block, including those of a table's cells."""
    if block.table is None:
        return block.inlines
    cells = (run for row in block.table.rows for cell in row for run in cell.inlines)
    return [*block.table.caption_inlines, *cells]


def keep_notes(document: Document, labels: Labels, blocks: Sequence[Block], anchors: Anchors) -> Labels:
    """Keep the notes that the article's blocks refer to, each whole; return the same labels if none is missing."""
    called = referred_anchors(blocks)
    notes = {
        block
        for anchor in called
        for block in anchors.blocks(anchor)
        if not labels.kept[block] and document.texts[block] and _can_be_read(document.hidden[block])
    }
    notes.update(anchors.uncalled(labels.kept, called))
    notes.update(block for block in unkept_numbered(document, blocks) if not labels.kept[block])
    notes.update(block for block in unkept_marked(document, blocks) if not labels.kept[block])
    changes = dict.fromkeys(notes, _NOTE) | dict.fromkeys(calling(document, labels.kept), _CALLING)
    return labels.changed(changes) if changes else labels


def _can_be_read(hiding: Hiding | None) -> bool:
    """Tell whether readers see a note, or see it when they open it."""
    return hiding is None or hiding is _IN_LINE or hiding.by_script


def with_anchors(blocks: Sequence[Block], anchors: Anchors) -> list[Block]:
    """Set the anchors of the blocks that references to notes lead to. A mark that stands alone before a note goes.

    The further blocks of a note continue it. Notes that stand in the line of their reference go to the end.
    """
    places = {block.index: place for place, block in enumerate(blocks)}
    made: list[Block | None] = list(blocks)
    in_line: list[int] = []
    for anchor in referred_anchors(blocks):
        note = [places[index] for index in anchors.blocks(anchor) if index in places]
        if len(note) > 1 and is_only_mark(blocks[note[0]].text):
            made[note.pop(0)] = None
        first = made[note[0]] if note else None
        if first is None or first.anchor is not None:
            continue
        made[note[0]] = replace(with_own_mark(first), anchor=anchor)
        for place in note[1:]:
            part = made[place]
            if part is not None and part.anchor is None:
                made[place] = replace(part, continues=True)
        if anchors.is_in_line(anchor):
            in_line += note
    if in_line:
        moved = [made[place] for place in in_line]
        for place in in_line:
            made[place] = None
        made += moved
    return [block for block in made if block is not None]
