"""Comments as blocks, so that every format can write them: a heading and a list with an item for each comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.model import Block, Inline, Kind, Mark, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.model import Comment

HEADING = "Comments"
_BOLD = frozenset({Mark.BOLD})
_SEPARATOR = " · "


def comment_blocks(comments: Sequence[Comment], index: int) -> tuple[Block, ...]:
    """Make the blocks that show comments; none without comments. They all get `index` as their block number."""
    if not comments:
        return ()
    blocks = [_block(Kind.HEADING, (Inline(HEADING),), index, level=2)]
    for comment in comments:
        for place, inlines in enumerate(_paragraphs(comment)):
            blocks.append(_block(Kind.LIST_ITEM, inlines, index, level=1, continues=place > 0))
    return tuple(blocks)


def _paragraphs(comment: Comment) -> Iterator[tuple[Inline, ...]]:
    if comment.author and comment.when:
        yield Inline(comment.author, _BOLD), Inline(f"{_SEPARATOR}{comment.when}")
    elif comment.author or comment.when:
        yield (Inline(comment.author or comment.when or "", _BOLD if comment.author else frozenset()),)
    for paragraph in comment.text.split("\n\n"):
        yield (Inline(paragraph),)


def _block(kind: Kind, inlines: tuple[Inline, ...], index: int, *, level: int, continues: bool = False) -> Block:
    text = "".join(inline.text for inline in inlines)
    return Block(
        kind, text, index, "", inlines=inlines, level=level, continues=continues, role=Role.COMMENT, reason="a comment"
    )
