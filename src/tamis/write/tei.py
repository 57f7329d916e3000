"""TEI P5, the format in which text corpora are exchanged. `tei.rng` is the part of its schema that is used here.

TEI Consortium: *TEI P5: Guidelines for Electronic Text Encoding and Interchange*, https://tei-c.org/guidelines/p5/.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from tamis._version import __version__
from tamis.model import Inline, Kind, Mark
from tamis.text.characters import one_line, printable
from tamis.text.urls.cleaning import quote_query
from tamis.text.urls.safety import safe_image, safe_link
from tamis.write.nesting import lines_of, merged, nest
from tamis.write.outline import (
    MAX_LIST_DEPTH,
    note_anchor,
    note_text,
    number_notes,
    plain_inlines,
    quote_depth,
    shown_blocks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article, Block, Cell, Image, Media, Table
    from tamis.write.nesting import Part
    from tamis.write.outline import Notes

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8}")
_RENDITION = {Mark.BOLD: "bold", Mark.ITALIC: "italic", Mark.SUB: "sub", Mark.SUP: "sup"}


def write_tei(article: Article) -> str:
    """Write the article as a TEI document: a header with its metadata, and the text."""
    blocks = shown_blocks(article)
    language = _attribute("xml:lang", _language(article))
    body = "".join(_Body(number_notes(blocks)).write(blocks))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="{NAMESPACE}"{language}>\n'
        f"{''.join(_header(article))}<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n"
    )


def _header(article: Article) -> Iterator[str]:
    about = article.metadata
    authors = "".join(f"<author>{_line(name)}</author>\n" for name in about.authors)
    yield "<teiHeader>\n<fileDesc>\n<titleStmt>\n"
    yield f'<title type="main">{_line(about.title or "")}</title>\n'
    yield f'<title type="sub">{_line(about.subtitle)}</title>\n' if about.subtitle else ""
    yield f"{authors}</titleStmt>\n<publicationStmt>\n"
    yield f"<publisher>{_line(about.site_name or 'unknown')}</publisher>\n"
    if about.license:
        target = safe_link(about.license)
        yield f"<availability><licence{_attribute('target', _pointer(target))}>{_line(about.license)}</licence>"
        yield "</availability>\n"
    if about.published:
        yield f'<date type="published"{_attribute("when", _when(about.published.isoformat()))}/>\n'
    if about.modified:
        yield f'<date type="modified"{_attribute("when", _when(about.modified.isoformat()))}/>\n'
    yield "</publicationStmt>\n<sourceDesc>\n"
    yield from _source(article)
    yield "</sourceDesc>\n</fileDesc>\n<encodingDesc>\n<appInfo>\n"
    yield f'<application ident="tamis" version="{__version__}"><label>tamis, strategy {_line(article.strategy)}</label>'
    yield "</application>\n</appInfo>\n</encodingDesc>\n"
    yield from _profile(article)
    yield "</teiHeader>\n"


def _source(article: Article) -> Iterator[str]:
    url = _pointer(safe_link(article.canonical_url or article.url))
    yield "<bibl>"
    yield f"<title>{_line(article.title or '')}</title>"
    yield f"<ref{_attribute('target', url)}>{_line(url)}</ref>" if url else ""
    yield "</bibl>\n"


def _profile(article: Article) -> Iterator[str]:
    about = article.metadata
    terms = [*([about.section] if about.section else []), *about.tags]
    yield "<profileDesc>\n"
    yield f"<abstract><p>{_line(about.description)}</p></abstract>\n" if about.description else ""
    language = _language(article)
    yield f"<langUsage><language{_attribute('ident', language)}/></langUsage>\n" if language else ""
    if terms:
        entries = "".join(f"<term>{_line(term)}</term>" for term in terms)
        yield f"<textClass><keywords>{entries}</keywords></textClass>\n"
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
    lists: int = 0
    noted: set[int] = field(default_factory=set)

    def write(self, blocks: Sequence[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block)
        yield from self._close(0)
        yield "<p/>\n" if self.is_bare else ""

    def _block(self, block: Block) -> Iterator[str]:
        depth = quote_depth(block)
        if block.kind is Kind.HEADING and not depth:
            yield from self._heading(block)
            return
        text = self._text(block)
        if not text:
            return
        if depth != self.quoted:
            yield from self._end_lists(0)
            yield "<quote>\n" * (depth - self.quoted) + "</quote>\n" * (self.quoted - depth)
            self.quoted = depth
        self.is_bare = self.is_bare and not depth and text.startswith(("<figure", "<note"))
        if block.kind is Kind.LIST_ITEM and not text.startswith("<note"):
            yield from self._item(block, text)
        else:
            yield from self._end_lists(0)
            yield text

    def _heading(self, block: Block) -> Iterator[str]:
        level = block.level
        yield from self._close(level)
        self.divisions.append(level)
        self.is_bare = True
        yield f"<div>\n<head>{self._inlines(plain_inlines(block))}</head>\n"

    def _close(self, level: int) -> Iterator[str]:
        """End all lists and quotes, and the divisions down to a level."""
        yield from self._end_lists(0)
        yield "</quote>\n" * self.quoted
        self.quoted = 0
        while self.divisions and self.divisions[-1] >= level:
            yield "<p/>\n" if self.is_bare else ""
            self.is_bare = False
            self.divisions.pop()
            yield "</div>\n"

    def _item(self, block: Block, text: str) -> Iterator[str]:
        depth = min(max(block.level, 1), self.lists + 1, MAX_LIST_DEPTH)
        if block.continues and self.lists >= depth:
            yield from self._end_lists(depth)
            yield f"<p>{text}</p>\n"
            return
        yield from self._end_lists(depth)
        if self.lists == depth:
            yield "</item>\n"
        else:
            self.lists += 1
            yield f'<list rend="{"bulleted" if block.number is None else "numbered"}">\n'
        yield f"<item{_attribute('n', block.number)}>{text}\n"

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
            return f'<note xml:id="note-{number}" n="{number}" place="foot">{words}</note>\n'
        if block.kind is Kind.IMAGE:
            return _figure(block.image) if block.image else ""
        if block.kind is Kind.MEDIA:
            return _player(block.media) if block.media else ""
        if block.table is not None:
            return self._table(block.table)
        if block.kind is Kind.CODE:
            language = _attribute("lang", _name(block.language))
            return f'<p><code xml:space="preserve"{language}>{_escaped(block.text.strip(chr(10)))}</code></p>\n'
        words = self._inlines(plain_inlines(block))
        if block.kind is Kind.LIST_ITEM or not words:
            return words
        kind = {Kind.CAPTION: "caption", Kind.HEADING: "heading"}.get(block.kind)
        return f"<p{_attribute('rend', kind)}>{words}</p>\n"

    def _table(self, table: Table) -> str:
        heads = table.header_rows
        rows = "".join(
            f"<row{_attribute('role', 'label' if number < heads else None)}>{''.join(map(self._cell, row))}</row>\n"
            for number, row in enumerate(table.rows)
            if row
        )
        caption = f"<head>{self._inlines(table.caption)}</head>\n" if table.caption else ""
        return f"<table>\n{caption}{rows}</table>\n" if rows else ""

    def _cell(self, cell: Cell) -> str:
        role = _attribute("role", "label" if cell.header else None)
        columns = _attribute("cols", cell.colspan if cell.colspan > 1 else None)
        rows = _attribute("rows", cell.rowspan if cell.rowspan > 1 else None)
        return f"<cell{role}{columns}{rows}>{self._inlines(cell.inlines)}</cell>"

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
        return f"<ref{_attribute('target', _pointer(part.by))}>{inner}</ref>"
    if part.by is Mark.STRIKE:
        return f"<del>{inner}</del>"
    return f'<hi rend="{_RENDITION[part.by]}">{inner}</hi>'


def _leaf(inline: Inline) -> str:
    text = _escaped(inline.text)
    if Mark.NOTE in inline.marks:
        return f'<ref type="note" target="#note-{text}">{text}</ref>'
    if Mark.MATH in inline.marks:
        shown = ' rend="display"' if Mark.DISPLAY in inline.marks else ""
        return f'<formula notation="TeX"{shown}>{text}</formula>'
    return f"<code>{text}</code>" if Mark.CODE in inline.marks else text


def _figure(image: Image) -> str:
    source = _pointer(safe_image(image.src))
    if not source:
        return ""
    caption = f"<head>{_line(image.caption)}</head>" if image.caption.strip() else ""
    credit = f'<p rend="credit">{_line(image.credit)}</p>' if image.credit.strip() else ""
    described = f"<figDesc>{_line(image.alt)}</figDesc>" if image.alt.strip() else ""
    size = _attribute("width", _pixels(image.width)) + _attribute("height", _pixels(image.height))
    return f"<figure>{caption}{credit}{described}<graphic{_attribute('url', source)}{size}/></figure>\n"


def _player(media: Media) -> str:
    source = _pointer(safe_link(media.src))
    if not source or source.startswith("#"):
        return ""
    title = one_line(media.title) or media.type.capitalize()
    return f'<p rend="{_escaped(media.type)}"><ref{_attribute("target", source)}>{_line(title)}</ref></p>\n'


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


def _line(text: str | None) -> str:
    return _escaped(one_line(text or ""))


def _escaped(text: str) -> str:
    return escape(printable(text), quote=False)


def _attribute(name: str, value: str | int | None) -> str:
    if value is None or value == "":
        return ""
    text = escape(printable(str(value))).replace("\n", "&#10;").replace("\t", "&#9;")
    return f' {name}="{text}"'
