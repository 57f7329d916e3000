"""Passages to speak: an article in the order in which it is heard, with announcements and pauses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Inline, Kind, Mark
from tamis.text.characters import one_line
from tamis.write.grid import MAX_COLUMNS, place
from tamis.write.outline import (
    is_shown,
    note_text,
    number_notes,
    plain_inlines,
    quote_depth,
    shown_blocks,
)
from tamis.write.speech.pieces import Utterance, announcement, line_utterance, utterances
from tamis.write.speech.wording import announcements
from tamis.write.wording import written_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tamis.model import Article, Block, Cell, Image, Metadata
    from tamis.write.outline import Notes
    from tamis.write.speech.wording import Announcements

MAX_HEADER_ROWS = 4
"""Number of header rows that are said before each cell; more are read as rows."""
_FILE_NAME = re.compile(r"\S{1,200}\.(?:jpe?g|png|gif|webp|svg|avif)", re.IGNORECASE)


class Pause(StrEnum):
    """The pause before a passage, by the names of SSML."""

    NONE = "none"
    MEDIUM = "medium"
    STRONG = "strong"
    LONGEST = "x-strong"


class Passage(NamedTuple):
    """A paragraph to speak."""

    utterances: tuple[Utterance, ...]
    pause: Pause = Pause.NONE
    """Pause before it."""
    follows: bool = False
    """True if it belongs to the passage before it: an item, a row, a line of code."""


def spoken_passages(article: Article) -> list[Passage]:
    """List what a voice says of an article: title, byline and the body."""
    blocks = shown_blocks(article)
    speaker = _Speaker(article.language, announcements(article.language), number_notes(blocks))
    head = speaker.head(article.metadata, blocks)
    body = speaker.body(blocks)
    if head and body:
        body[0] = body[0]._replace(pause=Pause.LONGEST)
    return [*head, *body]


def listed(blocks: Sequence[Block], notes: Notes) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Find the lists: the numbers of items of those that begin at a block, and how many end before a block."""
    begins: dict[int, list[int]] = {}
    ends: dict[int, int] = {}
    open_lists: list[_List] = []

    def close(until: int, index: int) -> None:
        while len(open_lists) > until:
            open_lists.pop()
            ends[index] = ends.get(index, 0) + 1

    quoted = 0
    for index, block in enumerate(blocks):
        is_item = block.kind is Kind.LIST_ITEM and block.anchor not in notes
        if not is_item or quote_depth(block) != quoted:
            close(0, index)
        quoted = quote_depth(block)
        if not is_item:
            continue
        while open_lists and open_lists[-1].level > block.level:
            close(len(open_lists) - 1, index)
        if block.term is False and open_lists and open_lists[-1].level == block.level - 1:
            continue  # a definition is said after its term, not as a list of its own
        same = bool(open_lists) and open_lists[-1].level == block.level
        if same and block.continues:
            continue
        if same and open_lists[-1].ordered != (block.number is not None):
            close(len(open_lists) - 1, index)
            same = False
        if not same:
            counts = begins.setdefault(index, [])
            open_lists.append(_List(block.level, block.number is not None, counts, len(counts)))
            counts.append(0)
        open_lists[-1].add()
    close(0, len(blocks))
    return begins, ends


class _List(NamedTuple):
    """An open list."""

    level: int
    ordered: bool
    counts: list[int]
    place: int
    """Position of its number of items in `counts`."""

    def add(self) -> None:
        self.counts[self.place] += 1


