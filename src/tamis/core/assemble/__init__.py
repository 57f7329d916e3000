"""Assembly of an article: the kept blocks, with their structure, formatting, pictures and positions."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.assemble.boxes import Boxes, keep_lines_of_parts
from tamis.core.assemble.code_language import named_language
from tamis.core.assemble.context import Context, Contexts, Numbers
from tamis.core.assemble.draft import Draft, place, placed
from tamis.core.assemble.embeds import LEFT_OUT, find_embeds, place_of, with_embeds
from tamis.core.assemble.inlines import DISPLAY_MATH, Formatting, may_refer_to_notes
from tamis.core.assemble.items import is_checked, is_marker, without_start, written_box
from tamis.core.assemble.marked_notes import with_marked_notes
from tamis.core.assemble.notes import Anchors, keep_notes, with_anchors
from tamis.core.assemble.numbered_notes import with_numbered_notes
from tamis.core.assemble.paragraphs import keep_corrections, prose_in, with_bold_heads, without_copies
from tamis.core.assemble.tables import read_rows
from tamis.core.figures import captioned
from tamis.core.parse.media import is_larger, picture, player
from tamis.core.parse.positions import Positions
from tamis.core.parse.tree import Element
from tamis.model import PICTURES, Block, DecidedBy, Inline, Kind, Labels, Mark, Role, Table
from tamis.text.urls.picture_sizes import picture_key, width_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tamis.core.assemble.embeds import Embed
    from tamis.core.parse import Document
    from tamis.model import Callout, Cell, Image, Media, Span

__all__ = ["Assembled", "PlainBlock", "assemble", "assemble_text", "with_positions"]

# Enum members by name, because looking one up on its class costs more than comparing it.
_PARAGRAPH, _HEADING, _LIST_ITEM, _CODE = Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.CODE
_TABLE, _CAPTION, _IMAGE, _MEDIA, _QUOTE = Kind.TABLE, Kind.CAPTION, Kind.IMAGE, Kind.MEDIA, Kind.QUOTE
_AS_THEY_ARE = PICTURES | {Kind.CODE, Kind.TABLE}  # not shown as captions
_STRATEGY, _RULE = DecidedBy.STRATEGY, DecidedBy.RULE
_BOLD = frozenset({Mark.BOLD})
_IS_TERM = {"dt": True, "dd": False}
_MAX_BEFORE_ROW = 60  # blocks of a table or a figure before its first row


class Assembled(NamedTuple):
    """The blocks of an article, in reading order, and the labels that they were made from."""

    labels: Labels
    blocks: tuple[Block, ...]
    embeds: Sequence[Embed] = ()
    """The posts that stood between these blocks and are not shown."""
    tables: Mapping[int, TableRows] = MappingProxyType({})
    """The rows of each table, by the first of them."""

    @property
    def left_out(self) -> tuple[str, ...]:
        """URLs of the posts that are not shown."""
        return tuple(embed.source for embed in self.embeds)


class TableRows(NamedTuple):
    """A table, and the blocks of its rows."""

    element: Element
    rows: Sequence[int]


def assemble(
    document: Document, labels: Labels, *, images: bool = True, positions: bool = True, lead: Image | None = None
) -> Assembled:
    """Assemble the kept blocks, and the notes that they refer to.

    Without `positions` they have no XPath and no span. `lead` is the picture that the page declares, which is often a
    larger copy of one that it shows.
    """
    labels = without_copies(document, keep_lines_of_parts(document, keep_corrections(document, labels)))
    anchors = Anchors(document)
    assembly = _Assembly(document, labels, images, anchors, lead)
    blocks = assembly.blocks()
    with_notes = keep_notes(document, labels, blocks, anchors)
    if with_notes is not labels:  # rare: most articles have no notes, or keep them anyway
        assembly = _Assembly(document, with_notes, images, anchors, lead)
        blocks = assembly.blocks()
    embeds = find_embeds(document, with_notes.kept, blocks) if images else ()
    blocks = with_embeds(blocks, embeds)
    blocks = with_bold_heads(tuple(with_marked_notes(document, with_numbered_notes(document, blocks))))
    made = Assembled(with_notes, blocks, embeds, assembly.tables)
    return _positioned(document, made, place) if positions else made


def with_positions(document: Document, made: Assembled) -> Assembled:
    """Return blocks that were assembled without positions with their XPaths and spans."""
    return _positioned(document, made, placed)


def _positioned(document: Document, made: Assembled, placed: Callable[[Block, str, Span | None], Block]) -> Assembled:
    positions = Positions(document)
    embeds = iter(made.embeds)
    blocks: list[Block] = []
    for block in made.blocks:
        rows = made.tables.get(block.index) if block.table is not None else None
        if block.reason is LEFT_OUT:
            blocks.append(placed(block, place_of(document, next(embeds)), None))
        elif rows is not None:
            blocks.append(placed(block, *positions.of_table(rows.element, rows.rows)))
        else:
            blocks.append(placed(block, *positions.of(block.index)))
    return made._replace(blocks=tuple(blocks))


class PlainBlock(NamedTuple):
    """The part of a block that its plain text needs."""

    kind: Kind
    text: str
    role: Role
    table: Table | None = None


def assemble_text(document: Document, labels: Labels, *, images: bool = True) -> Sequence[Block | PlainBlock]:
    """Assemble the kept blocks as `assemble` does, but no further than their plain text needs.

    It depends on the formatting if that may show references to notes.
    """
    if may_refer_to_notes(document):
        return assemble(document, labels, images=images, positions=False).blocks
    labels = without_copies(document, keep_lines_of_parts(document, keep_corrections(document, labels)))
    return _Assembly(document, labels, False, Anchors(document)).plain_blocks()


class _Assembly:
    """An article being assembled, with what is computed once and used by many blocks."""

    def __init__(
        self,
        document: Document,
        labels: Labels,
        images: bool,
        anchors: Anchors,
        lead: Image | None = None,
    ) -> None:
        self.document = document
        self.labels = labels
        self.images = images
        self.lead = lead
        self.anchors = anchors
        self.tables: dict[int, TableRows] = {}
        self.boxes = Boxes(document)
        self.seen_boxes: set[int] = set()
        self.seen_items: set[int] = set()
        self.seen_media: set[str] = set()
        self.taken: set[int] = set()
        self.pictures: dict[int, Image] = {}
        self.prose: dict[int, str] = {}
        self.table_captions: dict[int, list[int]] = {}

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
        document = self.document
        return Formatting(document.tree, document.formulas, self.base, document.page.url, self.anchors)

    def _owner(self, index: int) -> Element:
        return self.document.elements[self.document.block_nodes[index]]

    def _rows(self, indexes: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
        document = self.document
        rows = list(map(self._owner, indexes))
        return read_rows(rows, self.formatting, document.hidden_elements, document.admitted_elements)

    def plain_blocks(self) -> list[PlainBlock]:
        """Make the blocks of the plain text."""
        texts, roles = self.document.texts, self.labels.roles
        made: list[PlainBlock] = []
        for indexes in self._groups():
            index = indexes[0]
            kind = self._kind(index)
            text = self.prose.get(index) or texts[index]
            made.append(PlainBlock(kind, text, roles[index], Table(self._rows(indexes)) if kind is _TABLE else None))
        return made

    def blocks(self) -> tuple[Block, ...]:
        """Make the blocks of the article."""
        made = (
            self._table(indexes) if self.document.kinds[indexes[0]] is _TABLE else self._block(indexes[0])
            for indexes in self._groups()
        )
        return tuple(with_anchors([block for block in made if block is not None], self.anchors))

    def _groups(self) -> Iterator[Sequence[int]]:
        """Yield the blocks of the article one by one, and the rows of a table together; pictures in it come after."""
        self.pictures = self._pictures() if self.images else {}
        document, taken = self.document, self.taken
        kinds = document.kinds
        chosen = [index for index, keep in enumerate(self.labels.kept) if keep]
        self._take_table_captions(chosen)
        kept = [index for index in chosen if index not in taken]
        at = 0
        while at < len(kept):
            end = at + 1
            if kinds[kept[at]] is not _TABLE:
                yield kept[at:end]
                at = end
                continue
            table = self.contexts.of(document.block_nodes[kept[at]]).table
            stop = document.block_stop[table] if table >= 0 else 0
            while end < len(kept) and kept[end] < stop:
                end += 1
            yield [index for index in kept[at:end] if kinds[index] is _TABLE]
            yield from ([index] for index in kept[at:end] if kinds[index] is not _TABLE)
            at = end

    def _take_table_captions(self, chosen: Sequence[int]) -> None:
        """Find the captions of the kept tables; they do not become blocks."""
        document = self.document
        captions = [(index, document.captioned_node(index)) for index in chosen if document.kinds[index] is _CAPTION]
        for index, node in captions:
            inside = range(document.block_start[node], document.block_stop[node]) if node >= 0 else ()
            row = next(
                (at for at in islice(inside, _MAX_BEFORE_ROW) if document.kinds[at] is _TABLE and self.labels.kept[at]),
                -1,
            )
            if row >= 0:
                self.table_captions.setdefault(self.contexts.of(document.block_nodes[row]).table, []).append(index)
                self.taken.add(index)

    def _kind(self, index: int) -> Kind:
        """Return the kind of a block in the article: a caption may lack the markup of one, and an item its list."""
        kind = self.document.kinds[index]
        if kind is _CODE and self._prose(index):
            return _PARAGRAPH
        if index in self.labels.captions and kind not in _AS_THEY_ARE:
            return _CAPTION
        if kind is _CAPTION and self.labels.roles[index] is Role.TEXT:
            return _PARAGRAPH
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
            language, depth = named_language(owner), self._depth_in_item(context)
            if language == "math":
                tex = " ".join(text.split())
                return self._make(index, _PARAGRAPH, tex, (Inline(tex, DISPLAY_MATH),), quoted=context.quoted)
            return self._make(
                index, kind, text, level=depth, continues=depth > 0, quoted=context.quoted, language=language
            )
        inlines = self.formatting.inlines(document.leaves[index], owner, text)
        if kind is _HEADING:
            return self._make(index, kind, text, inlines, level=context.heading or 2, quoted=context.quoted)
        if kind is _LIST_ITEM:
            return None if self._is_marker(index, context) else self._list_item(index, text, inlines, context)
        if kind is _PARAGRAPH and self.boxes.is_row_of_tabs(index):
            return None
        if kind is _PARAGRAPH and self._is_title(index, node):
            inlines = tuple(inline._replace(marks=inline.marks | _BOLD) for inline in inlines)
        quoted = context.quoted or int(kind is _CAPTION and self._is_source(index))
        return self._make(index, kind, text, inlines, quoted=quoted)

    def _box(self, index: int) -> tuple[Callout | None, str]:
        """Return the callout around a block, and the label of the tab, or the dropped title of the callout, that it
        begins."""
        callout, panel = self.boxes.around(self.document.block_nodes[index])
        label = ""
        if panel >= 0 and panel not in self.seen_boxes:
            self.seen_boxes.add(panel)
            label = self.boxes.tab_label(panel)
        if callout < 0:
            return None, label
        if callout not in self.seen_boxes:
            self.seen_boxes.add(callout)
            label = label or self.boxes.title(callout, index)
        return self.boxes.callout(callout), label

    def _is_title(self, index: int, node: int) -> bool:
        """Tell whether a paragraph is the title of a callout, or opens the rest of its part."""
        if self.document.tags[node] == "summary":
            return True
        callout = self.boxes.around(node)[0]
        return callout >= 0 and self.boxes.is_title(index, callout)

    def _is_source(self, index: int) -> bool:
        """Tell whether a caption is the source of a quote: its figure holds a quote and no picture."""
        document = self.document
        node = document.captioned_node(index)
        if node < 0:
            return False
        return any(kind is _QUOTE for kind in document.kinds[document.block_start[node] : document.block_stop[node]])

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
        checked: bool | None = None,
        term: bool | None = None,
        table: Table | None = None,
    ) -> Block:
        """Make a block with its label."""
        labels = self.labels
        draft = Draft()
        draft.kind = kind
        draft.text = text
        draft.index = index
        draft.xpath = ""
        draft.span = None
        draft.inlines = inlines
        draft.level = level
        draft.number = number
        draft.continues = continues
        draft.quoted = quoted
        draft.anchor = None
        draft.language = language
        draft.table = table
        draft.checked = checked
        draft.term = term
        draft.callout, draft.label = self._box(index)
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

    def _is_marker(self, index: int, context: Context) -> bool:
        """Tell whether a block is the sign or number that a page writes before the text of an item itself."""
        if not is_marker(self.document.texts[index]) or context.item in self.seen_items:
            return False
        stop = self.document.block_stop[context.item]
        return any(self.document.texts[at] and self.labels.kept[at] for at in range(index + 1, stop))

    def _list_item(self, index: int, text: str, inlines: tuple[Inline, ...], context: Context) -> Block:
        continues = context.item in self.seen_items
        self.seen_items.add(context.item)
        checked = None if continues else is_checked(self.document.elements[context.item])
        if checked is None and not continues and (box := written_box(text)) is not None:
            checked, size = box
            text, inlines = text[size:], without_start(inlines, size)
        return self._make(
            index,
            _LIST_ITEM,
            text,
            inlines,
            level=max(1, context.list_depth),
            number=None if continues else self.numbers.of(context.item),
            continues=continues,
            quoted=context.quoted,
            checked=checked,
            term=_IS_TERM.get(self.document.tags[context.item]),
        )

    def _depth_in_item(self, context: Context) -> int:
        """Return the depth of the list item that code, a table or a picture continues; 0 if it continues none."""
        return max(1, context.list_depth) if context.item in self.seen_items else 0

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
        if image is None:
            return None
        depth = self._depth_in_item(self.contexts.of(self.document.block_nodes[index]))
        return self._make(index, _IMAGE, image.caption, level=depth, continues=depth > 0, image=image)

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
        key, lead_width = picture_key(lead.src), width_in(lead.src)
        for block, image in made.items():
            width = width_in(image.src)
            is_small = width is not None and (lead_width is None or lead_width > width)
            if is_small and picture_key(image.src) == key:
                made[block] = _enlarged(image, replace(lead, sources=(lead.src,)))
                break

    def _table(self, indexes: Sequence[int]) -> Block:
        document = self.document
        first = indexes[0]
        context = self.contexts.of(document.block_nodes[first])
        text = "\n".join(document.texts[index] for index in indexes)
        table = Table(self._rows(indexes), self._caption_of(context.table))
        element = document.elements[context.table] if context.table >= 0 else self._owner(first)
        self.tables[first] = TableRows(element, indexes)
        depth = self._depth_in_item(context)
        return self._make(first, _TABLE, text, level=depth, continues=depth > 0, quoted=context.quoted, table=table)

    def _caption_of(self, table: int) -> tuple[Inline, ...]:
        """Make the caption of a table; lines of several blocks are kept apart."""
        document = self.document
        made: list[Inline] = []
        for index in self.table_captions.get(table, ()):
            words = self.formatting.inlines(document.leaves[index], self._owner(index), document.texts[index])
            made += (Inline("\n"), *words) if made else words
        return tuple(made)


def _enlarged(image: Image, larger: Image) -> Image:
    """Give a picture the sources of a larger copy of it."""
    sources = tuple(dict.fromkeys((*larger.sources, *image.sources)))
    return replace(image, src=larger.src, sources=sources, width=larger.width, height=larger.height)
