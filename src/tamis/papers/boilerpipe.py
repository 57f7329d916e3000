"""Boilerpipe: classifies blocks by their number of words and link density, and those of their neighbors.

C. Kohlschütter, P. Fankhauser, W. Nejdl: *Boilerplate Detection Using Shallow Text Features*, WSDM 2010, pp. 441-450.

The paper learns two small decision trees: one by number of words and link density, one by text density (words per line
of 80 characters) and link density, each of a block and of the blocks before and after it. Its library makes the first
tree part of a chain for articles: content ends where comments begin, neighbors are joined, and of the joined blocks the
largest is kept, with other large ones on the same level of the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from tamis.core.strategies.verdicts import labels_from_choice
from tamis.model import Kind
from tamis.settings.options import check, option
from tamis.text.phrases import plain_phrases, words
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.model import Labels

LINE = 80
"""Number of characters of a line, the unit of text density (section 3.3)."""
# Thresholds of the paper's trees, figures 1 and 2: link densities of a block and of the one before it, then numbers of
# words, then text densities.
_LINKS, _LINKS_BEFORE = 0.333333, 0.555556
_WORDS, _WORDS_BEFORE, _WORDS_AFTER, _WORDS_BY_LINKS, _WORDS_AFTER_BY_LINKS = 16, 4, 15, 40, 17
_DENSITY, _DENSITY_BEFORE, _DENSITY_AFTER, _DENSITY_AFTER_BY_LINKS = 9, 4, 10, 11
# The chain for articles, after the library: a line that ends the article has fewer than `_END_WORDS` words and needs
# `_WORDS_BEFORE_END` words of content before it; blocks at most `_NEAR` apart are joined; parts with at least `_LARGE`
# words on the level of the largest stay.
_END_WORDS, _WORDS_BEFORE_END = 15, 60
_NEAR = 2
_LARGE = 100
_HEADING = Kind.HEADING
_ENDS = frozenset(plain_phrases("comments_start"))
_COUNTED = frozenset(words("comments_counted"))


@dataclass(frozen=True, slots=True)
class Boilerpipe:
    """The Boilerpipe strategy: the paper's trees, and the library's chain for articles."""

    name: ClassVar[str] = "boilerpipe"

    method: Literal["article", "words", "density"] = option(
        "article", "The chain for articles; the tree by numbers of words alone; the tree by text density alone."
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the blocks that the rules classify as content."""
        visible = document.visible()
        seen = [block for block, (text, see) in enumerate(zip(document.texts, visible, strict=True)) if text and see]
        blocks = _Blocks(document, seen)
        content = blocks.by_density() if self.method == "density" else blocks.by_words()
        dropped: dict[int, str] = {}
        if self.method == "article":
            content = _article(document, seen, blocks, content, dropped)
        kept = [False] * len(document)
        reasons = ["no text"] * len(document)
        for index, block in enumerate(seen):
            kept[block] = content[index]
            reasons[block] = dropped.get(index) or blocks.measures(index)
        return labels_from_choice(document, visible, kept, [float(keep) for keep in kept], reasons)


class _Blocks:
    """The features of the blocks of text, in document order."""

    def __init__(self, document: Document, seen: Sequence[int]) -> None:
        texts = [document.texts[block] for block in seen]
        self.words = [count_words(text) for text in texts]
        self.links = [min(1.0, document.link_sizes[block] / len(text)) for block, text in zip(seen, texts, strict=True)]
        # Words per full line; for a text shorter than a line, its number of words.
        self.densities = [words * LINE / max(LINE, len(text)) for words, text in zip(self.words, texts, strict=True)]

    def measures(self, index: int) -> str:
        """Describe the features of a block."""
        return f"{self.words[index]} words, {self.links[index]:.0%} of it links"

    def by_words(self) -> list[bool]:
        """Classify blocks with the tree by numbers of words (figure 2 of the paper)."""
        around = zip([0, *self.words], [0.0, *self.links], self.words, self.links, [*self.words[1:], 0], strict=False)
        return [
            links <= _LINKS
            and (
                words > _WORDS or after > _WORDS_AFTER or before > _WORDS_BEFORE
                if links_before <= _LINKS_BEFORE
                else words > _WORDS_BY_LINKS or after > _WORDS_AFTER_BY_LINKS
            )
            for before, links_before, words, links, after in around
        ]

    def by_density(self) -> list[bool]:
        """Classify blocks with the tree by text densities (figure 1 of the paper)."""
        densities = self.densities
        around = zip([0.0, *densities], [0.0, *self.links], densities, self.links, [*densities[1:], 0.0], strict=False)
        return [
            links <= _LINKS
            and (
                (after > 0 if density > _DENSITY else after > _DENSITY_AFTER or before > _DENSITY_BEFORE)
                if links_before <= _LINKS_BEFORE
                else after > _DENSITY_AFTER_BY_LINKS
            )
            for before, links_before, density, links, after in around
        ]


