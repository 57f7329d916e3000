"""Differences between two versions of an article, block by block."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tamis.model.blocks import Block


class Change(StrEnum):
    """The change of a block, or of a run of words."""

    SAME = "same"
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


COUNTED = (Change.ADDED, Change.REMOVED, Change.CHANGED, Change.MOVED)


class ChangedWords(NamedTuple):
    """A run of words that both versions have, or one of them."""

    change: Change
    """Change: `same`, `added` or `removed`."""
    text: str


@dataclass(frozen=True, slots=True)
class ChangedBlock:
    """A block of one or both versions, with its change."""

    change: Change
    kind: str
    """Kind of the block; ``title``, ``subtitle`` or ``authors`` for these."""
    old: str | None = None
    """Text in the old version; None if it was added."""
    new: str | None = None
    """Text in the new version; None if it was removed."""
    words: tuple[ChangedWords, ...] = ()
    """The words of a changed block in reading order, removed ones before those that replace them."""
    heading: str = ""
    """Nearest heading above it; empty at the beginning."""
    old_block: Block | None = None
    """The block in the old version; None for title, subtitle and authors."""
    new_block: Block | None = None

    @property
    def text(self) -> str:
        """The text in the new version, or in the old one if it was removed."""
        return self.new if self.new is not None else self.old or ""

    def _plain(self) -> dict[str, Any]:
        """Return the block as plain values, without those that are missing."""
        values = {
            "change": self.change.value,
            "kind": self.kind,
            "heading": self.heading or None,
            "old": self.old,
            "new": self.new if self.change is not Change.MOVED else None,
            "words": [[run.change.value, run.text] for run in self.words] or None,
            "oldXpath": (self.old_block.xpath or None) if self.old_block is not None else None,
            "xpath": (self.new_block.xpath or None) if self.new_block is not None else None,
        }
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between two versions of an article. True if there is one."""

    blocks: tuple[ChangedBlock, ...]
    """All blocks in reading order; removed ones stand where they were."""
    old_hash: str
    """Content hash of the old version."""
    new_hash: str

    def __bool__(self) -> bool:
        return any(block.change is not Change.SAME for block in self.blocks)

    @property
    def changed(self) -> tuple[ChangedBlock, ...]:
        """The blocks that are not the same."""
        return tuple(block for block in self.blocks if block.change is not Change.SAME)

    def count(self, change: Change) -> int:
        """Count the blocks with a change."""
        return sum(block.change is change for block in self.blocks)

    def to_text(self) -> str:
        """Write the changed blocks as plain text, with ``[-removed-]`` and ``{+added+}`` words."""
        from tamis.write.changes.text import changes_text

        return changes_text(self)

    def to_html(self) -> str:
        """Write the changed blocks as an HTML page, with ``<del>`` and ``<ins>``."""
        from tamis.write.changes.html import changes_page

        return changes_page(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the changed blocks as plain values; see docs/changes.md."""
        return {
            "changed": bool(self),
            "oldHash": self.old_hash,
            "newHash": self.new_hash,
            "counts": {change.value: self.count(change) for change in COUNTED},
            "blocks": [block._plain() for block in self.changed],
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Write the content of `to_dict` as JSON."""
        from tamis.write.json import json_text

        return json_text(self.to_dict(), indent=indent)
