"""What came of a page: an article, or why there is none; and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Kind, Outcome
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Block, Labels, Metadata
    from tamis.parse import Document

# A page with almost no text and this many scripts draws itself in the browser.
_NO_WORDS = frozenset({Kind.IMAGE, Kind.MEDIA, Kind.CAPTION})
_MIN_SCRIPTS = 3
_LITTLE_TEXT = 60  # words
# A body of this many words and more is a whole article as far as length can tell.
_LONG_BODY = 250


class Verdict(NamedTuple):
    """The outcome with its reason, and the confidence."""

    outcome: Outcome
    reason: str
    confidence: float


def judge(document: Document, labels: Labels, blocks: Sequence[Block], metadata: Metadata, min_words: int) -> Verdict:
    """Judge what was kept against what the page holds."""
    body = [block for block in blocks if block.kind not in _NO_WORDS]
    words = count_words("\n".join(block.text for block in body))
    if words >= max(1, min_words):
        confidence = _confidence(document, labels, metadata, words)
        return Verdict(Outcome.ARTICLE, f"{words} words in {len(body)} blocks", confidence)
    page_words = sum(count_words(text) for text in document.texts)
    if page_words < _LITTLE_TEXT and len(document.tree.select("script")) >= _MIN_SCRIPTS:
        return Verdict(Outcome.NEEDS_SCRIPT, f"the page holds {page_words} words and draws the rest by script", 0.0)
    if page_words == 0:
        return Verdict(Outcome.EMPTY, "the page holds no text", 0.0)
    return Verdict(
        Outcome.TOO_SHORT, f"kept {words} of the page's {page_words} words, fewer than the {min_words} asked for", 0.0
    )


def _confidence(document: Document, labels: Labels, metadata: Metadata, words: int) -> float:
    """A rough measure until it is learned: length of the body, its share of the unlinked text, a title, an author.

    Not calibrated: it orders pages, but 0.9 does not yet mean nine in ten.
    """
    unlinked = sum(map(len, document.texts)) - sum(document.link_sizes)
    kept = sum(len(text) for text, keep in zip(document.texts, labels.kept, strict=True) if keep)
    share = min(1.0, kept / unlinked) if unlinked > 0 else 0.0
    length = min(1.0, words / _LONG_BODY)
    known = (metadata.title is not None) + (bool(metadata.authors) or metadata.published is not None)
    return round(0.15 + 0.35 * length + 0.3 * share + 0.1 * known, 2)
