"""The parts of a document that the features are made of, as arrays over the blocks that have text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.strategies.learned.arrays import before
from tamis.strategies.learned.letters import count
from tamis.strategies.learned.lexicon import names_of
from tamis.strategies.line_marks import line_marks
from tamis.strategies.markers import inherited, node_marks
from tamis.strategies.title_heading import title_heading

if TYPE_CHECKING:
    from tamis.parse import Document
    from tamis.strategies.learned.arrays import Ints

LONG = 12.0
"""Words from which a block can be running text."""
PROSE = 20.0
"""Words of running text from which a block is surely that."""
_LINKED = 0.4  # a block with a greater share of links is a list of links, however long
_NO_SENTENCE = 0.3  # what long text counts that does not end like a sentence


class Frame(NamedTuple):
    """Which rows stand in which nodes. The root is its own parent."""

    size: int
    """How many rows there are."""
    owners: Ints
    first: Ints
    last: Ints
    parents: Ints


class Layout:
    """One page: rows are its blocks with text, nodes its structural elements."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.rows = np.flatnonzero(np.fromiter(map(bool, document.texts), dtype=np.bool_, count=len(document.texts)))
        """The number of each row's block."""
        chosen = self.rows.tolist()
        self.texts = [document.texts[block] for block in chosen]
        self.kinds = [document.kinds[block] for block in chosen]
        self.count = len(chosen)
        self.visible = document.visible()
        self.marks = node_marks(document)
        self.handed_down = inherited(document, self.marks, document.sizes())
        self.lines = line_marks(document, handed_down=self.handed_down)
        heading = title_heading(document, self.visible)
        self.title = int(np.searchsorted(self.rows, heading)) if heading >= 0 else -1
        """The row of the title's heading, or -1."""
        self.places = np.arange(self.count)
        row_of = np.searchsorted(self.rows, np.arange(len(document.texts) + 1))
        self.owners = np.asarray(document.owners, dtype=np.int64)[self.rows]
        # Nodes; the first and last row of each.
        self.first = row_of[np.asarray(document.first, dtype=np.int64)]
        self.last = row_of[np.asarray(document.last, dtype=np.int64)]
        self.parents = np.maximum(np.asarray(document.parents, dtype=np.int64), 0)
        self.names = names_of(document, self.first < self.last)
        numbers: dict[str, int] = {}
        self.tags = np.array([numbers.setdefault(tag, len(numbers)) for tag in document.tags], dtype=np.int64)
        """The number of each node's tag."""
        self.tag_names = tuple(numbers)
        self.forms = self.names.of_nodes * len(numbers) + self.tags
        """Nodes with the same tag and class have the same number."""
        self.frame = Frame(self.count, self.owners, self.first, self.last, self.parents)

        letters = count(self.texts)
        self.words = letters.words
        self.digits = letters.digits
        self.characters = np.maximum(letters.characters, 1.0)
        self.ends = letters.ends
        links = np.asarray(document.link_sizes, dtype=np.float64)[self.rows]
        self.density = np.minimum(links / self.characters, 1.0)
        running = np.where((self.words >= LONG) & (self.density < _LINKED), self.words * (1.0 - self.density), 0.0)
        self.prose = np.where(self.ends > 0, running, _NO_SENTENCE * running)
        """Words of running text."""
        self.words_before = before(self.words)
        self.prose_before = before(self.prose)
        self.links_before = before(self.words * self.density)
        self.all_words = max(1.0, float(self.words_before[-1]))
        self.all_prose = max(1.0, float(self.prose_before[-1]))
        # Sums over the nodes.
        self.node_words = self.words_before[self.last] - self.words_before[self.first]
        self.node_prose = self.prose_before[self.last] - self.prose_before[self.first]
        self.node_links = self.links_before[self.last] - self.links_before[self.first]
