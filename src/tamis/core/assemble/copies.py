"""Paragraphs that the article has twice: an excerpt above the same text, a copy that begins with a dash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.model import Kind, Label, Role
from tamis.text.excerpts import CUT_ENDS, is_excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.model import Labels

MAX_BETWEEN = 4
"""Number of kept paragraphs after an excerpt among which the whole paragraph is."""
MIN_COPY = 40
"""Minimum characters of a paragraph whose copy is left out; short lines may be repeated."""
_DASHES = "-–—•"
_EXCERPT = Label(False, Role.OTHER, "an excerpt of a paragraph below")
_COPY = Label(False, Role.OTHER, "a copy of another paragraph")
_PARAGRAPH = Kind.PARAGRAPH


def without_copies(document: Document, labels: Labels) -> Labels:
    """Drop the excerpts of paragraphs that follow, and paragraphs that differ from others by a dash before them."""
    texts = document.texts
    kinds = document.kinds
    kept = [block for block, keep in enumerate(labels.kept) if keep and kinds[block] is _PARAGRAPH and texts[block]]
    found: dict[int, Label] = {}
    dashed: list[int] = []
    for place, block in enumerate(kept):
        text = texts[block]
        if text.endswith(CUT_ENDS) and _goes_on(text, [texts[at] for at in kept[place + 1 : place + 1 + MAX_BETWEEN]]):
            found[block] = _EXCERPT
        elif text[0] in _DASHES and len(text) >= MIN_COPY:
            dashed.append(block)
    if dashed:
        whole = {texts[block] for block in kept}
        found.update({block: _COPY for block in dashed if texts[block].lstrip(f"{_DASHES} ") in whole})
    return labels.changed(found) if found else labels


def _goes_on(excerpt: str, following: Sequence[str]) -> bool:
    return any(is_excerpt(excerpt, text) for text in following)
