"""Page numbers in URLs: in the query (``?page=2``, ``&start=20``) or in the path (``/page/2``, ``-2.html``, ``/2/``).

A number where the page's own URL has another one or none is a page number if the words around it say so, or if it is
small enough and nothing says otherwise. `query_numbers` and `path_numbers` find it in the difference of two URLs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.urls.page_signs import Counted, counted_by, ends_with_page_word, rank_of_name
from tamis.text.urls.relations import USUAL_SIZES, Comparison, Relation
from tamis.text.urls.split import split_url

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_PAGE = 9999
"""Maximum page number; a greater one identifies an article. Page numbers of long threads have four digits."""
MAX_DIGITS = 5
"""Maximum digits of a page number in a path, which may count items."""
MAX_BARE = 300
"""Maximum number that counts as a page number if no word says that it is one."""
MIN_OFFSET = 5
"""Minimum number that counts items if it could also count pages."""
PARTS = re.compile(r"[0-9]+|[^\W\d_]+|[\W_]")
"""The parts of a path: numbers, words and signs."""
NUMBER = re.compile(r"[0-9]{1,6}")
ITEM = re.compile(r"[0-9]{3,}")
"""A number that may be that of an article or a thread."""


def page_number(url: str) -> int | None:
    """Read the page number that a URL names as such: ``?page=3``, ``/page/3``, ``-p3.html``; None without one."""
    parts = split_url(url)
    if parts is None:
        return None
    for name in sorted(parts.query, key=rank_of_name):
        if counted_by(name) is Counted.PAGES and NUMBER.fullmatch(parts.query[name]):
            return int(parts.query[name])
    *before, last = PARTS.findall(parts.plain_path) or [""]
    is_number = last.isdecimal() and len(last) <= MAX_DIGITS
    return int(last) if is_number and ends_with_page_word("".join(before)) else None


def has_offset(url: str) -> bool:
    """Tell whether a URL gives the number of a page's first item, and that is not the first of all."""
    parts = split_url(url)
    fields = parts.query.items() if parts is not None else ()
    return any(
        counted_by(name) is Counted.ITEMS and value.isdecimal() and value.strip("0") != "" for name, value in fields
    )


def names_item(text: str) -> bool:
    """Tell whether a text contains a number that may be that of an article or a thread."""
    return ITEM.search(text) is not None


def by_step(number: int, current: int) -> Comparison | None:
    """Compare two numbers that count the items before a page; None if their distance is not a usual length of lists."""
    step = abs(number - current)
    if step not in USUAL_SIZES or current % step or max(number, current) > MAX_PAGE:
        return None
    return Comparison(Relation.PAGE, number, current, is_offset=True)


def first_found(comparisons: Iterable[Comparison | None]) -> Comparison | None:
    """Return the first comparison that is not None."""
    return next((comparison for comparison in comparisons if comparison is not None), None)
