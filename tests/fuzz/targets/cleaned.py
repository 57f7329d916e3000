"""A page to `tamis filter`.

Oracles: HTML that cannot run, as lexbor and ada read it, is UTF-8, and for one page in eight the same again.
"""

from __future__ import annotations

import tamis
from tamis.errors import TamisError
from tamis.filter import filter_page, filter_text

from ..oracles import PAGE_URL, is_harmless, is_text, same_again


def check(data: bytes) -> None:
    """Filter a page to HTML and to text."""
    try:
        page = tamis.api.page_from(data, PAGE_URL)
        html = same_again(filter_page(page), lambda: filter_page(page), data)
        is_harmless(is_text(html, of="the filtered page"))
        is_text(filter_text(page), of="the filtered text")
    except TamisError:
        return
