"""Notes that are known by their numbers: raised numbers or ``[1]`` in the text, and notes below that begin with them.

The references are no links, or lead nowhere. Notes of all kinds begin with a mark of their own; writers leave it out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.assemble.context import Contexts, Numbers
from tamis.core.parse.inline_notes import is_note_mark
from tamis.core.parse.tree import Element, Text
from tamis.model import Inline, Kind, Mark

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node
    from tamis.model import Block

MAX_BLOCKS_IN_NOTE = 6
MAX_BESIDE = 40
"""Blocks before an aside among which those are that its notes belong to."""
MIN_ITEMS = 2
"""Minimum items of a numbered list that are notes without marks."""
MAY_BE_NOTE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
_MARK_EDGES = "[]().: "
_PLAIN_NUMBER = re.compile(r"[\[(]?(\d{1,3})(?:[\])][.:]?|[.:]|(?=[\s\xa0]))[\s\xa0]*")
_AFTER_BACK = re.compile(r"[\])]?[.:)]?[\s\xa0]*")
_ARROWS = frozenset("^↑↩↵⤴⏎⮐⇧▲,; \xa0\n\ufe0e\ufe0f")
_BRACKETED_NOTE = re.compile(r"\[\d{1,3}\][\s\xa0]")
_BRACKETED = re.compile(r"(?<=\S)(?:(?<=\])|[\s\xa0]?)\[(\d{1,3})\]")
BACK = "#"
"""Target of runs that are not links but stand beside one that leads back to the reference."""
_SUP = frozenset({Mark.SUP})


def with_numbered_notes(document: Document, blocks: Sequence[Block]) -> Sequence[Block]:
    """Connect references that are no links, or lead nowhere, with the notes that begin with their numbers.

    The references are raised numbers after a word, 1, 2, 3 and so on; the notes come after them in the same order.
    """
    blocks = _with_bracketed(blocks)
    references = _references(blocks)
    if not references or list(references) != list(range(1, len(references) + 1)):
        return blocks
    notes = _numbered(document, blocks, references)
    if len(notes) < len(references):
        return blocks
    made = list(blocks)
    for number, place in notes.items():
        note = made[place]
        made[place] = replace(with_own_mark(note), anchor=note.anchor or f"note-{number}")
    anchors = {number: f"#{made[place].anchor}" for number, place in notes.items()}
    known = {block.anchor for block in blocks}
    below = set(notes.values())
    for place in range(notes[len(notes)]):
        if place not in below:
            made[place] = _referring(made[place], place, notes, anchors, known)
    return made


def unkept_numbered(document: Document, blocks: Sequence[Block]) -> Sequence[int]:
    """Find the notes below the article that begin with the numbers 1, 2, 3 and so on that it refers to.

    They are read from the page if the article has references without notes, and not the notes.
    """
    references = _references(blocks)
    if not references or list(references) != list(range(1, len(references) + 1)):
        return ()
    if len(_numbered(document, blocks, references)) == len(references):
        return ()
    first, last = (choose(blocks[place].index for place in references.values()) for choose in (min, max))
    numbers = _ItemNumbers(document)
    beside = [block for block in sorted(_in_asides(document)) if block > first and numbers.of(block)]
    if [numbers.of(block) for block in beside] == list(references):
        return beside
    found: list[int] = []
    number, gap = 1, 0
    for block in range(last + 1, len(document)):
        text = document.texts[block]
        if not text or document.hidden[block] is not None:
            continue
        if found and not gap and _number(document.texts[found[-1]]):
            found.append(block)  # the number stands alone before its note
            continue
        if number > len(references) or gap > MAX_BLOCKS_IN_NOTE:
            break
        leading = _plain_number(text) or numbers.of(block)
        if leading == number and document.kinds[block] in MAY_BE_NOTE:
            found.append(block)
            number, gap = number + 1, 0
        elif found:
            gap += 1
    return found if number > len(references) else ()


def calling(document: Document, kept: Sequence[bool]) -> Iterator[int]:
    """Yield the dropped blocks that call a kept note in the aside beside them, because nobody else would."""
    if not document.tree.select("aside li"):  # as on most pages
        return
    numbers = _ItemNumbers(document)
    for node, tag in enumerate(document.tags):
        around = document.parents[node]
        if tag != "aside" or around < 0:
            continue
        begin, end = document.block_start[node], document.block_stop[node]
        notes = (block for block in islice(range(begin, end), MAX_BLOCKS_IN_NOTE) if kept[block])
        called = {f"{number}" for number in map(numbers.of, notes) if number}
        for block in islice(range(begin - 1, document.block_start[around] - 1, -1), MAX_BESIDE if called else 0):
            if kept[block] or document.hidden[block] is not None:
                continue
            if any(_is_raised_mark(leaf, called) for leaf in document.leaves[block]):
                yield block


def _is_raised_mark(leaf: Node | str, marks: Container[str]) -> bool:
    if type(leaf) is not Text or type(leaf.parent) is not Element or leaf.parent.tag != "sup":
        return False
    return leaf.data.strip(_MARK_EDGES) in marks


class _ItemNumbers:
    """The numbers of the list items of a document, by block."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._numbers = Numbers(document)
        self._contexts = Contexts(document)

    def of(self, block: int) -> int:
        """Return the number of the item that a block is in; 0 if it is in none."""
        if self._document.kinds[block] is not Kind.LIST_ITEM:
            return 0
        item = self._contexts.of(self._document.block_nodes[block]).item
        return (self._numbers.of(item) or 0) if item >= 0 else 0


