"""When the text that a strategy kept falls short of the body that the page carries as data, and what is done then.

If the page shows that text too, those of its own blocks are kept that have it. If it does not, the body itself is cut
into blocks. Either way the article says so.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from tamis.embedded.body_labels import label_body
from tamis.embedded.find import find_embedded, may_carry
from tamis.embedded.matching import follow
from tamis.model import Kind, Outcome, Page, Step
from tamis.outcome import Verdict
from tamis.parse import parse
from tamis.parse.sizes import elements_of
from tamis.parse.tree import path_of
from tamis.parse.urls import base_url
from tamis.settings import Limits
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Block, Labels, Metadata
    from tamis.parse import Document
    from tamis.parse.tree import Element

__all__ = ["EmbeddedBody", "find_embedded_body"]

LITTLE = 250
"""With fewer words kept of what says that it is an article, the body is looked for everywhere; otherwise only where a
look is cheap."""
MANY = 12 * LITTLE
"""Characters: more than this are more words than a little, in any script."""
NOTHING = 50
"""With fewer words kept, and fewer than asked for, any body is better."""
MIN_BODY = 80
"""A body of fewer words is not worth the doubt."""
MORE = 150
"""So many words more than were kept must a body have, unless nothing much was kept."""
LONGER = 2.0
"""And it must be so many times as long."""
CONFIDENCE = 0.7
"""In text that was taken from data. Set by hand."""
MAX_ELEMENTS = Limits().max_elements
"""Data that would make more elements than a page may have is not used."""
_CAPTION = Kind.CAPTION
_NO_TEXT = frozenset({Kind.IMAGE, Kind.MEDIA, Kind.CAPTION})
_ARTICLES = ("article", "posting", "post", "story", "report", "review")


class EmbeddedBody(NamedTuple):
    """A document and its labels, to be put in the place of those of the strategy."""

    document: Document
    labels: Labels
    source: str
    """Where the body was found."""
    host: Element | None
    """The element that holds the data, if the text was taken from it; None if the page's own blocks were kept."""

    def step(self) -> Step:
        """What was done, for the trace."""
        kept = f"{sum(self.labels.kept)} of {len(self.labels)} blocks kept"
        if self.host is None:
            return Step("embedded", f"{kept}, those with the text of {self.source}")
        return Step("embedded", f"{kept}, cut from {self.source} at {path_of(self.host)}")

    def placed(self, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """Blocks with the place that they have in the page: that of the data, if they were taken from it."""
        if self.host is None:
            return blocks
        path = path_of(self.host)
        return tuple(replace(block, xpath=path, span=None) for block in blocks)

    def verdict(self, verdict: Verdict, blocks: Sequence[Block], metadata: Metadata, min_words: int) -> Verdict:
        """The verdict on the blocks, which says where they come from."""
        if self.host is None:
            if verdict.outcome is not Outcome.ARTICLE:
                return verdict
            return verdict._replace(reason=f"{verdict.reason}, chosen by {self.source}")
        body = [block for block in blocks if block.kind not in _NO_TEXT]
        words = count_words("\n".join(block.text for block in body))
        if words < max(1, min_words):
            return verdict
        behind = ", and says that it must be paid for" if metadata.paywalled else ""
        reason = f"{words} words in {len(body)} blocks, taken from {self.source}: the page does not show them{behind}"
        return Verdict(Outcome.ARTICLE, reason, CONFIDENCE)


def find_embedded_body(document: Document, labels: Labels, metadata: Metadata, min_words: int) -> EmbeddedBody | None:
    """The body that the page carries, if it is a thread's posts, or much longer than what the labels keep."""
    characters = sum(map(len, compress(document.texts, labels.kept)))
    if characters >= MANY and not may_carry(document.tree, characters):
        return None
    words = _words(document, labels)
    nothing = words < max(1, min(min_words, NOTHING))
    at_least = MIN_BODY if nothing else max(words + MORE, round(LONGER * words))
    anywhere = nothing or (words < LITTLE and _is_article(metadata))
    found = find_embedded(document, metadata.description, at_least, anywhere=anywhere)
    if found is None or elements_of(found.html, MAX_ELEMENTS) > MAX_ELEMENTS:
        return None
    body = replace(parse(Page(html=found.html, url=base_url(document))), title=document.title)
    body_labels = label_body(body, found.source, is_thread=found.is_thread)
    choice = not _keeps_all(document, labels)  # who keeps all that is shown does not want a choice of it
    if _words(body, body_labels) < at_least and not (found.is_thread and choice):
        return None
    own = follow(document, labels, body, body_labels, found) if choice else None
    if own is not None:
        return EmbeddedBody(document, own, found.source, None)
    return EmbeddedBody(body, body_labels, found.source, found.host)


def _keeps_all(document: Document, labels: Labels) -> bool:
    return any(labels.kept) and all(
        keep or why is not None for keep, why in zip(labels.kept, document.hidden, strict=True)
    )


def _words(document: Document, labels: Labels) -> int:
    kept = (
        text
        for text, keep, kind in zip(document.texts, labels.kept, document.kinds, strict=True)
        if keep and kind is not _CAPTION
    )
    return count_words("\n".join(kept))


def _is_article(metadata: Metadata) -> bool:
    """Whether the page says that it is an article. The data of shops and home pages is large, and holds none."""
    kind = (metadata.page_type or "").lower()
    return metadata.paywalled is True or kind.endswith(_ARTICLES)
