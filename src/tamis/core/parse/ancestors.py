"""Lookups along the ancestors of an element: the nearest one that has a value, and values inherited from the parent.

The classes remember every element on the way, so that a page of any depth costs one step for each of its elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from tamis.core.parse.tree import Element

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tamis.core.parse.document import Document
    from tamis.core.parse.tree import Node

T = TypeVar("T")


def elements_around(node: Node | None) -> Iterator[Element]:
    """Yield the elements around a node, innermost first, starting with the node if it is an element."""
    while node is not None:
        if type(node) is Element:
            yield node
        node = node.parent


def add_around(node: Node, around: set[Element]) -> None:
    """Add a node and the elements around it, up to one that is there already."""
    for element in elements_around(node):
        if element in around:
            return
        around.add(element)


class NearestElement(Generic[T]):
    """A lookup of the nearest element, from a node outward, for which `ask` gives an answer. Asks each element once."""

    def __init__(self, ask: Callable[[Element], T | None], otherwise: T) -> None:
        """Store `ask`, which returns None for an element without an answer, and the answer where no element has one."""
        self._ask = ask
        self._otherwise = otherwise
        self._known: dict[Node | None, T] = {}

    def of(self, node: Node | None) -> T:
        """Return the answer of the nearest element, the node included; `otherwise` if none has one."""
        known = self._known
        if node is not None and type(node) is not Element:
            node = node.parent
        if node in known:  # as for most texts: others of the same element were first
            return known[node]
        path = []
        answer = self._otherwise
        for element in elements_around(node):
            if element in known:
                answer = known[element]
                break
            path.append(element)
            own = self._ask(element)
            if own is not None:
                answer = own
                break
        known.update(dict.fromkeys(path, answer))
        return answer


class Inherited(Generic[T]):
    """A value for each element, computed from the value of its parent. Each is computed once."""

    def __init__(self, make: Callable[[Element, T], T], outermost: T) -> None:
        """Store `make`, which gets an element and its parent's value, and `outermost`, the value around the root."""
        self._make = make
        self._outermost = outermost
        self._known: dict[Element, T] = {}

    def of(self, element: Element) -> T:
        """Return the value of an element."""
        known, path = self._known, []
        value = self._outermost
        for around in elements_around(element):
            if around in known:
                value = known[around]
                break
            path.append(around)
        for below in reversed(path):
            value = known[below] = self._make(below, value)
        return value


class Nearest(Generic[T]):
    """A lookup of the nearest node, from a node outward, for which `ask` gives an answer. Asks each node once."""

    def __init__(self, document: Document, ask: Callable[[int], T | None], otherwise: T) -> None:
        """Store `ask`, which returns None for a node without an answer, and the answer where no node has one."""
        self._parents = document.parents
        self._ask = ask
        self._known: dict[int, T] = {-1: otherwise}

    def of(self, node: int) -> T:
        """Return the answer of the nearest node, the node itself included; `otherwise` if none has one."""
        known, path = self._known, []
        while (answer := known.get(node)) is None:
            path.append(node)
            answer = self._ask(node)
            if answer is not None:
                break
            node = self._parents[node]
        known.update(dict.fromkeys(path, answer))
        return answer
