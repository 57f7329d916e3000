"""Assembly of an article: the kept blocks, with their structure, formatting, pictures and positions."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.assemble.context import Context, Contexts, Numbers
from tamis.core.assemble.draft import Draft
from tamis.core.assemble.inlines import Formatting, cell_leaves, may_refer_to_notes
from tamis.core.assemble.notes import Anchors, keep_corrections, keep_notes, with_anchors, with_numbered_notes
from tamis.core.assemble.paragraphs import prose_in, with_bold_heads, without_copies
from tamis.core.figures import captioned
from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.data_tables import row_cells
from tamis.core.parse.pictures import is_larger, picture, player
from tamis.core.parse.positions import Positions
from tamis.core.parse.tree import Element
from tamis.model import PICTURES, Block, Cell, DecidedBy, Inline, Kind, Labels
from tamis.text.urls.picture_sizes import picture_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.model import Image, Media, Role

__all__ = ["Assembled", "PlainBlock", "assemble", "assemble_text"]

# Enum members by name, because looking one up on its class costs more than comparing it.
_PARAGRAPH, _HEADING, _LIST_ITEM, _CODE = Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.CODE
_TABLE, _CAPTION, _IMAGE, _MEDIA = Kind.TABLE, Kind.CAPTION, Kind.IMAGE, Kind.MEDIA
_AS_THEY_ARE = PICTURES | {Kind.CODE, Kind.TABLE}  # not shown as captions
_STRATEGY, _RULE = DecidedBy.STRATEGY, DecidedBy.RULE
_MAX_BOXES = 8
_PARTS = frozenset({"article", "main", "section", "body", "li", "blockquote"})
"""Elements past which nothing says the language of a code block."""
MAX_SPAN = 100  # rows or columns of one cell; pages claim thousands
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-(?=\S+ notranslate)|brush:\s*|sourceCode\s+"
    r"|hljs\s+(?!lang|hljs)|^highlight\s+(?=[a-z+#]+$))"
    r"([A-Za-z0-9+#_.-]+)"
)


class Assembled(NamedTuple):
    """The blocks of an article, in reading order, and the labels that they were made from."""

    labels: Labels
    blocks: tuple[Block, ...]


def assemble(
    document: Document, labels: Labels, *, images: bool = True, positions: bool = True, lead: Image | None = None
) -> Assembled:
    """Assemble the kept blocks, and the notes that they refer to.

    Without `positions` they have no XPath and no span. `lead` is the picture that the page declares, which is often a
    larger copy of one that it shows.
    """
    labels = without_copies(document, keep_corrections(document, labels))
    anchors = Anchors(document)
    blocks = _Assembly(document, labels, images, positions, anchors, lead).blocks()
    with_notes = keep_notes(document, labels, blocks, anchors)
    if with_notes is not labels:  # rare: most articles have no notes, or keep them anyway
        blocks = _Assembly(document, with_notes, images, positions, anchors, lead).blocks()
    return Assembled(with_notes, with_bold_heads(tuple(with_numbered_notes(blocks))))


class PlainBlock(NamedTuple):
    """The part of a block that its plain text needs."""

    kind: Kind
    text: str
    role: Role
    rows: tuple[tuple[Cell, ...], ...] = ()


def assemble_text(document: Document, labels: Labels, *, images: bool = True) -> Sequence[Block | PlainBlock]:
    """Assemble the kept blocks as `assemble` does, but no further than their plain text needs.

    It depends on the formatting if that may show references to notes, and on pictures if a caption that goes with one
    may part the rows of a table.
    """
    if may_refer_to_notes(document.tree):
        return assemble(document, labels, images=images, positions=False).blocks
    labels = without_copies(document, keep_corrections(document, labels))
    needs_pictures = images and bool(labels.captions) and _has_tables(document, labels.kept)
    return _Assembly(document, labels, needs_pictures, False, Anchors(document)).plain_blocks()


def _has_tables(document: Document, kept: Sequence[bool]) -> bool:
    return any(keep and kind is _TABLE for keep, kind in zip(kept, document.kinds, strict=True))


class _Assembly:
    """An article being assembled, with what is computed once and used by many blocks."""

    def __init__(
        self,
        document: Document,
        labels: Labels,
        images: bool,
        positions: bool,
        anchors: Anchors,
        lead: Image | None = None,
    ) -> None:
        self.document = document
        self.labels = labels
        self.images = images
        self.lead = lead
        self.anchors = anchors
        self.positions = Positions(document) if positions else None
        self.seen_items: set[int] = set()
        self.seen_media: set[str] = set()
        self.taken: set[int] = set()
        self.pictures: dict[int, Image] = {}
        self.prose: dict[int, str] = {}

    @cached_property
    def base(self) -> str | None:
        """Base URL of the page's links."""
        return self.document.base_url

    @cached_property
    def contexts(self) -> Contexts:
        """The lists, quotes and tables that the nodes are in."""
        return Contexts(self.document)

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers of list items."""
        return Numbers(self.document)

    @cached_property
    def formatting(self) -> Formatting:
        """The formatting of the text in cells and blocks."""
        return Formatting(self.document.tree, self.base, self.document.page.url, self.anchors)

    def _owner(self, index: int) -> Element:
        return self.document.elements[self.document.block_nodes[index]]

    def _table_rows(self, kept: Sequence[int], at: int) -> int:
        """Count the consecutive rows from here that belong to one table."""
        document = self.document
        table = self.contexts.of(document.block_nodes[kept[at]]).table
        end = at
        while (
            end < len(kept)
            and document.kinds[kept[end]] is _TABLE
            and self.contexts.of(document.block_nodes[kept[end]]).table == table
        ):
            end += 1
        return end - at

    def _rows(self, indexes: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
        return tuple(self._cells(self._owner(index)) for index in indexes)

    def _cells(self, row: Element) -> tuple[Cell, ...]:
        hidden = self.document.hidden_elements
        return tuple(
            Cell(
                self.formatting.inlines(cell_leaves(cell, hidden), cell),
                header=cell.tag == "th",
                colspan=_span(cell.attr("colspan")),
                rowspan=_span(cell.attr("rowspan")),
            )
            for cell in row_cells(row)
            if cell not in hidden
        )

    def plain_blocks(self) -> list[PlainBlock]:
        """Make the blocks of the plain text."""
        texts, roles = self.document.texts, self.labels.roles
        made: list[PlainBlock] = []
        for indexes in self._groups():
            index = indexes[0]
            kind = self._kind(index)
            text = self.prose.get(index) or texts[index]
            made.append(PlainBlock(kind, text, roles[index], self._rows(indexes) if kind is _TABLE else ()))
        return made

    def blocks(self) -> tuple[Block, ...]:
        """Make the blocks of the article."""
        made = (
            self._table(indexes) if self.document.kinds[indexes[0]] is _TABLE else self._block(indexes[0])
            for indexes in self._groups()
        )
        return tuple(with_anchors([block for block in made if block is not None], self.anchors))

    def _groups(self) -> Iterator[Sequence[int]]:
        """Yield the blocks of the article one by one, and the consecutive rows of a table together."""
        self.pictures = self._pictures() if self.images else {}
        kinds, taken = self.document.kinds, self.taken
        kept = [index for index, keep in enumerate(self.labels.kept) if keep and index not in taken]
        at = 0
        while at < len(kept):
            size = self._table_rows(kept, at) if kinds[kept[at]] is _TABLE else 1
            yield kept[at : at + size]
            at += size

    def _kind(self, index: int) -> Kind:
        """Return the kind of a block in the article: a caption may lack the markup of one, and an item its list."""
        kind = self.document.kinds[index]
        if kind is _CODE and self._prose(index):
            return _PARAGRAPH
        if index in self.labels.captions and kind not in _AS_THEY_ARE:
            return _CAPTION
        is_without_list = kind is _LIST_ITEM and self.contexts.of(self.document.block_nodes[index]).item < 0
        return _PARAGRAPH if is_without_list else kind

    def _prose(self, index: int) -> str:
        """Return the text of a `pre` that is prose, as old pages set theirs; nothing if it is code."""
        if index not in self.prose:
            self.prose[index] = prose_in(self._owner(index), self.document.texts[index])
        return self.prose[index]

    def _block(self, index: int) -> Block | None:
        document = self.document
        kind = self._kind(index)
        if kind is _IMAGE or kind is _MEDIA:
            return self._picture(index) if self.images else None
        node = document.block_nodes[index]
        context = self.contexts.of(node)
        owner = document.elements[node]
        text = document.texts[index]
        if index in self.prose and kind is _PARAGRAPH:
            text = self.prose[index]
            return self._make(index, kind, text, (Inline(text),), quoted=context.quoted)
        if kind is _CODE:
            return self._make(index, kind, text, quoted=context.quoted, language=_code_language(owner))
        inlines = self.formatting.inlines(document.leaves[index], owner, text)
        if kind is _HEADING:
            return self._make(index, kind, text, inlines, level=context.heading or 2, quoted=context.quoted)
        if kind is _LIST_ITEM:
            return self._list_item(index, text, inlines, context)
        return self._make(index, kind, text, inlines, quoted=context.quoted)

    def _make(
        self,
        index: int,
        kind: Kind,
        text: str,
        inlines: tuple[Inline, ...] = (),
        *,
        level: int = 0,
        number: int | None = None,
        continues: bool = False,
        quoted: int = 0,
        language: str | None = None,
        image: Image | None = None,
        media: Media | None = None,
    ) -> Block:
        """Make a block with its position and its label."""
        labels = self.labels
        draft = Draft()
        draft.kind = kind
        draft.text = text
        draft.index = index
        draft.xpath, draft.span = self.positions.of(index) if self.positions else ("", None)
        draft.inlines = inlines
        draft.level = level
        draft.number = number
        draft.continues = continues
        draft.quoted = quoted
        draft.anchor = None
        draft.language = language
        draft.rows = ()
        draft.image = image
        draft.media = media
        draft.role = labels.roles[index]
        draft.score = labels.scores[index]
        draft.reason = labels.reasons[index]
        draft.page = 1
        draft.decided_by = _RULE if index in labels.ruled else _STRATEGY
        admitted = self.document.admitted
        draft.hidden = admitted[index].value if index in admitted else None
        return draft.finished()

    def _list_item(self, index: int, text: str, inlines: tuple[Inline, ...], context: Context) -> Block:
        continues = context.item in self.seen_items
        self.seen_items.add(context.item)
        return self._make(
            index,
            _LIST_ITEM,
            text,
            inlines,
            level=max(1, context.list_depth),
            number=None if continues else self.numbers.of(context.item),
            continues=continues,
            quoted=context.quoted,
        )

    def _picture(self, index: int) -> Block | None:
        leaf = self.document.leaves[index][0]
        if type(leaf) is not Element:
            return None
        if self.document.kinds[index] is _MEDIA:
            media = player(leaf, self.base)
            if media is None or media.src in self.seen_media:
                return None
            self.seen_media.add(media.src)
            return self._make(index, _MEDIA, media.title, media=media)
        image = self.pictures.get(index)
        return self._make(index, _IMAGE, image.caption, image=image) if image else None

    def _pictures(self) -> dict[int, Image]:
        """Collect the kept pictures, each once, with caption and credit. Their captions do not become blocks."""
        document, labels = self.document, self.labels
        captions: dict[int, list[int]] = {}
        for at, block in sorted(labels.captions.items()):
            if labels.kept[at]:
                captions.setdefault(block, []).append(at)
        made: dict[int, Image] = {}
        places: dict[str, int] = {}
        for block, kind in enumerate(document.kinds):
            leaf = document.leaves[block][0] if kind is _IMAGE and labels.kept[block] else None
            image = picture(leaf, self.base) if type(leaf) is Element else None
            if image is None:
                continue
            key = picture_key(image.src)
            first = places.get(image.src, places.get(key, block))
            words = captions.get(block, [])
            if first == block:
                places.update(dict.fromkeys((key, *image.sources), block))
            elif is_larger(image.src, made[first].src):
                made[first] = _enlarged(made[first], image)
            if first != block and made[first].caption:
                self.taken.update(words)
                continue
            image = made.get(first, image)
            caption, credit = captioned(document, words, image.alt)
            self.taken.update(words)
            made[first] = replace(image, caption=caption, credit=credit or image.credit, reason=labels.reasons[first])
        self._enlarge_lead(made)
        return made

    def _enlarge_lead(self, made: dict[int, Image]) -> None:
        """Give the small copy of the picture that the page declares its larger source."""
        lead = self.lead
        if lead is None:
            return
        key = picture_key(lead.src)
        for block, image in made.items():
            if is_larger(lead.src, image.src) and picture_key(image.src) == key:
                made[block] = _enlarged(image, replace(lead, sources=(lead.src,)))
                break

    def _table(self, indexes: Sequence[int]) -> Block:
        document = self.document
        first = indexes[0]
        context = self.contexts.of(document.block_nodes[first])
        text = "\n".join(document.texts[index] for index in indexes)
        made = replace(self._make(first, _TABLE, text, quoted=context.quoted), rows=self._rows(indexes))
        if self.positions is None:
            return made
        table = document.elements[context.table] if context.table >= 0 else self._owner(first)
        xpath, span = self.positions.of_table(table, indexes)
        return replace(made, xpath=xpath, span=span)


def _enlarged(image: Image, larger: Image) -> Image:
    """Give a picture the sources of a larger copy of it."""
    sources = tuple(dict.fromkeys((*larger.sources, *image.sources)))
    return replace(image, src=larger.src, sources=sources, width=larger.width, height=larger.height)


def _span(value: str | None) -> int:
    return max(1, min(MAX_SPAN, int(value))) if value and value.isascii() and value.isdigit() else 1


def _code_language(code: Element) -> str | None:
    """Find the language that a code block names: on itself, on the code in it, or on a box around it."""
    inner = code.find("code")
    for element in (*([inner] if inner else ()), *islice(elements_around(code), _MAX_BOXES)):
        if element.tag in _PARTS:
            break
        for name in ("data-lang", "data-language"):
            value: str | None = element.attr(name)
            if value:
                return value
        match = _LANGUAGE.search(element.attr("class") or "")
        if match:
            return match.group(1)
    return None
