"""Labels on every block from a choice of text. Shared by strategies that judge only text.

What they have in common: nothing hidden is kept, the title is left to the metadata, a caption comes with its picture,
and pictures come with the text that they are in (`tamis.strategies.multimedia`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import Kind, Label, Labels, Role
from tamis.strategies.advertising import Advertising
from tamis.strategies.multimedia import PICTURES, Multimedia
from tamis.strategies.roles import TITLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.parse import Document
    from tamis.strategies.multimedia import Pictured

# Enum members by name, because to look one up on its class costs more than to compare it.
_CAPTION = Kind.CAPTION
_IS_HIDDEN, _IS_TEXT = Role.HIDDEN, Role.TEXT
_ROLES = {Kind.HEADING: Role.HEADING, Kind.CAPTION: Role.CAPTION}
_PICTURE_LEFT_OUT = Label(False, Role.MULTIMEDIA, "not inside the article")
_CAPTION_LEFT_OUT = Label(False, Role.CAPTION, "its picture is not in the article")
TITLE_LABEL = Label(False, *TITLE)
"""The title is left to the metadata."""


def labels_from_choice(
    document: Document,
    visible: Sequence[bool],
    chosen: Sequence[bool],
    scores: Sequence[float],
    reasons: Sequence[str],
    others: Role | Sequence[Role] = Role.OTHER,
    *,
    pictures: bool = True,
    is_left_out: Callable[[int], bool] = lambda _: False,
) -> Labels:
    """Labels for a choice of text. `others` is the role of the text that was not chosen, of all or of each block.

    Without `pictures` none is kept, for strategies that judge them by rules of their own. `is_left_out` tells blocks
    that are in what was left out as a whole: there is no picture of the article.
    """
    roles = [others] * len(document) if isinstance(others, Role) else others
    labels = Labels(chosen, scores, roles, reasons)
    changes: dict[int, Label] = {}
    for block, (kind, seen) in enumerate(zip(document.kinds, visible, strict=True)):
        if not seen:
            changes[block] = Label(False, _IS_HIDDEN, document.hiding_reason(block), 0.0)
        elif kind in PICTURES:
            changes[block] = _PICTURE_LEFT_OUT
        elif kind is _CAPTION and document.tags[document.block_nodes[block]] != "caption":
            changes[block] = _CAPTION_LEFT_OUT
        elif chosen[block]:
            changes[block] = Label(True, _ROLES.get(kind, _IS_TEXT), reasons[block])
    title = document.title_block
    if title >= 0:
        changes[title] = TITLE_LABEL
    labels = labels.changed(changes)
    if not pictures:
        return labels
    found = find_pictures(document, visible, labels.kept, title, is_left_out)
    return replace(labels.changed(found.labels), captions=found.captions)


def find_pictures(
    document: Document,
    visible: Sequence[bool],
    kept: Sequence[bool],
    title: int,
    is_left_out: Callable[[int], bool] = lambda _: False,
) -> Pictured:
    """The pictures that are in or between the text that is kept; `title` is a block or -1."""
    return Multimedia(document, visible, Advertising(document).holds, is_left_out).label(kept, title)


def captions_in_text(document: Document, visible: Sequence[bool], kept: Sequence[bool], title: int) -> set[int] | None:
    """The kept blocks that `find_pictures` takes for captions, for less work; None where only that can tell."""
    return Multimedia(document, visible, Advertising(document).holds, lambda _: False).captions_in_text(kept, title)
