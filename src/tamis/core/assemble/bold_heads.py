"""Bold paragraphs that serve as subheadings become headings.

Many editors set a subheading by making a short paragraph bold. A single one may be a remark, so an article must have
two or more. Each is above running text and does not end like a sentence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import Kind, Mark, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Block

MIN_HEADS = 2
MAX_CHARACTERS = 100
"""Maximum length; a longer bold paragraph is a lead or an emphasis."""
LEVEL = 3
"""Level of these headings: below those that the page marks up. Writers close the gap if there are none above."""
_ENDS_OF_OTHERS = (".", ",", ";", ":", "…", "。", "，", "；", "：", "»", "”", '"')
_TEXT_BELOW = (Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.TABLE, Kind.QUOTE)


def with_bold_heads(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Turn the bold paragraphs that serve as subheadings into headings."""
    heads = [
        index for index, block in enumerate(blocks) if _looks_like_head(block) and _stands_above_text(blocks, index)
    ]
    if len(heads) < MIN_HEADS:
        return blocks
    changed = list(blocks)
    for index in heads:
        changed[index] = replace(blocks[index], kind=Kind.HEADING, level=LEVEL, role=Role.HEADING)
    return tuple(changed)


def _looks_like_head(block: Block) -> bool:
    return (
        block.kind is Kind.PARAGRAPH
        and block.role is Role.TEXT
        and 0 < len(block.text) <= MAX_CHARACTERS
        and not block.quoted
        and "\n" not in block.text
        and not block.text.endswith(_ENDS_OF_OTHERS)
        and any(character.isalpha() for character in block.text)
        and all(Mark.BOLD in inline.marks or inline.text.isspace() for inline in block.inlines)
        and not any(inline.href for inline in block.inlines)
    )


def _stands_above_text(blocks: Sequence[Block], index: int) -> bool:
    """Tell whether running text follows, so that the block is a heading of something."""
    below = next(
        (block for block in blocks[index + 1 : index + 3] if block.kind not in (Kind.IMAGE, Kind.CAPTION)), None
    )
    return below is not None and below.kind in _TEXT_BELOW and not _looks_like_head(below)