@dataclass(slots=True)
class _Speaker:
    """A speaker of blocks in order."""

    language: str | None
    words: Announcements
    notes: Notes
    said: list[Passage] = field(default_factory=list)
    noted: set[str] = field(default_factory=set)

    def head(self, metadata: Metadata, blocks: Sequence[Block]) -> list[Passage]:
        self.said = []
        self._add(self._line(metadata.title))
        if not is_shown(metadata.subtitle, blocks):
            self._add(self._line(metadata.subtitle), Pause.MEDIUM)
        self._add(self._byline(metadata), Pause.MEDIUM)
        return self.said

    def body(self, blocks: Sequence[Block]) -> list[Passage]:
        self.said = []
        begins, ends = listed(blocks, self.notes)
        quoted = 0
        for index, block in enumerate(blocks):
            for _ in range(ends.get(index, 0)):
                self._announce("list_end", follows=True)
            depth = quote_depth(block)
            self._quote(quoted, depth)
            quoted = depth
            self._add(self._line(block.label), Pause.MEDIUM)
            for count in begins.get(index, ()):
                self._announce("list", n=count, follows=block.level > 1)
            self._block(block)
        for _ in range(ends.get(len(blocks), 0)):
            self._announce("list_end", follows=True)
        self._quote(quoted, 0)
        return self.said

    def _add(self, utterances: Iterable[Utterance], pause: Pause = Pause.NONE, *, follows: bool = False) -> None:
        said = tuple(utterances)
        if said:
            self.said.append(Passage(said, pause if self.said else Pause.NONE, follows and bool(self.said)))

    def _announce(self, key: str, *, follows: bool = False, **values: object) -> None:
        self._add([announcement(self.words.say(key, **values))], Pause.MEDIUM, follows=follows)

    def _quote(self, before: int, depth: int) -> None:
        for _ in range(before - depth):
            self._announce("quote_end")
        for _ in range(depth - before):
            self._announce("quote")

    def _line(self, text: str | None) -> list[Utterance]:
        return utterances((Inline(one_line(text)),), self.language) if text and text.strip() else []

    def _byline(self, metadata: Metadata) -> Iterator[Utterance]:
        if metadata.authors:
            yield announcement(self.words.say("byline", names=", ".join(map(one_line, metadata.authors))))
        if metadata.published:
            yield announcement(written_date(metadata.published, self.language))
        if metadata.site_name and metadata.site_name != metadata.title:
            yield announcement(one_line(metadata.site_name))

    def _block(self, block: Block) -> None:
        anchor = block.anchor or ""
        if anchor in self.notes and anchor not in self.noted:
            self.noted.add(anchor)
            note = self._labeled("note", self._text(note_text(block)), n=self.notes[anchor])
            self._add(note, Pause.MEDIUM)
        elif block.kind is Kind.HEADING:
            heading = utterances(plain_inlines(block), self.language, plain=True)
            self._add(self._labeled("heading", heading, n=block.level), Pause.STRONG)
        elif block.kind is Kind.LIST_ITEM:
            self._item(block)
        elif block.table is not None:
            self._table(block)
        elif block.kind is Kind.CODE:
            self._code(block)
        elif block.kind is Kind.IMAGE:
            self._add(self._picture(block), Pause.MEDIUM)
        elif block.kind is Kind.MEDIA:
            self._add(self._media(block), Pause.MEDIUM)
        else:
            self._paragraph(block)

    def _text(self, inlines: Sequence[Inline]) -> list[Utterance]:
        return utterances(inlines, self.language)

    def _labeled(self, key: str, utterances: Sequence[Utterance], **values: object) -> list[Utterance]:
        """Put an announcement before utterances; without them there is nothing to announce."""
        return [announcement(f"{self.words.say(key, **values)}:"), *utterances] if utterances else []

    def _paragraph(self, block: Block) -> None:
        inlines = plain_inlines(block)
        words = [inline for inline in inlines if inline.text.strip()]
        utterances = self._text(inlines)
        if len(words) == 1 and Mark.MATH in words[0].marks:
            utterances = self._labeled("formula", utterances)
        self._add(utterances)

    def _item(self, block: Block) -> None:
        utterances = self._text(plain_inlines(block))
        if utterances and block.number is not None and not block.continues:
            utterances = [announcement(f"{block.number}."), *utterances]
        self._add(utterances, Pause.MEDIUM, follows=True)

    def _table(self, block: Block) -> None:
        table = heard_table(block.table.rows if block.table else ())
        if not table.rows:
            return
        if block.table is not None and block.table.caption_inlines:
            self._add(self._text(block.table.caption_inlines))
        self._announce("table", rows=len(table.rows), columns=table.columns)
        for number, row in enumerate(table.rows, 1):
            said = [announcement(f"{row.name}.")] if row.name else []
            said += [part for cell in row.headers for part in self._text(cell.inlines)]
            if not said:
                said = [announcement(f"{self.words.say('row', n=number)}.")]
            for heard in row.cells:
                said += [announcement(f"{one_line(heard.header)}:")] if heard.header else []
                said += self._text(heard.cell.inlines)
            self._add(said, Pause.MEDIUM, follows=True)
        self._announce("table_end", follows=True)

    def _code(self, block: Block) -> None:
        lines = [line for line in map(line_utterance, block.text.split("\n")) if line is not None]
        if not lines:
            return
        language = f", {one_line(block.language)}" if block.language and block.language.strip() else ""
        self._add([announcement(self.words.say("code") + language)], Pause.MEDIUM)
        for line in lines:
            self._add([line], follows=True)
        self._announce("code_end", follows=True)

    def _picture(self, block: Block) -> list[Utterance]:
        if block.image is None:
            return self._labeled("picture", self._line(block.text))
        return self._labeled("picture", [part for text in _told(block.image) for part in self._line(text)])

    def _media(self, block: Block) -> list[Utterance]:
        media = block.media
        if media is None:
            return self._line(block.text)
        key = media.type if media.type in ("video", "audio") else "embed"
        return self._labeled(key, self._line(media.title)) or [announcement(self.words.say(key))]


