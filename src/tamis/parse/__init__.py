"""From HTML text to a document of blocks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tamis.parse.blocks import segment
from tamis.parse.document import Document
from tamis.parse.tree import parse_html

if TYPE_CHECKING:
    from tamis.model import Page

__all__ = ["Document", "parse"]

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def parse(page: Page) -> Document:
    """Parse a page by the rules of HTML5 and cut it into blocks. Any text parses."""
    document = segment(page, parse_html(page.html))
    try:
        "".join(document.texts).encode("utf-8")
    except UnicodeEncodeError:
        whole = replace(page, html=_HALF_CHARACTER.sub("\ufffd", page.html))
        return segment(whole, parse_html(whole.html))
    return document
