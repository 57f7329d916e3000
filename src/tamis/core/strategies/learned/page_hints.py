"""What names and lines say about a page, read once, before the model judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.tree import Element, Text
from tamis.core.strategies.clean_pages import is_clean
from tamis.core.strategies.line_hints import find_line_hints
from tamis.core.strategies.markup_hints import inherit_hints, read_names

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from tamis.core.parse import Document
    from tamis.core.strategies.markup_hints import Names


class PageHints(NamedTuple):
    """The names of a page's elements, and the hints of names and lines."""

    visible: Sequence[bool]
    names: Names
    inherited: array[int]
    """Hints of each element with those of the elements around it."""
    lines: array[int]
    """Hints that each block's text gives by itself."""
    formulas: bytes = b""
    """1 for each block that is a formula and nothing else; empty if the page has no formulas."""
    is_clean: bool = False
    """True if the page is nothing but its text."""


def read_hints(document: Document) -> PageHints:
    """Read the hints of a page."""
    names = read_names(document)
    inherited = inherit_hints(document, names.hints)
    visible = document.visible()
    lines = find_line_hints(document, inherited_hints=inherited)
    return PageHints(visible, names, inherited, lines, _mark_formulas(document), is_clean(document, visible))


def _mark_formulas(document: Document) -> bytes:
    """Mark the blocks that are a formula and nothing else."""
    if not document.formulas and not document.tree.select("math"):
        return b""
    return bytes(map(_is_formula, document.leaves))


def _is_formula(leaves: Sequence[object]) -> bool:
    return all(
        type(leaf) is Element and leaf.tag != "br"
        for leaf in leaves
        if type(leaf) is not Text or not leaf.data.isspace()
    )
