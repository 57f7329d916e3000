"""A parsed page: the read-only tree and its blocks, held in columns.

Columns and not objects, because every page has hundreds of blocks and nearly all of them are thrown away: entry `i` of
each block column speaks of block `i`, and entry `n` of each node column of structural element `n`. Blocks and nodes
are in document order, and each node covers the blocks ``block_start[n]`` up to ``block_stop[n]``, so that any sum
over a subtree is the difference of two cumulative sums. Columns of numbers are arrays, which numpy takes as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tamis.model import Declared

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.core.parse.jsonld import JsonLd
    from tamis.core.parse.links import Link
    from tamis.core.parse.tree import ClosedTitle, Element, Node, Tree
    from tamis.model import Box, Kind, Page, Style

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]


class Hiding(StrEnum):
    """How a page hides an element from its readers."""

    DISPLAY = "display: none"
    VISIBILITY = "visibility: hidden"
    OPACITY = "opacity: 0"
    ATTRIBUTE = "hidden attribute"
    ARIA = "aria-hidden"
    SCREEN_READERS = "screen readers only"
    FONT_SIZE = "font size 0"
    OFF_SCREEN = "off screen"
    CLIPPED = "clipped"
    CLOSED_DIALOG = "closed dialog"
    NO_SIZE = "no size"
    TRANSPARENT = "transparent text"
    BACKGROUND_COLOR = "the background's color"
    """Text in the color of what it is on."""
    COVERED = "covered"
    """Something opaque lies over it."""
    PERMALINK = "permalink"
    """A sign beside a heading that is only there to be copied."""
    LINE_NUMBERS = "line numbers"
    """A column of numbers beside code."""

    @property
    def by_script(self) -> bool:
        """Whether scripts undo it: in pages that fade in, in bodies that are shown after consent."""
        return self in _UNDONE_BY_SCRIPTS

    @property
    def is_furniture(self) -> bool:
        """Whether it is no text of the page, but a sign beside it."""
        return self is Hiding.PERMALINK or self is Hiding.LINE_NUMBERS

    @property
    def reason(self) -> str:
        """The reason of a label, in words."""
        return f"hidden: {self.value}"


_UNDONE_BY_SCRIPTS = frozenset({Hiding.DISPLAY, Hiding.VISIBILITY, Hiding.ATTRIBUTE, Hiding.OPACITY, Hiding.ARIA})


_LEAST_SEEN = 0.5
"""The share of a page's text that must be seen, or what scripts undo counts as seen too."""
_LEAST_SEEN_RENDERED = 0.1


class Origin(NamedTuple):
    """The data in a page that holds the article's text."""

    source: str
    """What it is, in words: ``JSON-LD articleBody``, ``__NEXT_DATA__`` …"""
    xpath: str | None = None
    """Its XPath, if the blocks were segmented from it; None if they are the page's own and were chosen by it."""


_NOTHING_DECLARED = Declared()