def _in_asides(document: Document) -> set[int]:
    """Return the blocks that are in asides."""
    if "aside" not in document.tags:  # as on most pages
        return set()
    return {
        block
        for node, tag in enumerate(document.tags)
        if tag == "aside"
        for block in islice(range(document.block_start[node], document.block_stop[node]), MAX_BLOCKS_IN_NOTE)
    }


def _with_bracketed(blocks: Sequence[Block]) -> Sequence[Block]:
    """Raise the numbers in brackets, ``[1]``, for which there are notes that begin with them at the end."""
    places = [place for place, block in enumerate(blocks) if _BRACKETED_NOTE.match(block.text)]
    is_listed = len(places) >= MIN_ITEMS or (len(places) == 1 and _is_headed(blocks, places[0]))
    if not is_listed or not all(blocks[place].kind in MAY_BE_NOTE for place in places):
        return blocks
    numbers = [_plain_number(blocks[place].text) for place in places]
    if numbers != list(range(1, len(numbers) + 1)):
        return blocks
    called = {
        int(number)
        for block in blocks[: places[0]]
        for run in block.inlines
        if not run.marks and run.href is None
        for number in _BRACKETED.findall(run.text)
    }
    if called != set(numbers):
        return blocks
    return [_with_raised(block) if place < places[0] else block for place, block in enumerate(blocks)]


def _is_headed(blocks: Sequence[Block], place: int) -> bool:
    """Tell whether a single note stands right below a heading, and no other block below it."""
    return place == len(blocks) - 1 and place > 0 and blocks[place - 1].kind is Kind.HEADING


def is_only_mark(text: str) -> bool:
    """Tell whether a text is the mark of a note or the arrow back, and nothing else."""
    return is_note_mark(text) or _ARROWS.issuperset(text)


def _with_raised(block: Block) -> Block:
    runs: list[Inline] = []
    for run in block.inlines:
        if run.marks or run.href is not None:
            runs.append(run)
            continue
        start = 0
        for found in _BRACKETED.finditer(run.text):
            runs += [Inline(run.text[start : found.start()]), Inline(found[0], _SUP)]
            start = found.end()
        runs.append(Inline(run.text[start:]))
    return replace(block, inlines=tuple(run for run in runs if run.text))


def _references(blocks: Sequence[Block]) -> dict[int, int]:
    """Return the numbers that blocks refer to, in the order of their first reference, with the place of its block.

    There are none if every reference leads to its note already.
    """
    known = {block.anchor for block in blocks}
    found: dict[int, int] = {}
    is_open = False
    for place, block in enumerate(blocks):
        runs = block.inlines
        if len(runs) < 2:
            continue
        for at, run in enumerate(runs):
            if not run.marks or not at or not _may_refer(run):  # as nearly all
                continue
            number = _number(run.text) if runs[at - 1].text.strip() else 0
            if number:
                found.setdefault(number, place)
                is_open = is_open or not _is_known(run, known)
    return found if is_open else {}


def _may_refer(run: Inline) -> bool:
    return (Mark.NOTE in run.marks and run.href is not None) or (run.marks == _SUP and run.href is None)


def _is_known(run: Inline, known: Container[str | None]) -> bool:
    return Mark.NOTE in run.marks and run.href is not None and run.href[1:] in known


