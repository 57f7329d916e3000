"""Caption test: decides whether a text beside a picture is a caption that belongs to the article.

A. Agarwal, S. Chheda, K. Shah, M. Narvekar: *Content Extraction Using Document Object Model and Natural Language
Processing for Web*. A picture's caption is the other text of the first block-level element around it. The picture
belongs to the article if this text shares names with the article; a big text, if the frequencies of its names are
similar (cosine). Here words count as well as names, because many captions name nobody, and the names of photographers
and agencies do not count.

`CaptionTest` judges texts, for every strategy; `find_captions` finds captions without caption markup.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.figures.boxes import Figures
from tamis.model import PICTURES, Kind, Label, Labels, Role
from tamis.text.credits import without_credit
from tamis.text.similarity import SAMPLE, Profile, ProfileComparison, big_likeness

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.text.similarity import Likeness

THRESHOLD = 0.3
"""Similarity from which a caption belongs to the article; see docs/entities.md for how it was chosen."""
BIG_THRESHOLD = 0.1
"""Cosine from which a text that is too big for a caption belongs to the article; see docs/entities.md."""
MAX_CAPTION = 400
"""Maximum number of characters of a caption. A longer text beside a picture is text."""
MAX_READ = 200
"""Number of characters of a caption, without its credit, that are compared; more are no better, and take longer."""
MAX_RUNNING = 150
"""Maximum number of characters of a caption in its picture's paragraph; a longer one is a paragraph with a picture."""
MAX_BEFORE = 120
"""Maximum number of characters of a caption above its picture."""
MAX_FOUND = 12
"""Maximum number of captions without markup. With more, the page is a series of pictures, and the texts its content."""
MAX_PICTURES = 100
"""Maximum number of pictures of an article; with more, the page is a series of pictures too."""
MAX_SHARE = 0.25
"""Maximum size of all captions without markup, as a share of the article's text."""

_TEXT_KINDS = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
_BODY = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE, Kind.HEADING})
_CAPTION = Kind.CAPTION
_LINKED = 0.5


class CaptionVerdict(NamedTuple):
    """The verdict of the test on a text."""

    belongs: bool
    score: float
    reason: str
    is_credit: bool = False
    """True if the text says only whose picture it is, so that there is nothing to judge."""


class Caption(NamedTuple):
    """A caption found without markup, and its picture, by the numbers of their blocks."""

    picture: int
    block: int
    verdict: CaptionVerdict


class CaptionTest:
    """A test of captions, or of any text, against an article, which is read when the first text is judged."""

    def __init__(self, article: Iterable[str], language: str | None = None, threshold: float = THRESHOLD) -> None:
        """Prepare the test. `article` yields the texts of the article's blocks, without the captions to be judged."""
        self._texts = article
        self._language = language
        self._threshold = threshold
        self._comparison: ProfileComparison | None = None

    @cached_property
    def _article(self) -> str:
        return _beginning(self._texts)

    @cached_property
    def _profile(self) -> Profile:
        return Profile.of(self._article, self._language)

    def judge(self, text: str) -> CaptionVerdict:
        """Judge whether a text is about the article's subject: small ones by names and words, big ones by cosines."""
        if len(text) > MAX_CAPTION:
            return self._judge_big(text)
        told = without_credit(text[:MAX_CAPTION])
        if len(told) < len(text) and not any(map(str.isalnum, told)):
            return CaptionVerdict(True, 0.0, "only says whose picture it is", is_credit=True)
        if self._comparison is None:
            self._comparison = ProfileComparison(self._article, self._language)
        likeness = self._comparison.likeness(told[:MAX_READ])
        return CaptionVerdict(likeness.score >= self._threshold, likeness.score, _reason(likeness, self._threshold))

    def _judge_big(self, text: str) -> CaptionVerdict:
        score = big_likeness(Profile.of(text, self._language), self._profile)
        if score < BIG_THRESHOLD:
            return CaptionVerdict(False, score, f"speaks of other things than the article: cosine {score:.2f}")
        return CaptionVerdict(True, score, f"speaks of what the article speaks of: cosine {score:.2f}")


