"""The numbers of ordered list items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.parse.tree import Element

if TYPE_CHECKING:
    from tamis.parse import Document


class Numbers:
    """The numbers of a document's list items, each list counted once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._lists: dict[Element, dict[Element, int]] = {}

    def of(self, item: int) -> int | None:
        """The number of a list item's node, or None if its list has none."""
        element = self._document.elements[item]
        parent = element.parent
        if not isinstance(parent, Element) or parent.tag != "ol":
            return None
        if parent not in self._lists:
            self._lists[parent] = _count(parent)
        return self._lists[parent].get(element)


def _count(ordered: Element) -> dict[Element, int]:
    numbers: dict[Element, int] = {}
    items = [child for child in ordered if type(child) is Element and child.tag == "li"]
    step = 1 if ordered.attr("reversed") is None else -1
    number = _whole(ordered.attr("start"), 1 if step > 0 else len(items))
    for item in items:
        number = _whole(item.attr("value"), number)
        numbers[item] = number
        number += step
    return numbers


def _whole(value: str | None, default: int) -> int:
    try:
        return int((value or "").strip()[:9])
    except ValueError:
        return default
