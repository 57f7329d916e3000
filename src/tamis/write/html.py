"""HTML: a whole page for reading and printing, built from blocks. Nothing of the page's own markup is in it.

All text is escaped, URLs are checked again, and a Content-Security-Policy forbids scripts and all styles but the
theme's.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

from tamis.model import Image, Kind, Outcome
from tamis.text.characters import one_line, printable
from tamis.text.urls.safety import safe_link
from tamis.text.urls.sites import short_host
from tamis.write.html_inline import Form, InlineWriter, attribute
from tamis.write.html_table import table_markup
from tamis.write.outline import (
    MAX_LIST_DEPTH,
    defined_terms,
    has_words,
    is_in_item,
    is_shown,
    note_text,
    number_notes,
    plain_inlines,
    quote_depth,
    shown_blocks,
)
from tamis.write.text import body_text
from tamis.write.wording import wording_of, written_date

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Article, Block, Callout, Media, Moment, Table

POLICY = "default-src 'none'; img-src http: https: data: file:; style-src {}; base-uri 'none'; form-action 'none'"
_PROSE = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.CAPTION})
DIRECTION_SAMPLE = 2_000
CHECKED, UNCHECKED = "☑", "☐"
"""Boxes of the items of a task list."""


def write_html(article: Article) -> str:
    """Write the article as a self-contained HTML page."""
    blocks = shown_blocks(article)
    parts = [
        f"<!doctype html>\n<html{attribute('lang', article.language or None)}{direction(article)}>\n",
        *_page_head(article),
        "<body>\n<article>\n",
        *_article_head(article, blocks),
        *BodyWriter.of(blocks).write(blocks),
        "</article>\n</body>\n</html>\n",
    ]
    return "".join(parts)


def direction(article: Article) -> str:
    """Return the attribute for right to left if most letters run so. A name in Latin script does not change it."""
    sample = f"{article.title or ''} {body_text(article.blocks)[:DIRECTION_SAMPLE]}"
    directions = Counter(map(bidirectional, sample))
    return ' dir="rtl"' if directions["R"] + directions["AL"] > directions["L"] else ""


def _page_head(article: Article) -> Iterator[str]:
    about = article.metadata
    yield '<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(style_hash(style_sheet()))}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="referrer" content="no-referrer">\n'
    yield f"<title>{escape(one_line(about.title or article.url or 'Article'))}</title>\n"
    for author in about.authors:
        yield f'<meta name="author"{attribute("content", one_line(author))}>\n'
    if about.description:
        yield f'<meta name="description"{attribute("content", one_line(about.description))}>\n'
    canonical = safe_link(about.canonical_url or article.url)
    if canonical:
        yield f'<link rel="canonical"{attribute("href", canonical)}>\n'
    yield f"<style>{style_sheet()}</style>\n</head>\n"


def _article_head(article: Article, blocks: Sequence[Block]) -> Iterator[str]:
    about = article.metadata
    yield "<header>\n"
    yield from _source(article)
    if about.title:
        yield f'<h1 dir="auto">{escape(one_line(about.title))}</h1>\n'
    if about.subtitle and not is_shown(about.subtitle, blocks):
        yield f'<p class="subtitle">{escape(one_line(about.subtitle))}</p>\n'
    byline = " · ".join(_byline(article))
    if byline:
        yield f'<p class="byline">{byline}</p>\n'
    yield "</header>\n"
    yield outcome_notice(article)


def outcome_notice(article: Article) -> str:
    """Write a notice for readers if there is no whole article, with the reason; empty if there is one."""
    if article.outcome is Outcome.ARTICLE:
        return ""
    reason = f": {article.outcome_reason}" if article.outcome_reason else ""
    name = article.outcome.value.replace("_", " ")
    return f'<p class="notice">No whole article was found here ({name}){escape(one_line(reason))}</p>\n'


def _source(article: Article) -> Iterator[str]:
    link = safe_link(article.url)
    name = one_line(article.metadata.site_name or (short_host(link) if link else ""))
    if link and not link.startswith("#"):
        yield f'<p class="source">{_link_away(link, escape(name or link))}</p>\n'
    elif name:
        yield f'<p class="source">{escape(name)}</p>\n'


def _byline(article: Article) -> Iterator[str]:
    if article.authors:
        yield escape(", ".join(one_line(author) for author in article.authors))
    if article.published:
        yield _time(article.published, article.language)
    if article.modified and (not article.published or article.modified.date() != article.published.date()):
        yield f"{escape(wording_of(article.language).updated)} {_time(article.modified, article.language)}"


def _time(moment: Moment, language: str | None) -> str:
    """Write a date as the article's language does; in digits if that is not known."""
    day = written_date(moment, language)
    direction = ' dir="ltr"' if day == moment.date().isoformat() else ""
    return f"<time{direction}{attribute('datetime', moment.isoformat())}>{escape(day)}</time>"


