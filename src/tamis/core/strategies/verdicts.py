"""Labels for every block, given the text that a strategy keeps: the last step of every strategy.

The rules are the same for all: nothing hidden is kept, and the title is left to the metadata. Pictures and captions are
decided afterwards, from the text that is kept (`tamis.core.figures`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tamis.core.strategies.roles import LOST_CAPTION, LOST_PICTURE, TITLE, TITLE_OF_THREAD, Roles
from tamis.model import PICTURES, ROLES_BY_KIND, Kind, Label, Labels, Role
from tamis.text.characters import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tamis.core.parse import Document

    Describe = Callable[[Sequence[bool]], Roles]
    """A function that gives the role and the reason of every block, given which blocks are kept."""

# Enum members as globals, because to look one up on its class costs more than to compare it.
_HEADING, _IS_HIDDEN, _IS_TEXT = Kind.HEADING, Role.HIDDEN, Role.TEXT
_NO_STANDFIRST = (Role.HIDDEN, Role.MULTIMEDIA)
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
    settled: frozenset[int] | None = frozenset(),
) -> Labels:
    """Make labels for a strategy that gives a reason for each block. `others` is the role of text that is not chosen.

    The other arguments are those of `finish`.
    """
    kept = _text_of(document, visible, chosen)
    shown_scores = [score if seen else 0.0 for score, seen in zip(scores, visible, strict=True)]
    describe = partial(_by_kind, document, visible, reasons, others)
    return finish(document, kept, shown_scores, describe, settled=settled)


def finish(
    document: Document,
    kept: Sequence[bool],
    scores: Sequence[float],
    describe: Describe,
    *,
    settled: frozenset[int] | None = frozenset(),
) -> Labels:
    """Make labels for the text that is kept, and label the title as such. `settled` is that of the labels."""
    labels = Labels(kept, scores, *describe(kept), settled=settled)
    title = document.title_block
    if title < 0:
        return labels
    return labels.changed({title: Label(True, *TITLE_OF_THREAD) if kept[title] else TITLE_LABEL})


def with_head_named(document: Document, labels: Labels, standfirst: int | None = None) -> Labels:
    """Give the heading that displays the title its role, and the block of the standfirst, if there is one."""
    shown = (
        (_shown_title(document, labels), Role.TITLE),
        (_shown_standfirst(document, labels, standfirst), Role.STANDFIRST),
    )
    return labels.changed(
        {block: Label(labels.kept[block], role, labels.reasons[block]) for block, role in shown if block >= 0}
    )


def _shown_title(document: Document, labels: Labels) -> int:
    """Return the heading that displays the title, if it is kept; if not, the first kept heading, if a copy; or -1."""
    title = document.title_block
    if title < 0:
        return -1
    if labels.kept[title]:
        return title if document.kinds[title] is _HEADING else -1
    first = next((block for block, kind in enumerate(document.kinds) if kind is _HEADING and labels.kept[block]), -1)
    said = {folded(document.texts[title]), folded(document.title or "")}
    return first if first >= 0 and folded(document.texts[first]) in said else -1


def _shown_standfirst(document: Document, labels: Labels, block: int | None) -> int:
    """Return the block of the standfirst; -1 if it is hidden or embedded, or was cut from the page's data."""
    is_cut_from_data = document.origin is not None and document.origin.xpath is not None
    return -1 if block is None or is_cut_from_data or labels.roles[block] in _NO_STANDFIRST else block


def without_tables(document: Document, labels: Labels) -> Labels:
    """Drop all data tables from the labels, and the captions in them."""
    dropped: dict[int, Label] = {}
    for block, kind in enumerate(document.kinds):
        if not labels.kept[block] or (kind is not Kind.TABLE and kind is not Kind.CAPTION):
            continue
        if kind is Kind.TABLE or any(document.tags[node] == "table" for node in document.ancestors(block)):
            dropped[block] = Label(False, labels.roles[block], "a table, and tables are left out")
    return labels.changed(dropped)


def _text_of(document: Document, visible: Sequence[bool], chosen: Sequence[bool]) -> list[bool]:
    """Mark the chosen blocks that are text: visible, and neither a picture, a picture's caption nor the title."""
    kept = [
        keep and seen and kind not in PICTURES and not document.is_picture_caption(block)
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
    roles = list(zip([others] * len(document) if isinstance(others, Role) else others, reasons, strict=True))
    for block, (kind, seen, keep) in enumerate(zip(document.kinds, visible, kept, strict=True)):
        if not seen:
            roles[block] = _IS_HIDDEN, document.hiding_reason(block)
        elif kind in PICTURES:
            roles[block] = LOST_PICTURE
        elif document.is_picture_caption(block):
            roles[block] = LOST_CAPTION
        elif keep:
            roles[block] = ROLES_BY_KIND.get(kind, _IS_TEXT), reasons[block]
    return Roles([role for role, _ in roles], [reason for _, reason in roles])
