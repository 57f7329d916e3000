"""From a method's choice of text to labels on every block. For strategies that judge text and nothing else.

What they have in common: nothing hidden is kept, the title is left to the metadata, a caption comes with its picture,
and pictures come with the text that they stand in (`tamis.strategies.multimedia`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.model import Kind, Labels, Role
from tamis.strategies.advertising import Advertising
from tamis.strategies.multimedia import PICTURES, Multimedia
from tamis.strategies.title_heading import find_title_heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.parse import Document

# Enum members by name, because to look one up on its class costs more than to compare it.
_CAPTION = Kind.CAPTION
_IS_HIDDEN, _IS_MULTIMEDIA, _IS_CAPTION, _IS_HEADING = Role.HIDDEN, Role.MULTIMEDIA, Role.CAPTION, Role.HEADING
_IS_TEXT = Role.TEXT
_ROLES = {Kind.HEADING: Role.HEADING, Kind.CAPTION: Role.CAPTION}


def labels_from_choice(
    document: Document,
    visible: Sequence[bool],
    chosen: Sequence[bool],
    scores: Sequence[float],
    reasons: Sequence[str],
    others: Role = Role.OTHER,
    *,
    pictures: bool = True,
) -> Labels:
    """Labels for a choice of text. `others` is the role of the text that was not chosen.

    Without `pictures` none is kept, for strategies that judge them by rules of their own.
    """
    kept, final_scores, final_reasons = list(chosen), list(scores), list(reasons)
    roles = [others] * len(document)
    for block, (kind, seen) in enumerate(zip(document.kinds, visible, strict=True)):
        if not seen:
            kept[block], roles[block] = False, _IS_HIDDEN
            final_scores[block], final_reasons[block] = 0.0, document.hiding_reason(block)
        elif kind in PICTURES:
            kept[block], roles[block], final_reasons[block] = False, _IS_MULTIMEDIA, "not inside the article"
        elif kind is _CAPTION and document.tags[document.block_nodes[block]] != "caption":
            kept[block], roles[block], final_reasons[block] = False, _IS_CAPTION, "its picture is not in the article"
        elif kept[block]:
            roles[block] = _ROLES.get(kind, _IS_TEXT)
    title = find_title_heading(document, visible)
    if title >= 0:
        kept[title], roles[title], final_reasons[title] = False, _IS_HEADING, "the title itself"
    captions = _keep_pictures(document, visible, kept, roles, final_reasons, title) if pictures else {}
    return Labels(kept, final_scores, roles, final_reasons, captions=captions)


def _keep_pictures(
    document: Document, visible: Sequence[bool], kept: list[bool], roles: list[Role], reasons: list[str], title: int
) -> dict[int, int]:
    advertising = Advertising(document)
    return Multimedia(document, visible, advertising.holds, lambda _: False).keep(kept, roles, reasons, title)
