"""TEDS by hand."""

from __future__ import annotations

import pytest

from tamis_bench.table_similarity import Node, teds, tree_distance


def row(*texts: str) -> Node:
    return Node("tr", tuple(Node("td", text=text) for text in texts))


def table(*rows: Node) -> Node:
    return Node("table", (Node("tbody", rows),))


def test_equal_tables_are_alike() -> None:
    assert teds(table(row("a", "b"), row("c", "d")), table(row("a", "b"), row("c", "d"))) == 1


def test_a_cell_that_is_missing_costs_one_of_eight_nodes() -> None:
    whole = table(row("a", "b"), row("c", "d"))
    assert whole.size == 8
    assert teds(table(row("a", "b"), row("c")), whole) == pytest.approx(1 - 1 / 8)


def test_a_text_that_differs_costs_its_normalized_distance() -> None:
    assert tree_distance(table(row("abcd")), table(row("abxd"))) == pytest.approx(1 / 4)


def test_a_span_that_differs_costs_a_whole_node() -> None:
    spanned = table(Node("tr", (Node("td", text="a", spans=(2, 1)),)))
    assert tree_distance(spanned, table(row("a"))) == 1


def test_a_row_that_is_missing_costs_its_cells_and_itself() -> None:
    assert tree_distance(table(row("a", "b")), table(row("a", "b"), row("c", "d"))) == 3


def test_a_head_instead_of_a_body_costs_one_node() -> None:
    head = Node("table", (Node("thead", (row("a"),)),))
    assert tree_distance(head, table(row("a"))) == 1


def test_a_wrapper_is_taken_out_without_its_children() -> None:
    """Zhang and Shasha's trees f(d(a c(b)) e) and f(c(d(a b)) e), whose distance they give as 2."""
    a, b, e = Node("a"), Node("b"), Node("e")
    first = Node("f", (Node("d", (a, Node("c", (b,)))), e))
    second = Node("f", (Node("c", (Node("d", (a, b)),)), e))
    assert tree_distance(first, second) == 2
