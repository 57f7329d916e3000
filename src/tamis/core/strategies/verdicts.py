"""Labels for every block, given the text that a strategy keeps: the last step of every strategy.

The rules are the same for all: nothing hidden is kept, the title is left to the metadata, a caption is kept with its
picture or its table, and pictures are kept with the text around them (`tamis.core.strategies.multimedia`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tamis.core.strategies.advertising import Advertising
from tamis.core.strategies.figures import is_picture_caption
from tamis.core.strategies.multimedia import PICTURES, Multimedia
from tamis.core.strategies.roles import LOST_CAPTION, LOST_PICTURE, TITLE, TITLE_OF_THREAD, Roles
from tamis.model import ROLES_BY_KIND, Kind, Label, Labels, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.multimedia import Pictured

    Describe = Callable[[Sequence[bool]], Roles]
    """A function that gives the role and the reason of every block, given which blocks are kept."""

# Enum members as globals, because to look one up on its class costs more than to compare it.
_HEADING, _IS_HIDDEN, _IS_TEXT = Kind.HEADING, Role.HIDDEN, Role.TEXT
TITLE_LABEL = Label(False, *TITLE)
"""The label of the title, which is left to the metadata."""


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
    """Make labels for a strategy that gives a reason for each block. `others` is the role of text that is not chosen.

    The other arguments are those of `finish`.
    """
    kept = _text_of(document, visible, chosen)
    shown_scores = [score if seen else 0.0 for score, seen in zip(scores, visible, strict=True)]
    describe = partial(_by_kind, document, visible, reasons, others)
    return finish(document, visible, kept, shown_scores, describe, pictures=pictures, is_left_out=is_left_out)


def finish(
    document: Document,
    visible: Sequence[bool],
    kept: Sequence[bool],
    scores: Sequence[float],
    describe: Describe,
    *,
    pictures: bool = True,
    is_left_out: Callable[[int], bool] = lambda _: False,
) -> Labels:
    """Make labels for the text that is kept: keep its pictures and their captions too, and label the title as such.

    Without `pictures` no picture is kept, for strategies that judge pictures by their own rules. `is_left_out` tells
    whether a block is in a container that was dropped as a whole: pictures there are not part of the article.
    """
    title = document.title_block
    known: dict[int, Label] = {}
    if title >= 0:
        known[title] = Label(True, *TITLE_OF_THREAD) if kept[title] else TITLE_LABEL
    captions: dict[int, int] = {}
    if pictures:
        found = find_pictures(document, visible, kept, title, is_left_out)
        known.update(found.labels)
        captions = found.captions
    now_kept = list(kept)
    for block, label in known.items():
        now_kept[block] = label.kept
    described = describe(now_kept)
    return replace(Labels(now_kept, scores, *described).changed(known), captions=captions)


def with_title_named(document: Document, labels: Labels) -> Labels:
    """Give the first kept heading the role of a title if it repeats the title of the page."""
    first = next((at for at, kind in enumerate(document.kinds) if kind is _HEADING and labels.kept[at]), None)
    if first is None or not document.title or _folded(document.texts[first]) != _folded(document.title):
        return labels
    return labels.changed({first: Label(True, Role.TITLE, labels.reasons[first])})


def with_standfirst_named(document: Document, labels: Labels, block: int | None) -> Labels:
    """Give the block with the standfirst its role, unless the blocks were cut from the page's data."""
    is_cut_from_data = document.origin is not None and document.origin.xpath is not None
    if block is None or is_cut_from_data or labels.roles[block] is _IS_HIDDEN:
        return labels
    return labels.changed({block: Label(labels.kept[block], Role.STANDFIRST, labels.reasons[block])})


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _text_of(document: Document, visible: Sequence[bool], chosen: Sequence[bool]) -> list[bool]:
    """Mark the chosen blocks that are text: visible, and neither a picture, a picture's caption nor the title."""
    kept = [
        keep and seen and kind not in PICTURES and not is_picture_caption(document, block)
        for block, (keep, seen, kind) in enumerate(zip(chosen, visible, document.kinds, strict=True))
    ]
    if document.title_block >= 0:
        kept[document.title_block] = False
    return kept


def _by_kind(
    document: Document,
    visible: Sequence[bool],
    reasons: Sequence[str],
    others: Role | Sequence[Role],
    kept: Sequence[bool],
) -> Roles:
    """Assign roles by the kinds of blocks, with the strategy's reasons for its choice of text."""
    found = list(zip([others] * len(document) if isinstance(others, Role) else others, reasons, strict=True))
    for block, (kind, seen, keep) in enumerate(zip(document.kinds, visible, kept, strict=True)):
        if not seen:
            found[block] = _IS_HIDDEN, document.hiding_reason(block)
        elif kind in PICTURES:
            found[block] = LOST_PICTURE
        elif is_picture_caption(document, block):
            found[block] = LOST_CAPTION
        elif keep:
            found[block] = ROLES_BY_KIND.get(kind, _IS_TEXT), reasons[block]
    return Roles([role for role, _ in found], [reason for _, reason in found])


def find_pictures(
    document: Document,
    visible: Sequence[bool],
    kept: Sequence[bool],
    title: int,
    is_left_out: Callable[[int], bool] = lambda _: False,
) -> Pictured:
    """Find the pictures inside or between the text that is kept; `title` is a block or -1."""
    return Multimedia(document, visible, Advertising(document).holds, is_left_out).label(kept, title)


def captions_in_text(document: Document, visible: Sequence[bool], kept: Sequence[bool], title: int) -> set[int] | None:
    """Find the kept blocks that `find_pictures` takes for captions, with less work; None if only that can tell."""
    return Multimedia(document, visible, Advertising(document).holds, lambda _: False).captions_in_text(kept, title)
