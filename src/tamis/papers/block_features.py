"""Web page blocks and their features, as Debnath, Mitra and Giles define them, for their two strategies fe and kfe.

A list of tags partitions the page: each element with such a tag is a block, without the blocks inside it. A block has a
feature for its text, and one for each sort of content other than text. Each is a number of words or of elements,
divided by the greatest on the page. A block whose text outweighs all other features together goes into the *winner
basket*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tamis.core.strategies.verdicts import labels_from_choice
from tamis.errors import BadSettings
from tamis.papers.element_counts import ElementCounts
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from tamis.core.parse import Document
    from tamis.model import Labels

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

FEATURES: dict[str, str] = {
    "link": "a[href]",
    "image": "img, picture, svg",
    "list": "li",
    "table": "td, th",
    "form": "input, select, textarea, button",
    "script": "script",
    "frame": "iframe, object, embed, video, audio",
}
"""Sorts of content other than text, each with the CSS selector by which it is counted."""

DEFAULT_FEATURES = tuple(name for name in FEATURES if name != "table")
"""The features that count by default. Cells do not: in most tables of old pages they are the layout of text."""


def check_parts(partition: Sequence[str], features: Sequence[str]) -> None:
    """Raise `BadSettings` if the parameters that both strategies share are invalid."""
    if not partition:
        raise BadSettings("partition must be a list of tags, not an empty one")
    unknown = [feature for feature in features if feature not in FEATURES]
    if unknown:
        raise BadSettings(f"features must be a list of some of {', '.join(FEATURES)}, not {features!r}")


class WebBlocks:
    """The blocks of one page, with the value of their text feature, and the winner basket."""

    def __init__(self, document: Document, partition: Sequence[str], features: Sequence[str]) -> None:
        self._document = document
        self._visible = document.visible()
        self._block_of = self._partition(frozenset(partition))
        self.text = self._text()
        """Words of each node, divided by the greatest number on the page; 0 if the node is no block."""
        others = self._others(features)
        self.basket: list[int] = np.flatnonzero((self.text > 0) & (self.text > others)).tolist()
        """Blocks whose text outweighs all other features together, in document order."""

    def labels(self, winners: Set[int]) -> Labels:
        """Keep the text of the winners, which are blocks of the basket."""
        document = self._document
        in_basket = frozenset(self.basket)
        kept, scores, reasons = [], [], []
        for node in (self._block_of[owner] for owner in document.block_nodes):
            share = float(self.text[node])
            kept.append(node in winners)
            scores.append(share)
            if node in winners:
                reasons.append(f"in a winning block: {share:.0%} of the words of the longest one")
            elif node in in_basket:
                reasons.append(f"in a block of text that did not win: {share:.0%} of the words of the longest one")
            else:
                reasons.append("in a block that is less text than links, pictures, lists and the like")
        return labels_from_choice(document, self._visible, kept, scores, reasons)

    def _partition(self, tags: Set[str]) -> list[int]:
        """Find the innermost block around each node; the root is always a block."""
        blocks: list[int] = []
        for node, (tag, parent) in enumerate(zip(self._document.tags, self._document.parents, strict=True)):
            blocks.append(node if tag in tags or parent < 0 else blocks[parent])
        return blocks

    def _text(self) -> Floats:
        document = self._document
        words = [0] * len(document.tags)
        for text, seen, owner in zip(document.texts, self._visible, document.block_nodes, strict=True):
            if seen and text:
                words[self._block_of[owner]] += count_words(text)
        return _shares(np.asarray(words, dtype=np.float64))

    def _others(self, features: Sequence[str]) -> Floats:
        """Sum all features of each block but the text."""
        counts = ElementCounts(self._document)
        total = np.zeros(len(self.text))
        if len(total):
            for feature in features:
                values = np.zeros(len(total))
                np.add.at(values, self._block_of, counts.own(FEATURES[feature]))
                total += _shares(values)
        return total


def _shares(values: Floats) -> Floats:
    greatest = values.max() if len(values) else 0.0
    return values / greatest if greatest > 0 else values
