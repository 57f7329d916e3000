"""A parsed page: the read-only tree and its blocks, stored in columns.

Columns rather than objects, because every page has hundreds of blocks and nearly all of them are dropped. Entry `i` of
each block column describes block `i`, and entry `n` of each node column describes structural element `n`. Blocks and
nodes are in document order, and each node covers the blocks ``block_start[n]`` up to ``block_stop[n]``, so that any sum
over a subtree is the difference of two cumulative sums. Columns of numbers are arrays, which numpy reads as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import compress, islice
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.lazy_numpy import np
from tamis.model import PICTURES, Declared, Kind
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.core.parse.jsonld import JsonLd
    from tamis.core.parse.links import Link
    from tamis.core.parse.math import Formula
    from tamis.core.parse.tree import ClosedTitle, Element, Node, Tree
    from tamis.model import Box, Page, Style

    Ints = np.ndarray[tuple[int], np.dtype[np.int64]]


class Hiding(StrEnum):
    """A way in which a page hides an element from its readers."""

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
    """Text in the color of its background."""
    COVERED = "covered"
    """Something opaque lies over the text."""
    STYLE_SHEET = "style sheet"
    """A style sheet of the page does not display it; a script may."""
    NO_HEIGHT = "no height"
    """It is cut off at a height of 0, as closed parts of accordions are."""
    TINY = "tiny font"
    NOSCRIPT = "noscript"
    """Text for browsers without scripts."""
    DATA = "page data"
    """Text from the page's data, which a script may show."""
    ALTERNATIVE = "alternative text"
    """Text in place of a picture or player, or a label for screen readers."""
    URL = "words in a URL"
    TITLE_ATTRIBUTE = "title attribute"
    """Text that appears when the pointer rests on the element."""
    METADATA = "metadata"
    """Text in the page's head or linked data."""
    COMMENT = "HTML comment"
    TEMPLATE = "template"
    """Text in an element that browsers do not draw."""
    TAG_CHARACTERS = "Unicode tags"
    """Characters of Unicode's tag block, which spell a text that nothing shows."""
    VARIATION_SELECTORS = "variation selectors"
    """A run of characters that change the look of the one before, and so spell a text that nothing shows."""
    ZERO_WIDTH = "zero-width characters"
    PERMALINK = "permalink"
    """A sign beside a heading that is only there to be copied."""
    LINE_NUMBERS = "line numbers"
    """A column of numbers beside code."""
    NOTE = "note in the line"
    """A note whose text stands in the line that calls it; it is kept with the line."""
    BESIDE_CODE = "beside code"
    """A line number or a prompt beside code, which is no part of it."""
    ICON = "name of an icon"
    """The name of a picture that the page's font draws in its place: `chevron_right`."""

    @property
    def by_script(self) -> bool:
        """True if scripts undo it: in pages that fade in, or bodies that are shown after consent."""
        return self in _UNDONE_BY_SCRIPTS

    @property
    def is_doubtful(self) -> bool:
        """True if only a browser can tell whether readers see the text."""
        return self in _DOUBTFUL

    @property
    def is_furniture(self) -> bool:
        """True if it is not text of the page but a sign or a note beside the text."""
        return self in _FURNITURE

    @property
    def reason(self) -> str:
        """The reason for a label, in words."""
        return f"hidden: {self.value}"


_FURNITURE = frozenset({Hiding.PERMALINK, Hiding.LINE_NUMBERS, Hiding.NOTE, Hiding.BESIDE_CODE, Hiding.ICON})
_DOUBTFUL = frozenset({Hiding.STYLE_SHEET, Hiding.OPACITY, Hiding.NO_HEIGHT, Hiding.NOSCRIPT, Hiding.DATA})
_HEARD = frozenset({Hiding.SCREEN_READERS, Hiding.CLIPPED})
"""Ways to hide labels that are for screen readers."""
_FIGURE_LEVELS = 8
_UNDONE_BY_SCRIPTS = frozenset({Hiding.DISPLAY, Hiding.VISIBILITY, Hiding.ATTRIBUTE, Hiding.OPACITY, Hiding.ARIA})


