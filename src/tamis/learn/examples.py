"""Labelled pages as the training sees them: the features of their blocks, and which blocks the truth has."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from tamis.bench.alignment import best_choice
from tamis.bench.metrics import words
from tamis.model import Page
from tamis.pipeline import prepare
from tamis.strategies.learned.block_table import BlockTable
from tamis.strategies.learned.features import plain_features
from tamis.strategies.learned.lexicon import name_tokens
from tamis.text.domains import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.bench.datasets import Entry, Sample
    from tamis.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.strategies.learned.block_table import Frame
    from tamis.strategies.learned.features import Matrix
    from tamis.strategies.markup_hints import Names

FOLDS = 5
SET_WEIGHTS = {"news": 1.5}
"""How much a page of a set weighs; 1 where it does not say."""
EMPTY_TRUTH = 0.05
"""What a page weighs whose truth is empty: most of these truths are wrong."""
POOR_TRUTH = 0.3
"""What a page weighs whose truth its blocks cannot give (`MIN_ORACLE`): text from elsewhere, or another page."""
MIN_ORACLE = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One page with text."""

    entry: Entry
    fold: int
    site: str
    features: tuple[str, ...]
    plain: Matrix
    frame: Frame
    names: Names
    words: Floats
    """Of each row."""
    row_hints: Ints
    row_line_hints: Ints
    wanted: Mask
    """Whether the truth has the row."""
    oracle: float
    """The best F1 that blocks allow."""

    def weights(self) -> Floats:
        """Of each row: blocks by the root of their words, because words are what is scored; pages nearly alike."""
        own = np.sqrt(self.words + 1.0) / np.sqrt(self.words.sum() + 50.0)
        page = SET_WEIGHTS.get(self.entry.set, 1.0)
        if not self.entry.truth.text:
            page *= EMPTY_TRUTH
        elif self.oracle < MIN_ORACLE:
            page *= POOR_TRUTH
        weights: Floats = page * own
        return weights

    def shares_by_token(self) -> dict[str, float]:
        """Of the words in elements with a token in their names, the share that the truth has."""
        counted = np.minimum(self.words, _MOST_WORDS)
        total = np.concatenate(([0.0], np.cumsum(counted)))
        right = np.concatenate(([0.0], np.cumsum(counted * self.wanted)))
        totals = (total[self.frame.block_stop] - total[self.frame.block_start]).tolist()
        rights = (right[self.frame.block_stop] - right[self.frame.block_start]).tolist()
        sums: dict[str, tuple[float, float]] = {}
        for token, place in self._tokens():
            known_right, known_all = sums.get(token, (0.0, 0.0))
            sums[token] = (known_right + rights[place], known_all + totals[place])
        return {token: right_words / all_words for token, (right_words, all_words) in sums.items() if all_words > 0}

    def _tokens(self) -> Iterator[tuple[str, int]]:
        """Every token of every node that holds rows."""
        of_classes = [name_tokens(classes, None) for classes in self.names.classes]
        place_of = {node: place for place, node in enumerate(self.frame.nodes.tolist())}
        for node, place in place_of.items():
            for token in of_classes[self.names.of_nodes[node]]:
                yield token, place
        for node, identity in self.names.ids:
            if node in place_of:
                for token in name_tokens(None, identity):
                    yield token, place_of[node]


_MOST_WORDS = 100.0  # of one block that count, so that one long text does not speak for all


def example(entry: Entry) -> Example | None:
    """Read a page and align it with its truth. None if no block of it has text."""
    sample = entry.load()
    document = prepare(Page(html=sample.html, url=sample.url)).document
    table = BlockTable(document)
    if not table.count:
        return None
    choice = best_choice(document.texts, words(sample.truth.text or ""))
    names, plain = plain_features(table)
    site = site_of(sample)
    return Example(
        entry=entry,
        fold=zlib.crc32(site.encode()) % FOLDS,
        site=site,
        features=tuple(names),
        plain=plain,
        frame=table.frame,
        names=table.names,
        words=table.words,
        row_hints=table.row_hints,
        row_line_hints=table.row_line_hints,
        wanted=np.asarray(choice.kept, dtype=np.bool_)[table.rows],
        oracle=choice.score.f1,
    )


def site_of(sample: Sample) -> str:
    """The site of a page, so that pages of one site are in one fold; by the address, or the page itself without one."""
    host = (urlsplit(sample.url or "").hostname or "").lower()
    return registered_domain(host) or sample.id
