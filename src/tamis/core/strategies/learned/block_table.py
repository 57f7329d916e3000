"""Block table: the properties of a page from which features are computed, as arrays over its candidate blocks."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.core.parse.walk import ACTIONS
from tamis.core.strategies.learned.arrays import before
from tamis.core.strategies.learned.page_hints import read_hints
from tamis.model import Kind
from tamis.text.words import UNSPACED, may_be_unspaced

if TYPE_CHECKING:
    from tamis.core.parse import Document
    from tamis.core.strategies.learned.arrays import Floats, Ints, Mask
    from tamis.core.strategies.learned.page_hints import PageHints


CHARACTERS_PER_WORD = 1.7
"""Number of characters of a word in scripts without spaces."""
SENTENCE_ENDS = ".!?…。！？؟।\"”»')"


class Letters(NamedTuple):
    """Counts of the characters and words of each block."""

    characters: Floats
    words: Floats
    """Words separated by spaces; in scripts without spaces, estimated from the characters."""
    ends: Floats
    """1 if the text ends like a sentence, else 0."""


def count(texts: list[str]) -> Letters:
    """Count the characters and words of all texts, none of which is empty."""
    sizes = np.array(list(map(len, texts)), dtype=np.int64)
    words = np.array([text.count(" ") + text.count("\n") + 1 for text in texts], dtype=np.float64)
    whole = "".join(texts)
    if not whole.isascii() and may_be_unspaced(whole):
        starts = np.zeros(len(texts), dtype=np.int64)
        sizes[:-1].cumsum(out=starts[1:])
        words += np.add.reduceat(_wide(whole), starts, dtype=np.int64) / CHARACTERS_PER_WORD
    ends = np.array([text[-1] in SENTENCE_ENDS for text in texts], dtype=np.float64)
    return Letters(sizes.astype(np.float64), words, ends)


def _wide(text: str) -> Mask:
    """Mark the characters of scripts without spaces."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    result = np.zeros(len(codes), dtype=np.bool_)
    for first, last in UNSPACED:
        result |= (codes >= first) & (codes <= last)
    return result


LONG = 12.0
"""Number of words from which a block can be running text."""
PROSE = 20.0
"""Number of words of running text from which a block surely is running text."""
TAG_NUMBERS = {tag: number for number, tag in enumerate(ACTIONS, 1)}
"""A number for each tag; 0 is for tags not listed."""
KIND_NUMBERS = {kind: number for number, kind in enumerate(Kind)}
_NUMBER_OF_KIND = {id(kind): number for kind, number in KIND_NUMBERS.items()}  # hashing a member of an enum is slow
_TABLE_KIND = KIND_NUMBERS[Kind.TABLE]
LINKED = 0.4
"""Share of linked text from which a block is a list of links, however long."""
NO_SENTENCE = 0.3
"""Weight of long text that does not end like a sentence."""


class Frame(NamedTuple):
    """The tree of nodes with the rows that each holds. The root is its own parent."""

    size: int
    """Number of rows."""
    nodes: Ints
    """The number of each node in the document."""
    block_nodes: Ints
    block_start: Ints
    block_stop: Ints
    parents: Ints


class BlockTable:
    """A page as arrays: rows are its blocks with text, except in menus and the like; nodes are structural elements."""

    def __init__(self, document: Document, hints: PageHints | None = None) -> None:
        self.document = document
        self.visible, self.names, self.inherited_hints, self.lines, *_ = hints or read_hints(document)
        self.hints = self.names.hints
        sizes = document.sizes()
        heading = document.title_block
        asked = sizes > 0
        for begin, end in self.names.menus:
            asked[begin:end] = False
        if heading >= 0:
            asked[heading] = True
        self.rows = asked.nonzero()[0]
        """The number of each row's block."""
        chosen = self.rows.tolist()
        self.texts = [document.texts[block] for block in chosen]
        kinds = map(_NUMBER_OF_KIND.__getitem__, map(id, map(document.kinds.__getitem__, chosen)))
        self.kinds = np.fromiter(kinds, dtype=np.int64, count=len(chosen))
        """The number of each row's kind."""
        self.count = len(chosen)
        self.title = int(self.rows.searchsorted(heading)) if heading >= 0 else -1
        """The row of the title's heading, or -1."""
        self.places = np.arange(self.count)
        row_of = np.zeros(len(asked) + 1, dtype=np.int64)
        asked.cumsum(out=row_of[1:])
        # Nodes that hold rows, and the first and last row of each.
        first, last = row_of[document.block_start], row_of[document.block_stop]
        held = first < last
        self.nodes = held.nonzero()[0]
        """The document's number of each node that holds rows."""
        number = held.cumsum() - 1
        self.block_start, self.block_stop = first[self.nodes], last[self.nodes]
        parents = np.asarray(document.parents)[self.nodes]
        self.parents = number[np.maximum(parents, 0)]
        block_nodes = np.asarray(document.block_nodes)[self.rows]
        self.block_nodes = number[block_nodes]
        tags = map(TAG_NUMBERS.get, map(document.tags.__getitem__, self.nodes.tolist()), repeat(0))
        self.tags = np.fromiter(tags, dtype=np.int64, count=len(self.nodes))
        """The number of each node's tag."""
        classes = np.asarray(self.names.of_nodes)[self.nodes]
        self.forms = classes * len(TAG_NUMBERS) + self.tags
        """A number for each node, the same for nodes with the same tag and class."""
        self.row_hints = np.asarray(self.inherited_hints)[block_nodes]
        """Hints of the elements around each row."""
        self.row_line_hints = np.asarray(self.lines)[self.rows]
        """Hints that each row's text gives by itself."""
        self.frame = Frame(self.count, self.nodes, self.block_nodes, self.block_start, self.block_stop, self.parents)

        letters = count(self.texts)
        self.words = letters.words
        self.shown = np.asarray(self.visible, dtype=np.bool_)[self.rows] & (self.kinds != KIND_NUMBERS[Kind.CAPTION])
        """True for rows that are shown as text if they are kept: not the title, hidden rows or captions."""
        if self.title >= 0:
            self.shown[self.title] = False
        self.shown_words = np.where(self.shown, self.words, 0.0)
        self.characters = letters.characters
        self.ends = letters.ends
        links = np.asarray(document.link_sizes, dtype=np.float64)[self.rows]
        self.density = np.minimum(links / self.characters, 1.0)
        running = np.where((self.words >= LONG) & (self.density < LINKED), self.words * (1.0 - self.density), 0.0)
        self.prose = np.where(self.ends > 0, running, NO_SENTENCE * running)
        """Words of running text in each row."""
        self.words_before = before(self.words)
        self.prose_before = before(self.prose)
        self.links_before = before(self.words * self.density)
        self.all_words = max(1.0, float(self.words_before[-1]))
        self.all_prose = max(1.0, float(self.prose_before[-1]))
        # Sums over the rows of each node.
        self.node_words = self.words_before[self.block_stop] - self.words_before[self.block_start]
        self.node_prose = self.prose_before[self.block_stop] - self.prose_before[self.block_start]
        self.node_links = self.links_before[self.block_stop] - self.links_before[self.block_start]

    def tables(self) -> Ints:
        """Return the node of the table that each row is one of, and -1 for rows that are not of a table."""
        document = self.document
        table_of_rows = np.full(self.count, -1, dtype=np.int64)
        for row in (self.kinds == _TABLE_KIND).nonzero()[0].tolist():
            table_of_rows[row] = document.table_of(int(self.rows[row]))
        return table_of_rows
