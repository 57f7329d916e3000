"""The page's own blocks, selected by a body that was found in its data.

The page shows the text too, with formatting and pictures, but a strategy missed it. Blocks are compared with the body
by runs of four words. Each run of the body counts as often as it occurs there, so that a teaser or a quote of text that
is already kept is not added.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.model import NOT_TEXT, ROLES_BY_KIND, Kind, Label, Labels, Role
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tamis.core.embedded.find import Embedded
    from tamis.core.parse import Document

RUN = 4
"""Number of words in a run."""
AGREES = 0.7
"""Minimum share of a block's runs in the body for the block to belong to it."""
COVERED = 0.85
"""Minimum share of the body's words in matching blocks for the page to count as showing it."""
LINES_BEFORE = 3
"""Number of blocks before the first one that may name the author."""
MAX_LINE = 120
"""Maximum characters of a line that says who wrote a post, and when."""
MAX_NAME = 5
"""Maximum words of a name."""
_OFTEN_LEFT_OUT = NOT_TEXT | {Kind.HEADING, Kind.LIST_ITEM, Kind.CODE, Kind.TABLE}

Run = tuple[str, ...]


def follow(
    document: Document, labels: Labels, body: Document, body_labels: Labels, embedded: Embedded
) -> Labels | None:
    """Keep the blocks with the body's text; return None if the page does not show most of it.

    Among these, blocks that the strategy kept stay if a body may leave them out: pictures; in a thread the lines that
    say who wrote a post, and when; in other bodies headings, lists, tables and code. So does a heading between two of
    the body's blocks that is hidden as they are, which no strategy may keep.
    """
    texts = [words(text) for text, keep in zip(body.texts, body_labels.kept, strict=True) if keep]
    own = _matching(document, texts)
    if not own or sum(own.values()) < COVERED * sum(map(len, texts)):
        return None
    besides = NOT_TEXT if embedded.is_thread else _OFTEN_LEFT_OUT
    names = {tuple(words(name)) for name in embedded.authors}
    amid = {
        index
        for index in range(max(0, min(own) - LINES_BEFORE), max(own))
        if index not in own
        and labels.kept[index]
        and (document.kinds[index] in besides or _says_who(document.texts[index], names))
    }
    if not embedded.is_thread:
        amid |= {index for index in range(min(own) + 1, max(own)) if _is_hidden_heading(document, index, own)}
    return _relabeled(document, labels, own.keys(), amid, embedded.source)


def _is_hidden_heading(document: Document, index: int, own: Collection[int]) -> bool:
    """Tell whether a block is a heading between two of the body's blocks, hidden as the one below it is."""
    return (
        document.kinds[index] is Kind.HEADING
        and document.hidden[index] is not None
        and document.hidden[index] is document.hidden[index + 1]
        and index - 1 in own
        and index + 1 in own
    )


def _says_who(text: str, names: set[Run]) -> bool:
    """Tell whether a text is a line that begins with one of the names."""
    said = words(text) if names and len(text) <= MAX_LINE else []
    return any(tuple(said[:size]) in names for size in range(1, min(len(said), MAX_NAME) + 1))


def _matching(document: Document, texts: Sequence[list[str]]) -> dict[int, int]:
    """Find the blocks with the body's text, and the number of words of each. Visible blocks come first."""
    left = _runs([word for text in texts for word in text])
    short = Counter(tuple(text) for text in texts if 0 < len(text) < RUN)
    seen = [index for index, hiding in enumerate(document.hidden) if hiding is None]
    unseen = [index for index, hiding in enumerate(document.hidden) if hiding is not None and hiding.by_script]
    words_of: dict[int, int] = {}
    few: list[tuple[int, Run]] = []
    for index in (*seen, *unseen):
        said = words(document.texts[index])
        if len(said) < RUN:
            few.append((index, tuple(said)))
            continue
        runs = _runs(said)
        common = runs & left
        if common.total() >= AGREES * runs.total():
            words_of[index] = len(said)
            left.subtract(common)
    if words_of:
        first, last = min(words_of), max(words_of)
        for index, run in few:
            if run and first <= index <= last and short[run] > 0:
                words_of[index] = len(run)
                short[run] -= 1
    return words_of


def _runs(said: Sequence[str]) -> Counter[Run]:
    return Counter(zip(*(said[start:] for start in range(RUN)), strict=False))


def _relabeled(document: Document, labels: Labels, own: Collection[int], amid: Collection[int], source: str) -> Labels:
    left_out = Label(False, Role.OTHER, f"its text is not in {source}")
    changes = {block: left_out for block, keep in enumerate(labels.kept) if keep and block not in amid}
    reason = f"its text is in {source}"
    for block in own:
        changes[block] = Label(True, ROLES_BY_KIND.get(document.kinds[block], Role.TEXT), reason, 1.0)
    for block in amid:
        if not labels.kept[block]:
            changes[block] = Label(True, Role.HEADING, f"a heading between blocks whose text is in {source}")
    changed = labels.changed(changes)
    kept = changed.kept
    captions = {caption: picture for caption, picture in labels.captions.items() if kept[caption] and kept[picture]}
    return replace(changed, confidence=None, captions=captions)
