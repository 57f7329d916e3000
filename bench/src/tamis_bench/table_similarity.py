"""Similarity of two tables as trees, TEDS.

X. Zhong, E. ShafieiBavani and A. Jimeno Yepes: *Image-based table recognition: data, model, and evaluation*. ECCV 2020.
A table is a tree: `table`, then `thead` and `tbody`, then `tr`, then cells with their spans and their text. TEDS is one
minus the edit distance of the trees over the number of nodes of the larger one. To insert or to delete a node costs 1;
to replace one costs 1 if tag or spans differ, and for two cells that agree the normalized edit distance of their texts.

K. Zhang and D. Shasha: *Simple fast algorithms for the editing distance between trees and related problems*. SIAM
Journal on Computing 18(6), 1989. The distance is computed as they do; tables are shallow, so it costs about the product
of the numbers of nodes.
"""

from __future__ import annotations

from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

MOST_NODES = 1_000
"""Maximum nodes of a table that is compared; a larger one would take minutes."""


class Node(NamedTuple):
    """A node of a table's tree."""

    tag: str
    children: tuple[Node, ...] = ()
    text: str = ""
    spans: tuple[int, int] = (1, 1)
    """Columns and rows that a cell covers."""

    @property
    def size(self) -> int:
        """Number of nodes of the tree."""
        return 1 + sum(child.size for child in self.children)

    def rows(self) -> list[list[str]]:
        """Return the text of the cells, row by row."""
        if self.tag == "tr":
            return [[cell.text for cell in self.children]]
        return [row for child in self.children for row in child.rows()]


def teds(found: Node, truth: Node) -> float:
    """Return the similarity of two tables, from 0 to 1."""
    return 1 - tree_distance(found, truth) / max(found.size, truth.size)


def tree_distance(first: Node, second: Node) -> float:
    """Return the edit distance of two ordered trees."""
    one, other = _Postorder(first), _Postorder(second)
    distances = [[0.0] * len(other.nodes) for _ in one.nodes]
    for root in one.key_roots:
        for other_root in other.key_roots:
            _compare(one, other, root, other_root, distances)
    return distances[-1][-1]


class _Postorder:
    """The nodes of a tree, children first, each with the first leaf below it."""

    def __init__(self, tree: Node) -> None:
        self.nodes: list[Node] = []
        self.first_leaves: list[int] = []
        self._add(tree)
        last_with_leaf = {leaf: place for place, leaf in enumerate(self.first_leaves)}
        self.key_roots = sorted(last_with_leaf.values())
        """Nodes that no node above them shares its first leaf with: the roots to compare."""

    def _add(self, node: Node) -> int:
        leaves = [self._add(child) for child in node.children]
        leaf = leaves[0] if leaves else len(self.nodes)
        self.nodes.append(node)
        self.first_leaves.append(leaf)
        return leaf


def _compare(one: _Postorder, other: _Postorder, root: int, other_root: int, distances: list[list[float]]) -> None:
    """Compute the distances of all pairs of subtrees on the left paths of two roots."""
    start, other_start = one.first_leaves[root], other.first_leaves[other_root]
    above = [float(place) for place in range(other_root - other_start + 2)]
    table = [above]
    for place in range(start, root + 1):
        line = [above[0] + 1]
        leaf = one.first_leaves[place]
        for other_place in range(other_start, other_root + 1):
            column = other_place - other_start
            other_leaf = other.first_leaves[other_place]
            cost = min(above[column + 1], line[column]) + 1
            if leaf == start and other_leaf == other_start:
                cost = min(cost, above[column] + _replacement(one.nodes[place], other.nodes[other_place]))
                distances[place][other_place] = cost
            else:
                before = table[leaf - start][other_leaf - other_start]
                cost = min(cost, before + distances[place][other_place])
            line.append(cost)
        table.append(line)
        above = line


def _replacement(node: Node, other: Node) -> float:
    if node.tag != other.tag or node.spans != other.spans:
        return 1.0
    return Levenshtein.normalized_distance(node.text, other.text) if node.tag == "td" else 0.0