_LEAST_SEEN = 0.5
"""Share of a page's text that must be visible; below it, text that scripts would show counts as visible too."""
_LEAST_SEEN_RENDERED = 0.1


class Origin(NamedTuple):
    """The data in a page that holds the article's text."""

    source: str
    """Name of the data, for people: ``JSON-LD articleBody``, ``__NEXT_DATA__`` …"""
    xpath: str | None = None
    """XPath of the data, if the blocks were segmented from it; None if they are the page's own, chosen by the data."""


_NOTHING_DECLARED = Declared()
_MOST_IN_FIGURE = 60  # blocks; an element with more is no figure
_AROUND_CAPTIONS = frozenset({"caption", "figcaption", "p", "div"})
_CAPTION = Kind.CAPTION  # to look a member up on its class costs more than to compare it


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed page: source, tree and blocks. Nothing changes after the walk."""

    page: Page
    tree: Tree

    # Blocks.
    texts: Sequence[str]
    """Text of each block: white space folded, a line break as a line feed, code unchanged."""
    kinds: Sequence[Kind]
    block_nodes: Sequence[int]
    """Node that directly contains each block's text, or the image or player."""
    link_sizes: Sequence[int]
    """Number of characters of each block that are inside links."""
    hidden: Sequence[Hiding | None]
    """Reason why a reader would not see the block, or None."""
    leaves: Sequence[Sequence[Node | str]]
    """Nodes that each block is made of: text nodes, line breaks, formulas, and strings where the walk inserted a space
    or a bracket. For pictures, players and table rows: the element itself.
    """

    # Structural elements (nodes): all elements that are not inline. Node 0 is the root.
    elements: Sequence[Element]
    tags: Sequence[str]
    parents: Sequence[int]
    """Parent of each node; -1 for the root."""
    block_start: Sequence[int]
    block_stop: Sequence[int]

    hidden_elements: Mapping[Element, Hiding]
    """Elements, inline ones included, that hide their content."""
    json_ld: JsonLd = field(compare=False, repr=False)
    """The page's JSON-LD, read once, on first use."""
    title: str | None = None
    """The page's title, once it is known or found."""
    title_block: int = -1
    """Block that displays the title to readers; -1 if none does."""
    boxes: Sequence[Box | None] | None = None
    """Box of each block on the page as a browser lays it out; None if the page was not rendered."""
    styles: Sequence[Style | None] | None = None
    """Style with which the browser draws each block: that of its longest text; None if the page was not rendered."""
    frames: Sequence[int] | None = None
    """Number of the innermost element around each block that is drawn as a frame, by borders or a different background;
    -1 if there is none.
    """
    declared: Declared = _NOTHING_DECLARED
    """The type and similar facts that the page declares about itself, once they are known."""
    closed_title: ClosedTitle | None = None
    """The end tag that was added because the title was left open; `page` contains it, the original source does not."""
    admitted: Mapping[int, Hiding] = field(default_factory=dict)
    """Blocks that readers cannot see, with the reason, if the user wants to know: most of them count as visible."""
    admitted_elements: Mapping[Element, Hiding] = field(default_factory=dict)
    """Elements that hide their content, which counts as visible nevertheless."""
    formulas: Mapping[Element, Formula] = field(default_factory=dict)
    """Formulas in whose place a page shows something else, by the elements that show it."""
    _visible: list[bool] | None = field(default=None, init=False, compare=False, repr=False)
    inline_notes: Mapping[Element, Element] = field(default_factory=dict)
    """Notes that stand in the line, each with the element by which it is called."""
    origin: Origin | None = None
    """The data in the page that decided which text is the article's; None if no data did."""

    def __len__(self) -> int:
        return len(self.texts)

    def ancestors(self, block: int) -> Iterator[int]:
        """Yield the nodes around a block, innermost first."""
        return self.around(self.block_nodes[block])

    def around(self, node: int) -> Iterator[int]:
        """Yield a node and the nodes around it, innermost first."""
        while node >= 0:
            yield node
            node = self.parents[node]

    def is_picture_caption(self, block: int) -> bool:
        """Tell whether a block is marked as a caption, and not as the caption of a table."""
        return self.kinds[block] is _CAPTION and not self.is_table_caption(block)

    def is_table_caption(self, block: int) -> bool:
        """Tell whether a block is the caption of a table, or of a figure without pictures: a table, quote or code."""
        return self.kinds[block] is _CAPTION and self.captioned_node(block) >= 0

    def captioned_node(self, block: int) -> int:
        """Return the node of the table, or of the figure without pictures, whose caption a block is; -1 if none."""
        for node in self.ancestors(block):
            tag = self.tags[node]
            if tag == "table":
                return node
            if tag == "figure":
                start, stop = self.block_start[node], self.block_stop[node]
                return node if stop - start <= _MOST_IN_FIGURE and PICTURES.isdisjoint(self.kinds[start:stop]) else -1
            if tag not in _AROUND_CAPTIONS:
                return -1
        return -1

    def table_of(self, block: int) -> int:
        """Return the node of the table around a block; -1 if there is none."""
        return next((node for node in self.ancestors(block) if self.tags[node] == "table"), -1)

    @property
    def base_url(self) -> str | None:
        """The URL that relative URLs of the page refer to: that of the base element, else the page's own."""
        url = self.page.url
        for base in self.tree.select("base"):
            href = base.attr("href")
            if href:
                return resolve(href, url) or url
        return url

    def links(self) -> tuple[Link, ...]:
        """Find the links in reading order, each with its block. Each call searches again."""
        from tamis.core.parse.links import find_links

        return find_links(self)

    def sizes(self) -> Ints:
        """Return the length of each block's text, in characters."""
        return np.fromiter(map(len, self.texts), dtype=np.int64, count=len(self.texts))

    def node_sums(self, values: Ints) -> Ints:
        """Sum a block column over the subtree of each node."""
        total = np.zeros(len(values) + 1, dtype=np.int64)
        values.cumsum(out=total[1:])
        result: Ints = total[np.asarray(self.block_stop)] - total[np.asarray(self.block_start)]
        return result

    def visible(self) -> Sequence[bool]:
        """Tell for each block whether a reader sees it.

        Text that is hidden until a script runs counts as visible if too little of the page is visible otherwise.
        """
        if self._visible is None:  # threads that come here at once compute the same
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
        """Return why readers cannot see a block, whether it counts as visible or not; None if they can."""
        return self.hidden[block] or self.admitted.get(block)

    def with_hidden_admitted(self, *, only_doubtful: bool = False) -> Document:
        """Return the document with hidden text counted as visible, except for signs beside headings and code.

        With `only_doubtful`, this is done for text of which only a browser can tell whether it is hidden. Either way,
        `admitted` has the reasons of all blocks.
        """
        admitted = {block: why for block, why in enumerate(self.hidden) if why is not None and not why.is_furniture}
        if not admitted:
            return self

        is_rendered = self.page.layout is not None  # then nothing is doubtful

        def stays(why: Hiding | None) -> bool:
            return why is not None and (why.is_furniture or (only_doubtful and (is_rendered or not why.is_doubtful)))

        hidden = [why if stays(why) else None for why in self.hidden]
        for block in admitted:
            if only_doubtful and self.hidden[block] in _HEARD and self._is_in_figure(block):
                hidden[block] = None
        elements = {element: why for element, why in self.hidden_elements.items() if stays(why)}
        others = {element: why for element, why in self.hidden_elements.items() if element not in elements}
        return replace(self, hidden=hidden, hidden_elements=elements, admitted=admitted, admitted_elements=others)

    def _is_in_figure(self, block: int) -> bool:
        return any(self.tags[node] == "figure" for node in islice(self.ancestors(block), _FIGURE_LEVELS))

    def hiding_reason(self, block: int) -> str:
        """Return the reason to print for a hidden block; empty if it is not hidden."""
        hiding = self.hidden[block]
        return hiding.reason if hiding is not None else ""
