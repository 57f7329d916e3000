"""The model with numpy: the reference of what is compiled, and what runs where nothing is.

Each step is in a module of its own; `native` does the same in C. The tests compare the two on pages made at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np
from tamis.core.strategies.learned.block_table import KIND_NUMBERS, BlockTable
from tamis.core.strategies.learned.cutoff import (
    LINKED,
    LINKED_HEADING,
    LINKED_SUBHEAD,
    MAX_SUBHEAD,
    MIN_ALIKE,
    MIN_SENTENCE,
    MIN_TABLE_AT_EDGE,
    MOSTLY_LINKED,
    NEAR_CODE,
    SENTENCE,
    SHORT_LINE,
    TELLING,
    Neighbors,
    keep_between,
    keep_headings,
    keep_sentences,
    keep_set_pieces,
    keep_subheads,
    keep_tables,
    keep_wholes,
    needed_between,
    page_confidence,
    page_numbers,
)
from tamis.core.strategies.learned.features import (
    ALIKE,
    NAME_FEATURES,
    TYPE_FEATURES,
    join_features,
    name_features,
    plain_features,
)
from tamis.core.strategies.learned.judged import Verdict
from tamis.core.strategies.learned.page_hints import CALLOUT, DATA, DEFINITION, FORMULA
from tamis.core.strategies.learned.page_type import ARTICLE, TYPES, forced, page_features
from tamis.core.strategies.learned.places import find_posts
from tamis.core.strategies.learned.rule_adjustments import (
    ALL_TEXT,
    LISTS_BONUS,
    MIN_ARTICLE,
    adjusted,
    comment_signs,
    decide,
    in_lists,
)
from tamis.core.strategies.markup_hints import score_names
from tamis.core.strategies.part_hints import DATE, NOT_MAIN
from tamis.errors import BadInput
from tamis.model import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.learned.arrays import Floats, Mask
    from tamis.core.strategies.learned.features import Matrix
    from tamis.core.strategies.learned.model import Model
    from tamis.core.strategies.learned.page_hints import PageHints

_TABLE_NUMBER, _CODE_NUMBER = KIND_NUMBERS[Kind.TABLE], KIND_NUMBERS[Kind.CODE]
_PARAGRAPH_NUMBER, _HEADING_NUMBER = KIND_NUMBERS[Kind.PARAGRAPH], KIND_NUMBERS[Kind.HEADING]
_ITEM_NUMBER = KIND_NUMBERS[Kind.LIST_ITEM]


class PageFeatures:
    """The features of a page's blocks, with the page's type among them."""

    def __init__(self, table: BlockTable, model: Model, page_type: str = "auto") -> None:
        names, plain = plain_features(table)
        if (*names, *TYPE_FEATURES, *NAME_FEATURES) != model.names:
            raise BadInput("the model looks at other features than this version of tamis; train it again")
        if page_type == "auto":
            self.types = model.types.probabilities(page_features(table, names, plain))
        else:
            self.types = forced(page_type)
        """The probability of each of `page_type.TYPES`."""
        scores = score_names(table.names, model.lexicon)[table.nodes]
        self.matrix: Matrix = join_features(plain, self.types, name_features(table.frame, scores))
        """One line per feature, in the order of the model's names."""
        self.alike_first: Mask = plain[names.index("form as first")] == ALIKE
        """True for rows with the form of the first running text."""


