"""Signs before the text of a list item: the box of a task, and bullets or numbers that the page writes itself."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element, Text

if TYPE_CHECKING:
    from tamis.model import Inline

_MAX_BEFORE_BOX = 4  # elements of a list item up to its checkbox
_BOX = re.compile(r"(?:\[([ xX\xa0-]?)\]|([☐☑☒❏]))\s++(?=\S)")
"""The box of a task as text, as Org mode and tools without task lists write it."""
_EMPTY = frozenset({"", " ", "\xa0", "-", "☐", "❏"})
_MARKER = re.compile(r"[•◦▪‣●○·∙*–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]", re.IGNORECASE)
_MAX_MARKER = 7


def is_marker(text: str) -> bool:
    """Tell whether a text is nothing but the bullet or the number of an item."""
    return len(text) <= _MAX_MARKER and _MARKER.fullmatch(text) is not None


def written_number(item: Element) -> int | None:
    """Return the number that a page writes in an element of its own before an item; None if it writes none."""
    first = next((child for child in islice(item, 2) if type(child) is not Text or not child.data.isspace()), None)
    if type(first) is not Element or first.tag != "span":
        return None
    number = first.text.strip()
    return int(number.strip("(.)")) if is_marker(number) and number.strip("(.)").isdecimal() else None


def is_checked(item: Element) -> bool | None:
    """Tell whether the box of an item of a task list is checked; None if the item begins with none."""
    box = next((at for at in islice(item.iter_elements(), _MAX_BEFORE_BOX) if at.tag == "input"), None)
    if box is None or (box.attr("type") or "").lower() != "checkbox":
        return None
    return box.attr("checked") is not None


def written_box(text: str) -> tuple[bool, int] | None:
    """Return whether the box that a text begins with is checked, and where the text goes on; None without a box."""
    box = _BOX.match(text) if text[:1] in "[☐☑☒❏" else None
    return ((box[1] or box[2] or "") not in _EMPTY, box.end()) if box is not None else None


def without_start(inlines: tuple[Inline, ...], size: int) -> tuple[Inline, ...]:
    """Return inlines without their first characters, and without space at their new start."""
    rest: list[Inline] = []
    for inline in inlines:
        cut = min(size, len(inline.text))
        size -= cut
        text = inline.text[cut:] if rest else inline.text[cut:].lstrip()
        if text:
            rest.append(inline._replace(text=text))
    return tuple(rest)
