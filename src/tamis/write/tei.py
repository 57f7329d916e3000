"""TEI P5, the format in which text corpora are exchanged. `tei.rng` is the part of its schema that is used here.

TEI Consortium: *TEI P5: Guidelines for Electronic Text Encoding and Interchange*, https://tei-c.org/guidelines/p5/.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tamis._version import __version__
from tamis.model import Inline, Kind, Mark
from tamis.text.characters import one_line, printable
from tamis.text.urls.cleaning import quote_query
from tamis.text.urls.safety import safe_image, safe_link
from tamis.write.nesting import lines_of, merged, nest
from tamis.write.outline import (
    MAX_LIST_DEPTH,
    is_in_item,
    note_anchor,
    note_text,
    number_notes,
    plain_inlines,
    quote_depth,
    shown_blocks,
)
from tamis.write.xml_elements import DECLARATION, element, empty, line, start, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article, Block, Callout, Cell, Image, Media, Table
    from tamis.write.nesting import Part
    from tamis.write.outline import Notes

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8}")
_RENDITION = {Mark.BOLD: "bold", Mark.ITALIC: "italic", Mark.SUB: "sub", Mark.SUP: "sup", Mark.KEYBOARD: "keyboard"}


def write_tei(article: Article) -> str:
    """Write the article as a TEI document: a header with its metadata, and the text."""
    blocks = shown_blocks(article)
    body = "".join(_Body(number_notes(blocks)).write(blocks))
    content = f"\n{''.join(_header(article))}<text>\n<body>\n{body}</body>\n</text>\n"
    return f"{DECLARATION}{element('TEI', content, xmlns=NAMESPACE, **{'xml:lang': _language(article)})}\n"


def _header(article: Article) -> Iterator[str]:
    about = article.metadata
    yield "<teiHeader>\n<fileDesc>\n<titleStmt>\n"
    yield element("title", line(about.title), type="main") + "\n"
    if about.subtitle:
        yield element("title", line(about.subtitle), type="sub") + "\n"
    yield from (element("author", line(name)) + "\n" for name in about.authors)
    yield "</titleStmt>\n<publicationStmt>\n"
    yield element("publisher", line(about.site_name or "unknown")) + "\n"
    if about.license:
        target = _pointer(safe_link(about.license))
        yield element("availability", element("licence", line(about.license), target=target)) + "\n"
    for kind, moment in (("published", about.published), ("modified", about.modified)):
        if moment:
            yield empty("date", type=kind, when=_when(moment.isoformat())) + "\n"
    yield "</publicationStmt>\n<sourceDesc>\n"
    yield from _source(article)
    yield "</sourceDesc>\n</fileDesc>\n<encodingDesc>\n<appInfo>\n"
    label = element("label", f"tamis, strategy {line(article.strategy)}")
    yield element("application", label, ident="tamis", version=__version__)
    yield "\n</appInfo>\n</encodingDesc>\n"
    yield from _profile(article)
    yield "</teiHeader>\n"


def _source(article: Article) -> Iterator[str]:
    url = _pointer(safe_link(article.canonical_url or article.url))
    link = element("ref", line(url), target=url) if url else ""
    yield element("bibl", element("title", line(article.title)) + link) + "\n"


def _profile(article: Article) -> Iterator[str]:
    about = article.metadata
    terms = [*([about.section] if about.section else []), *about.tags]
    yield "<profileDesc>\n"
    if about.description:
        yield element("abstract", element("p", line(about.description))) + "\n"
    if language := _language(article):
        yield element("langUsage", empty("language", ident=language)) + "\n"
    if terms:
        entries = "".join(element("term", line(term)) for term in terms)
        yield element("textClass", element("keywords", entries)) + "\n"
    yield "</profileDesc>\n"


@dataclass(slots=True)
class _Body:
    """A writer of blocks in order, which opens and closes divisions, quotes and lists between them."""

    notes: Notes
    divisions: list[int] = field(default_factory=list)
    """Levels of the open divisions, from the outermost in."""
    is_bare: bool = True
    """True if the innermost division has only its heading, pictures and notes so far: TEI requires more."""
    quoted: int = 0
    callout: Callout | None = None
    """The callout that is open."""
    lists: int = 0
    noted: set[int] = field(default_factory=set)

    def write(self, blocks: Sequence[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block)
        yield from self._close(0)
        yield "<p/>\n" if self.is_bare else ""

    def _block(self, block: Block) -> Iterator[str]:
        depth = quote_depth(block)
        if block.kind is Kind.HEADING and not depth and block.callout is None:
            yield from self._heading(block)
            return
        written = self._text(block)
        if not written:
            return
        if depth != self.quoted or block.callout != self.callout:
            yield from self._end_lists(0)
            yield from self._end_callout()
            yield "<quote>\n" * (depth - self.quoted) + "</quote>\n" * (self.quoted - depth)
            self.quoted = depth
            yield from self._begin_callout(block.callout)
        if block.label.strip():
            yield from self._end_lists(0)
            yield element("p", line(block.label), rend="label") + "\n"
        is_beside = block.callout is not None or written.startswith(("<figure", "<note"))
        self.is_bare = self.is_bare and not depth and is_beside
        if block.kind is Kind.LIST_ITEM and not written.startswith("<note"):
            yield from self._item(block, written)
        else:
            yield from self._end_lists(min(block.level, self.lists) if is_in_item(block) else 0)
            yield written

    def _begin_callout(self, callout: Callout | None) -> Iterator[str]:
        self.callout = callout
        if callout is not None:
            yield start("note", type="callout", subtype=_name(callout.kind)) + "\n"

    def _end_callout(self) -> Iterator[str]:
        if self.callout is not None:
            yield "</note>\n"
        self.callout = None

    def _heading(self, block: Block) -> Iterator[str]:
        level = block.level
        yield from self._close(level)
        self.divisions.append(level)
        self.is_bare = True
        yield f"<div>\n{element('head', self._inlines(plain_inlines(block)))}\n"

    def _close(self, level: int) -> Iterator[str]:
        """End all lists, callouts and quotes, and the divisions down to a level."""
        yield from self._end_lists(0)
        yield from self._end_callout()
        yield "</quote>\n" * self.quoted
        self.quoted = 0
        while self.divisions and self.divisions[-1] >= level:
            yield "<p/>\n" if self.is_bare else ""
            self.is_bare = False
            self.divisions.pop()
            yield "</div>\n"

    def _item(self, block: Block, words: str) -> Iterator[str]:
        depth = min(max(block.level, 1), self.lists + 1, MAX_LIST_DEPTH)
        if block.continues and self.lists >= depth:
            yield from self._end_lists(depth)
            yield element("p", words) + "\n"
            return
        yield from self._end_lists(depth)
        if self.lists == depth:
            yield "</item>\n"
        else:
            self.lists += 1
            yield start("list", rend="bulleted" if block.number is None else "numbered") + "\n"
        yield f"{start('item', n=block.number)}{element('label', words) if block.term else words}\n"

    def _end_lists(self, depth: int) -> Iterator[str]:
        while self.lists > depth:
            self.lists -= 1
            yield "</item>\n</list>\n"

    def _text(self, block: Block) -> str:
        """Write a block; a list item without the tags of the item."""
        number = self.notes.get(block.anchor or "")
        if number is not None and number not in self.noted:
            self.noted.add(number)
            words = self._inlines(note_text(block))
            return element("note", words, **{"xml:id": f"note-{number}"}, n=number, place="foot") + "\n"
        if block.kind is Kind.IMAGE:
            return _figure(block.image) if block.image else ""
        if block.kind is Kind.MEDIA:
            return _player(block.media) if block.media else ""
        if block.table is not None:
            return self._table(block.table)
        if block.kind is Kind.CODE:
            code = text(block.text.strip("\n"))
            kept = {"xml:space": "preserve"}
            return element("p", element("code", code, **kept, lang=_name(block.language))) + "\n"
        words = self._inlines(plain_inlines(block))
        if block.kind is Kind.LIST_ITEM or not words:
            return words
        kind = {Kind.CAPTION: "caption", Kind.HEADING: "heading"}.get(block.kind)
        return element("p", words, rend=kind) + "\n"

    def _table(self, table: Table) -> str:
        heads = table.header_rows
        rows = "".join(
            element("row", "".join(map(self._cell, row)), role="label" if number < heads else None) + "\n"
            for number, row in enumerate(table.rows)
            if row
        )
        caption = element("head", self._inlines(table.caption_inlines)) + "\n" if table.caption_inlines else ""
        return element("table", f"\n{caption}{rows}") + "\n" if rows else ""

    def _cell(self, cell: Cell) -> str:
        return element(
            "cell",
            self._inlines(cell.inlines),
            role="label" if cell.header else None,
            cols=cell.colspan if cell.colspan > 1 else None,
            rows=cell.rowspan if cell.rowspan > 1 else None,
        )

    def _inlines(self, inlines: Sequence[Inline]) -> str:
        resolved = [self._resolved(inline) for inline in inlines]
        return "<lb/>".join("".join(map(_part, nest(line))) for line in lines_of(merged(resolved)))

    def _resolved(self, inline: Inline) -> Inline:
        number = self.notes.get(note_anchor(inline) or "")
        if number is not None:
            return Inline(str(number), frozenset({Mark.NOTE}))
        target = safe_link(inline.href)
        away = target if target and not target.startswith("#") else None
        return Inline(printable(inline.text), inline.marks - {Mark.NOTE}, away)


def _part(part: Part) -> str:
    if isinstance(part, Inline):
        return _leaf(part)
    inner = "".join(map(_part, part.parts))
    if not isinstance(part.by, Mark):
        return element("ref", inner, target=_pointer(part.by))
    if part.by is Mark.STRIKE:
        return element("del", inner)
    return element("hi", inner, rend=_RENDITION[part.by])


def _leaf(inline: Inline) -> str:
    words = text(inline.text)
    if Mark.NOTE in inline.marks:
        return element("ref", words, type="note", target=f"#note-{words}")
    if Mark.MATH in inline.marks:
        return element("formula", words, notation="TeX", rend="display" if Mark.DISPLAY in inline.marks else None)
    return element("code", words) if Mark.CODE in inline.marks else words


def _figure(image: Image) -> str:
    source = _pointer(safe_image(image.src))
    if not source:
        return ""
    caption = element("head", line(image.caption)) if image.caption.strip() else ""
    credit = element("p", line(image.credit), rend="credit") if image.credit.strip() else ""
    described = element("figDesc", line(image.alt)) if image.alt.strip() else ""
    graphic = empty("graphic", url=source, width=_pixels(image.width), height=_pixels(image.height))
    return element("figure", f"{caption}{credit}{described}{graphic}") + "\n"


def _player(media: Media) -> str:
    source = _pointer(safe_link(media.src))
    if not source or source.startswith("#"):
        return ""
    title = one_line(media.title) or media.type.capitalize()
    return element("p", element("ref", line(title), target=source), rend=media.type) + "\n"


def _language(article: Article) -> str | None:
    return article.language if article.language and _LANGUAGE.fullmatch(article.language) else None


def _pixels(size: int | None) -> str | None:
    return f"{size}px" if size and size > 0 else None


def _pointer(url: str | None) -> str | None:
    """Encode a URL as XML Schema requires."""
    if not url:
        return None
    start, mark, fragment = url.partition("#")
    return quote_query(start) + mark + quote_query(fragment)


def _name(language: str | None) -> str | None:
    words = "".join(char for char in language or "" if char.isalnum() or char in "+#-_.")
    return words or None


def _when(moment: str) -> str:
    """Write a date as XML Schema does, which has no fractions of a minute in time zones."""
    return moment[:10] if len(moment) > 25 else moment
