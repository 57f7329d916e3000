"""A block that can still be changed, and changes to finished blocks.

A frozen dataclass makes a call to set each field, and a block has many. A draft has the same slots, but they can be
set. Once filled, it becomes the block itself, because objects of two classes with the same slots have the same layout.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from tamis.core.parse.document import Hiding
from tamis.model import Block, Table

if TYPE_CHECKING:
    from tamis.core.parse.document import Origin
    from tamis.model import Callout, DecidedBy, Image, Inline, Kind, Media, Role, Span


class Draft:
    """The fields of a block before it becomes one. All must be set."""

    __slots__ = tuple(Block.__dataclass_fields__)

    kind: Kind
    text: str
    index: int
    xpath: str
    span: Span | None
    inlines: tuple[Inline, ...]
    level: int
    number: int | None
    continues: bool
    quoted: int
    anchor: str | None
    language: str | None
    table: Table | None
    checked: bool | None
    term: bool | None
    callout: Callout | None
    label: str
    image: Image | None
    media: Media | None
    role: Role
    score: float
    reason: str
    page: int
    decided_by: DecidedBy
    hidden: str | None

    def finished(self) -> Block:
        """Turn the draft into a block, which cannot be changed anymore."""
        self.__class__ = Block  # type: ignore[assignment]
        return cast("Block", self)


_VALUES = attrgetter(*Draft.__slots__)


def place(block: Block, xpath: str, span: Span | None) -> Block:
    """Give a block its position, before anything else holds it."""
    object.__setattr__(block, "xpath", xpath)
    object.__setattr__(block, "span", span)
    return block


def placed(block: Block, xpath: str, span: Span | None) -> Block:
    """Return a copy of a block with its position."""
    draft = Draft()
    for name, value in zip(Draft.__slots__, _VALUES(block), strict=True):
        setattr(draft, name, value)
    draft.xpath = xpath
    draft.span = span
    return draft.finished()


def without_links(block: Block) -> Block:
    """Remove the URLs of a block's links and keep their words. References to notes, and back, stay."""
    table = block.table
    if table is not None:
        rows = tuple(tuple(cell._replace(inlines=_unlinked(cell.inlines)) for cell in row) for row in table.rows)
        table = Table(rows, _unlinked(table.caption_inlines))
    return replace(block, inlines=_unlinked(block.inlines), table=table)


def _unlinked(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return tuple(part if part.href is None or part.href[:1] == "#" else part._replace(href=None) for part in inlines)


def flagged_as_data(blocks: tuple[Block, ...], origin: Origin) -> tuple[Block, ...]:
    """Flag blocks whose text is cut from the page's data: only a script can show it."""
    if origin.xpath is None:
        return blocks
    return tuple(replace(block, hidden=Hiding.DATA.value) if block.text else block for block in blocks)