@dataclass(frozen=True, slots=True)
class Document:
    """Page, tree and blocks. Nobody changes any of them after the walk."""

    page: Page
    tree: Tree

    # Blocks.
    texts: Sequence[str]
    """White space folded; a line break is a line feed; code unchanged."""
    kinds: Sequence[Kind]
    block_nodes: Sequence[int]
    """The structural element that a block is in directly (of an image or a player: that it is in)."""
    link_sizes: Sequence[int]
    """How many characters of the text are inside links."""
    hidden: Sequence[Hiding | None]
    """Why a reader would not see it, or None."""
    leaves: Sequence[Sequence[Node | str]]
    """What it is made of: text nodes, line breaks, formulas, and strings where the walk put in a space or a bracket.
    Of pictures, players and table rows: the element itself."""

    # Structural elements (nodes): all that are not inline. Node 0 is the root.
    elements: Sequence[Element]
    tags: Sequence[str]
    parents: Sequence[int]
    """-1 for the root."""
    block_start: Sequence[int]
    block_stop: Sequence[int]

    hidden_elements: Mapping[Element, Hiding]
    """The elements, inline ones too, that hide what they hold."""
    json_ld: JsonLd = field(compare=False, repr=False)
    """The page's linked data, read once, when somebody first asks for it."""
    title: str | None = None
    """The page's title, once it is known or found."""
    title_block: int = -1
    """The block that displays the title to readers; -1 if none does."""
    boxes: Sequence[Box | None] | None = None
    """Where each block is on the page as a browser lays it out; None if the page was not rendered."""
    styles: Sequence[Style | None] | None = None
    """How the browser draws each block: the style of its longest text; None if the page was not rendered."""
    frames: Sequence[int] | None = None
    """The number of the innermost element around each block that is drawn as a frame, by borders or by a background of
    its own; -1 if none is."""
    declared: Declared = _NOTHING_DECLARED
    """What the page says of its own type, once that is known."""
    closed_title: ClosedTitle | None = None
    """What `page` has that the page as it came has not, because its title was left open."""
    admitted: Mapping[int, Hiding] = field(default_factory=dict)
    """Blocks that readers cannot see and that count as seen all the same, because the user wants that."""
    _visible: list[bool] | None = field(default=None, init=False, compare=False, repr=False)
    origin: Origin | None = None
    """Set where the page's data decided which text is the article's."""

    def __len__(self) -> int:
        return len(self.texts)

    def ancestors(self, block: int) -> Iterator[int]:
        """The nodes that a block is in, innermost first."""
        return self.around(self.block_nodes[block])

    def around(self, node: int) -> Iterator[int]:
        """A node and the nodes that it is in, innermost first."""
        while node >= 0:
            yield node
            node = self.parents[node]

    def links(self) -> tuple[Link, ...]:
        """The links in reading order, each with its block. Found anew at every call."""
        from tamis.core.parse.links import find_links

        return find_links(self)

    def sizes(self) -> Ints:
        """The length of each block's text, in characters."""
        return np.fromiter(map(len, self.texts), dtype=np.int64, count=len(self.texts))

    def node_sums(self, values: Ints) -> Ints:
        """For each node the sum of a block column over its subtree."""
        total = np.zeros(len(values) + 1, dtype=np.int64)
        values.cumsum(out=total[1:])
        result: Ints = total[np.asarray(self.block_stop)] - total[np.asarray(self.block_start)]
        return result

    def visible(self) -> Sequence[bool]:
        """Which blocks a reader sees. Text hidden until a script runs counts as seen when it is most of the page."""
        if self._visible is None:  # threads that come here at once find the same
            object.__setattr__(self, "_visible", self._find_visible())
        return self._visible or ()

    def _find_visible(self) -> list[bool]:
        if not any(self.hidden):
            return [True] * len(self.hidden)
        shown = [reason is None for reason in self.hidden]
        seen = sum(map(len, compress(self.texts, shown)))
        # In a browser the scripts have run: what is hidden then is hidden from readers, unless it is nearly everything.
        least = _LEAST_SEEN_RENDERED if self.page.layout is not None else _LEAST_SEEN
        if seen >= least * sum(map(len, self.texts)):
            return shown
        return [reason is None or reason.by_script for reason in self.hidden]

    def hiding(self, block: int) -> Hiding | None:
        """Why readers cannot see a block, whether it counts as seen or not; None if they can."""
        return self.hidden[block] or self.admitted.get(block)

    def with_hidden_admitted(self) -> Document:
        """The document with text that readers cannot see counted as seen, except for signs beside headings and code."""
        admitted = {block: why for block, why in enumerate(self.hidden) if why is not None and not why.is_furniture}
        hidden = [None if block in admitted else why for block, why in enumerate(self.hidden)]
        elements = {element: why for element, why in self.hidden_elements.items() if why.is_furniture}
        return replace(self, hidden=hidden, hidden_elements=elements, admitted=admitted) if admitted else self

    def hiding_reason(self, block: int) -> str:
        """What to say of a hidden block."""
        hiding = self.hidden[block]
        return hiding.reason if hiding is not None else ""
