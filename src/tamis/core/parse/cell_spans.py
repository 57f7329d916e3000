"""The columns and rows that a cell of a table covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.core.parse.tree import Element

MAX_SPAN = 100
"""Maximum rows or columns of one cell; pages claim thousands."""


def span_of(cell: Element, name: str) -> int:
    """Return the number of columns or rows that a cell covers."""
    value = cell.attr(name) if cell.tag in ("td", "th") else cell.attr(f"aria-{name}")
    return max(1, min(MAX_SPAN, int(value[:9]))) if value and value.isascii() and value.isdigit() else 1
