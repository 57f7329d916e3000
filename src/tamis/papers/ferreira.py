"""Ferreira et al.: a tree of word counts, from which small nodes and children that outweigh their parent are deleted.

R. Ferreira, R. Ferreira, R. D. Lins, H. Oliveira, M. Riss, S. J. Simske: *Appling Link Target Identification and
Content Extraction to improve Web News Summarization*, DocEng 2016.

Attributes are dropped, and the text of each tag is replaced by its number of words. Tags without words, which only
style, group or script, are dropped from the tree, then those with fewer than ten words. From the bottom up, the words
of a node are compared with the sum of its children's: if the children have as many or more, they are deleted.

The rest of the paper, on the links of a news site and on summaries, is in other parts of tamis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tamis.core.parse.ancestors import NearestElement
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies.verdicts import labels_from_choice
from tamis.settings.options import check, option
from tamis.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node
    from tamis.model import Labels


@dataclass(frozen=True, slots=True)
class Ferreira:
    """The strategy of Ferreira et al."""

    name: ClassVar[str] = "ferreira"

    min_words: int = option(
        10, "A tag with fewer words of its own is dropped (section 3.2).", minimum=1, source="the paper, section 3.2"
    )

    def __post_init__(self) -> None:
        check(self)

    def label(self, document: Document) -> Labels:
        """Keep the blocks with at least half of their words in nodes that stay."""
        visible = document.visible()
        tree = _WordTree(document, visible)
        tree.drop_small(self.min_words)
        tree.delete_children_that_outweigh()
        kept, scores, reasons = [], [], []
        for words in tree.words_of_blocks:
            total = sum(words.values())
            left = sum(count for element, count in words.items() if element in tree.nodes)
            kept.append(0 < total <= 2 * left)
            scores.append(left / total if total else 0.0)
            reasons.append(_reason(total, left, any(element in tree.deleted for element in words), self.min_words))
        return labels_from_choice(document, visible, kept, scores, reasons)


def _reason(total: int, left: int, deleted: bool, min_words: int) -> str:
    if 0 < total <= 2 * left:
        return f"{left} of its {total} words are in tags that stay"
    if deleted:
        return f"{total - left} of its {total} words are in tags that outweigh what is around them"
    return f"{total - left} of its {total} words are in tags with fewer than {min_words} words"


class _WordTree:
    """The elements of a page with words directly in them."""

    def __init__(self, document: Document, visible: Sequence[bool]) -> None:
        self.nodes: dict[Element, int] = {}
        """Number of words directly in each element that is left, without those of its descendants."""
        self.deleted: set[Element] = set()
        self.words_of_blocks: list[dict[Element, int]] = []
        """For each block, the elements that hold its words, with the number of words."""
        for text, seen, leaves in zip(document.texts, visible, document.leaves, strict=True):
            words: dict[Element, int] = {}
            if seen and text:
                for leaf in leaves:
                    _count(leaf, text, words)
            for element, count in words.items():
                self.nodes[element] = self.nodes.get(element, 0) + count
            self.words_of_blocks.append(words)

    def drop_small(self, min_words: int) -> None:
        """Drop the nodes with fewer words (the paper's figure 3)."""
        self.nodes = {element: count for element, count in self.nodes.items() if count >= min_words}

    def delete_children_that_outweigh(self) -> None:
        """Delete children that together have at least their parent's words, with everything inside (figure 4)."""
        parents = self._parents()
        sums: dict[Element, int] = {}
        for element, parent in parents.items():
            if parent is not None:
                sums[parent] = sums.get(parent, 0) + self.nodes[element]
        outweighed = {parent for parent, total in sums.items() if self.nodes[parent] <= total}
        for element in self._outermost_first(parents):
            parent = parents[element]
            if parent is not None and (parent in outweighed or parent in self.deleted):
                self.deleted.add(element)
        self.nodes = {element: count for element, count in self.nodes.items() if element not in self.deleted}

    def _parents(self) -> dict[Element, Element | None]:
        """Find the nearest node around each node."""
        nearest: NearestElement[Element | None] = NearestElement(
            lambda element: element if element in self.nodes else None, None
        )
        return {element: nearest.of(element.parent) for element in self.nodes}

    def _outermost_first(self, parents: dict[Element, Element | None]) -> list[Element]:
        children: dict[Element | None, list[Element]] = {}
        for element, parent in parents.items():
            children.setdefault(parent, []).append(element)
        found = list(children.get(None, ()))
        for element in found:  # the list grows during the loop
            found.extend(children.get(element, ()))
        return found


def _count(leaf: Node | str, text: str, words: dict[Element, int]) -> None:
    """Add the number of words of one leaf of a block to the element that holds them."""
    if type(leaf) is Text:
        parent, count = leaf.parent, count_words(leaf.data)
    elif type(leaf) is Element and leaf.tag == "tr":  # a row of a data table stays whole
        parent, count = leaf, count_words(text)
    else:
        return
    if count and isinstance(parent, Element):
        words[parent] = words.get(parent, 0) + count
