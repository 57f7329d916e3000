"""Anchors of passages in articles, after the W3C Web Annotation Data Model.

A passage is anchored by the XPath of its first and last block with offsets in their texts, and by its words with those
before and after it. When the page changes, the words find the passage again: exactly, or in the window of the text that
has most of them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.text.patience import shared_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.model import Block

CONTEXT = 64
"""Number of characters before and after a passage that are kept to tell it from the same words elsewhere."""
MAX_OCCURRENCES = 1_000
"""Maximum number of places with the same words that are compared by the text around them."""
MOST_WORDS = 0.7
"""Minimum share of a passage's words that a window of the changed text must have."""
MIN_WORDS = 4
"""Minimum number of words of a passage that can be found after an edit; a shorter one is found exactly or not at all.
"""
_WORD = re.compile(r"\S+")


class Anchoring(StrEnum):
    """The way a highlight was found in the latest revision."""

    EXACT = "exact"
    EDITED = "edited"
    """The passage was changed; this is the place with most of its words."""
    LOST = "lost"
    """The passage is gone. The highlight keeps its words."""


class Place(NamedTuple):
    """A place in an article."""

    xpath: str
    """XPath of the block; empty if the article has no positions."""
    block: int
    """Index of the block in the article, from 0."""
    offset: int
    """Offset in the block's text, in characters."""


class Anchor(NamedTuple):
    """A passage of an article."""

    start: Place
    end: Place
    """The place just after the last character."""
    quote: str
    before: str
    after: str
    anchoring: Anchoring = Anchoring.EXACT


@dataclass(frozen=True)
class Passages:
    """The text of an article, to search for passages in."""

    blocks: Sequence[Block]

    @cached_property
    def _starts(self) -> list[int]:
        """Offset of each block in the joined text."""
        return [0, *accumulate(len(block.text) + 1 for block in self.blocks)]

    @cached_property
    def _joined(self) -> str:
        return "\n".join(block.text for block in self.blocks)

    @cached_property
    def _words(self) -> list[re.Match[str]]:
        return list(_WORD.finditer(self._joined))

    @cached_property
    def _folded(self) -> str:
        """The joined text with single spaces between the words."""
        return " ".join(word.group() for word in self._words)

    @cached_property
    def _word_starts(self) -> list[int]:
        """Offset of each word in the folded text."""
        return [0, *accumulate(len(word.group()) + 1 for word in self._words)]

    def find(self, quote: str, before: str = "", after: str = "") -> Anchor | None:
        """Find the passage with these words, ignoring white space; of several, the one with this text around it."""
        wanted = " ".join(quote.split())
        places = self._occurrences(wanted)
        if not places:
            return None
        before, after = " ".join(before.split()), " ".join(after.split())
        best = max(places, key=lambda offset: (self._agreement(offset, len(wanted), before, after), -offset))
        return self._anchor(self._unfolded(best), self._unfolded(best + len(wanted) - 1) + 1)

    def find_most(self, quote: str) -> Anchor | None:
        """Find the passage with most of these words, if it has enough of them."""
        wanted = quote.split()
        if len(wanted) < MIN_WORDS or not self._words:
            return None
        window = self._best_window([word.group() for word in self._words], wanted)
        if window is None:
            return None
        first, last = window
        return self._anchor(self._words[first].start(), self._words[last].end())._replace(anchoring=Anchoring.EDITED)

    def _occurrences(self, wanted: str) -> list[int]:
        offsets: list[int] = []
        offset = self._folded.find(wanted) if wanted else -1
        while offset >= 0 and len(offsets) < MAX_OCCURRENCES:
            offsets.append(offset)
            offset = self._folded.find(wanted, offset + 1)
        return offsets

    def _agreement(self, offset: int, length: int, before: str, after: str) -> int:
        """Count the characters around an offset that equal those that were around the passage."""
        left = self._folded[max(0, offset - CONTEXT) : offset].rstrip()
        right = self._folded[offset + length : offset + length + CONTEXT].lstrip()
        return shared_start(left[::-1], before[::-1]) + shared_start(right, after)

    def _unfolded(self, offset: int) -> int:
        """Convert an offset in the folded text to one in the joined text."""
        word = min(bisect_right(self._word_starts, offset) - 1, len(self._words) - 1)
        return self._words[word].start() + offset - self._word_starts[word]

    def _anchor(self, start: int, end: int) -> Anchor:
        text = self._joined
        return Anchor(
            self._place(start),
            self._place(end - 1)._replace(offset=self._place(end - 1).offset + 1),
            text[start:end],
            text[max(0, start - CONTEXT) : start],
            text[end : end + CONTEXT],
        )

    def _place(self, offset: int) -> Place:
        block = min(bisect_right(self._starts, offset) - 1, len(self.blocks) - 1)
        return Place(self.blocks[block].xpath, block, offset - self._starts[block])

    @staticmethod
    def _best_window(words: list[str], wanted: list[str]) -> tuple[int, int] | None:
        """Find the window with most of the wanted words; return its first and last word, or None if none has enough."""
        size = min(len(wanted), len(words))
        missing = Counter(wanted)
        have = best = best_end = 0
        for end, word in enumerate(words):
            have += missing[word] > 0
            missing[word] -= 1
            if end >= size:
                gone = words[end - size]
                missing[gone] += 1
                have -= missing[gone] > 0
            if have > best:
                best, best_end = have, end
        if best < MOST_WORDS * len(wanted):
            return None
        known = set(wanted)
        inside = [index for index in range(max(0, best_end - size + 1), best_end + 1) if words[index] in known]
        return inside[0], inside[-1]