def _beginning(texts: Iterable[str]) -> str:
    """Join the beginning of the texts, about `SAMPLE` characters."""
    taken, size = [], 0
    for text in texts:
        taken.append(text[:SAMPLE])
        size += len(text)
        if size > SAMPLE:
            break
    return "\n".join(taken)


def _reason(likeness: Likeness, threshold: float) -> str:
    if likeness.score < threshold:
        return f"speaks of other things than the article: likeness {likeness.score:.2f}"
    shared = ", ".join(likeness.shared[:3])
    return f"names what the article names: {shared}" if shared else f"has the article's words: {likeness.score:.2f}"


def find_captions(
    document: Document, kept: Sequence[bool], visible: Sequence[bool] | None = None, language: str | None = None
) -> list[Caption]:
    """Find captions of kept pictures without caption markup: texts beside a picture that pass the test."""
    beside = beside_pictures(document, kept, visible)
    if not beside:
        return []
    test = CaptionTest(body_texts(document, kept, beside), language)
    judged = [Caption(picture, block, test.judge(document.texts[block])) for block, picture in beside.items()]
    return [caption for caption in judged if caption.verdict.belongs]


def beside_pictures(
    document: Document, kept: Sequence[bool], visible: Sequence[bool] | None = None
) -> Mapping[int, int]:
    """Find the blocks that may be captions of kept pictures by their place, each with its picture; none if too many."""
    pictures = [block for block, keep in enumerate(kept) if keep and document.kinds[block] in PICTURES]
    if not 0 < len(pictures) <= MAX_PICTURES:
        return {}
    # The question here is which kept text is a caption, so none of it counts as kept.
    around = range(kept.index(True), len(kept) - kept[::-1].index(True))
    figures = Figures(document, visible or document.visible(), [False] * len(document), around)
    beside: dict[int, int] = {}
    for picture in pictures:
        captions = figures.of(picture).captions
        if not any(document.kinds[block] is _CAPTION for block in captions):
            beside.update((block, picture) for block in captions if _may_be_caption(document, block, picture))
        if len(beside) > MAX_FOUND:
            return {}
    body = sum(map(len, body_texts(document, kept, beside)))
    return beside if sum(len(document.texts[block]) for block in beside) <= MAX_SHARE * body else {}


def _may_be_caption(document: Document, block: int, picture: int) -> bool:
    text, owner = document.texts[block], document.block_nodes[block]
    if document.kinds[block] not in _TEXT_KINDS or document.link_sizes[block] >= _LINKED * len(text):
        return False
    # A caption may come before its picture, but then it is short, or it would be read first.
    most = MAX_BEFORE if block < picture else MAX_RUNNING if owner == document.block_nodes[picture] else MAX_CAPTION
    return len(text) <= most and text.count("\n") <= 1 and text[-1] != ":"


def body_texts(document: Document, kept: Sequence[bool], beside: Container[int]) -> Iterator[str]:
    """Yield the texts that captions are compared with: those of the article without the captions."""
    for block, (text, keep, kind) in enumerate(zip(document.texts, kept, document.kinds, strict=True)):
        if keep and kind in _BODY and block not in beside:
            yield text


def with_captions(document: Document, labels: Labels, language: str | None = None) -> Labels:
    """Give captions without caption markup their role, with the reason."""
    found = find_captions(document, labels.kept, language=language)
    if not found:
        return labels
    changed = labels.changed(
        {
            caption.block: Label(True, Role.CAPTION, f"beside a picture, and {caption.verdict.reason}")
            for caption in found
        }
    )
    return replace(changed, captions={**labels.captions, **{caption.block: caption.picture for caption in found}})
