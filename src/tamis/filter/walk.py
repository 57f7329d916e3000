"""A walk over what the filters leave of a page's tree, in document order. The tree is not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.tree import Element, Text
from tamis.filter.lazy import repeats_neighbor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.tree import Node
    from tamis.papers.filters import Filters
    from tamis.papers.filters.removals import Removals

# Elements that are never passed on in the body. Style sheets are collected for the head; scripts return if requested.
_NEVER = frozenset(
    "base basefont bgsound frame frameset head link math meta noembed noframes param portal style svg template title"
    .split()
)  # fmt: skip


class Start(NamedTuple):
    """The event that an element begins."""

    element: Element


class End(NamedTuple):
    """The event that an element ends."""

    element: Element


class Characters(NamedTuple):
    """The event of a run of text in an element."""

    text: str


Event = Start | End | Characters


def walk_page(
    top: Element, removals: Removals, filters: Filters, hidden: frozenset[Element] = frozenset()
) -> Iterator[Event]:
    """Yield the events for what is left inside of an element.

    Noscript elements are left out. Their content is there if scripts are not, and if it is wanted.
    """
    noscript = filters.noscript and filters.remove_scripts
    stack: list[tuple[Iterator[Node], Element | None]] = [(iter(top), None)]
    while stack:
        iterator, open_element = stack[-1]
        child = next(iterator, None)
        if child is None:
            stack.pop()
            if open_element is not None:
                yield End(open_element)
        elif type(child) is Text:
            if child not in removals.texts:
                yield Characters(child.data)
        elif type(child) is not Element or child in removals.elements or child in hidden:
            continue
        elif child in removals.replaced:
            yield Characters(removals.replaced[child])
        elif child.tag == "noscript":
            if noscript and not repeats_neighbor(child):
                stack.append((iter(child), None))
        elif child.tag not in _NEVER and (child.tag != "script" or not filters.remove_scripts):
            yield Start(child)
            is_empty = child in removals.emptied or child.tag == "iframe"  # its text is for old browsers
            stack.append((iter(()) if is_empty else iter(child), child))
