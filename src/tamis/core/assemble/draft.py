"""A block that can still be changed.

A frozen dataclass makes a call to set each field, and a block has many. A draft has the same slots, but they can be
set. Once filled, it becomes the block itself, because objects of two classes with the same slots have the same layout.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, cast

from tamis.model import Block

if TYPE_CHECKING:
    from tamis.model import Callout, DecidedBy, Image, Inline, Kind, Media, Role, Span, Table


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


def placed(block: Block, xpath: str, span: Span | None) -> Block:
    """Return a block with its position."""
    draft = Draft()
    for name, value in zip(Draft.__slots__, _VALUES(block), strict=True):
        setattr(draft, name, value)
    draft.xpath = xpath
    draft.span = span
    return draft.finished()
