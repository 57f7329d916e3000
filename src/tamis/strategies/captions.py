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
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Kind, Label, Labels, Role
from tamis.parse.tree import Element, Text
from tamis.text.credits import without_credit
from tamis.text.similarity import SAMPLE, Comparison, Profile, big_likeness

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from tamis.parse import Document
    from tamis.parse.tree import Node
    from tamis.text.similarity import Likeness

THRESHOLD = 0.3
"""The likeness from which a caption belongs to the article; see docs/entities.md for how it was chosen."""
BIG_THRESHOLD = 0.1
"""The cosine from which a text that is too big for a caption belongs to the article; see docs/entities.md."""
MAX_CAPTION = 400
"""Characters. A longer text beside a picture is text."""
MAX_READ = 200
"""Characters of a caption, without its credit, that are compared; more of them tell no better, and take longer."""
MAX_LINE = 250
"""Characters of a caption that is among the article's paragraphs and is recognized by its slant or size."""
MAX_BOX = 2
"""Blocks of text in a box that is a picture with its caption."""
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
CREDIT = "only says whose picture it is"
"""The reason of a verdict on a line that is no caption but a credit."""
MAX_LEVELS = 5
"""How far out the box around a picture is looked for."""

_SLANTED = frozenset({"em", "i", "small", "cite", "font", "sub"})
_TEXT_KINDS = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
_BODY = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE, Kind.HEADING})
_MARKED = frozenset({Kind.CAPTION, Kind.HEADING})
_IMAGE, _MEDIA = Kind.IMAGE, Kind.MEDIA
_LINKED = 0.5


class Verdict(NamedTuple):
    """What the test says of a text."""

    belongs: bool
    score: float
    reason: str


class Caption(NamedTuple):
    """A caption that was found, and its picture, by the numbers of their blocks."""

    picture: int
    block: int
    verdict: Verdict


class CaptionTest:
    """The test of captions, and of any text, against an article, which is read when the first one is judged."""

    def __init__(self, article: Iterable[str], language: str | None = None, threshold: float = THRESHOLD) -> None:
        """`article` gives the texts of the article's blocks, the captions to be judged left out."""
        self._texts = article
        self._language = language
        self._threshold = threshold
        self._comparison: Comparison | None = None

    @cached_property
    def _article(self) -> str:
        return _beginning(self._texts)

    @cached_property
    def _profile(self) -> Profile:
        return Profile.of(self._article, self._language)

    def judge(self, text: str) -> Verdict:
        """Whether a text speaks of what the article does: a small one by its names and words, a big one by cosines."""
        if len(text) > MAX_CAPTION:
            return self._judge_big(text)
        told = without_credit(text[:MAX_CAPTION])
        if len(told) < len(text) and not any(map(str.isalnum, told)):
            return Verdict(True, 0.0, CREDIT)
        if self._comparison is None:
            self._comparison = Comparison(self._article, self._language)
        likeness = self._comparison.likeness(told[:MAX_READ])
        return Verdict(likeness.score >= self._threshold, likeness.score, _reason(likeness, self._threshold))

    def _judge_big(self, text: str) -> Verdict:
        score = big_likeness(Profile.of(text, self._language), self._profile)
        if score < BIG_THRESHOLD:
            return Verdict(False, score, f"speaks of other things than the article: cosine {score:.2f}")
        return Verdict(True, score, f"speaks of what the article speaks of: cosine {score:.2f}")


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
    """The blocks that may be captions of kept pictures by where they stand, each with its picture; none if too many."""
    pictures = [at for at, keep in enumerate(kept) if keep and document.kinds[at] in (_IMAGE, _MEDIA)]
    if not 0 < len(pictures) <= MAX_PICTURES:
        return {}
    beside: dict[int, int] = {}
    for block, picture in _Search(document, kept, visible or document.visible()).candidates(pictures):
        beside[block] = picture
        if len(beside) > MAX_FOUND:
            return {}
    body = sum(map(len, body_texts(document, kept, beside)))
    return beside if sum(len(document.texts[at]) for at in beside) <= MAX_SHARE * body else {}


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


class _Search:
    """Where captions may stand."""

    def __init__(self, document: Document, kept: Sequence[bool], visible: Sequence[bool]) -> None:
        self._document = document
        self._kept = kept
        self._visible = visible
        self._texts_before = [
            0,
            *accumulate(seen and text != "" for seen, text in zip(visible, document.texts, strict=True)),
        ]

    def candidates(self, pictures: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Blocks that may be captions, each with its picture."""
        for picture in pictures:
            box = self._box(picture)
            texts = self._texts_in(box) if box >= 0 else []
            if any(self._document.kinds[at] in _MARKED for at in texts):
                continue  # it has a caption, or a section begins here
            if not texts:
                texts = [at for at in (picture + 1,) if self._is_line(at)]
            for at in texts:
                if self._may_be_caption(at, picture):
                    yield at, picture

    def _box(self, picture: int) -> int:
        """The first element around a picture that holds text, if it holds no more than a caption; otherwise -1."""
        document, before = self._document, self._texts_before
        node = document.block_nodes[picture]
        for _ in range(MAX_LEVELS):
            texts = before[document.block_stop[node]] - before[document.block_start[node]]
            if texts or node <= 0:
                return node if 0 < texts <= MAX_BOX else -1
            node = document.parents[node]
        return -1

    def _texts_in(self, node: int) -> list[int]:
        document = self._document
        blocks = range(document.block_start[node], document.block_stop[node])
        texts = [at for at in blocks if self._visible[at] and document.texts[at]]
        return texts if sum(len(document.texts[at]) for at in texts) <= MAX_CAPTION else []

    def _is_line(self, block: int) -> bool:
        """Whether a block among the paragraphs is set apart by its slant or size."""
        document = self._document
        if block >= len(document) or not 0 < len(document.texts[block]) <= MAX_LINE or not self._visible[block]:
            return False
        owner = document.elements[document.block_nodes[block]]
        return all(_is_slanted(leaf, owner) for leaf in document.leaves[block] if not isinstance(leaf, str))

    def _may_be_caption(self, block: int, picture: int) -> bool:
        document = self._document
        text, owner = document.texts[block], document.block_nodes[block]
        if document.kinds[block] not in _TEXT_KINDS or document.link_sizes[block] >= _LINKED * len(text):
            return False
        # A caption may come before its picture, but then it is short, or it would be read first.
        most = MAX_BEFORE if block < picture else MAX_RUNNING if owner == document.block_nodes[picture] else MAX_CAPTION
        return len(text) <= most and text.count("\n") <= 1 and text[-1] != ":"


def _is_slanted(leaf: Node, owner: Element) -> bool:
    """Whether a text is in an element that slants it or makes it small; what is no text does not matter."""
    if not isinstance(leaf, Text) or not leaf.data.strip():
        return True
    at = leaf.parent
    for _ in range(MAX_LEVELS):
        if not isinstance(at, Element) or at is owner:
            return False
        if at.tag in _SLANTED:
            return True
        at = at.parent
    return False
