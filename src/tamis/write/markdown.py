"""GitHub Flavored Markdown. docs/formats.md says how each kind of block is written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Image, Inline, Kind, Mark, Moment, Rights
from tamis.text.characters import one_line, printable
from tamis.text.markup_names import CALLOUT_KINDS
from tamis.text.urls.safety import safe_image, safe_link
from tamis.text.urls.sites import is_web_url, short_host
from tamis.write.markdown_escape import guard_heading_end, guard_line_start
from tamis.write.markdown_inline import label, link_target, markdown_line, markdown_lines, plain_math
from tamis.write.markdown_table import fits_pipes, write_html_table, write_table
from tamis.write.metadata_fields import FRONT_MATTER_FIELDS, HEAD_FIELDS
from tamis.write.outline import (
    MAX_LIST_DEPTH,
    MAY_BE_NOTE,
    is_in_item,
    is_shown,
    note_text,
    number_notes,
    plain_inlines,
    quote_depth,
    shown_blocks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tamis.model import Article, Block, Callout, Table
    from tamis.write.outline import Notes

MEDIA_SIGN = "▶"
_LARGEST_NUMBER = 999_999_999  # CommonMark's limit
_LANGUAGE = re.compile(r"[^\w+#.-]")
_KIND = re.compile("[^A-Za-z]")
_BOLD, _ITALIC = frozenset({Mark.BOLD}), frozenset({Mark.ITALIC})
# A footnote with such a text would be a link definition to parsers without footnotes.
_LIKE_LINK_DEFINITION = re.compile(r"\S+(?:\s+[\"'(].*)?|<.*", re.DOTALL)


class _Chunk(NamedTuple):
    """A written block."""

    text: str
    quoted: int = 0
    tight: bool = False
    """True if no empty line is between it and the chunk before."""
    opens: bool = False
    """True if it begins a quote of its own, apart from the one before."""
    block: Block | None = None
    """The block that it writes; None for the head, labels and notes."""
    note: int = 0
    """Number of the note that it defines; 0 if it is none."""


class Piece(NamedTuple):
    """A block as it is written, with the empty line before it; all pieces together are the Markdown of the article."""

    text: str
    block: Block | None
    note: int


def write_markdown(
    article: Article, *, head: bool = False, front_matter: bool = False, html_tables: bool = False
) -> str:
    """Write the article as Markdown, optionally with YAML front matter (`head`: only what a citation needs), and with
    large tables in HTML."""
    pieces = markdown_pieces(article, head=head, front_matter=front_matter, html_tables=html_tables)
    return "".join(piece.text for piece in pieces)


def markdown_pieces(
    article: Article, *, head: bool = False, front_matter: bool = False, html_tables: bool = False
) -> list[Piece]:
    """Write the article as Markdown block by block."""
    blocks = shown_blocks(article)
    chunks = [
        *_headline(article, blocks),
        *_Writer(number_notes(blocks), html_tables).write(blocks),
    ]
    pieces = _join([chunk for chunk in chunks if chunk.text])
    about = write_head(article, head=head, front_matter=front_matter)
    return [Piece(about if pieces else about[:-1], None, 0), *pieces] if about else pieces


def write_head(article: Article, *, head: bool, front_matter: bool) -> str:
    """Write the metadata that is asked for as YAML front matter, with an empty line after it."""
    fields = FRONT_MATTER_FIELDS if front_matter else HEAD_FIELDS if head else {}
    about = _front_matter(article, fields)
    return about + "\n" if about else ""


def markdown_of(block: Block) -> str:
    """Write one block alone, without the notes that it refers to."""
    return "".join(piece.text for piece in _join([chunk for chunk in _Writer({}).write([block]) if chunk.text]))


def _headline(article: Article, blocks: Sequence[Block]) -> Iterator[_Chunk]:
    title, subtitle = article.title, article.subtitle
    if title:
        yield _Chunk(_heading([Inline(title)], 1, {}))
    if subtitle and not is_shown(subtitle, blocks):
        yield _Chunk(_paragraph([Inline(one_line(subtitle), _ITALIC)], {}))


def _join(chunks: Sequence[_Chunk]) -> list[Piece]:
    pieces: list[Piece] = []
    before: _Chunk | None = None
    for chunk in chunks:
        gap = ""
        if before is not None and not (chunk.tight and chunk.quoted == before.quoted):
            shared = min(before.quoted, chunk.quoted - chunk.opens)
            gap = ("> " * shared).rstrip() + "\n"
        if chunk.quoted or "\n" in chunk.text:
            prefix = "> " * chunk.quoted
            text = "".join((prefix + line).rstrip() + "\n" for line in chunk.text.split("\n"))
        else:
            text = chunk.text.rstrip() + "\n"
        pieces.append(Piece(gap + text, chunk.block, chunk.note))
        before = chunk
    return pieces


@dataclass(slots=True)
class _Writer:
    """A writer of blocks in order, with the state that later blocks depend on."""

    notes: Notes
    html_tables: bool = False
    lists: _Lists = field(default_factory=lambda: _Lists())
    definitions: dict[int, str] = field(default_factory=dict)
    callout: Callout | None = None
    """The callout that the previous block is in."""
    after_kind: bool = False
    """True right after the line that names the kind of a callout."""
    open_note: int | None = None
    """Number of the note that the previous block belongs to, while list items may continue it."""

    def write(self, blocks: Sequence[Block]) -> Iterator[_Chunk]:
        seen: set[str] = set()
        for block in blocks:
            if block.anchor and block.anchor in self.notes and block.anchor not in seen:
                seen.add(block.anchor)
                self._define(self.notes[block.anchor], block)
            elif self.open_note is not None and block.continues:
                self._define(self.open_note, block)
            else:
                self.open_note = None
                is_first = block.callout is not None and block.callout != self.callout and not block.label
                yield from self._labels(block)
                chunk = self._chunk(block)
                self.after_kind = self.after_kind or is_first
                if not (is_first and _names_kind(block)):
                    yield _Chunk(
                        chunk.text, chunk.quoted, chunk.tight or self.after_kind, chunk.opens, block, chunk.note
                    )
                    self.after_kind = False
        yield from (_Chunk(text, note=number) for number, text in sorted(self.definitions.items()))

    def _define(self, number: int, block: Block) -> None:
        self.open_note = number
        self.lists.end()
        is_prose = block.kind in MAY_BE_NOTE
        text = _paragraph(note_text(block), self.notes) if is_prose else self._text(block)
        text = text.replace("\n", "\n    ")
        if number in self.definitions:
            self.definitions[number] += f"\n\n    {text}" if text else ""
        else:
            guard = " &nbsp;" if _LIKE_LINK_DEFINITION.fullmatch(text) else ""
            self.definitions[number] = f"[^{number}]: {text}{guard}"

    def _labels(self, block: Block) -> Iterator[_Chunk]:
        """Yield what stands before a block: the kind of the callout that it begins, and the label of its tab."""
        callout = block.callout
        quoted = quote_depth(block) + (callout is not None)
        if callout != self.callout:
            self.callout = callout
            self.lists.end()
            if callout is not None:
                yield _Chunk(f"[!{_KIND.sub('', callout.kind).upper()}]", quoted, opens=True)
        if block.label:
            self.lists.end()
            yield _Chunk(_paragraph([Inline(one_line(block.label), _BOLD)], {}), quoted, tight=callout is not None)

    def _chunk(self, block: Block) -> _Chunk:
        quoted = quote_depth(block) + (block.callout is not None)
        if block.kind is Kind.LIST_ITEM:
            return self.lists.item(_paragraph(_item_text(block), self.notes), block, quoted)
        if is_in_item(block):
            return self.lists.inside(self._text(block), block.level, quoted)
        self.lists.end()
        return _Chunk(self._text(block), quoted)

    def _text(self, block: Block) -> str:
        if block.kind is Kind.HEADING:
            # A heading is shown in bold as a whole, so bold in it says nothing.
            plain = [
                Inline(inline.text, inline.marks - _BOLD, inline.href) if inline.marks else inline
                for inline in plain_inlines(block)
            ]
            return _heading(plain, block.level, self.notes)
        if block.kind is Kind.CODE:
            return _fenced(block.text, block.language)
        if block.table is not None:
            return self._table(block.table)
        if block.kind is Kind.IMAGE:
            return _image(block)
        if block.kind is Kind.MEDIA:
            return _media(block)
        if block.kind is Kind.CAPTION:
            return _paragraph([_with_mark(inline, _ITALIC) for inline in plain_inlines(block)], {})
        return _display_math(block) or _paragraph(plain_inlines(block), self.notes)

    def _table(self, table: Table) -> str:
        in_html = self.html_tables and not fits_pipes(table)
        written = write_html_table(table) if in_html else write_table(table.rows, self.notes)
        caption = _paragraph([_with_mark(inline, _ITALIC) for inline in table.caption_inlines], self.notes)
        return f"{caption}\n\n{written}" if caption and written else written


@dataclass(slots=True)
class _Lists:
    """The nesting of list items: the open items from the outermost in, each with its width and number."""

    open: list[_Item] = field(default_factory=list)
    quoted: int = 0

    def end(self) -> None:
        self.open.clear()

    def item(self, text: str, block: Block, quoted: int) -> _Chunk:
        if not text:
            return _Chunk("")
        if quoted != self.quoted:
            self.end()
        self.quoted = quoted
        depth = min(max(block.level, 1), len(self.open) + 1, MAX_LIST_DEPTH)
        if block.continues:
            return self.inside(text, depth, quoted)
        return self._marked(text, block, depth, quoted)

    def inside(self, text: str, depth: int, quoted: int) -> _Chunk:
        """Write a further block of the open item at a depth; one of an item that has ended stands alone."""
        if quoted != self.quoted:
            self.end()
        del self.open[depth:]
        return _Chunk(_indented(text, "", self.width()), quoted)

    def _marked(self, text: str, block: Block, depth: int, quoted: int) -> _Chunk:
        before = self.open[depth - 1] if len(self.open) >= depth else None
        nested = before is None and bool(self.open)
        first = not self.open
        item = _Item.after(before, block.number)
        text = text if block.checked is None else f"[{'x' if block.checked else ' '}] {text}"
        del self.open[depth - 1 :]
        indent = self.width()
        self.open.append(item)
        # A nested list that does not begin with 1 needs an empty line before it, or it is not a list.
        tight = not first and not (nested and item.number not in (None, 1))
        return _Chunk(_indented(text, item.marker, indent), quoted, tight)

    def width(self) -> int:
        return sum(len(item.marker) for item in self.open)


class _Item(NamedTuple):
    number: int | None
    marker: str

    @classmethod
    def after(cls, before: _Item | None, number: int | None) -> _Item:
        """Create the item after another. A number that does not follow the last begins a new list, with the other
        delimiter."""
        if number is None:
            return cls(None, "- ")
        number = min(max(number, 0), _LARGEST_NUMBER)
        sign = before.marker[-2] if before and before.number is not None else "."
        if before and before.number is not None and number != before.number + 1:
            sign = ")" if sign == "." else "."
        return cls(number, f"{number}{sign} ")


def _item_text(block: Block) -> Sequence[Inline]:
    """Return the text of a list item; a term of a definition list in bold, because Markdown has no such lists."""
    inlines = plain_inlines(block)
    return [_with_mark(inline, _BOLD) for inline in inlines] if block.term else inlines


def _with_mark(inline: Inline, mark: frozenset[Mark]) -> Inline:
    return Inline(inline.text, inline.marks | mark, inline.href)


def _names_kind(block: Block) -> bool:
    """Tell whether a block only says that it is a note, a warning and the like."""
    return block.text.strip(" :!").lower() in CALLOUT_KINDS


def _indented(text: str, marker: str, indent: int) -> str:
    hang = " " * (indent + len(marker))
    return " " * indent + marker + text.replace("\n", "\n" + hang)


def _paragraph(inlines: Sequence[Inline], notes: Notes) -> str:
    lines = markdown_lines(inlines, notes)
    if len(lines) < 2:
        return guard_line_start(lines[0]) if lines else ""
    text = "\\\n".join(lines)
    written = 0
    guarded = []
    for line in lines:
        written += len(line) + 2
        guarded.append(guard_line_start(line, text[written - 2 : written + 1000]))
    return "\\\n".join(guarded)


def _heading(inlines: Sequence[Inline], level: int, notes: Notes) -> str:
    content = guard_heading_end(markdown_line(inlines, notes))
    return f"{'#' * level} {content}" if content else ""


def _fenced(code: str, language: str | None) -> str:
    """Write a code block, in a fence longer than any in the code."""
    code = printable(code).strip("\n")
    if not code.strip():
        return ""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{_LANGUAGE.sub('', language or '')}\n{code}\n{fence}"


def _display_math(block: Block) -> str:
    """Write a block that is one formula as display math; nothing if it is anything else."""
    if not any(inline.marks for inline in block.inlines):  # as in most paragraphs
        return ""
    inlines = [inline for inline in block.inlines if inline.text.strip()]
    if len(inlines) != 1 or Mark.DISPLAY not in inlines[0].marks:
        return ""
    tex = printable(inlines[0].text).strip()
    plain = plain_math(" ".join(tex.split()))
    return f"$${plain}$$" if plain is not None else _fenced(tex, "math")


def _image(block: Block) -> str:
    image = block.image
    if image is None:
        return ""
    source = safe_image(image.src)
    shown = ""
    if source and not source.lower().startswith("data:"):
        shown = f"![{label(one_line(image.alt))}]({link_target(source)})"
    words = [Inline(one_line(image.caption), _ITALIC), Inline(one_line(image.credit))]
    told = [inline for inline in words if inline.text]
    caption = _paragraph(told if len(told) < len(words) else [words[0], Inline(" "), words[1]], {})
    return "\n\n".join(part for part in (shown, caption) if part)


def _media(block: Block) -> str:
    media = block.media
    source = safe_link(media.src) if media else None
    if media is None or source is None or source.startswith("#"):
        return ""
    name = one_line(media.title) or f"{media.type.capitalize()} {short_host(source)}".strip()
    return _paragraph([Inline(f"{MEDIA_SIGN} {name}", frozenset(), source)], {})


# Line ends in YAML 1.1, and the byte order mark, which some readers refuse.
_ESCAPED = {0x2028: "\\u2028", 0x2029: "\\u2029", 0xFEFF: "\\ufeff"}


def _front_matter(article: Article, fields: Mapping[str, str]) -> str:
    """Write metadata of the article between two lines of dashes; nothing if there is none."""
    lines = list(_lines(article, fields))
    return "\n".join(["---", *lines, "---"]) + "\n" if lines else ""


def _lines(article: Article, fields: Mapping[str, str]) -> Iterator[str]:
    for key, attribute in fields.items():
        value = citable_url(article) if attribute == "url" else getattr(article, attribute)
        if isinstance(value, bool):
            yield f"{key}: {'true' if value else 'false'}"
        elif isinstance(value, Moment):
            yield f"{key}: {value.isoformat()}"
        elif isinstance(value, tuple):
            yield from _strings(key, value)
        elif isinstance(value, Image):
            yield from _string(key, safe_image(value.src))
        elif isinstance(value, Rights):
            yield from _strings(key, value.declarations)
        else:
            yield from _string(key, value)


def citable_url(article: Article) -> str | None:
    """Return the URL by which the article can be cited: its own, or the one that the page declares."""
    declared = article.canonical_url
    return safe_link(article.url) or (declared if declared and is_web_url(declared) else None)


def _string(key: str, value: str | None) -> Iterator[str]:
    if value:
        yield f"{key}: {_quoted(value)}"


def _strings(key: str, values: Iterable[str]) -> Iterator[str]:
    values = list(values)
    if values:
        yield f"{key}:"
        yield from (f"  - {_quoted(value)}" for value in values)


def _quoted(value: str) -> str:
    """Quote a value as a JSON string, which is a YAML string too."""
    return json.dumps(printable(value), ensure_ascii=False).translate(_ESCAPED)
