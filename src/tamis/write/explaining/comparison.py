"""Comparison of strategies on one page: what each keeps, how far they agree, and on which blocks they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.core.figures import with_figures
from tamis.core.parse.positions import Positions
from tamis.core.pipeline import DEFAULT_LIMITS, prepare
from tamis.text.word_overlap import words as words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies import Strategy
    from tamis.model import Kind, Labels, Page
    from tamis.settings.extraction import Limits

    Counts = np.ndarray[tuple[int, int], np.dtype[np.int64]]


class Candidate(NamedTuple):
    """A strategy and how much it keeps."""

    name: str
    blocks: int
    words: int
    share: float
    """Share of the page's words that it keeps."""
    agreement: float
    """Mean of its F1 with the others; 1 if there are none."""


@dataclass(frozen=True, slots=True)
class ComparedBlock:
    """A block, with the verdict of each strategy, in the order of the candidates."""

    index: int
    kind: Kind
    text: str
    words: int
    kept: tuple[bool, ...]
    reasons: tuple[str, ...]
    xpath: str
    line: int | None

    @property
    def keepers(self) -> int:
        """The number of strategies that keep it."""
        return sum(self.kept)

    @property
    def is_disputed(self) -> bool:
        """True if some keep it and some do not."""
        return 0 < self.keepers < len(self.kept)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of several strategies on one page."""

    title: str | None
    url: str | None
    words: int
    """Number of words on the whole page."""
    candidates: tuple[Candidate, ...]
    f1: tuple[tuple[float, ...], ...]
    """Word F1 of each pair of candidates: the overlap of the words that they keep, each occurrence counted."""
    blocks: tuple[ComparedBlock, ...]

    def disputed(self) -> list[ComparedBlock]:
        """List the blocks on which they differ: first those with many words and a close vote."""
        blocks = [block for block in self.blocks if block.is_disputed]
        size = len(self.candidates)
        return sorted(blocks, key=lambda block: (-block.words * min(block.keepers, size - block.keepers), block.index))


def compare(page: Page, strategies: Mapping[str, Strategy], limits: Limits = DEFAULT_LIMITS) -> Comparison:
    """Label a page with each strategy, by the names they are given, and compare the results.

    Only labels are compared: text that the page carries as data is not looked for.
    """
    document = prepare(page, limits).document
    labels = [with_figures(document, strategy.label(document)) for strategy in strategies.values()]
    counts, sizes = _word_counts(document, labels)
    totals = counts.sum(axis=1).tolist()
    f1 = _pairwise(counts, totals)
    page_words = int(sizes.sum())
    candidates = tuple(
        Candidate(
            name=name,
            blocks=sum(map(bool, labeled.kept)),
            words=total,
            share=total / page_words if page_words else 0.0,
            agreement=(sum(row) - 1) / (len(row) - 1) if len(row) > 1 else 1.0,
        )
        for name, labeled, total, row in zip(strategies, labels, totals, f1, strict=True)
    )
    blocks = _blocks(document, labels, sizes.tolist())
    return Comparison(document.title, page.url, page_words, candidates, f1, blocks)


def _word_counts(
    document: Document, labels: Sequence[Labels]
) -> tuple[Counts, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Count for each strategy how often it keeps each word of the page, and the words of each block."""
    numbers: dict[str, int] = {}
    words: list[int] = []
    sizes = np.zeros(len(document), dtype=np.int64)
    for index, text in enumerate(document.texts):
        before = len(words)
        words.extend(numbers.setdefault(word, len(numbers)) for word in words_of(text))
        sizes[index] = len(words) - before
    flat = np.asarray(words, dtype=np.int64)
    counts = np.zeros((len(labels), len(numbers)), dtype=np.int64)
    for row, labeled in zip(counts, labels, strict=True):
        kept = np.repeat(np.asarray(labeled.kept, dtype=np.bool_), sizes)
        row[:] = np.bincount(flat[kept], minlength=len(numbers))
    return counts, sizes


def _pairwise(counts: Counts, totals: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    """Compute F1 of each pair of rows; 1 if both keep nothing."""
    size = len(totals)
    table = [[1.0] * size for _ in range(size)]
    for left in range(size):
        for right in range(left + 1, size):
            both = totals[left] + totals[right]
            overlap = int(np.minimum(counts[left], counts[right]).sum())
            table[left][right] = table[right][left] = 2 * overlap / both if both else 1.0
    return tuple(map(tuple, table))


def _blocks(document: Document, labels: Sequence[Labels], sizes: Sequence[int]) -> tuple[ComparedBlock, ...]:
    positions = Positions(document)
    blocks = []
    for index, (text, kind) in enumerate(zip(document.texts, document.kinds, strict=True)):
        xpath, span = positions.of(index)
        blocks.append(
            ComparedBlock(
                index=index,
                kind=kind,
                text=text,
                words=sizes[index],
                kept=tuple(bool(labeled.kept[index]) for labeled in labels),
                reasons=tuple(labeled.reasons[index] for labeled in labels),
                xpath=xpath,
                line=span.line if span else None,
            )
        )
    return tuple(blocks)