class Heading(NamedTuple):
    """A heading of the body that links can lead to."""

    level: int
    id: str
    text: str


@dataclass(slots=True)
class BodyWriter:
    """A writer of blocks in order, which opens and closes quotes and lists between them."""

    inlines: InlineWriter
    form: Form
    headings: list[Heading] = field(default_factory=list)
    """Headings written so far, if the form gives them ids."""
    quoted: int = 0
    callout: Callout | None = None
    """The callout that is open."""
    lists: list[str] = field(default_factory=list)
    """Tags of the open lists, from the outermost in. In each an item is open; that of a definition list has a tag of
    its own here, after its list's.
    """
    defined: set[str] = field(default_factory=set)
    """Anchors whose id has been written."""

    @classmethod
    def of(cls, blocks: Sequence[Block], form: Form | None = None) -> BodyWriter:
        """Create a writer for the blocks of an article that are shown."""
        form = form or Form()
        anchors = dict.fromkeys(block.anchor for block in blocks if block.anchor and has_words(block))
        places = {anchor: form.place(anchor, number) for number, anchor in enumerate(anchors, 1)}
        return cls(InlineWriter(number_notes(blocks), places, form), form)

    def write(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Yield the body, in pieces."""
        terms = defined_terms(blocks)
        for position, block in enumerate(blocks):
            depth = quote_depth(block)
            if depth != self.quoted or block.callout != self.callout:
                yield from self._close_lists(0)
                yield from self._end_callout()
                yield from self._quote(depth)
                yield from self._begin_callout(block.callout)
            if block.label:
                yield from self._close_lists(0)
                yield f'<p class="label"><strong>{escape(one_line(block.label))}</strong></p>\n'
            if block.kind is Kind.LIST_ITEM:
                yield from self._item(block, is_term=position in terms)
            else:
                yield from self._close_lists(self._depth_in_item(block))
                yield self._block(block) if has_words(block) else self._visual(block)
        yield from self._close_lists(0)
        yield from self._end_callout()
        yield from self._quote(0)

    def _begin_callout(self, callout: Callout | None) -> Iterator[str]:
        self.callout = callout
        if callout is not None:
            yield f'<div class="callout" role="note"{attribute("data-kind", callout.kind)}>\n'

    def _end_callout(self) -> Iterator[str]:
        if self.callout is not None:
            yield "</div>\n"
        self.callout = None

    def _quote(self, depth: int) -> Iterator[str]:
        yield "<blockquote>\n" * (depth - self.quoted)
        yield "</blockquote>\n" * (self.quoted - depth)
        self.quoted = depth

    def _item(self, block: Block, *, is_term: bool) -> Iterator[str]:
        if is_term or (block.term is not None and self._open_definitions(block)):
            yield from self._entry(block)
            return
        depth = min(max(block.level, 1), len(self.lists) + 1, MAX_LIST_DEPTH)
        if depth > 1 and self.lists[depth - 2] == "dl":  # a list in a term, which has no place for one
            depth -= 1
        text, own = self._text(block), self._id(block)
        if block.checked is not None and not block.continues:
            text = f"{CHECKED if block.checked else UNCHECKED} {text}"
        if block.continues and len(self.lists) >= depth:
            yield from self._close_lists(depth)
            yield f"<p{own}>{text}</p>\n"
            return
        tag = "ul" if block.number is None else "ol"
        yield from self._close_lists(depth if len(self.lists) >= depth and self.lists[depth - 1] == tag else depth - 1)
        if len(self.lists) == depth:
            yield "</li>\n"
        else:
            self.lists.append(tag)
            yield f"<{tag}>\n"
        yield f"<li{attribute('value', block.number)}{own}>{text}\n"

    def _open_definitions(self, block: Block) -> int:
        """Return the number of open lists up to the definition list that a definition, or more of an entry, is in; 0 if
        there is none."""
        if block.term and not block.continues:
            return 0
        outermost = min(block.level - (not block.term), len(self.lists))
        return next((depth for depth in range(outermost, 0, -1) if self.lists[depth - 1] == "dl"), 0)

    def _entry(self, block: Block) -> Iterator[str]:
        """Write a term or a definition."""
        text, own = self._text(block), self._id(block)
        depth = self._open_definitions(block)
        if depth and block.continues and len(self.lists) > depth:
            yield from self._close_lists(depth + 1)
            yield f"<p{own}>{text}</p>\n"
            return
        tag = "dt" if block.term else "dd"
        if not depth:
            depth = min(max(block.level, 1), len(self.lists) + 1, MAX_LIST_DEPTH)
            yield from self._close_lists(depth if self.lists[depth - 1 :][:1] == ["dl"] else depth - 1)
            if len(self.lists) < depth:
                self.lists.append("dl")
                yield "<dl>\n"
        yield from self._close_lists(depth)
        self.lists.append(tag)
        yield f"<{tag}{own}>{text}\n"

    def _depth_in_item(self, block: Block) -> int:
        """Return the number of open lists up to the item that a block continues; 0 if there is none."""
        depth = min(block.level, len(self.lists)) if is_in_item(block) else 0
        return depth if depth and self.lists[depth - 1] != "dl" else 0

    def _close_lists(self, depth: int) -> Iterator[str]:
        while len(self.lists) > depth:
            tag = self.lists.pop()
            yield f"</li>\n</{tag}>\n" if tag in ("ul", "ol") else f"</{tag}>\n"

    def _block(self, block: Block) -> str:
        if block.kind in _PROSE or (block.kind is Kind.TABLE and block.table is None):
            return self._paragraph(block)
        if block.kind is Kind.HEADING:
            return self._heading(block)
        own = self._id(block)
        if block.kind is Kind.CODE:
            return f'<pre dir="ltr"{own}><code>{escape(printable(block.text).strip(chr(10)))}</code></pre>\n'
        return self._table(block.table, own) if block.table is not None else ""

    def _heading(self, block: Block) -> str:
        level, own = block.level, self._id(block)
        if self.form.prefix:
            name = f"{self.form.prefix}h-{len(self.headings) + 1}"
            if own:
                name = self.inlines.places[str(block.anchor)] if block.anchor not in self.inlines.notes else ""
            if name:
                self.headings.append(Heading(level, name, one_line(block.text)))
                own = attribute("id", name)
        return f"<h{level}{own}>{self.inlines.write(plain_inlines(block), ' ')}</h{level}>\n"

    def _visual(self, block: Block) -> str:
        if block.image:
            return self._figure(block.image)
        return self._media_card(block.media) if block.media else ""

    def _paragraph(self, block: Block) -> str:
        text = self._text(block)
        caption = ' class="caption"' if block.kind is Kind.CAPTION else ""
        return f"<p{caption}{self._id(block)}>{text}</p>\n" if text else ""

    def _text(self, block: Block) -> str:
        number = self.inlines.notes.get(block.anchor or "")
        if number is None or block.anchor in self.defined:
            return self.inlines.write(plain_inlines(block))
        text = self.inlines.write(note_text(block))
        reference = f"#{self.form.prefix}ref-{number}"
        return f'{text} <a class="back" href="{reference}" aria-label="Back to the text">↩</a>'

    def _id(self, block: Block) -> str:
        if not block.anchor or block.anchor in self.defined:
            return ""
        self.defined.add(block.anchor)
        number = self.inlines.notes.get(block.anchor)
        target = self.inlines.places.get(block.anchor)
        return attribute("id", target if number is None else f"{self.form.prefix}note-{number}")

    def _table(self, table: Table, own: str) -> str:
        return f'<div class="table"{own}>\n{table_markup(table, self.inlines)}</div>\n'

    def _image(self, image: Image, alternative: str) -> str:
        shown = self.form.picture(image)
        if shown is None:
            return ""
        size = _size("width", shown.width) + _size("height", shown.height)
        return f"<img{attribute('src', shown.src)}{attribute('alt', alternative)}{size}{self.form.void}>"

    def _figure(self, image: Image) -> str:
        shown = self._image(image, one_line(image.alt))
        if not shown and not self.form.lone_captions:
            return ""
        words = one_line(image.caption)
        credit = f'<small class="credit">{escape(one_line(image.credit))}</small>' if image.credit.strip() else ""
        inner = " ".join(part for part in (escape(words), credit) if part)
        caption = f"<figcaption>{inner}</figcaption>" if inner else ""
        return f"<figure>{shown}{caption}</figure>\n" if shown or caption else ""

    def _media_card(self, media: Media) -> str:
        source = self.form.link(media.src)
        if source is None or source.startswith("#"):
            return ""
        picture = self._image(Image(media.poster), "") if media.poster else ""
        title = one_line(media.title) or media.type.capitalize()
        words = f'<span>▶ {escape(printable(title))}<span class="host">{escape(short_host(source))}</span></span>'
        return f'<p class="media">{_link_away(source, picture + words)}</p>\n'


def _size(name: str, pixels: int | None) -> str:
    return attribute(name, pixels) if pixels and pixels > 0 else ""


def _link_away(url: str, inner: str) -> str:
    return f'<a{attribute("href", url)} rel="noopener noreferrer">{inner}</a>'


@cache
def style_sheet() -> str:
    """Read the theme's CSS, from ``theme.css``."""
    return files("tamis.write").joinpath("theme.css").read_text("utf-8")


@cache
def style_hash(style: str) -> str:
    """Return the hash of a style sheet for a Content-Security-Policy, which then allows no other."""
    digest = hashlib.sha256(style.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
