"""A block in the making.

A frozen dataclass sets each field by a call of its own, and a block has many. A draft has the same slots, open to be
set; filled, it becomes the block itself, for two classes with the same slots have their objects laid out alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tamis.model import Block

if TYPE_CHECKING:
    from tamis.model import Cell, DecidedBy, Image, Inline, Kind, Media, Role, Span


class Draft:
    """The fields of a block before it is one. All must be set."""

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
    rows: tuple[tuple[Cell, ...], ...]
    image: Image | None
    media: Media | None
    role: Role
    score: float
    reason: str
    page: int
    decided_by: DecidedBy
    hidden: str | None

    def finished(self) -> Block:
        """The block that it becomes; from now on nobody can change it."""
        self.__class__ = Block  # type: ignore[assignment]
        return cast("Block", self)
