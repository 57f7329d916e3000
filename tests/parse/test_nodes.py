"""Structural elements and the sums over them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from html_soup import soup
from tamis.model import Kind

from .reading import document


def test_node_zero_is_the_root_and_holds_everything() -> None:
    parsed = document("<p>a</p><div><p>b</p></div>")
    assert (parsed.tags[0], parsed.parents[0]) == ("html", -1)
    assert (parsed.block_start[0], parsed.block_stop[0]) == (0, len(parsed))


def test_the_ancestors_of_a_block_are_innermost_first() -> None:
    parsed = document("<main><ul><li>a <b>b</b></li></ul></main>")
    assert [parsed.tags[node] for node in parsed.ancestors(0)] == ["li", "ul", "main", "body", "html"]


def test_an_empty_page_has_sums_of_zero() -> None:
    parsed = document("")
    assert parsed.node_sums(parsed.sizes()).tolist() == [0] * len(parsed.tags)


@given(soup())
@settings(max_examples=300)
def test_node_sums_equal_the_sums_by_hand(html: str) -> None:
    parsed = document(html)
    values = np.arange(1, len(parsed) + 1, dtype=np.int64) ** 2
    by_hand = [0] * len(parsed.tags)
    for block, value in enumerate(values.tolist()):
        for node in parsed.ancestors(block):
            by_hand[node] += value
    assert parsed.node_sums(values).tolist() == by_hand


@given(soup())
@settings(max_examples=300)
def test_nodes_stand_in_document_order_and_ranges_nest(html: str) -> None:
    parsed = document(html)
    assert (
        len(parsed.elements)
        == len(parsed.tags)
        == len(parsed.parents)
        == len(parsed.block_start)
        == len(parsed.block_stop)
    )
    for node, parent in enumerate(parsed.parents):
        assert parent < node
        assert parsed.elements[node].tag == parsed.tags[node]
        assert parsed.block_start[node] <= parsed.block_stop[node]
        if parent >= 0:
            assert (
                parsed.block_start[parent]
                <= parsed.block_start[node]
                <= parsed.block_stop[node]
                <= parsed.block_stop[parent]
            )
            assert parsed.elements[parent] in parsed.elements[node].ancestors


@given(soup())
@settings(max_examples=200)
def test_a_block_stands_in_its_owner(html: str) -> None:
    parsed = document(html)
    for block, owner in enumerate(parsed.block_nodes):
        assert parsed.block_start[owner] <= block < parsed.block_stop[owner]
        for leaf in parsed.leaves[block]:
            if not isinstance(leaf, str) and parsed.kinds[block] is not Kind.TABLE:
                assert parsed.elements[owner] in leaf.ancestors


@given(soup())
@settings(max_examples=200)
def test_a_block_has_no_more_linked_characters_than_the_source(html: str) -> None:
    parsed = document(html)
    assert all(0 <= size <= len(html) for size in parsed.link_sizes)
    if "<a" not in html:
        assert not any(parsed.link_sizes)
