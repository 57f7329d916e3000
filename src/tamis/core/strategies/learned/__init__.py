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
from typing import TYPE_CHECKING, ClassVar, Literal

from tamis.core.parse.document import Hiding
from tamis.core.strategies import roles
from tamis.core.strategies.learned import native
from tamis.core.strategies.learned.copies import find_copies
from tamis.core.strategies.learned.model import Model, packaged
from tamis.core.strategies.learned.page_hints import PageHints, read_hints
from tamis.core.strategies.learned.page_type import FORUM, likeliest, thread_certainty
from tamis.core.strategies.verdicts import finish
from tamis.model import Kind, Label, Role, Verdicts
from tamis.settings.options import check, option

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.core.parse import Document
    from tamis.core.site_profile import SiteProfile
    from tamis.core.strategies import Labelling, Strategy
    from tamis.core.strategies.learned.judged import JudgedPage, Verdict
    from tamis.model import Labels, PageType

FAVOR = {"precision": 0.5, "balance": 1.0, "recall": 2.0}
"""Weight of recall against precision, for each value of the setting `favor`."""
KEPT_AT_SECOND_LOOK = "text of the article, kept at a second look: the page is doubtful"
"""Reason of blocks that only the second opinion keeps."""
DROPPED_AT_SECOND_LOOK = "not part of the article, left out at a second look: the page is doubtful"
"""Reason of blocks that only the first opinion keeps."""
# Enum members as globals, because to look one up on its class costs more than to compare it.
_CAPTION = Kind.CAPTION
_ARIA = Hiding.ARIA
_KEPT_AS_TEXT = Label(True, Role.TEXT, "text of the article: the captions hold most of it")
MIN_CAPTION = 0.5
"""Probability from which a caption may be text: on pages of pictures, the captions are what there is to read."""
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


def judge(document: Document, hints: PageHints, settings: Learned) -> JudgedPage:
    """Run the model on a page: in C, if it is compiled, else with numpy."""
    built = native.packaged() if settings.model is None else settings.model.native
    if built is not None:
        chosen = settings.page_type, settings.lists
        return native.NativePage(built, document, hints, *chosen, keeps_features=settings.explain)
    from tamis.core.strategies.learned.reference import ReferencePage

    return ReferencePage(settings.model or packaged(), document, hints, settings.page_type, settings.lists)


