"""What names and lines say about a page, read once, before the model judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.data_tables import holds_data
from tamis.core.parse.tree import Element, Text
from tamis.core.strategies.clean_pages import is_clean
from tamis.core.strategies.line_hints import find_line_hints
from tamis.core.strategies.markup_hints import inherit_hints, read_names
from tamis.model import Kind

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.markup_hints import Names


FORMULA, DATA = 1, 2
"""Marks of set pieces: a formula, a row of a table of data."""


class PageHints(NamedTuple):
    """The names of a page's elements, and the hints of names and lines."""

    visible: Sequence[bool]
    names: Names
    inherited: array[int]
    """Hints of each element with those of the elements around it."""
    lines: array[int]
    """Hints that each block's text gives by itself."""
    set_pieces: bytes = b""
    """`FORMULA` for a block that is a formula and nothing else, `DATA` for a row of a table of data; empty if there are none."""
    is_clean: bool = False
    """True if the page is nothing but its text."""


def read_hints(document: Document) -> PageHints:
    """Read the hints of a page."""
    names = read_names(document)
    inherited = inherit_hints(document, names.hints)
    visible = document.visible()
    lines = find_line_hints(document, inherited_hints=inherited)
    return PageHints(visible, names, inherited, lines, _mark_set_pieces(document), is_clean(document, visible))


def _mark_set_pieces(document: Document) -> bytes:
    """Mark the blocks that are a formula and nothing else, and the rows of tables of data."""
    pieces = bytearray()
    if document.formulas or document.tree.select("math"):
        pieces = bytearray(map(_is_formula, document.leaves))
    if Kind.TABLE in document.kinds:
        pieces = pieces or bytearray(len(document.kinds))
        holding: dict[int, bool] = {}
        for block, kind in enumerate(document.kinds):
            if kind is Kind.TABLE and (node := document.table_of(block)) >= 0:
                if node not in holding:
                    holding[node] = holds_data(document.elements[node])
                if holding[node]:
                    pieces[block] = DATA
    return bytes(pieces)


def _is_formula(leaves: Sequence[object]) -> bool:
    return all(
        type(leaf) is Element and leaf.tag != "br"
        for leaf in leaves
        if type(leaf) is not Text or not leaf.data.isspace()
    )
