"""CUTER's three classes of pages (C9), assigned from the page and its truth.

1. *with comments*: an element whose class or id contains ``comment`` (or the name of a comment service) comes after
   the body's first block, is mostly not in the truth, and has `COMMENT_WORDS` words or more.
2. *multi-body*: between the body's first and last block is a run of other visible blocks with
   `BREAK_WORDS` words or more, captions not counted: an advertisement, teasers, a box that cuts the body.
3. *single body*: all others.

The body is the set of visible blocks that fits the truth best, as the oracle chooses it. A page
without a body in the truth has no class.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from tamis.model import Kind
from tamis_bench.alignment import best_choice
from tamis_bench.metrics import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document

COMMENT_WORDS = 20  # fewer are a link to the comments or their empty form
BREAK_WORDS = 20  # fewer are a label, a credit, a share button, a link to another story

_COMMENTS = re.compile(r"(?:^|[^a-z])(?:user)?comments?(?:$|[^a-z])|disqus|livefyre|respond(?:$|[^a-z])", re.IGNORECASE)


class PageClass(StrEnum):
    """The classes of pages in CUTER's evaluation."""

    SINGLE = "single body"
    MULTI = "multi-body"
    COMMENTS = "with comments"


def class_of_page(document: Document, truth: str) -> PageClass | None:
    """Return the class of a page, or None if its truth has no text, or none that is on the page."""
    visible = document.visible()
    texts = [text if seen else "" for text, seen in zip(document.texts, visible, strict=True)]
    body = best_choice(texts, words(truth)).kept
    if not any(body):
        return None
    counts = [len(words(text)) for text in texts]
    if _has_comments(document, body, counts):
        return PageClass.COMMENTS
    return PageClass.MULTI if _is_interrupted(body, counts, document.kinds) else PageClass.SINGLE


def _has_comments(document: Document, body: Sequence[bool], counts: Sequence[int]) -> bool:
    start = body.index(True)
    for node, element in enumerate(document.elements):
        first, last = document.block_start[node], document.block_stop[node]
        if first <= start or not _is_comments(element.attr("class"), element.attr("id")):
            continue
        if sum(counts[first:last]) >= COMMENT_WORDS and not _is_body(body, counts, first, last):
            return True
    return False


def _is_comments(*names: object) -> bool:
    return any(isinstance(name, str) and _COMMENTS.search(name) for name in names)


def _is_body(body: Sequence[bool], counts: Sequence[int], first: int, last: int) -> bool:
    """Tell whether at least half of the words in a range of blocks belong to the body."""
    inside = sum(counts[block] for block in range(first, last) if body[block])
    return 2 * inside >= sum(counts[first:last])


def _is_interrupted(body: Sequence[bool], counts: Sequence[int], kinds: Sequence[Kind]) -> bool:
    start, end = body.index(True), len(body) - list(reversed(body)).index(True)
    between = 0
    for block in range(start, end):
        if body[block]:
            between = 0
        elif kinds[block] is not Kind.CAPTION:
            between += counts[block]
        if between >= BREAK_WORDS:
            return True
    return False
