"""Hints of names and lines about a page, read once, before the model judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.callouts import callouts_among
from tamis.core.parse.data_tables import holds_data
from tamis.core.parse.math import may_name_math, names_math
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.clean_pages import is_clean
from tamis.core.strategies.line_hints import find_line_hints
from tamis.core.strategies.markup_hints import inherit_hints, read_names
from tamis.model import Kind

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.markup_hints import Names


_PARAGRAPH, _TABLE = Kind.PARAGRAPH, Kind.TABLE  # to look a member up on its class costs more than to compare it
NOT_AROUND_TITLE = bits.NOT_MAIN | bits.POPUP | bits.TAGS | bits.HEADER
"""Hints of parts that no article is in: an element around it is called so for its layout, or its settings."""
MIN_BELOW_TITLE = 100
"""Number of characters below the title from which an element holds more of the article than its head."""
FORMULA, DATA, CALLOUT, DEFINITION = 1, 2, 3, 4
"""Marks of set pieces: a formula, a row of a table of data, a line of a callout, a definition."""
_MAX_IN_BOX = 4
"""Number of elements around a block of which one may be a callout or a definition."""
_DEFINITIONS = frozenset(("dt", "dd"))
_TEX_STARTS, _TEX_ENDS = ("\\[", "\\(", "$$", "\\begin{"), ("\\]", "\\)", "$$", "}")


class PageHints(NamedTuple):
    """The names of a page's elements, and the hints of names and lines."""

    visible: Sequence[bool]
    names: Names
    inherited: array[int]
    """Hints of each element with those of the elements around it."""
    lines: array[int]
    """Hints that each block's text gives by itself."""
    set_pieces: bytes = b""
    """`FORMULA` for a block that is a formula and nothing else, `DATA` for a row of a table of data, `CALLOUT` for one
    in a callout, `DEFINITION` for one in a list of definitions; may be empty."""
    is_clean: bool = False
    """True if the page is nothing but its text."""


def read_hints(document: Document) -> PageHints:
    """Read the hints of a page."""
    names = read_names(document)
    _forget_around_title(document, names.hints)
    inherited = inherit_hints(document, names.hints)
    visible = document.visible()
    lines = find_line_hints(document, inherited_hints=inherited)
    return PageHints(visible, names, inherited, lines, _mark_set_pieces(document, names), is_clean(document, visible))


def _forget_around_title(document: Document, hints: list[int]) -> None:
    """Forget what names call an element that holds the title and text below it, if no article is in such a part."""
    title = document.title_block
    if title < 0:
        return
    texts, block_stop = document.texts, document.block_stop
    size, block = 0, title + 1
    for node in document.around(document.block_nodes[title]):
        while size < MIN_BELOW_TITLE and block < block_stop[node]:
            size += len(texts[block])
            block += 1
        if size >= MIN_BELOW_TITLE:
            hints[node] &= ~NOT_AROUND_TITLE


def _mark_set_pieces(document: Document, names: Names) -> bytes:
    """Mark the blocks that are a formula and nothing else, the rows of tables of data, and lines of boxes."""
    pieces = bytearray()
    marked = (FORMULA, _find_formulas(document, names)), (DATA, _find_data(document))
    for mark, blocks in (*_find_in_boxes(document, names), *marked):
        for block in blocks:
            pieces = pieces or bytearray(len(document.kinds))
            pieces[block] = mark
    return bytes(pieces)


def _find_formulas(document: Document, names: Names) -> Iterator[int]:
    """Yield the paragraphs that are a formula and nothing else: drawn, in TeX, or called so by their element.

    The source is searched only on pages that have such paragraphs: each search takes longer than finding these.
    """
    texts, html = document.texts, document.page.html
    drawn = [
        block
        for block, (kind, leaves) in enumerate(zip(document.kinds, document.leaves, strict=True))
        if kind is _PARAGRAPH and (not leaves or type(leaves[0]) is Element) and _is_formula(leaves)
    ]
    if drawn and (document.formulas or "<math" in html or "math/" in html):
        yield from drawn
    tex = [at for at, text in enumerate(texts) if text.startswith(_TEX_STARTS) and text.endswith(_TEX_ENDS)]
    if tex and any(start in html for start in _TEX_STARTS):
        yield from tex
    if may_name_math(" ".join(names.classes)):
        yield from _find_named(document, names)


def _find_named(document: Document, names: Names) -> Iterator[int]:
    """Yield the paragraphs that their element calls a formula. Names that were read before are not read again."""
    tags, elements, of_nodes = document.tags, document.elements, names.of_nodes
    by_tag = {tag for tag in set(tags) if may_name_math(tag) and names_math(tag, "")}
    by_class = [may_name_math(classes) and names_math("", classes) for classes in names.classes]
    for block, (node, kind) in enumerate(zip(document.block_nodes, document.kinds, strict=True)):
        if kind is not _PARAGRAPH:
            continue
        if number := of_nodes[node]:
            is_named = by_class[number]
        else:
            classes = elements[node].attr("class")
            is_named = classes is not None and names_math("", classes)
        if is_named or tags[node] in by_tag:
            yield block


def _find_in_boxes(document: Document, names: Names) -> Iterator[tuple[int, Iterator[int]]]:
    """Yield the blocks of lists of definitions, and of the boxes that their names call callouts, each with its mark."""
    tags, of_nodes = document.tags, names.of_nodes
    if "dd" in tags:
        yield DEFINITION, _find_inside(document, lambda node: tags[node] in _DEFINITIONS)
    callouts = callouts_among(names.classes)
    if callouts:  # on few pages
        yield CALLOUT, _find_inside(document, lambda node: of_nodes[node] in callouts)


def _find_inside(document: Document, is_box: Callable[[int], bool]) -> Iterator[int]:
    parents = document.parents
    for block, node in enumerate(document.block_nodes):
        at = node
        for _ in range(_MAX_IN_BOX):
            if at < 0:
                break
            if is_box(at):
                yield block
                break
            at = parents[at]


def _find_data(document: Document) -> Iterator[int]:
    """Yield the rows of tables of data."""
    if _TABLE not in document.kinds:
        return
    holding: dict[int, bool] = {}
    for block, kind in enumerate(document.kinds):
        if kind is _TABLE and (node := document.table_of(block)) >= 0:
            if node not in holding:
                holding[node] = holds_data(document.elements[node])
            if holding[node]:
                yield block


def _is_formula(leaves: Sequence[object]) -> bool:
    return all(
        type(leaf) is Element and leaf.tag != "br"
        for leaf in leaves
        if type(leaf) is not Text or not leaf.data.isspace()
    )
