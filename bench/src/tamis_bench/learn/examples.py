"""Training examples: labeled pages with the features of their blocks, and which blocks are in the truth."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tamis.core.pipeline import prepare
from tamis.core.strategies.learned.block_table import LONG, BlockTable
from tamis.core.strategies.learned.features import ALIKE, plain_features
from tamis.core.strategies.learned.page_type import page_features
from tamis.core.strategies.learned.places import find_posts
from tamis.core.strategies.learned.rule_adjustments import comment_signs
from tamis.core.strategies.markup_hints import name_tokens
from tamis.model import Page
from tamis.text.urls.sites import site_of
from tamis_bench.alignment import best_choice
from tamis_bench.metrics import words_and_characters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse import Document
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.block_table import Frame
    from tamis.core.strategies.learned.features import Matrix
    from tamis.core.strategies.learned.places import Posts
    from tamis.core.strategies.learned.rule_adjustments import CommentSigns
    from tamis.core.strategies.markup_hints import Names
    from tamis_bench.datasets import Entry

FOLDS = 5
SET_WEIGHTS = {
    "news": 1.5, "world": 2.0, "east-articles": 1.5, "east-forums": 2.0, "forums": 1.5, "zh-articles": 1.5,
}  # fmt: skip
"""Weight of a page by its set; 1 for sets that are not listed."""
AGREED = 0.5
"""Weight of a page whose labels are by agreement of extractors."""
SHORT = 0.8
"""Factor of the weight of a short copy."""
EMPTY_TRUTH = 0.05
"""Factor of the weight of a page whose truth is empty: most of these truths are wrong."""
POOR_TRUTH = 0.3
"""Factor for a page whose blocks cannot give its truth (`MIN_ORACLE`): text from elsewhere, or another page."""
MIN_ORACLE = 0.8
MAX_LEFT = 4
"""Maximum number of blocks of the body that a short copy has."""
MIN_CUT = 2
"""Minimum number of paragraphs of the body that a short copy lacks."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A page with text, as an example for training."""

    entry: Entry
    fold: int
    site: str
    features: tuple[str, ...]
    plain: Matrix
    page: Floats
    """Features for the type of the page."""
    signs: CommentSigns
    posts: Posts
    frame: Frame
    names: Names
    texts: tuple[str, ...]
    """Text of each row; empty when no longer needed."""
    shown: Mask
    """True for rows that would be shown if they were kept: not the title, not hidden, not a caption."""
    words: Floats
    """Number of words of each row."""
    row_hints: Ints
    row_line_hints: Ints
    wanted: Mask
    """True for rows that are in the truth."""
    oracle: float
    """The best F1 that blocks allow."""
    weight: float = 1.0
    """Weight of the page among others."""
    is_short: bool = False
    """True for a copy with all but a few blocks of the body cut out."""

    @property
    def shown_words(self) -> Floats:
        """Number of words of each row, 0 for rows that would not be shown."""
        return np.where(self.shown, self.words, 0.0)

    @property
    def density(self) -> Floats:
        """Share of linked text of each row."""
        density: Floats = self.plain[self.features.index("density")].astype(np.float64)
        return density

    def weights(self) -> Floats:
        """Weigh each row by the root of its words, because words are scored; pages weigh nearly alike."""
        own: Floats = np.sqrt(self.words + 1.0) / np.sqrt(self.words.sum() + 50.0)
        return self.weight * own

    def shares_by_token(self) -> dict[str, float]:
        """Compute for each token in elements' names the share of the words in these elements that are in the truth."""
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
        """Yield every token of every node that contains rows, with the node's index in the frame."""
        of_classes = [name_tokens(classes, None) for classes in self.names.classes]
        place_of = {node: place for place, node in enumerate(self.frame.nodes.tolist())}
        for node, place in place_of.items():
            for token in of_classes[self.names.of_nodes[node]]:
                yield token, place
        for node, identity in self.names.ids:
            if node in place_of:
                for token in name_tokens(None, identity):
                    yield token, place_of[node]


_MOST_WORDS = 100.0  # words of one block that count at most, so that one long text does not decide for all


def example(entry: Entry) -> Example | None:
    """Read a page and align it with its truth. None if no block of it has text."""
    return next(iter(read_examples(entry)), None)


def read_examples(entry: Entry) -> list[Example]:
    """Read a page and align it with its truth; of an article, add its short copy. Empty if no block has text."""
    sample = entry.load()
    document = prepare(Page(html=sample.html, url=sample.url)).document
    truth = words_and_characters(sample.truth.text or "")
    choice = best_choice(document.texts, truth, words_and_characters)
    wanted = np.asarray(choice.kept, dtype=np.bool_)
    weight = SET_WEIGHTS.get(entry.set, 1.0)
    whole = of_document(entry, document, wanted, choice.score.f1, weight * _trust(bool(truth), choice.score.f1))
    if whole is None:
        return []
    if not truth or choice.score.f1 < MIN_ORACLE or entry.page_type not in (None, "article"):
        return [whole]
    short = _short_copy(entry, document, wanted, weight * SHORT)
    return [whole] if short is None else [whole, short]


def _trust(has_truth: bool, oracle: float) -> float:
    if not has_truth:
        return EMPTY_TRUTH
    return POOR_TRUTH if oracle < MIN_ORACLE else 1.0


def of_document(
    entry: Entry, document: Document, wanted: Mask, oracle: float, weight: float, *, is_short: bool = False
) -> Example | None:
    """Make an example from a document whose wanted blocks are known. None if no block has text."""
    table = BlockTable(document)
    if not table.count:
        return None
    names, plain = plain_features(table)
    site = site_of(entry.url) or entry.id
    return Example(
        entry=entry,
        fold=zlib.crc32(site.encode()) % FOLDS,
        site=site,
        features=tuple(names),
        plain=plain,
        page=page_features(table, names, plain),
        signs=comment_signs(table, plain[names.index("form as first")] == ALIKE),
        posts=find_posts(table),
        frame=table.frame,
        names=table.names,
        texts=tuple(table.texts),
        shown=table.shown,
        words=table.words,
        row_hints=table.row_hints,
        row_line_hints=table.row_line_hints,
        wanted=wanted[table.rows],
        oracle=oracle,
        weight=weight,
        is_short=is_short,
    )


def _short_copy(entry: Entry, document: Document, wanted: Mask, weight: float) -> Example | None:
    """Make a copy of the page with only the first one to four paragraphs of its body, like short news items.

    How many are left depends on a hash of the page's set and id, so that it is the same every time.
    """
    table = BlockTable(document)
    title = int(table.rows[table.title]) if table.title >= 0 else -1
    body = [block for block in table.rows[wanted[table.rows]].tolist() if block != title]
    long = set(table.rows[table.words >= LONG].tolist())
    paragraphs = [block for block in body if block in long]
    left = paragraphs[: 1 + zlib.crc32(f"{entry.set} {entry.id}".encode()) % MAX_LEFT]
    if len(paragraphs) < len(left) + MIN_CUT:
        return None
    texts = list(document.texts)
    for block in set(body).difference(left):
        texts[block] = ""
    still = np.zeros_like(wanted)
    still[left] = True
    return of_document(entry, replace(document, texts=texts), still, 1.0, weight, is_short=True)