class _Labelling:
    """One page on its way through the model."""

    def __init__(self, document: Document, settings: Learned, like: _Labelling | None = None) -> None:
        """Choose the blocks. `like` is another choice for the same page, whose output of the model is used again."""
        self.document = document
        self.settings = settings
        self.hints: PageHints = read_hints(document) if like is None else like.hints
        self.page: JudgedPage = judge(document, self.hints, settings) if like is None else like.page
        self.kept = [False] * len(document)
        self.verdict: Verdict | None = None
        self.confidence = 0.0
        self.page_type: PageType | None = None
        self.thread = 0.0
        self.alone: Verdicts | None = None
        self.captions: frozenset[int] = frozenset()
        """The captions that are kept as text, because they hold more of it than all else."""
        self.reasons: dict[int, tuple[bool, str]] = {}
        """Verdicts and reasons of the blocks that only the second opinion or the site profile keeps or drops."""
        if self.page.rows:
            self._choose()

    def leaning(self, strategy: Strategy) -> Labelling | None:
        """Choose the blocks by another strategy, if it differs from this one in nothing but `favor`; else None."""
        if strategy == self.settings:
            return self
        if not isinstance(strategy, Learned) or replace(strategy, favor=self.settings.favor) != self.settings:
            return None
        return _Labelling(self.document, strategy, self)

    def _choose(self) -> None:
        """Mark the blocks to keep."""
        page = self.page
        self.page_type = likeliest(page.types)
        self.thread = round(page.types[FORUM], 2)
        favor, hidden = FAVOR[self.settings.favor], self.settings.hidden
        verdict = page.choose(favor, hidden=hidden)
        if verdict.first is not None:
            self._note_second_opinion(verdict.first, verdict.chosen)
        profile = self.settings.site_profile
        if profile is not None:
            verdict = self._with_profile(profile, verdict, favor)
        self.verdict = verdict
        self.confidence = verdict.confidence
        self._keep(verdict)
        if thread_certainty(page.types) is not None and page.title >= 0:
            self.kept[page.rows[page.title]] = True  # the title is the question, or belongs to it

    def _with_profile(self, profile: SiteProfile, alone: Verdict, favor: float) -> Verdict:
        """Choose again with what was learned from other pages of the site, if there were enough of them."""
        from tamis.core.strategies.learned.site_evidence import LEAST_PAGES, changed_reasons, shift_by

        if profile.pages < LEAST_PAGES:
            return alone
        self._remember(alone)
        rows = self.page.rows
        shift = shift_by(profile, self.document, rows, self.page.words(), alone.probabilities, alone.confidence)
        verdict = self.page.choose(favor, hidden=self.settings.hidden, shift=shift.log_odds.tolist())
        reasons = changed_reasons(profile, shift, alone.chosen, verdict.chosen)
        self.reasons = {rows[row]: (bool(verdict.chosen[row]), said) for row, said in reasons.items()}
        return verdict

    def _note_second_opinion(self, first: bytes, kept: bytes) -> None:
        """Store the reasons of the blocks on which the two opinions differ."""
        for block, before, after in zip(self.page.rows, first, kept, strict=True):
            if before != after:
                self.reasons[block] = bool(after), KEPT_AT_SECOND_LOOK if after else DROPPED_AT_SECOND_LOOK

    def _remember(self, verdict: Verdict) -> None:
        """Store the verdict without the site profile; site profiles are learned from it."""
        kept = [False] * len(self.document)
        for block, keep in zip(self.page.rows, verdict.chosen, strict=True):
            kept[block] = bool(keep)
        self.alone = Verdicts(kept, self._scores(verdict), verdict.confidence)

    def _scores(self, verdict: Verdict) -> list[float]:
        scores = [0.0] * len(self.document)
        for block, probability in zip(self.page.rows, verdict.probabilities, strict=True):
            scores[block] = round(probability, 4)
        return scores

    def text_blocks(self) -> list[bool] | None:
        """Mark the blocks that are kept as text; None if only `labels` can tell."""
        return None if self.settings.comments or self.captions else self.kept

    def labels(self) -> Labels:
        """Give every block its role, and keep comments, if they are wanted."""
        kept = list(self.kept)
        scores = [0.0] * len(kept) if self.verdict is None else self._scores(self.verdict)
        if self.settings.comments:
            self._keep_comments(kept)
        labels = finish(self.document, kept, scores, self._describe, settled=self.captions)
        labels = labels.changed(dict.fromkeys(self.captions, _KEPT_AS_TEXT))
        reasons = labels.reasons
        if self.settings.explain:
            from tamis.core.strategies.learned.feature_descriptions import explained

            model = self.settings.model or packaged()
            reasons = explained(model, self.document, self.hints.names.menus, self.page, scores, reasons)
        if self.reasons:
            reasons = list(reasons)
            for block, (is_kept, reason) in self.reasons.items():
                if labels.kept[block] == is_kept:  # and no later rule said otherwise
                    reasons[block] = reason
        return replace(
            labels,
            scores=scores,
            reasons=reasons,
            confidence=self.confidence,
            page_type=self.page_type,
            thread=self.thread,
            alone=self.alone,
        )

    def _describe(self, kept: Sequence[bool]) -> roles.Roles:
        visible, names, inherited, lines, *_ = self.hints
        return roles.assign(self.document, kept, names.hints, inherited, lines, visible=visible)

    def _keep(self, verdict: Verdict) -> None:
        """Mark the chosen blocks as kept, except the title, captions, hidden blocks and copies."""
        document, kept, visible = self.document, self.kept, self.hints.visible
        title, kinds = document.title_block, document.kinds
        chosen: list[int] = []
        for block, probability in compress(zip(self.page.rows, verdict.probabilities, strict=True), verdict.kept):
            if block == title or not (
                visible[block] or self._is_revealed(block) or self._is_on_screen(probability, block)
            ):
                continue
            if kinds[block] is not _CAPTION:  # the figure stage keeps a caption with its picture or its table
                chosen.append(block)
                kept[block] = True
        for block in find_copies(document, self.hints.names.of_nodes, chosen):
            kept[block] = False
        if _CAPTION in kinds:
            self._keep_captions(verdict, chosen)

    def _keep_captions(self, verdict: Verdict, chosen: Sequence[int]) -> None:
        """Keep the likely captions as text if they hold more of it than the other chosen blocks."""
        document, visible = self.document, self.hints.visible
        captions = [
            block
            for block, probability in zip(self.page.rows, verdict.probabilities, strict=True)
            if document.kinds[block] is _CAPTION and visible[block] and probability >= MIN_CAPTION
        ]
        if self._size(captions) > self._size(chosen):
            self.captions = frozenset(captions)
            for block in captions:
                self.kept[block] = True

    def _size(self, blocks: Iterable[int]) -> int:
        """Count the characters of blocks."""
        return sum(len(self.document.texts[block]) for block in blocks)

    def _is_revealed(self, block: int) -> bool:
        """Tell whether hidden text is wanted, and the block is hidden in a way that scripts undo."""
        hiding = self.document.hidden[block]
        return self.settings.hidden and hiding is not None and hiding.by_script

    def _is_on_screen(self, probability: float, block: int) -> bool:
        """Tell whether a block is hidden from screen readers alone, as far as markup tells, and surely wanted.

        Most text with `aria-hidden` is in menus and dialogs that style sheets hide. Signs inside a paragraph, and what
        the page shows elsewhere, stay hidden.
        """
        document = self.document
        if document.hidden[block] is not _ARIA or probability < SURE_ON_SCREEN:
            return False
        nodes = document.block_nodes
        is_inside = any(
            nodes[beside] == nodes[block] for beside in (block - 1, block + 1) if 0 <= beside < len(document)
        )
        return not is_inside and document.texts[block] not in self._visible_texts

    @cached_property
    def _visible_texts(self) -> frozenset[str]:
        return frozenset(compress(self.document.texts, self.hints.visible))

    def _keep_comments(self, kept: list[bool]) -> None:
        """Keep the text of comments and reviews."""
        told = self._describe(kept)
        words = roles.comment_texts(self.document, told.roles, self.hints.inherited, self.hints.lines)
        for block, is_comment in enumerate(words):
            if is_comment and self.hints.visible[block]:
                kept[block] = True
