"""Whether a text beside a picture is a caption that belongs to the article.

A. Agarwal, S. Chheda, K. Shah, M. Narvekar: *Content Extraction Using Document Object Model and Natural Language
Processing for Web*. A picture's caption is the other text of the first block-level element around it, and the picture
is the article's if this text shares its names with the article; of a big text, if the frequencies of the names point
the same way. Words count here as well as names, because many captions name nobody, and the names of photographers and
agencies do not count.

`CaptionTest` judges texts, for every strategy; `find_captions` looks for captions that no markup tells.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.strategies.figures import PICTURES, Figures
from tamis.model import Kind, Label, Labels, Role
from tamis.text.credits import without_credit
from tamis.text.similarity import SAMPLE, Profile, ProfileComparison, big_likeness

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from tamis.core.parse import Document
    from tamis.text.similarity import Likeness

THRESHOLD = 0.3
"""The likeness from which a caption belongs to the article; see docs/entities.md for how it was chosen."""
BIG_THRESHOLD = 0.1
"""The cosine from which a text that is too big for a caption belongs to the article; see docs/entities.md."""
MAX_CAPTION = 400
"""Characters. A longer text beside a picture is text."""
MAX_READ = 200
"""Characters of a caption, without its credit, that are compared; more of them tell no better, and take longer."""
MAX_RUNNING = 150
"""Characters of a caption in the same paragraph as its picture; a longer one is a paragraph with a picture in it."""
MAX_BEFORE = 120
"""Characters of a caption above its picture."""
MAX_FOUND = 12
"""Captions without markup. With more of them a page is a row of pictures, and the texts are what it has to say."""
MAX_PICTURES = 100
"""Of an article; with more of them a page is a row of pictures too."""
MAX_SHARE = 0.25
"""Of the article's text, what such captions hold together at most."""

_TEXT_KINDS = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
_BODY = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE, Kind.HEADING})
_CAPTION = Kind.CAPTION
_LINKED = 0.5


class CaptionVerdict(NamedTuple):
    """What the test says of a text."""

    belongs: bool
    score: float
    reason: str
    is_credit: bool = False
    """Whether it says nothing but whose picture it is, so that there is nothing to judge."""


class Caption(NamedTuple):
    """A caption that was found, and its picture, by the numbers of their blocks."""

    picture: int
    block: int
    verdict: CaptionVerdict


class CaptionTest:
    """The test of captions, and of any text, against an article, which is read when the first one is judged."""

    def __init__(self, article: Iterable[str], language: str | None = None, threshold: float = THRESHOLD) -> None:
        """`article` gives the texts of the article's blocks, the captions to be judged left out."""
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
        """Whether a text speaks of what the article does: a small one by its names and words, a big one by cosines."""
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
    """As much of the texts as is read of them."""
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
    """The captions of kept pictures that no markup tells: text beside a picture that passes the test."""
    beside = beside_pictures(document, kept, visible)
    if not beside:
        return []
    test = CaptionTest(body_texts(document, kept, beside), language)
    judged = [Caption(picture, block, test.judge(document.texts[block])) for block, picture in beside.items()]
    return [caption for caption in judged if caption.verdict.belongs]


def beside_pictures(
    document: Document, kept: Sequence[bool], visible: Sequence[bool] | None = None
) -> Mapping[int, int]:
    """The blocks that may be captions of kept pictures by where they are, each with its picture; none if too many."""
    pictures = [at for at, keep in enumerate(kept) if keep and document.kinds[at] in PICTURES]
    if not 0 < len(pictures) <= MAX_PICTURES:
        return {}
    # Whether kept text is a caption is the question here, so none of it counts as kept.
    around = range(kept.index(True), len(kept) - kept[::-1].index(True))
    figures = Figures(document, visible or document.visible(), [False] * len(document), around)
    beside: dict[int, int] = {}
    for picture in pictures:
        captions = figures.of(picture).captions
        if not any(document.kinds[at] is _CAPTION for at in captions):
            beside.update((at, picture) for at in captions if _may_be_caption(document, at, picture))
        if len(beside) > MAX_FOUND:
            return {}
    body = sum(map(len, body_texts(document, kept, beside)))
    return beside if sum(len(document.texts[at]) for at in beside) <= MAX_SHARE * body else {}


def _may_be_caption(document: Document, block: int, picture: int) -> bool:
    text, owner = document.texts[block], document.block_nodes[block]
    if document.kinds[block] not in _TEXT_KINDS or document.link_sizes[block] >= _LINKED * len(text):
        return False
    # A caption may come before its picture, but then it is short, or it would be read first.
    most = MAX_BEFORE if block < picture else MAX_RUNNING if owner == document.block_nodes[picture] else MAX_CAPTION
    return len(text) <= most and text.count("\n") <= 1 and text[-1] != ":"


def body_texts(document: Document, kept: Sequence[bool], beside: Container[int]) -> Iterator[str]:
    """What captions are compared with: the text of an article without them."""
    for at, (text, keep, kind) in enumerate(zip(document.texts, kept, document.kinds, strict=True)):
        if keep and kind in _BODY and at not in beside:
            yield text


def with_captions(document: Document, labels: Labels, language: str | None = None) -> Labels:
    """The labels, in which the captions that no markup tells have that role, and say why."""
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
