"""Notes: a footnote that the article refers to is kept, wherever it is, and knows its reference; so is a correction."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.model import Inline, Kind, Label, Mark, Role
from tamis.text.phrases import plain, plain_phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Element
    from tamis.model import Block, Labels

MAX_BLOCKS_IN_NOTE = 6
_NOTE = Label(True, Role.TEXT, "a note that the article refers to")
_MAY_BE_NOTE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
_MARK_EDGES = "[]().: "
_SUP = frozenset({Mark.SUP})


_CORRECTION = Label(True, Role.TEXT, "a note that corrects the article")
_CORRECTION_STARTS = plain_phrases("correction_label")
_AFTER_LABEL = frozenset(":：,.)]（( –—-】")
MAX_AFTER = 8
"""Number of visible texts after the article among which its correction is."""
MIN_CORRECTION, MAX_CORRECTION = 40, 1200
"""Characters of a correction."""


def keep_corrections(document: Document, labels: Labels) -> Labels:
    """Keep the notes in and right after the article that say what was corrected in it."""
    kept = [block for block, keep in enumerate(labels.kept) if keep]
    if not kept:
        return labels
    texts, hidden = document.texts, document.hidden
    found: list[int] = []
    after = 0
    for block in range(kept[0], len(texts)):
        text = texts[block]
        if labels.kept[block] or not text or hidden[block] is not None:
            continue
        if block > kept[-1]:
            after += 1
            if after > MAX_AFTER:
                break
        if MIN_CORRECTION <= len(text) <= MAX_CORRECTION and _is_correction(text):
            found.append(block)
    return labels.changed(dict.fromkeys(found, _CORRECTION)) if found else labels


def _is_correction(text: str) -> bool:
    """Tell whether a text begins with a label such as ``Correction:``, or says what an earlier version said."""
    start = plain(text[:MAX_LABEL].lstrip("*([ "))
    if not start.startswith(_CORRECTION_STARTS):  # as nearly all
        return False
    label = next(phrase for phrase in _CORRECTION_STARTS if start.startswith(phrase))
    return (start[len(label) : len(label) + 1] in _AFTER_LABEL) or label.count(" ") >= 3


MAX_LABEL = 60
"""Characters in which the label of a correction is."""


class Anchors:
    """The elements of a page that links inside it lead to, and their blocks."""

    def __init__(self, document: Document) -> None:
        self._document = document

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

    def blocks(self, anchor: str) -> range:
        """Return the blocks of the element with that id or name, or of the nearest one around it that has blocks."""
        document = self._document
        for element in elements_around(self.elements.get(anchor)):
            node = self._nodes.get(element)
            if node is not None and document.block_stop[node] > document.block_start[node]:
                blocks = range(document.block_start[node], document.block_stop[node])
                return blocks if len(blocks) <= MAX_BLOCKS_IN_NOTE else range(0)
        return range(0)


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
    return [*block.table.caption, *cells]


def keep_notes(document: Document, labels: Labels, blocks: Sequence[Block], anchors: Anchors) -> Labels:
    """Keep the notes that the article's blocks refer to; return the same labels if none is missing."""
    missing = referred_anchors(blocks).keys() - {block.anchor for block in blocks}
    if not missing:
        return labels
    notes = {
        block
        for anchor in missing
        for block in anchors.blocks(anchor)
        if not labels.kept[block] and document.hidden[block] is None
    }
    return labels.changed(dict.fromkeys(notes, _NOTE))


def with_anchors(blocks: Sequence[Block], anchors: Anchors) -> list[Block]:
    """Set the anchors of the blocks that references to notes lead to. A number that stands alone before a note goes."""
    places = {block.index: place for place, block in enumerate(blocks)}
    made: list[Block | None] = list(blocks)
    for anchor in referred_anchors(blocks):
        note = [places[index] for index in anchors.blocks(anchor) if index in places]
        if len(note) > 1 and _number(blocks[note[0]].text):
            made[note.pop(0)] = None
        first = made[note[0]] if note else None
        if first is not None and first.anchor is None:
            made[note[0]] = replace(first, anchor=anchor)
    return [block for block in made if block is not None]


def with_numbered_notes(blocks: Sequence[Block]) -> Sequence[Block]:
    """Connect references that are no links, or lead nowhere, with the notes that begin with their numbers.

    The references are raised numbers after a word, 1, 2, 3 and so on; the notes come after them in the same order.
    """
    references = _references(blocks)
    if not references or list(references) != list(range(1, len(references) + 1)):
        return blocks
    notes = _numbered(blocks, references)
    if len(notes) < len(references):
        return blocks
    made = list(blocks)
    for number, place in notes.items():
        made[place] = replace(made[place], anchor=made[place].anchor or f"note-{number}")
    anchors = {number: f"#{made[place].anchor}" for number, place in notes.items()}
    first_note = notes[1]
    for place in range(first_note):
        made[place] = _referring(made[place], anchors)
    return made


def _references(blocks: Sequence[Block]) -> dict[int, int]:
    """Return the numbers that blocks refer to, in the order of their first reference, with the place of its block."""
    known = {block.anchor for block in blocks}
    found: dict[int, int] = {}
    for place, block in enumerate(blocks):
        for before, run in zip(block.inlines, block.inlines[1:], strict=False):
            number = _number(run.text) if _is_reference(run, known) and before.text.strip() else 0
            if number:
                found.setdefault(number, place)
    return found


def _is_reference(run: Inline, known: set[str | None]) -> bool:
    if Mark.NOTE in run.marks:
        return run.href is not None and run.href[1:] not in known
    return run.marks == _SUP and run.href is None


def _numbered(blocks: Sequence[Block], references: Mapping[int, int]) -> dict[int, int]:
    """Return the places of the notes that begin with the numbers 1, 2, 3 and so on, after their references."""
    notes: dict[int, int] = {}
    for place, block in enumerate(blocks):
        number = len(notes) + 1
        if block.kind in _MAY_BE_NOTE and references.get(number, place) < place and _leading_number(block) == number:
            notes[number] = place
    return notes


def _leading_number(block: Block) -> int:
    """Return the raised, bold or linked number with which a block begins; 0 if it begins with none."""
    if len(block.inlines) < 2 or not (block.inlines[0].marks or block.inlines[0].href):
        return 0
    return _number(block.inlines[0].text)


def _number(text: str) -> int:
    number = text.strip(_MARK_EDGES)
    return int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0


def _referring(block: Block, anchors: Mapping[int, str]) -> Block:
    """Make references of a block's raised numbers."""
    runs = [
        run._replace(marks=frozenset({Mark.NOTE}), href=anchors[_number(run.text)])
        if place and (run.marks == _SUP or Mark.NOTE in run.marks) and _number(run.text) in anchors
        else run
        for place, run in enumerate(block.inlines)
    ]
    return replace(block, inlines=tuple(runs)) if runs != list(block.inlines) else block
