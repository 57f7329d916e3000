"""Parsing: turn the HTML source of a page into a document of blocks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.core.parse.blocks import segment
from tamis.core.parse.document import Document, Hiding
from tamis.core.parse.hidden import hidden_elements
from tamis.core.parse.layout import computed_hiding, is_shown, with_boxes
from tamis.core.parse.tree import close_title, parse_html

if TYPE_CHECKING:
    from tamis.core.parse.tree import Tree
    from tamis.model import Page

__all__ = ["Document", "Hiding", "parse"]

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def parse(page: Page) -> Document:
    """Parse a page by the rules of HTML5 and cut it into blocks. Any text parses."""
    document = _parse(page)
    if page.html.isascii():
        return document
    try:
        "".join(document.texts).encode("utf-8")
    except UnicodeEncodeError:
        return _parse(replace(page, html=_HALF_CHARACTER.sub("\ufffd", page.html)))
    return document


def _parse(page: Page) -> Document:
    tree = parse_html(page.html)
    closed = close_title(tree, page.html)
    if closed is not None:
        page = replace(page, html=closed.source)
        return replace(_segment(page, parse_html(page.html)), closed_title=closed)
    return _segment(page, tree)


def _segment(page: Page, tree: Tree) -> Document:
    if page.layout is None:
        return segment(page, tree, hidden_elements(tree))
    hidden = hidden_elements(tree, computed_hiding(tree, page.layout), is_shown(page.layout))
    return with_boxes(segment(page, tree, hidden), page.layout)
