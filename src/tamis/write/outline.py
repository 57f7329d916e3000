"""Outline of an article for readers: which blocks to show, levels of headings, depth of quotes, numbers of notes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from tamis.model import POST_HEADING, Inline, Kind, Mark, Role
from tamis.text.characters import begins_folded, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tamis.model import Article, Block

    Notes = Mapping[str, int]
    """Number of each note, by the anchor of its block."""

MAX_QUOTE_DEPTH = 8  # deeper nesting is an accident of the markup
MAX_LIST_DEPTH = 12
LOWEST_HEADING = 6

MAY_BE_NOTE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
"""Kinds of blocks with which a note begins."""
_MAY_BE_IN_ITEM = frozenset({Kind.CODE, Kind.TABLE, Kind.IMAGE})


def shown_blocks(article: Article, *, positions: bool = False) -> list[Block]:
    """List the blocks, without those that repeat the title, and without captions that repeat a picture's.

    Headings have the levels at which they are written: below the title, without gaps. Without `positions` the blocks
    may have none, which takes less time.
    """
    all_blocks = article.blocks if positions else article._written_blocks()
    captions = {folded(block.image.caption) for block in all_blocks if block.image is not None}
    blocks = [
        block
        for block in all_blocks
        if not (block.role is Role.TITLE and article.title)
        and not (block.kind is Kind.CAPTION and folded(block.text) in captions)
    ]
    return _leveled(blocks, is_titled=bool(article.title))


def is_in_item(block: Block) -> bool:
    """Tell whether code, a table or a picture continues the list item of its level."""
    return block.continues and block.level > 0 and block.kind in _MAY_BE_IN_ITEM


def defined_terms(blocks: Sequence[Block]) -> frozenset[int]:
    """Return the positions of the terms that a definition follows, alone or after other terms for the same thing."""
    defined: set[int] = set()
    follows: Block | None = None
    for position in range(len(blocks) - 1, -1, -1):
        block = blocks[position]
        if block.term and follows is not None and _is_of_term(follows, block):
            defined.add(position)
        elif not block.continues or block.term is None:
            follows = block if block.term is False and not block.label else None
        if block.label:
            follows = None
    return frozenset(defined)


def _is_of_term(definition: Block, term: Block) -> bool:
    is_beside = definition.quoted == term.quoted and definition.callout == term.callout
    return is_beside and definition.level == max(term.level, 1) + 1


def _leveled(blocks: list[Block], *, is_titled: bool) -> list[Block]:
    """Put each heading one level below the nearest one above it in rank. At most one has level 1.

    The headings of a thread's posts have a level of their own; headings in posts are below them.
    """
    levels = {index: block.level for index, block in enumerate(blocks) if block.kind is Kind.HEADING}
    if any(block.role is Role.POST for block in blocks):
        return _leveled_posts(blocks, levels)
    above: list[int] = []
    depths: dict[int, int] = {}
    for index, level in levels.items():
        while above and above[-1] >= level:
            above.pop()
        above.append(level)
        depths[index] = len(above)
    shift = int(is_titled or list(depths.values()).count(1) > 1)
    for index, depth in depths.items():
        level = min(depth + shift, LOWEST_HEADING)
        if level != blocks[index].level:
            blocks[index] = replace(blocks[index], level=level)
    return blocks


def _leveled_posts(blocks: list[Block], levels: Iterable[int]) -> list[Block]:
    """Put the headings of posts at their level, and the headings in posts one level below."""
    for index in levels:
        level = POST_HEADING if blocks[index].role is Role.POST else POST_HEADING + 1
        if blocks[index].level != level:
            blocks[index] = replace(blocks[index], level=level)
    return blocks


def is_shown(subtitle: str | None, blocks: Sequence[Block]) -> bool:
    """Tell whether a block is the standfirst, or begins with a subtitle that the page only declares."""
    own = folded(subtitle or "")
    return any(block.role is Role.STANDFIRST or (own and begins_folded(block.text, own)) for block in blocks)


def quote_depth(block: Block) -> int:
    """Return the number of quotes in which to write a block."""
    return min(max(block.quoted, int(block.kind is Kind.QUOTE)), MAX_QUOTE_DEPTH)


def has_words(block: Block) -> bool:
    """Tell whether a block is written as text; only then can links lead to it."""
    return block.kind not in (Kind.IMAGE, Kind.MEDIA) and bool(block.table or block.text.strip())


def number_notes(blocks: Sequence[Block]) -> dict[str, int]:
    """Number the notes, in the order in which the text refers to them.

    A note comes after its reference, so a link from a note back to the text is not a reference.
    """
    places: dict[str, int] = {}
    for index, block in enumerate(blocks):
        if block.anchor and block.kind in MAY_BE_NOTE and has_words(block):
            places.setdefault(block.anchor, index)
    numbers: dict[str, int] = {}
    if not places:  # as in most articles
        return numbers
    for index, block in enumerate(blocks):
        for inline in _all_inlines(block) if has_words(block) else ():
            anchor = note_anchor(inline)
            if anchor is not None and places.get(anchor, -1) > index:
                numbers.setdefault(anchor, len(numbers) + 1)
    return numbers


def note_anchor(inline: Inline) -> str | None:
    """Return the anchor that a reference to a note points at; None for other inlines."""
    if Mark.NOTE in inline.marks and inline.href and inline.href.startswith("#"):
        return unquote(inline.href[1:])
    return None


def note_text(block: Block) -> list[Inline]:
    """Return the inlines of a note without its own mark and the arrows that lead back to the reference."""
    return [inline for inline in plain_inlines(block) if not _is_back_link(inline)]


def plain_inlines(block: Block) -> tuple[Inline, ...]:
    """Return a block's inlines; one plain run if it has none."""
    return block.inlines or (Inline(block.text),)


def _is_back_link(inline: Inline) -> bool:
    """Tell whether an inline leads from a note back to its reference, as links within the page do that call no note."""
    return bool(inline.href and inline.href.startswith("#") and Mark.NOTE not in inline.marks)


def _all_inlines(block: Block) -> Iterator[Inline]:
    yield from block.inlines
    if block.table is not None:
        yield from block.table.caption_inlines
        for row in block.table.rows:
            for cell in row:
                yield from cell.inlines


def hidden_mark(block: Block) -> str:
    """Return the mark before the text of a block that readers of the page cannot see; empty if it has none."""
    if block.hidden is None or not block.text.startswith("[hidden"):
        return ""
    mark, end, _ = block.text.partition("] ")
    return mark + end
