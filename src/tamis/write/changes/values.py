"""Changes as plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tamis.model.changes import Change

if TYPE_CHECKING:
    from tamis.model.changes import ChangedBlock, Changes

COUNTED = (Change.ADDED, Change.REMOVED, Change.CHANGED, Change.MOVED)


def changes_to_dict(changes: Changes) -> dict[str, Any]:
    """Convert changes to plain values: the changed blocks only."""
    return {
        "changed": bool(changes),
        "oldHash": changes.old_hash,
        "newHash": changes.new_hash,
        "counts": {change.value: changes.count(change) for change in COUNTED},
        "blocks": [_block(block) for block in changes.changed],
    }


def _block(block: ChangedBlock) -> dict[str, Any]:
    values = {
        "change": block.change.value,
        "kind": block.kind,
        "heading": block.heading or None,
        "old": block.old,
        "new": block.new if block.change is not Change.MOVED else None,
        "words": [[run.change.value, run.text] for run in block.words] or None,
        "oldXpath": (block.old_block.xpath or None) if block.old_block is not None else None,
        "xpath": (block.new_block.xpath or None) if block.new_block is not None else None,
    }
    return {name: value for name, value in values.items() if value is not None}
