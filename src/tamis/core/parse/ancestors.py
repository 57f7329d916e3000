"""Walks from an element towards the root, written once: what an ancestor answers, and what is inherited from it.

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
    """The elements that a node is in, innermost first. An element comes first itself."""
    while node is not None:
        if type(node) is Element:
            yield node
        node = node.parent


class NearestElement(Generic[T]):
    """What the nearest element around a node, or the element itself, answers. Each is asked once."""

    def __init__(self, ask: Callable[[Element], T | None], otherwise: T) -> None:
        """`ask` gives None for elements that have no answer of their own."""
        self._ask = ask
        self._otherwise = otherwise
        self._known: dict[Element, T] = {}

    def of(self, node: Node | None) -> T:
        """The answer for a node; `otherwise` if nothing around it has one."""
        known, path = self._known, []
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
    """A value for each element, made from the value of the element around it. Each is made once."""

    def __init__(self, make: Callable[[Element, T], T], outermost: T) -> None:
        """`make` gets an element and the value of what it is in; `outermost` is around the root."""
        self._make = make
        self._outermost = outermost
        self._known: dict[Element, T] = {}

    def of(self, element: Element) -> T:
        """The value of an element."""
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
    """What the nearest node around a node, or the node itself, answers. Each is asked once, however deep the page."""

    def __init__(self, document: Document, ask: Callable[[int], T | None], otherwise: T) -> None:
        """`ask` gives None for nodes that have no answer of their own."""
        self._parents = document.parents
        self._ask = ask
        self._known: dict[int, T] = {-1: otherwise}

    def of(self, node: int) -> T:
        """The answer for a node; `otherwise` if nothing around it has one."""
        known, path = self._known, []
        while (answer := known.get(node)) is None:
            path.append(node)
            answer = self._ask(node)
            if answer is not None:
                break
            node = self._parents[node]
        known.update(dict.fromkeys(path, answer))
        return answer
