"""A page to `tamis filter`.

Oracles: HTML that cannot run, as lexbor and ada read it, is UTF-8, and the same each time.
"""

from __future__ import annotations

import tamis
from tamis.errors import TamisError
from tamis.filter import filter_page, filter_text

from ..oracles import PAGE_URL, is_harmless, is_text, same_twice


def check(data: bytes) -> None:
    """Filter a page to HTML and to text."""
    try:
        page = tamis.api.page_from(data, PAGE_URL)
        is_harmless(is_text(same_twice(lambda: filter_page(page)), of="the filtered page"))
        is_text(filter_text(page), of="the filtered text")
    except TamisError:
        return
