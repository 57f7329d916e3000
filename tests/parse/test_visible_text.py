"""Every character of text is in exactly one block. The other side of the comparison is a plain collector."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from example_site import PAGES, page_bytes
from html_soup import soup, tidy
from tamis.core.parse.encodings import decode
from tamis.core.parse.tree import Element, Text

from .reading import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.tree import Node

NO_TEXT = frozenset(
    """
    area audio base basefont canvas col colgroup datalist embed frame head iframe input link meta noembed noframes
    object option param rp script select source style svg template textarea title track video img image amp-img
    """.split()
)


def visible_text(html: str) -> str:
    """The characters of a page's text in document order, without white space, soft hyphens and formulas."""
    root = document(html).tree.root
    return dense("".join(_pieces(root))) if root is not None else ""


def _pieces(root: Node) -> Iterator[str]:
    stack: list[Node | str] = [root]
    while stack:
        at = stack.pop()
        if isinstance(at, str):
            yield at
        elif isinstance(at, Text):
            yield at.data
        elif isinstance(at, Element) and at.tag not in NO_TEXT:
            inside: list[Node | str] = list(at)
            if at.tag == "rt" and at.text.strip():
                inside = ["(", *inside, ")"]
            stack.extend(reversed(inside))


def dense(text: str) -> str:
    """Without what folding, soft hyphens and the bars between cells change."""
    return "".join(character for character in text if not character.isspace() and character not in "\xad|")


@given(soup(hiding=False))
@settings(max_examples=400)
def test_the_blocks_in_order_hold_the_text_in_order(html: str) -> None:
    assert dense("".join(document(html).texts)) == visible_text(html)


@given(soup(hiding=True))
@settings(max_examples=400)
def test_hidden_or_not_every_character_is_in_one_block(html: str) -> None:
    assert Counter(dense("".join(document(html).texts))) == Counter(visible_text(html))


@given(tidy)
@settings(max_examples=200)
def test_tidy_pages_keep_their_text_in_order(html: str) -> None:
    assert dense("".join(document(html).texts)) == visible_text(html)


@pytest.mark.parametrize("name", [name for name in PAGES if name != "parser-notes.html"])
def test_the_pages_of_the_example_site_lose_no_character(name: str) -> None:
    html = decode(page_bytes(name)).text
    assert Counter(dense("".join(document(html).texts))) == Counter(visible_text(html))


@given(soup())
@settings(max_examples=200)
def test_nothing_but_pictures_is_empty(html: str) -> None:
    parsed = document(html)
    empty = {kind.value for kind, text in zip(parsed.kinds, parsed.texts, strict=True) if not text.strip()}
    assert empty <= {"image", "media"}
