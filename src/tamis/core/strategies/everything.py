"""Every visible block: the baseline that a strategy has to beat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tamis.model import ROLES_BY_KIND, Labels, Role

if TYPE_CHECKING:
    from tamis.core.parse import Document


@dataclass(frozen=True, slots=True)
class Everything:
    """Keep all that a reader can see."""

    name: ClassVar[str] = "all"
    keeps_lists: ClassVar[bool] = True

    def label(self, document: Document) -> Labels:
        """Keep the visible blocks."""
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
