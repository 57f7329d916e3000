"""The default strategy: a trained model estimates for every block how likely it is part of what a reader came for.

Features of the text, its position, the elements around it, their names and its neighbors (`features`) go through a
forest of symmetric trees (`forest`), together with the type of the page, which a smaller forest predicts (`page_type`);
a network reads the blocks in order (`network`). Comments lose log-odds (`comments`), and blocks are kept down to the
probability where the expected F1 is greatest (`cutoff`). Roles come from structure and rules
(`tamis.core.strategies.roles`), pictures from `tamis.core.figures`.

``tamis learn extractor`` trains the model; docs/strategies/learned.md has the idea, the features and the scores. The
parts of the method: boilerplate detection by features of text blocks is from C. Kohlschütter, P. Fankhauser, W. Nejdl:
*Boilerplate Detection using Shallow Text Features*, WSDM 2010; a learned lexicon of class and id names from M. E.
Peters, D. Lecocq: *Content Extraction Using Diverse Feature Sets*, WWW 2013 Companion; symmetric trees from L.
Prokhorenkova et al.: *CatBoost: unbiased boosting with categorical features*, NeurIPS 2018; the cut from N. Ye,
K. M. A. Chai, W. S. Lee, H. L. Chieu: *Optimizing F-Measures: A Tale of Two Approaches*, ICML 2012.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

import numpy as np

from tamis.core.parse.document import Hiding
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies import roles
from tamis.core.strategies.clean_pages import is_clean
from tamis.core.strategies.learned.block_table import KIND_NUMBERS, BlockTable
from tamis.core.strategies.learned.cutoff import (
    COPY,
    MAX_SUBHEAD,
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
from tamis.core.strategies.learned.feature_descriptions import explained
from tamis.core.strategies.learned.features import (
    ALIKE,
    NAME_FEATURES,
    TYPE_FEATURES,
    join_features,
    name_features,
    plain_features,
)
from tamis.core.strategies.learned.model import Model, packaged
from tamis.core.strategies.learned.page_type import ARTICLE, FORUM, forced, likeliest, page_features
from tamis.core.strategies.learned.places import find_posts, thread_certainty
from tamis.core.strategies.learned.rule_adjustments import (
    MIN_ARTICLE,
    MOST,
    adjusted,
    comment_signs,
    decide,
    in_lists,
)
from tamis.core.strategies.learned.site_evidence import LEAST_PAGES, changed_reasons, shift_by
from tamis.core.strategies.markup_hints import score_names
from tamis.core.strategies.part_hints import NOT_MAIN
from tamis.core.strategies.verdicts import finish
from tamis.errors import BadInput
from tamis.model import Kind, Verdicts
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.site_profile import SiteProfile
    from tamis.core.strategies import Labelling, Strategy
    from tamis.core.strategies.learned.arrays import Floats, Mask
    from tamis.core.strategies.learned.cutoff import Choice
    from tamis.core.strategies.learned.features import Matrix
    from tamis.core.strategies.learned.places import Posts
    from tamis.model import Labels, PageType

FAVOR = {"precision": 0.5, "balance": 1.0, "recall": 2.0}
"""Weight of recall against precision, for each value of the setting `favor`."""
_TABLE_NUMBER = KIND_NUMBERS[Kind.TABLE]
_LINKED = 0.3  # the share of linked text from which a list is a list of links
_LINES = np.zeros(len(KIND_NUMBERS), dtype=np.bool_)
_LINES[[KIND_NUMBERS[Kind.PARAGRAPH], KIND_NUMBERS[Kind.HEADING]]] = True
_LINKED_LINE = 0.1  # the share of linked text from which a line is no heading of a part
_SENTENCE = 4.0  # words from which a text with the end of a sentence is one
_MOSTLY_LINKED = 0.5  # the share of linked text from which a sentence is a link to another page
_ALL_TEXT = 2.0  # log-odds that every block gets on a page that is nothing but its text
_SHORT_LINE = 6.0  # words of a line that may stand beside code and say nothing
_NEAR = 10  # elements around code of which one holds the text that it belongs to
_BONUS = 2.5  # log-odds that a list gets when the user wants lists
KEPT_AT_SECOND_LOOK = "text of the article, kept at a second look: the page is doubtful"
"""Reason of blocks that only the second opinion keeps."""
DROPPED_AT_SECOND_LOOK = "not part of the article, left out at a second look: the page is doubtful"
"""Reason of blocks that only the first opinion keeps."""
# Enum members as globals, because to look one up on its class costs more than to compare it.
_CAPTION, _CODE, _TABLE = Kind.CAPTION, Kind.CODE, Kind.TABLE
_ARIA = Hiding.ARIA
SURE_ON_SCREEN = 0.8
"""Probability that text with `aria-hidden` needs. Of such text, nine tenths are wanted."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The trained model, with the settings that a user can change without training it again."""

    name: ClassVar[str] = "learned"
    keeps_lists: ClassVar[bool] = True

    favor: Literal["precision", "balance", "recall"] = option(
        "balance", "`precision` leaves out what is doubtful, `recall` keeps it, `balance` aims at the best F1."
    )
    comments: bool = option(False, "Keep the words of comments and reviews too.")
    lists: Literal["auto", "keep", "drop"] = option(
        "auto", "Product grids and lists of links: as the model decides (`auto`), `keep` or `drop`."
    )
    hidden: bool = option(
        False, "Keep text too that the page hides until a click or a script shows it, as in tabs and accordions."
    )
    page_type: Literal["auto", "article", "documentation", "service", "forum", "listing", "collection", "product"] = (
        option("auto", "What type of page it is, where you know it; `auto` leaves it to the model.")
    )
    explain: bool = option(
        False, "Say with each block's reason its probability and the three features that weighed most. Slower."
    )
    model: Model | None = option(None, "Another model than the packaged one.")
    site_profile: SiteProfile | None = option(None, "What was learned from other pages of the site.")

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Compute how likely each block is wanted, keep the best choice of blocks, and give each its role."""
        return self.begin(document).labels()

    def begin(self, document: Document) -> Labelling:
        """Choose the blocks to keep."""
        return _Labelling(document, self)


class _Modelled(NamedTuple):
    """The output of the model for a page, before blocks are chosen. Nothing changes it."""

    page: PageFeatures
    posts: Posts
    log_odds: Floats


class _Labelling:
    """One page on its way through the model."""

    def __init__(self, document: Document, settings: Learned, like: _Labelling | None = None) -> None:
        """Choose the blocks. `like` is another choice for the same page, whose output of the model is used again."""
        self.document = document
        self.settings = settings
        self.model = settings.model or packaged()
        self.table: BlockTable = BlockTable(document) if like is None else like.table
        table = self.table
        self.title = int(table.rows[table.title]) if table.title >= 0 else -1
        self.kept = [False] * len(document)
        self.probabilities: Floats | None = None
        self.kept_at_first: tuple[Floats, Choice, Floats] | None = None
        """Inputs of the confidence: words of each row, the rows that the cutoff keeps, probabilities of page types."""
        self.matrix: Matrix | None = None
        self.page_type: PageType | None = None
        self.thread = 0.0
        self.alone: Verdicts | None = None
        self.reasons: dict[int, tuple[bool, str]] = {}
        """Verdicts and reasons of the blocks that only the second opinion or the site profile keeps or drops."""
        self.modelled: _Modelled | None = None
        if table.count:
            self.modelled = self._model() if like is None or like.modelled is None else like.modelled
            self._choose(*self.modelled)

    def leaning(self, strategy: Strategy) -> Labelling | None:
        """Choose the blocks by another strategy, if it differs from this one in nothing but `favor`; else None."""
        if strategy == self.settings:
            return self
        if not isinstance(strategy, Learned) or replace(strategy, favor=self.settings.favor) != self.settings:
            return None
        return _Labelling(self.document, strategy, self)

    def _model(self) -> _Modelled:
        """Run the model."""
        table = self.table
        page = PageFeatures(table, self.model, self.settings.page_type)
        posts = find_posts(table)
        log_odds = self.model.log_odds(page.matrix, page.types, posts.places, table.words)
        log_odds = adjusted(log_odds, posts, comment_signs(table, page.alike_first), page.types)
        if self.settings.lists == "keep":
            log_odds += _BONUS * in_lists(table)
        if is_clean(self.document, table.visible):
            log_odds += _ALL_TEXT
        return _Modelled(page, posts, log_odds)

    def _choose(self, page: PageFeatures, posts: Posts, log_odds: Floats) -> None:
        """Mark the blocks to keep."""
        table = self.table
        self.page_type = likeliest(page.types)
        self.thread = round(float(page.types[FORUM]), 2)
        self.matrix = page.matrix
        words = table.words if self.settings.hidden else table.shown_words
        probabilities, choice, first = decide(table, words, log_odds, FAVOR[self.settings.favor])
        if first is not None:
            self._note_second_opinion(first, choice.kept)
        profile = self.settings.site_profile
        if profile is not None and profile.pages >= LEAST_PAGES:
            confidence = page_confidence(self.model.confidence, page_numbers(probabilities, words, choice, page.types))
            self._remember(probabilities, choice, confidence)
            shift = shift_by(profile, self.document, table.rows.tolist(), table.words, probabilities, confidence)
            before = choice.kept
            probabilities, choice, _ = decide(table, words, log_odds + shift.log_odds, FAVOR[self.settings.favor])
            reasons = changed_reasons(profile, shift, before, choice.kept)
            self.reasons = {int(table.rows[row]): (bool(choice.kept[row]), said) for row, said in reasons.items()}
        self.kept_at_first = words, choice._replace(kept=choice.kept.copy()), page.types
        is_article = bool(page.types[ARTICLE] >= MIN_ARTICLE)
        parents = table.parents[table.block_nodes]
        needed = needed_between(table, probabilities, parents)
        keep_between(choice.kept, probabilities, needed, parents, whole=is_article)
        if (table.kinds == _TABLE_NUMBER).any():
            keep_tables(choice.kept, table.tables(), words)
        self._keep_in_text(choice.kept, probabilities, Neighbors(table.shown, parents, posts.places))
        self._keep_set_pieces(choice.kept)
        self.probabilities = probabilities
        self._keep(choice)
        if thread_certainty(page.types) is not None and self.title >= 0:
            self.kept[self.title] = True  # the title is the question, or belongs to it

    def _keep_in_text(self, kept: Mask, probabilities: Floats, beside: Neighbors) -> None:
        """Keep the headings and sentences that stand in the kept text and do not look like anything else."""
        table = self.table
        named = table.row_hints & NOT_MAIN
        plain = (table.row_line_hints == 0) & (named == 0)
        # A name does not speak against the heading of a part of that name that is kept.
        rows = beside.shown.nonzero()[0]
        named[rows[:-1]] &= ~table.row_hints[rows[1:]]
        headings = (table.row_line_hints == 0) & (named == 0)
        headings &= (table.kinds == KIND_NUMBERS[Kind.HEADING]) & (table.density < _LINKED)
        keep_headings(kept, probabilities, headings, beside)
        sentences = plain & (table.kinds == KIND_NUMBERS[Kind.PARAGRAPH]) & (table.ends > 0.0)
        sentences &= (table.words >= _SENTENCE) & (table.density < _MOSTLY_LINKED)
        keep_sentences(kept, probabilities, sentences, beside)
        lines = plain & _LINES[table.kinds] & (table.density < _LINKED_LINE) & (table.words <= MAX_SUBHEAD)
        keep_subheads(kept, probabilities, lines, table.prose > 0.0, table.ends > 0.0, beside, table.texts)
        keep_wholes(kept, probabilities, table, plain, beside)
        keep_headings(kept, probabilities, headings, beside)  # also those above what was kept since

    def _keep_set_pieces(self, kept: Mask) -> None:
        """Keep the code and the formulas in the kept text, whatever the model says of them."""
        table = self.table
        pieces = table.kinds == KIND_NUMBERS[_CODE]
        if self.document.formulas or self.document.tree.select("math"):
            pieces |= self._are_formulas(~kept & (table.density == 0.0))
        if not pieces.any():
            return
        pieces &= table.row_hints & NOT_MAIN == 0
        short = (table.words <= _SHORT_LINE) & (table.ends == 0.0) & (table.kinds != KIND_NUMBERS[Kind.HEADING])
        keep_set_pieces(kept, pieces, short, table.shown, self._is_near)

    def _are_formulas(self, asked: Mask) -> Mask:
        """Mark those of the rows asked for that are a formula and nothing else."""
        found = np.zeros(len(asked), dtype=np.bool_)
        leaves = self.document.leaves
        for row, block in zip(asked.nonzero()[0].tolist(), self.table.rows[asked].tolist(), strict=True):
            own = [leaf for leaf in leaves[block] if type(leaf) is not Text or not leaf.data.isspace()]
            found[row] = all(type(leaf) is Element and leaf.tag != "br" for leaf in own)
        found &= self.table.kinds == KIND_NUMBERS[Kind.PARAGRAPH]
        return found

    def _is_near(self, row: int, kept_row: int) -> bool:
        """Tell whether one of the elements right around a row holds a kept one."""
        table = self.table
        node = int(table.block_nodes[row])
        block = int(table.block_nodes[kept_row])
        for _ in range(_NEAR):
            node = int(table.parents[node]) if node >= 0 else -1
            if node < 0:
                return False
            if node in (table.parents[block], table.parents[table.parents[block]]):
                return True
        return False

    def _note_second_opinion(self, first: Mask, kept: Mask) -> None:
        """Store the reasons of the blocks on which the two opinions differ."""
        for is_kept, reason in ((True, KEPT_AT_SECOND_LOOK), (False, DROPPED_AT_SECOND_LOOK)):
            rows = (first != kept) & (kept == is_kept)
            self.reasons.update(dict.fromkeys(self.table.rows[rows].tolist(), (is_kept, reason)))

    def _remember(self, probabilities: Floats, choice: Choice, confidence: float) -> None:
        """Store the verdict without the site profile; site profiles are learned from it."""
        kept, scores = [False] * len(self.document), [0.0] * len(self.document)
        rows = self.table.rows.tolist()
        for block, keep, score in zip(rows, choice.kept.tolist(), probabilities.round(4).tolist(), strict=True):
            kept[block], scores[block] = keep, score
        self.alone = Verdicts(kept, scores, confidence)

    def text_blocks(self) -> list[bool] | None:
        """Mark the blocks that are kept as text; None if only `labels` can tell."""
        return None if self.settings.comments else self.kept

    def labels(self) -> Labels:
        """Give every block its role, and keep comments, if they are wanted."""
        table = self.table
        kept = list(self.kept)
        scores = [0.0] * len(kept)
        if self.probabilities is not None:
            for block, score in zip(table.rows.tolist(), self.probabilities.round(4).tolist(), strict=True):
                scores[block] = score
        if self.settings.comments:
            self._keep_comments(kept)
        labels = finish(self.document, kept, scores, self._describe)
        reasons = labels.reasons
        if self.settings.explain:
            reasons = explained(self.model, table, self.matrix, scores, reasons)
        if self.reasons:
            reasons = list(reasons)
            for block, (is_kept, reason) in self.reasons.items():
                if labels.kept[block] == is_kept:  # and no later rule said otherwise
                    reasons[block] = reason
        return replace(
            labels,
            scores=scores,
            reasons=reasons,
            confidence=self._certainty(),
            page_type=self.page_type,
            thread=self.thread,
            alone=self.alone,
        )

    def _describe(self, kept: Sequence[bool]) -> roles.Roles:
        table = self.table
        return roles.assign(self.document, kept, table.hints, table.inherited_hints, table.lines, visible=table.visible)

    def _certainty(self) -> float:
        """Compute the confidence that the choice is right."""
        if self.probabilities is None or self.kept_at_first is None:
            return 0.0
        return page_confidence(self.model.confidence, page_numbers(self.probabilities, *self.kept_at_first))

    def _keep(self, choice: Choice) -> None:
        """Mark the chosen blocks as kept, except the title, captions, hidden blocks and repeated texts."""
        document, table, kept = self.document, self.table, self.kept
        chosen = choice.kept
        if self.settings.lists == "drop":
            chosen &= ~in_lists(table)
        rows = chosen.nonzero()[0].tolist()
        seen: dict[str, int] = {}
        """The parent of the first block with each text."""
        repeats: list[int] = []
        size = size_of_repeats = 0
        for row, block in zip(rows, table.rows[chosen].tolist(), strict=True):
            if block == self.title or not (
                table.visible[block] or self._is_revealed(block) or self._is_on_screen(row, block)
            ):
                continue
            kind = document.kinds[block]
            if kind is _CAPTION:
                continue  # the figure stage keeps a caption with its picture or its table
            text = document.texts[block]
            size += len(text)
            if len(text) >= COPY and kind is not _CODE and kind is not _TABLE:
                parent = document.parents[document.block_nodes[block]]
                if text in seen:
                    if seen[text] == parent and document.hidden[block] is None:
                        repeats.append(block)
                        size_of_repeats += len(text)
                    continue
                seen[text] = parent
            kept[block] = True
        if size_of_repeats > MOST * size:  # most of the text repeats what is beside it, so it is meant to
            for block in repeats:
                kept[block] = True

    def _is_revealed(self, block: int) -> bool:
        """Tell whether hidden text is wanted, and the block is hidden in a way that scripts undo."""
        hiding = self.document.hidden[block]
        return self.settings.hidden and hiding is not None and hiding.by_script

    def _is_on_screen(self, row: int, block: int) -> bool:
        """Tell whether a block is hidden from screen readers alone, as far as markup tells, and surely wanted.

        Most text with `aria-hidden` is in menus and dialogs that style sheets hide. Signs inside a paragraph, and what
        the page shows elsewhere, stay hidden.
        """
        document, probabilities = self.document, self.probabilities
        if document.hidden[block] is not _ARIA or probabilities is None or probabilities[row] < SURE_ON_SCREEN:
            return False
        nodes = document.block_nodes
        is_inside = any(
            nodes[beside] == nodes[block] for beside in (block - 1, block + 1) if 0 <= beside < len(document)
        )
        return not is_inside and document.texts[block] not in self._visible_texts

    @cached_property
    def _visible_texts(self) -> frozenset[str]:
        return frozenset(compress(self.document.texts, self.table.visible))

    def _keep_comments(self, kept: list[bool]) -> None:
        """Keep the text of comments and reviews."""
        table = self.table
        told = self._describe(kept)
        words = roles.comment_texts(self.document, told.roles, table.inherited_hints, table.lines)
        for block, is_comment in enumerate(words):
            if is_comment and table.visible[block]:
                kept[block] = True


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
