"""A walk over what the filters leave of a page's tree, in document order. The tree is not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.tree import Element, Text
from tamis.text.markup_names import LAZY_SETS, LAZY_SOURCES

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


_SOURCES = (*LAZY_SOURCES, *LAZY_SETS)
# Not the guessed ones: a picture that is shown without a script may have those for something else.
_PICTURES = "img, amp-img"
_NEAR = 3  # nodes on each side, because white space and comments may be between


def waits_for_script(picture: Element) -> bool:
    """Tell whether a picture keeps its real source where only a script finds it."""
    return any(picture.attr(name) for name in _SOURCES)


def repeats_neighbor(noscript: Element) -> bool:
    """Tell whether a noscript element holds only the picture beside it, which waits for a script."""
    pictures = noscript.select(_PICTURES)
    if len(pictures) != 1 or noscript.text.strip():
        return False
    return any(_holds_waiting(near) for near in (_beside(noscript, -1), _beside(noscript, 1)) if near is not None)


def _beside(element: Element, step: int) -> Element | None:
    node: Node = element
    for _ in range(_NEAR):
        near = node.next_sibling if step > 0 else node.previous_sibling
        if near is None or isinstance(near, Element):
            return near
        node = near
    return None


def _holds_waiting(element: Element) -> bool:
    if element.tag in ("img", "amp-img"):
        return waits_for_script(element)
    # A picture element, or a link or box around one; not a whole region of the page.
    pictures = element.select(_PICTURES) if element.tag in ("picture", "a", "span") else []
    return len(pictures) == 1 and waits_for_script(pictures[0])
