"""Notes that are known by a sign or a letter: a raised `*`, `†` or `a` in the text, and one note below that begins so.

The references are no links. A sign with which several blocks begin is none of a note, but of a list.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tamis.core.assemble.numbered_notes import BACK, MAY_BE_NOTE
from tamis.core.parse.tree import Element, Text
from tamis.model import Inline, Mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node
    from tamis.model import Block

_MARK = re.compile(r"[*†‡§¶]{1,3}|[a-z]")
_EDGES = "[]() \xa0"
_LEADING = re.compile(r"([*†‡§¶]{1,3})[\s\xa0]*(?=[^\s*†‡§¶])|\[([a-z])\][\s\xa0]+(?=\S)")
_MAY_LEAD = frozenset("*†‡§¶[abcdefghijklmnopqrstuvwxyz")
_SUP = frozenset({Mark.SUP})
_NOTE = frozenset({Mark.NOTE})


def with_marked_notes(document: Document, blocks: Sequence[Block]) -> Sequence[Block]:
    """Connect raised signs and letters that are no links with the one note below that begins with each."""
    references = _references(document, blocks)
    if not references:
        return blocks
    notes = _notes(blocks, references)
    if not notes:
        return blocks
    made = list(blocks)
    anchors: dict[str, str] = {}
    for number, (mark, place) in enumerate(notes.items(), 1):
        anchor = blocks[place].anchor or f"marked-note-{number}"
        made[place] = replace(_with_own_mark(blocks[place]), anchor=anchor)
        anchors[mark] = f"#{anchor}"
    for place, block in enumerate(blocks):
        targets = {mark: anchors[mark] for mark, note in notes.items() if place < note}
        if targets and place not in notes.values():
            made[place] = _referring(block, targets)
    return made


def unkept_marked(document: Document, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the blocks of the page that are the note of a raised sign or letter, which the article lacks."""
    references = _references(document, blocks)
    missing = references.keys() - _notes(blocks, references) if references else ()
    if not missing:
        return
    first = min(blocks[references[mark]].index for mark in missing)
    found: dict[str, list[int]] = {}
    for block in range(first + 1, len(document)):
        text = document.texts[block]
        if text[:1] in _MAY_LEAD and document.kinds[block] in MAY_BE_NOTE and document.hidden[block] is None:
            mark = _raised_start(document.leaves[block]) or _plain_start(text)
            if mark in missing and blocks[references[mark]].index < block:
                found.setdefault(mark, []).append(block)
    for places in found.values():
        if len(places) == 1:
            yield places[0]


def _references(document: Document, blocks: Sequence[Block]) -> dict[str, int]:
    """Return the raised signs and letters after a word, with the place of the block that has the first of each.

    Letters are those from a on.
    """
    found: dict[str, int] = {}
    if not document.tree.select("sup"):
        return found
    for place, block in enumerate(blocks):
        for runs in _lines(block):
            for before, run in pairwise(runs):
                if run.marks == _SUP and (mark := _mark_of(run)) and before.text.strip():
                    found.setdefault(mark, place)
    letters = sorted(mark for mark in found if mark.isalpha())
    if letters != [chr(ord("a") + place) for place in range(len(letters))]:
        found = {mark: place for mark, place in found.items() if not mark.isalpha()}
    return found


def _lines(block: Block) -> Sequence[Sequence[Inline]]:
    if block.table is None:
        return (block.inlines,)
    return [cell.inlines for row in block.table.rows for cell in row]


def _mark_of(run: Inline) -> str:
    mark = run.text.strip(_EDGES) if run.href is None else ""
    return mark if _MARK.fullmatch(mark) else ""


def _notes(blocks: Sequence[Block], references: Mapping[str, int]) -> dict[str, int]:
    """Return the places of the notes by their marks: each the only block below its reference that begins so."""
    found: dict[str, list[int]] = {}
    for place, block in enumerate(blocks):
        if block.text[:1] in _MAY_LEAD and block.kind in MAY_BE_NOTE and block.table is None:
            runs = block.inlines
            mark = _mark_of(runs[0]) if len(runs) > 1 and runs[0].marks == _SUP else _plain_start(block.text)
            if mark and references.get(mark, place) < place:
                found.setdefault(mark, []).append(place)
    return {mark: found[mark][0] for mark in references if len(found.get(mark, ())) == 1}


def _plain_start(text: str) -> str:
    """Return the sign, or the letter in brackets, with which a text begins."""
    start = _LEADING.match(text)
    return (start[1] or start[2]) if start else ""


def _raised_start(leaves: Sequence[Node | str]) -> str:
    """Return the raised mark with which a block begins."""
    first = next((leaf for leaf in leaves if type(leaf) is Text and not leaf.data.isspace()), None)
    if first is None or type(first.parent) is not Element or first.parent.tag != "sup":
        return ""
    mark = first.data.strip(_EDGES)
    return mark if _MARK.fullmatch(mark) else ""


def _with_own_mark(note: Block) -> Block:
    """Return a note with its mark as a run that leads back, which writers leave out."""
    first, *others = note.inlines or (Inline(note.text),)
    start = _LEADING.match(first.text) if first.marks != _SUP else None
    if start is None:
        runs = [first._replace(href=BACK), *others]
        if len(runs) > 1:
            runs[1] = runs[1]._replace(text=runs[1].text.lstrip())
        return replace(note, inlines=tuple(runs))
    runs = [Inline(start[0], href=BACK), first._replace(text=first.text[start.end() :]), *others]
    return replace(note, inlines=tuple(runs))


def _referring(block: Block, targets: Mapping[str, str]) -> Block:
    """Make references of the raised marks in a block."""
    if block.table is None:
        runs = _with_references(block.inlines, targets)
        return replace(block, inlines=runs) if runs != block.inlines else block
    rows = tuple(
        tuple(cell._replace(inlines=_with_references(cell.inlines, targets)) for cell in row)
        for row in block.table.rows
    )
    return replace(block, table=replace(block.table, rows=rows)) if rows != block.table.rows else block


def _with_references(runs: Sequence[Inline], targets: Mapping[str, str]) -> tuple[Inline, ...]:
    return tuple(
        run._replace(marks=_NOTE, href=targets[mark])
        if place and run.marks == _SUP and (mark := _mark_of(run)) in targets
        else run
        for place, run in enumerate(runs)
    )
