"""Baseline strategy: keeps every visible block. Other strategies have to beat it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tamis.model import ROLES_BY_KIND, Labels, Role

if TYPE_CHECKING:
    from tamis.core.parse import Document


@dataclass(frozen=True, slots=True)
class Everything:
    """The strategy that keeps everything a reader can see."""

    name: ClassVar[str] = "all"
    keeps_lists: ClassVar[bool] = True

    def label(self, document: Document) -> Labels:
        """Keep the visible blocks, and give each the role of its kind."""
        visible = document.visible()
        return Labels(
            kept=visible,
            scores=[1.0 if seen else 0.0 for seen in visible],
            roles=[
                ROLES_BY_KIND.get(kind, Role.TEXT) if seen else Role.HIDDEN
                for kind, seen in zip(document.kinds, visible, strict=True)
            ],
            reasons=["visible" if seen else document.hiding_reason(block) for block, seen in enumerate(visible)],
        )