def _told(image: Image) -> list[str]:
    """List what describes a picture: its alternative text, unless that is a file name, the caption and the credit."""
    alternative, caption = one_line(image.alt), one_line(image.caption)
    if _FILE_NAME.fullmatch(alternative) or alternative.casefold() in caption.casefold():
        alternative = ""
    described = [text for text in (alternative, caption) if text]
    return [*described, one_line(image.credit)] if described else []


class HeardCell(NamedTuple):
    """A cell with the header that is said before it."""

    header: str
    cell: Cell


class HeardRow(NamedTuple):
    """A row of the body."""

    name: str
    """Header of the row, if it is that of a row above which spans this one; else empty."""
    headers: tuple[Cell, ...]
    """Header cells of the row."""
    cells: tuple[HeardCell, ...]


class HeardTable(NamedTuple):
    """A table in the order in which it is heard."""

    rows: tuple[HeardRow, ...]
    columns: int


def heard_table(rows: Sequence[Sequence[Cell]]) -> HeardTable:
    """Put the headers of columns and rows to the cells that they are for. Cells without text are left out."""
    placed = [row for row in place(rows) if any(cell.text.strip() for cell in row.values())]
    count = next(
        (number for number, row in enumerate(placed) if not all(cell.header for cell in row.values())), len(placed)
    )
    if count == len(placed) or count > MAX_HEADER_ROWS:
        count = 0
    headers = _column_headers(placed[:count])
    columns = max((column + 1 for row in placed for column in row), default=0)
    return HeardTable(tuple(_rows(placed[count:], headers)), columns)


def _column_headers(rows: Sequence[dict[int, Cell]]) -> dict[int, str]:
    headers: dict[int, list[str]] = {}
    for row in rows:
        for column, cell in row.items():
            text = " ".join(cell.text.split())
            for covered in range(column, min(column + max(cell.colspan, 1), max(MAX_COLUMNS, column + 1))):
                headers.setdefault(covered, []).append(text)
    return {column: ", ".join(filter(None, texts)) for column, texts in headers.items()}


def _rows(rows: Sequence[dict[int, Cell]], headers: dict[int, str]) -> list[HeardRow]:
    heard: list[HeardRow] = []
    name, last = "", 0
    for number, row in enumerate(rows):
        own = tuple(cell for cell in row.values() if cell.header and cell.text.strip())
        spanned = name if number < last else ""
        cells = [
            HeardCell(headers.get(column, ""), cell)
            for column, cell in row.items()
            if not cell.header and cell.text.strip()
        ]
        heard.append(HeardRow(spanned, own, tuple(cells)))
        first = next((cell for cell in own if cell.rowspan > 1), None)
        if first is not None:
            name, last = " ".join(first.text.split()), number + first.rowspan
    return heard
