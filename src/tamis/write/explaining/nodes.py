"""CUTER's characterization of every node (C4 of its requirements): advertisement, navigation, text, multimedia, empty.

It is computed whatever the strategy, because it shows what the page is made of.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.core.parse.positions import CountedPaths
from tamis.core.parse.tree import Element, location_of, path_of
from tamis.papers.cuter import Cuter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.model import Role

DEEP = 200
"""Maximum depth of nodes with an XPath; real pages have some thirty elements around an element."""


class NodeReport(NamedTuple):
    """A structural element and its class."""

    number: int
    """Number in depth-first order, the paper's IX."""
    parent: int
    """Number of the parent; -1 for the root."""
    depth: int
    tag: str
    names: str
    """Its id and its classes, written as a CSS selector."""
    role: Role
    block_start: int
    """Its first block; `block_stop` is the one after its last."""
    block_stop: int
    characters: int
    xpath: str | None
    """XPath; None for nodes that are more than `DEEP` deep: their paths together would be many times the page."""
    line: int | None
    """Line in the source; None if the parser inserted the element."""


class InlineReport(NamedTuple):
    """An inline element of a node, and its class."""

    node: int
    """Number of the structural element that it is in."""
    tag: str
    role: Role
    line: int | None


class NodeRow(NamedTuple):
    """A node together with the nodes inside it of the same class, for people to read."""

    node: NodeReport
    inside: int
    """Number of nodes inside it that are not shown, because they have its class."""


def report_nodes(document: Document, cuter: Cuter | None = None) -> tuple[NodeReport, ...]:
    """Report all nodes in depth-first order, as CUTER with these parameters classifies them."""
    sizes = [0, *accumulate(map(len, document.texts))]
    depths: list[int] = []
    counted = CountedPaths()
    reports = []
    for number, role in enumerate((cuter or Cuter()).characterize(document)):
        parent, element = document.parents[number], document.elements[number]
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        start, stop = document.block_start[number], document.block_stop[number]
        location = location_of(element)
        reports.append(
            NodeReport(
                number=number,
                parent=parent,
                depth=depths[number],
                tag=document.tags[number],
                names=_names(element),
                role=role,
                block_start=start,
                block_stop=stop,
                characters=sizes[stop] - sizes[start],
                xpath=path_of(element, counted) if depths[number] <= DEEP else None,
                line=location.start_tag.start_line if location else None,
            )
        )
    return tuple(reports)


def report_inlines(document: Document, cuter: Cuter | None = None) -> tuple[InlineReport, ...]:
    """Report all elements that are not nodes, in document order: links, formatting, pictures."""
    numbers: dict[Element, int] = {element: number for number, element in enumerate(document.elements)}
    reports = []
    for element, role in (cuter or Cuter()).characterize_elements(document).items():
        if element in numbers:
            continue
        around = element.parent
        numbers[element] = numbers.get(around, -1) if isinstance(around, Element) else -1
        location = location_of(element)
        reports.append(
            InlineReport(numbers[element], element.tag, role, location.start_tag.start_line if location else None)
        )
    return tuple(reports)


def outline(nodes: Sequence[NodeReport]) -> Iterator[NodeRow]:
    """Yield the nodes, without those inside a node whose whole subtree has one class."""
    inside = [0] * len(nodes)
    uniform = [True] * len(nodes)
    for node in reversed(nodes):
        if node.parent >= 0:
            inside[node.parent] += inside[node.number] + 1
            if not uniform[node.number] or nodes[node.parent].role is not node.role:
                uniform[node.parent] = False
    shown = [True] * len(nodes)
    for node in nodes:
        if node.parent >= 0:
            shown[node.number] = shown[node.parent] and not uniform[node.parent]
        if shown[node.number]:
            yield NodeRow(node, inside[node.number] if uniform[node.number] else 0)


def _names(element: Element) -> str:
    own, classes = element.attr("id"), element.attr("class")
    return (f"#{own}" if own else "") + "".join(f".{name}" for name in (classes or "").split())
