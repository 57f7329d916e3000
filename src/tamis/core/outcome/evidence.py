"""The evidence for an outcome: the page, the kept blocks, and the counts that several judges need."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.model import NOT_TEXT
from tamis.text.markup_names import CONSENT_DIALOG_STARTS, CONSENT_DIALOGS
from tamis.text.phrases import plain
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from tamis.core.parse import Document
    from tamis.model import Block, Labels, Metadata

    Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]

_MANY_LINKED = 0.5
MAX_LINE = 5000
"""Maximum characters of a block that is searched for phrases; of longer ones only the end is."""


class EvidenceLine(NamedTuple):
    """A block with text that a reader sees."""

    block: int
    text: str
    """Text in the form of `tamis.text.phrases.plain`, to search for phrases; only the end of a very long one."""
    words: int
    kept: bool
    linked: bool
    """True if at least half of it is links."""


class Evidence:
    """A page and what a strategy kept of it. Costly counts are made on first use."""

    def __init__(
        self, document: Document, labels: Labels, blocks: Sequence[Block], metadata: Metadata, min_words: int
    ) -> None:
        self.document = document
        self.labels = labels
        self.metadata = metadata
        self.min_words = max(1, min_words)
        self.body = [block for block in blocks if block.kind not in NOT_TEXT]
        self.words = count_words("\n".join(block.text for block in self.body))

    @cached_property
    def page_words(self) -> int:
        """Number of all words of the page, including hidden ones."""
        return sum(map(count_words, self.document.texts))

    @cached_property
    def lines(self) -> list[EvidenceLine]:
        """The blocks that a reader sees."""
        document = self.document
        columns = zip(document.texts, document.visible(), self.labels.kept, document.link_sizes, strict=True)
        return [
            EvidenceLine(block, plain(text[-MAX_LINE:]), count_words(text), kept, links >= _MANY_LINKED * len(text))
            for block, (text, seen, kept, links) in enumerate(columns)
            if text and seen
        ]

    @cached_property
    def text(self) -> str:
        """The text of the lines."""
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def seen_words(self) -> int:
        """Number of words that a reader sees."""
        return sum(line.words for line in self.lines)


def within(document: Document, tags: Container[str]) -> Flags:
    """Flag the blocks that are in an element with one of these tags. One pass, however deep the page is."""
    edges = np.zeros(len(document) + 1, dtype=np.int64)
    for tag, first, last in zip(document.tags, document.block_start, document.block_stop, strict=True):
        if tag in tags:
            edges[first] += 1
            edges[last] -= 1
    inside: Flags = np.cumsum(edges)[:-1] > 0
    return inside


def dialog_blocks(document: Document) -> set[int]:
    """Find the blocks inside of the elements that consent services are known to use."""
    blocks: set[int] = set()
    known: dict[str, bool] = {"": False}
    end = 0
    for tag, element, first, last in zip(
        document.tags, document.elements, document.block_start, document.block_stop, strict=True
    ):
        if first < end or last <= first or tag == "html" or tag == "body":
            continue
        classes, name = element.attr("class") or "", element.attr("id")
        is_dialog = known.get(classes)
        if is_dialog is None:
            is_dialog = known[classes] = any(map(_is_dialog, classes.split()))
        if is_dialog or (name and _is_dialog(name)):
            blocks.update(range(first, last))
            end = last
    return blocks


def _is_dialog(name: str) -> bool:
    name = name.lower()
    return name in CONSENT_DIALOGS or name.startswith(CONSENT_DIALOG_STARTS)