def _numbered(document: Document, blocks: Sequence[Block], references: Mapping[int, int]) -> dict[int, int]:
    """Return the places of the notes that begin with the numbers 1, 2, 3 and so on, after their references.

    Below the last reference a plain number is enough, and in an aside the number of a list item.
    """
    asides = _in_asides(document)
    notes: dict[int, int] = {}
    last = max(references.values())
    for place, block in enumerate(blocks):
        number = len(notes) + 1
        if block.kind in MAY_BE_NOTE and references.get(number, place) < place:
            leading = _leading_number(block) or (_plain_number(block.text) if place > last else 0)
            if leading == number or (block.number == number and block.index in asides):
                notes[number] = place
    return notes if len(notes) == len(references) else _numbered_items(blocks, len(references), last)


def _numbered_items(blocks: Sequence[Block], count: int, last: int) -> dict[int, int]:
    """Return the places of the items of the first numbered list below the last reference that has as many items."""
    items: dict[int, int] = {}
    if count < MIN_ITEMS:
        return items
    for place, block in enumerate(blocks):
        if place <= last or block.kind is not Kind.LIST_ITEM or block.number is None:
            continue
        if block.number == 1:
            if len(items) == count:
                return items
            items = {}
        if block.number == len(items) + 1:
            items[block.number] = place
    return items if len(items) == count else {}


def _leading_number(block: Block) -> int:
    """Return the raised, bold or linked number with which a block begins; 0 if it begins with none."""
    if len(block.inlines) < 2 or not (block.inlines[0].marks or block.inlines[0].href):
        return 0
    return _number(block.inlines[0].text)


def _plain_number(text: str) -> int:
    """Return the number with which a text begins, as notes do: ``1. ``, ``[1] ``, ``1 ``; 0 if it begins with none."""
    found = _PLAIN_NUMBER.match(text)
    return int(found[1]) if found else _number(text)


def _number(text: str) -> int:
    number = text.strip(_MARK_EDGES)
    return int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0


def _referring(
    block: Block, at: int, notes: Mapping[int, int], anchors: Mapping[int, str], known: Container[str | None]
) -> Block:
    """Make references of a block's raised numbers whose notes come after it."""
    runs = [
        run._replace(marks=frozenset({Mark.NOTE}), href=anchors[_number(run.text)])
        if place and _may_refer(run) and not _is_known(run, known) and notes.get(_number(run.text), -1) > at
        else run
        for place, run in enumerate(block.inlines)
    ]
    return replace(block, inlines=tuple(runs)) if runs != list(block.inlines) else block


def with_own_mark(note: Block) -> Block:
    """Return a note with its own mark and the arrows at its start in runs that lead back, which writers leave out."""
    runs = list(note.inlines or (Inline(note.text),))
    place = 0
    while place < len(runs) and (_leads_back(runs[place]) or _ARROWS.issuperset(runs[place].text)):
        runs[place] = runs[place]._replace(href=runs[place].href or BACK)
        place += 1
    if place == len(runs):
        return note
    first = runs[place]
    is_mark = is_note_mark(first.text) and bool(first.marks) and place + 1 < len(runs)
    end = len(first.text) if is_mark else _own_mark_end(first.text, after_back=place > 0)
    if not end:
        return replace(note, inlines=tuple(runs)) if place else note
    mark, rest = first.text[:end], first.text[end:]
    if not rest and place + 1 < len(runs):
        runs[place : place + 2] = [Inline(mark, href=BACK), *_after_mark(runs[place + 1], mark.strip(_MARK_EDGES))]
    elif rest:
        runs[place : place + 1] = [Inline(mark, href=BACK), first._replace(text=rest)]
    return replace(note, inlines=tuple(runs))


def _own_mark_end(text: str, *, after_back: bool) -> int:
    """Return where the mark at the start of a note ends: after a number, or after the stop that follows a link."""
    found = _AFTER_BACK.match(text) if after_back else _PLAIN_NUMBER.match(text)
    return found.end() if found else 0


def _after_mark(run: Inline, mark: str) -> list[Inline]:
    """Split off the stop and the space with which a run goes on after the mark of a note, and the mark if it is there
    again."""
    again = len(mark) if mark and run.text.startswith(mark) else 0
    found = _AFTER_BACK.match(run.text, again)
    end = found.end() if found is not None else again
    return [Inline(run.text[:end], href=BACK), run._replace(text=run.text[end:])] if end else [run]


def _leads_back(run: Inline) -> bool:
    return run.href is not None and run.href[:1] == "#" and Mark.NOTE not in run.marks
