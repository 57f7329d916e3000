"""Lazy-loaded pictures, and their copies in noscript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from tamis.core.parse.tree import Node

_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-srcset", "data-lazy-srcset", "data-lazy")
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
    at: Node = element
    for _ in range(_NEAR):
        near = at.next_sibling if step > 0 else at.previous_sibling
        if near is None or isinstance(near, Element):
            return near
        at = near
    return None


def _holds_waiting(element: Element) -> bool:
    if element.tag in ("img", "amp-img"):
        return waits_for_script(element)
    # A picture element, or a link or box around one; not a whole region of the page.
    pictures = element.select(_PICTURES) if element.tag in ("picture", "a", "span") else []
    return len(pictures) == 1 and waits_for_script(pictures[0])
