"""Notes: a footnote that the article refers to is kept, wherever it is, and knows its reference; so is a correction."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.assemble.context import Contexts, Numbers
from tamis.core.assemble.paragraphs import is_kept_text
from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.document import Hiding
from tamis.core.parse.inline_notes import is_note_mark, named_ids
from tamis.core.parse.tree import Element, Text
from tamis.model import Inline, Kind, Label, Mark, Role
from tamis.text.phrases import plain, plain_phrases

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.model import Block, Labels

MAX_BLOCKS_IN_NOTE = 6
_NOTE = Label(True, Role.TEXT, "a note that the article refers to")
_MAY_BE_NOTE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
_MARK_EDGES = "[]().: "
_PLAIN_NUMBER = re.compile(r"[\[(]?(\d{1,3})(?:[\])][.:]?|[.:]|(?=[\s\xa0]))[\s\xa0]*")
_AFTER_BACK = re.compile(r"[\])]?[.:)]?[\s\xa0]*")
_ARROWS = frozenset("^↑↩↵⤴⏎⮐⇧▲,; \xa0\n\ufe0e\ufe0f")
_BRACKETED_NOTE = re.compile(r"\[\d{1,3}\][\s\xa0]")
_BRACKETED = re.compile(r"(?<=\S)(?:(?<=\])|[\s\xa0]?)\[(\d{1,3})\]")
_BACK = "#"
"""Target of runs that are not links but stand beside one that leads back to the reference."""
_IN_LINE = Hiding.NOTE
MAX_BACK_LINKS = 4
"""Links of a note of which one may lead back."""
MIN_ITEMS = 2
"""Minimum items of a numbered list that are notes without marks."""
MAX_OWN = 400
"""Blocks of one element that are searched for an anchor."""
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
    kept = [block for block, keep in enumerate(labels.kept) if keep and is_kept_text(document, labels, block)]
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
    return [*block.table.caption, *cells]


def keep_notes(document: Document, labels: Labels, blocks: Sequence[Block], anchors: Anchors) -> Labels:
    """Keep the notes that the article's blocks refer to, each whole; return the same labels if none is missing."""
    notes = {
        block
        for anchor in referred_anchors(blocks)
        for block in anchors.blocks(anchor)
        if not labels.kept[block] and document.texts[block] and _can_be_read(document.hidden[block])
    }
    notes.update(anchors.uncalled(labels.kept, referred_anchors(blocks)))
    notes.update(block for block in _unkept_numbered(document, blocks) if not labels.kept[block])
    return labels.changed(dict.fromkeys(notes, _NOTE)) if notes else labels


def _can_be_read(hiding: Hiding | None) -> bool:
    """Tell whether readers see a note, or see it when they open it."""
    return hiding is None or hiding is _IN_LINE or hiding.by_script


def _unkept_numbered(document: Document, blocks: Sequence[Block]) -> Sequence[int]:
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
        if leading == number and document.kinds[block] in _MAY_BE_NOTE:
            found.append(block)
            number, gap = number + 1, 0
        elif found:
            gap += 1
    return found if number > len(references) else ()


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


def with_anchors(blocks: Sequence[Block], anchors: Anchors) -> list[Block]:
    """Set the anchors of the blocks that references to notes lead to. A mark that stands alone before a note goes.

    The further blocks of a note continue it. Notes that stand in the line of their reference go to the end.
    """
    places = {block.index: place for place, block in enumerate(blocks)}
    made: list[Block | None] = list(blocks)
    in_line: list[int] = []
    for anchor in referred_anchors(blocks):
        note = [places[index] for index in anchors.blocks(anchor) if index in places]
        if len(note) > 1 and is_note_mark(blocks[note[0]].text):
            made[note.pop(0)] = None
        first = made[note[0]] if note else None
        if first is None or first.anchor is not None:
            continue
        made[note[0]] = replace(_with_own_mark(first), anchor=anchor)
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
        made[place] = replace(_with_own_mark(note), anchor=note.anchor or f"note-{number}")
    anchors = {number: f"#{made[place].anchor}" for number, place in notes.items()}
    known = {block.anchor for block in blocks}
    below = set(notes.values())
    for place in range(notes[len(notes)]):
        if place not in below:
            made[place] = _referring(made[place], place, notes, anchors, known)
    return made


def _with_bracketed(blocks: Sequence[Block]) -> Sequence[Block]:
    """Raise the numbers in brackets, ``[1]``, for which there are notes that begin with them at the end."""
    places = [place for place, block in enumerate(blocks) if _BRACKETED_NOTE.match(block.text)]
    if len(places) < MIN_ITEMS or not all(blocks[place].kind in _MAY_BE_NOTE for place in places):
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
        if block.kind in _MAY_BE_NOTE and references.get(number, place) < place:
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


def _with_own_mark(note: Block) -> Block:
    """Return a note with its own mark and the arrows at its start in runs that lead back, which writers leave out."""
    runs = list(note.inlines or (Inline(note.text),))
    place = 0
    while place < len(runs) and (_leads_back(runs[place]) or _ARROWS.issuperset(runs[place].text)):
        runs[place] = runs[place]._replace(href=runs[place].href or _BACK)
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
        runs[place : place + 2] = [Inline(mark, href=_BACK), *_after_mark(runs[place + 1], mark.strip(_MARK_EDGES))]
    elif rest:
        runs[place : place + 1] = [Inline(mark, href=_BACK), first._replace(text=rest)]
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
    return [Inline(run.text[:end], href=_BACK), run._replace(text=run.text[end:])] if end else [run]


def _leads_back(run: Inline) -> bool:
    return run.href is not None and run.href[:1] == "#" and Mark.NOTE not in run.marks


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
