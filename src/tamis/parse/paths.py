"""The XPath of each block."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tamis.parse.tree import Element, Text, path_of

if TYPE_CHECKING:
    from tamis.parse.document import Document
    from tamis.parse.tree import Node


class Paths:
    """The paths of a document's blocks. Holds what is worked out once and used by many blocks."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._runs = Counter(document.owners)
        self._text_numbers: dict[Element, dict[Node, int]] = {}

    def of(self, index: int) -> str:
        """The path of the element whose text it is; of one run among several in an element: the run's own path."""
        document = self._document
        leaf = document.leaves[index][0]
        node = document.owners[index]
        owner = document.elements[node]
        if type(leaf) is Element and leaf is not owner:
            return path_of(leaf)
        if self._runs[node] == 1 or isinstance(leaf, str):
            return path_of(owner)
        parent = leaf.parent
        if parent is not owner and isinstance(parent, Element):
            return path_of(parent)
        return f"{path_of(owner)}/text()[{self._text_number(leaf, owner)}]"

    def _text_number(self, leaf: Node, owner: Element) -> int:
        """Which of an element's own text nodes it is, from 1. Each element is counted once."""
        numbers = self._text_numbers.get(owner)
        if numbers is None:
            texts = (child for child in owner if type(child) is Text)
            numbers = self._text_numbers[owner] = {text: number for number, text in enumerate(texts, 1)}
        return numbers[leaf]
