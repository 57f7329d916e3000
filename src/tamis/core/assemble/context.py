"""The structure around a block: list, quote, heading, figure, table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.assemble.items import written_number
from tamis.core.parse.tree import Element
from tamis.model import Kind

if TYPE_CHECKING:
    from tamis.core.parse import Document

_LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
_ITEMS = frozenset({"li", "dt", "dd"})
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_TELLING = frozenset({*_LISTS, *_ITEMS, *_HEADINGS, "blockquote", "figure", "table"})
_BOXES = frozenset({"article", "div", "footer", "header", "section"})
_PROSE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE})
# An item that holds more blocks than this is a container (a forum post, a product card), not a list item.
MAX_BLOCKS_IN_ITEM = 6
MAX_BLOCKS_WITH_LISTS = 100
"""Maximum blocks of an item together with those of the lists in it."""
_MAX_DEPTH_IN_ITEM = 12
"""Elements around a block in which the item that it belongs to is looked for."""


class Context(NamedTuple):
    """The structure around a block, from its ancestors. Nodes are -1 if there is none."""

    item: int = -1
    list_depth: int = 0
    quoted: int = 0
    heading: int = 0
    figure: int = -1
    table: int = -1


_NOWHERE = Context()


class Contexts:
    """The contexts of a document's nodes, each computed once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[int, Context] = {-1: _NOWHERE}

    def of(self, node: int) -> Context:
        """Return the context of text directly in a node."""
        known = self._known.get(node)
        return known if known is not None else self._descend(node)

    def _descend(self, node: int) -> Context:
        """Derive the context from the nearest ancestor whose context is known."""
        path = []
        while node not in self._known:
            path.append(node)
            node = self._document.parents[node]
        context = self._known[node]
        for below in reversed(path):
            context = self._known[below] = self._inside(below, context)
        return context

    def _inside(self, node: int, outer: Context) -> Context:
        tag = self._document.tags[node]
        if tag not in _TELLING:
            return outer
        if tag in _HEADINGS:
            return outer._replace(heading=_HEADINGS[tag])
        if tag == "blockquote":
            return outer._replace(quoted=outer.quoted + 1)
        if tag in ("dl", "dd") and _is_indent(self._document.elements[node]):
            return outer
        if tag in _ITEMS:
            depth = outer.list_depth + (tag == "dd")
            return outer._replace(item=node, list_depth=depth) if self._is_item(node) else outer
        if tag in _LISTS:
            return outer._replace(list_depth=outer.list_depth + 1)
        if tag == "figure":
            return outer._replace(figure=node)
        return outer._replace(table=node)

    def _is_item(self, node: int) -> bool:
        """Tell whether an item has few blocks of its own; those of lists in it do not count, a table counts once.

        Several texts in boxes of their own are a comment with name, date and words, and the list in it has the answers.
        """
        document = self._document
        start, stop = document.block_start[node], document.block_stop[node]
        if not MAX_BLOCKS_IN_ITEM < stop - start <= MAX_BLOCKS_WITH_LISTS:
            return stop - start <= MAX_BLOCKS_IN_ITEM
        kinds, own, boxed = document.kinds, 0, 0
        for block in range(start, stop):
            if kinds[block] is Kind.TABLE and block > start and kinds[block - 1] is Kind.TABLE:
                continue  # the next row
            item, is_boxed = self._nearest_item(block)
            if item == node:
                own += 1
                boxed += is_boxed and kinds[block] in _PROSE
            if own > MAX_BLOCKS_IN_ITEM or boxed > 1:
                return False
        return True

    def _nearest_item(self, block: int) -> tuple[int, bool]:
        """Return the node of the innermost item around a block, and whether a box is between them.

        It is another element's node if the item is far away.
        """
        document = self._document
        node, is_boxed = document.block_nodes[block], False
        for _ in range(_MAX_DEPTH_IN_ITEM):
            if document.tags[node] in _ITEMS:
                break
            is_boxed = is_boxed or document.tags[node] in _BOXES
            node = document.parents[node]
        return node, is_boxed


def _is_indent(element: Element) -> bool:
    """Tell whether a definition list, or the one around a definition, has no terms: then it only indents."""
    definitions = element if element.tag == "dl" else element.parent
    return isinstance(definitions, Element) and definitions.tag == "dl" and definitions.find("dt") is None


class Numbers:
    """The numbers of a document's list items; each list is counted once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._lists: dict[Element, dict[Element, int]] = {}

    def of(self, item: int) -> int | None:
        """Return the number of a list item, given its node; None if its list is not numbered."""
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
        written = written_number(item)
        number = _whole(item.attr("value"), number if written is None else written)
        numbers[item] = number
        number += step
    return numbers


def _whole(value: str | None, default: int) -> int:
    try:
        return int((value or "").strip()[:9])
    except ValueError:
        return default