class ReferencePage:
    """A page that the model has read."""

    def __init__(self, model: Model, document: Document, hints: PageHints, page_type_name: str, lists: str) -> None:
        self._table = table = BlockTable(document, hints)
        self._model = model
        self._lists = lists
        self._set_pieces = hints.set_pieces
        self.rows: list[int] = table.rows.tolist()
        self.title = table.title
        self.types: Sequence[float] = [0.0] * len(TYPES)
        if not table.count:
            return
        self._page = page = PageFeatures(table, model, page_type_name)
        self._posts = find_posts(table)
        log_odds = model.log_odds(page.matrix, page.types, self._posts.places, table.words)
        log_odds = adjusted(log_odds, self._posts, comment_signs(table, page.alike_first), page.types)
        if lists == "keep":
            log_odds += LISTS_BONUS * in_lists(table)
        if hints.is_clean:
            log_odds += ALL_TEXT
        self._log_odds = log_odds
        self.types = page.types.tolist()

    def choose(self, favor: float, *, hidden: bool, shift: Sequence[float] | None = None) -> Verdict:
        """Choose the rows to keep. `shift` is added to their log-odds."""
        table, types = self._table, self._page.types
        words = table.words if hidden else table.shown_words
        log_odds = self._log_odds if shift is None else self._log_odds + np.asarray(shift)
        probabilities, choice, first = decide(table, words, log_odds, favor)
        confidence = page_confidence(self._model.confidence, page_numbers(probabilities, words, choice, types))
        kept = choice.kept.copy()
        parents = self._posts.parents
        needed = needed_between(table, probabilities, parents)
        keep_between(kept, probabilities, needed, parents, whole=bool(types[ARTICLE] >= MIN_ARTICLE))
        if (table.kinds == _TABLE_NUMBER).any():
            keep_tables(kept, table.tables(), words)
        self._keep_in_text(kept, probabilities, Neighbors(table.shown, parents, self._posts.places))
        self._keep_set_pieces(kept, probabilities)
        if self._lists == "drop":
            kept &= ~in_lists(table)
        return Verdict(
            kept.tobytes(),
            choice.kept.tobytes(),
            None if first is None else first.tobytes(),
            probabilities.tolist(),
            confidence,
        )

    def words(self) -> list[float]:
        """Return the number of words of each row."""
        return self._table.words.tolist()

    def matrix(self) -> bytes:
        """Return the features: a line of 32-bit floats for each, with an entry for each row."""
        return self._page.matrix.tobytes() if self.rows else b""

    def _keep_in_text(self, kept: Mask, probabilities: Floats, beside: Neighbors) -> None:
        """Keep the headings and sentences that stand in the kept text and do not look like anything else."""
        table = self._table
        named = table.row_hints & NOT_MAIN
        plain = (table.row_line_hints == 0) & (named == 0)
        # A name does not speak against the heading of a part of that name that is kept.
        rows = beside.shown.nonzero()[0]
        named[rows[:-1]] &= ~table.row_hints[rows[1:]]
        headings = (table.row_line_hints == 0) & (named == 0)
        headings &= (table.kinds == _HEADING_NUMBER) & (table.density < LINKED_HEADING)
        keep_headings(kept, probabilities, headings, beside)
        sentences = plain & (table.kinds == _PARAGRAPH_NUMBER) & (table.ends > 0.0)
        sentences &= (table.words >= SENTENCE) & (table.density < MOSTLY_LINKED)
        keep_sentences(kept, probabilities, sentences, beside)
        lines = plain & ((table.kinds == _PARAGRAPH_NUMBER) | (table.kinds == _HEADING_NUMBER))
        lines &= (table.density < LINKED_SUBHEAD) & (table.words <= MAX_SUBHEAD)
        keep_subheads(kept, probabilities, lines, table.prose > 0.0, table.ends > 0.0, beside, table.texts)
        keep_wholes(kept, probabilities, table, plain, beside)
        keep_headings(kept, probabilities, headings, beside)  # also those above what was kept since

    def _keep_set_pieces(self, kept: Mask, probabilities: Floats) -> None:
        """Keep the code, the formulas and the data tables in the kept text, whatever the model says of them."""
        table = self._table
        pieces = table.kinds == _CODE_NUMBER
        doubtful = np.zeros(table.count, dtype=np.bool_)
        if self._set_pieces:
            marks = np.frombuffer(self._set_pieces, dtype=np.uint8)[table.rows]
            formulas = (marks == FORMULA) & (table.density == 0.0) & (table.kinds == _PARAGRAPH_NUMBER)
            pieces |= formulas & ~kept
            self._mark_tables((marks == DATA) & table.shown & ~kept, probabilities, pieces, doubtful)
            lines = (table.kinds == _PARAGRAPH_NUMBER) | (table.kinds == _ITEM_NUMBER)
            in_boxes = (marks == CALLOUT) & (probabilities >= MIN_ALIKE)
            in_boxes |= (marks == DEFINITION) & (probabilities >= MIN_SENTENCE)
            in_boxes &= lines & ~kept & (table.row_line_hints == 0) & (table.density < LINKED)
        else:
            in_boxes = doubtful
        if not (pieces | in_boxes).any():
            return
        pieces &= table.row_hints & NOT_MAIN == 0
        pieces |= in_boxes
        doubtful |= in_boxes
        short = (table.words <= SHORT_LINE) & (table.ends == 0.0) & (table.kinds != _HEADING_NUMBER)
        keep_set_pieces(kept, pieces, doubtful, short, table.shown, self._is_near)

    def _mark_tables(self, missing: Mask, probabilities: Floats, pieces: Mask, doubtful: Mask) -> None:
        """Mark the missing rows of tables of data that are not of links, nor named or said to be something else."""
        table = self._table
        if not missing.any():
            return
        tables = table.tables()
        rows = (missing & (tables >= 0)).nonzero()[0]
        _, group = np.unique(tables[rows], return_inverse=True)
        words = table.words[rows]
        is_told = (table.row_line_hints[rows] & ~DATE) != 0  # rows may begin with a date
        told = np.bincount(group, is_told) > TELLING * np.bincount(group)
        named = np.bincount(group, table.row_hints[rows] & NOT_MAIN != 0) > 0.0
        links, size = np.bincount(group, words * table.density[rows]), np.maximum(np.bincount(group, words), 1.0)
        likeliest = np.zeros(len(told))
        np.maximum.at(likeliest, group, probabilities[rows])
        fits = ~(told | named) & (links < LINKED_HEADING * size)
        pieces[rows] |= fits[group]
        doubtful[rows] |= (fits & (likeliest < MIN_TABLE_AT_EDGE))[group]

    def _is_near(self, row: int, kept_row: int) -> bool:
        """Tell whether one of the elements right around a row holds a kept one."""
        table = self._table
        node = int(table.block_nodes[row])
        outer = int(table.parents[table.block_nodes[kept_row]])
        for _ in range(NEAR_CODE):
            node = int(table.parents[node])
            if node in (outer, int(table.parents[outer])):
                return True
        return False