@dataclass(slots=True)
class _Joined:
    """Neighboring blocks that were joined into one."""

    first: int
    last: int
    words: int
    level: int
    """Least depth of its blocks in the tree."""
    content: bool


def _article(
    document: Document, seen: Sequence[int], blocks: _Blocks, content: Sequence[bool], dropped: dict[int, str]
) -> list[bool]:
    """Run the library's chain after the tree. `dropped` receives the reasons why content was dropped."""
    chosen = list(content)
    _cut_end(document, seen, blocks, chosen, dropped)
    _drop_last_headings(document, seen, chosen, dropped)
    joined = _join_again(_join(_levels(document, seen), blocks, chosen))
    kept = [False] * len(seen)
    for part in _largest(joined):
        kept[part.first : part.last + 1] = [True] * (part.last + 1 - part.first)
    for index, was in enumerate(chosen):
        if was and not kept[index]:
            dropped[index] = "content, but not joined with the largest part of the page"
    return kept


def _cut_end(
    document: Document, seen: Sequence[int], blocks: _Blocks, chosen: list[bool], dropped: dict[int, str]
) -> None:
    """Drop all content from a line such as ``12 comments`` on, once there was enough content."""
    passed = 0
    for index, block in enumerate(seen):
        if passed >= _WORDS_BEFORE_END and blocks.words[index] < _END_WORDS and _is_end(document.texts[block]):
            for later in range(index, len(seen)):
                if chosen[later]:
                    chosen[later], dropped[later] = False, f"after the end of the article: {document.texts[block]!r}"
            return
        if chosen[index]:
            passed += blocks.words[index]


def _is_end(text: str) -> bool:
    text = text.lower().strip(" .…:()")
    first, _, rest = text.partition(" ")
    return text in _ENDS or (first.isdecimal() and rest in _COUNTED) or text.startswith("© reuters")


def _drop_last_headings(document: Document, seen: Sequence[int], chosen: list[bool], dropped: dict[int, str]) -> None:
    for index in range(len(seen) - 1, -1, -1):
        if chosen[index]:
            if document.kinds[seen[index]] is not _HEADING:
                return
            chosen[index], dropped[index] = False, "a heading with nothing of the article after it"


def _levels(document: Document, seen: Sequence[int]) -> list[int]:
    """Compute the depth of each block in the tree."""
    depths: list[int] = []
    for parent in document.parents:
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    return [depths[document.block_nodes[block]] for block in seen]


def _join(levels: Sequence[int], blocks: _Blocks, chosen: Sequence[bool]) -> list[_Joined]:
    """Join content with what comes before, content or not, over at most one block, so that headings stay with text."""
    joined: list[_Joined] = []
    for index, (level, count, is_content) in enumerate(zip(levels, blocks.words, chosen, strict=True)):
        if is_content and joined and index - joined[-1].last <= _NEAR:
            before = joined[-1]
            before.last, before.words, before.level = index, before.words + count, min(before.level, level)
            before.content = True
        else:
            joined.append(_Joined(index, index, count, level, is_content))
    return [part for part in joined if part.content]


def _join_again(parts: Sequence[_Joined]) -> list[_Joined]:
    """Join parts on the same level that have at most one block between them."""
    joined: list[_Joined] = []
    for part in parts:
        if joined and part.first - joined[-1].last <= _NEAR and part.level == joined[-1].level:
            joined[-1].last = part.last
            joined[-1].words += part.words
        else:
            joined.append(part)
    return joined


def _largest(joined: Sequence[_Joined]) -> list[_Joined]:
    """Select the part with the most words, and other large ones on its level."""
    if not joined:
        return []
    largest = max(joined, key=lambda part: part.words)
    return [part for part in joined if part is largest or (part.level == largest.level and part.words >= _LARGE)]
