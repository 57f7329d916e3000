"""Parsing: turn the HTML source of a page into a document of blocks, with the walk in C if it is compiled."""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tamis.core import compiled
from tamis.core.parse.document import Document, Hiding
from tamis.core.parse.grids import find_grids
from tamis.core.parse.hidden import find_icons, hidden_elements, marked_elements
from tamis.core.parse.inline_notes import find_inline_notes
from tamis.core.parse.jsonld import JsonLd
from tamis.core.parse.layout import computed_hiding, is_shown, with_boxes
from tamis.core.parse.listings import find_listings
from tamis.core.parse.math import find_formulas
from tamis.core.parse.parsers import IS_TURBOHTML
from tamis.core.parse.tree import close_title, parse_html
from tamis.core.parse.walk import HELPERS, Columns, cut_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tamis.core.parse.hidden import Marked
    from tamis.core.parse.math import Formula
    from tamis.core.parse.tree import Element, SourceScan, Tree
    from tamis.model import Page


__all__ = ["Document", "Hiding", "parse"]

_WALK = compiled.load() if IS_TURBOHTML else None


def segment(page: Page, tree: Tree, hidden_elements: Mapping[Element, Hiding], marked: Marked) -> Document:
    """Cut a page's tree into blocks, and flag those in hidden elements."""
    notes = find_inline_notes(tree)
    icons = find_icons(tree, page.html)
    if notes or icons:
        hidden_elements = {**hidden_elements, **icons, **dict.fromkeys(notes, Hiding.NOTE)}
    hides = dict(hidden_elements)
    listings = find_listings(tree, marked)
    for sign in listings.signs:
        hides.setdefault(sign, Hiding.BESIDE_CODE)
    cut = cut_blocks if _WALK is None else partial(cut_compiled, _WALK)
    formulas = find_formulas(tree, marked)
    columns = cut(tree.root, hides, listings.code, formulas, find_grids(marked))
    if listings.code:
        _give_leaves(columns, hidden_elements)
    return Document(
        page,
        tree,
        *columns,
        hidden_elements=hidden_elements,
        json_ld=JsonLd(tree),
        formulas=formulas,
        inline_notes=notes,
    )


def _give_leaves(columns: Columns, hidden_elements: Mapping[Element, Hiding]) -> None:
    """Make listings whose lines are all hidden blocks of their elements.

    Editors hide the lines that they draw from screen readers alone; those are shown.
    """
    for block, leaves in enumerate(columns.leaves):
        if not leaves:
            box = columns.elements[columns.block_nodes[block]]
            columns.leaves[block] = (box,)
            ways = {hidden_elements[line] for line in box.iter_elements() if line in hidden_elements}
            if Hiding.ARIA not in ways:
                columns.hidden[block] = next(iter(sorted(ways)), None)


def cut_compiled(
    module: Any,
    root: Element | None,
    hides: dict[Element, Hiding],
    listings: dict[Element, str],
    formulas: dict[Element, Formula],
    grids: dict[Element, str],
) -> Columns:
    """Cut blocks as `cut_blocks` does, with the module in C, which returns the columns of numbers as bytes."""
    found = module.walk(root, hides, listings, formulas, grids, HELPERS)
    return Columns._make(array("q", column) if type(column) is bytes else column for column in found)


_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def parse(page: Page, *, reads_styles: bool = False, scan: SourceScan | None = None) -> Document:
    """Parse a page by the rules of HTML5 and cut it into blocks. Any text parses.

    With `reads_styles`, the style sheets in the page tell what is hidden as well, unless a browser did. `scan` is that
    of the page's source, if it is known.
    """
    document = _parse(page, reads_styles, scan)
    if page.html.isascii():
        return document
    try:
        "".join(document.texts).encode("utf-8")
    except UnicodeEncodeError:
        return _parse(replace(page, html=_HALF_CHARACTER.sub("\ufffd", page.html)), reads_styles)
    return document


def _parse(page: Page, reads_styles: bool, scan: SourceScan | None = None) -> Document:
    tree = parse_html(page.html, scan)
    closed = close_title(tree, page.html)
    if closed is not None:
        page = replace(page, html=closed.source)
        return replace(_segment(page, parse_html(page.html), reads_styles), closed_title=closed)
    return _segment(page, tree, reads_styles)


def _segment(page: Page, tree: Tree, reads_styles: bool) -> Document:
    marked = marked_elements(tree)
    if page.layout is None and reads_styles:
        from tamis.core.parse.page_styles import hidden_with_styles, with_noscript  # only for those who ask for it

        return with_noscript(segment(page, tree, hidden_with_styles(tree, marked), marked))
    if page.layout is None:
        return segment(page, tree, hidden_elements(tree, marked), marked)
    shown = is_shown(page.layout)
    hidden = hidden_elements(tree, marked, computed_hiding(tree, page.layout), shown)
    if not reads_styles:
        return with_boxes(segment(page, tree, hidden, marked), page.layout)
    from tamis.core.parse.page_styles import closed_elements, doubtful_with_browser, with_noscript

    hidden = doubtful_with_browser(tree, closed_elements(tree, hidden, shown) | hidden)
    return with_noscript(with_boxes(segment(page, tree, hidden, marked), page.layout))
