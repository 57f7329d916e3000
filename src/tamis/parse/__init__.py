"""From HTML text to a document of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.parse.blocks import cut
from tamis.parse.document import Document
from tamis.parse.tree import parse_html

if TYPE_CHECKING:
    from tamis.model import Page

__all__ = ["Document", "parse"]


def parse(page: Page) -> Document:
    """Parse a page by the rules of HTML5 and cut it into blocks. Any text parses."""
    return cut(page, parse_html(page.html))
