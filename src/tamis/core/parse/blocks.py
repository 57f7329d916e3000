"""Segmentation: turn the tree into a document of blocks, with the walk in C if it is compiled, else that in Python."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from tamis.core import compiled
from tamis.core.parse.document import Document
from tamis.core.parse.jsonld import JsonLd
from tamis.core.parse.walk import HELPERS, Columns, cut_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tamis.core.parse.document import Hiding
    from tamis.core.parse.tree import Element, Tree
    from tamis.model import Page

_WALK = compiled.load("tamis.core.parse._walk")


def segment(page: Page, tree: Tree, hidden_elements: Mapping[Element, Hiding]) -> Document:
    """Cut a page's tree into blocks, and flag those in hidden elements."""
    hides = dict(hidden_elements)
    columns = cut_blocks(tree.root, hides) if _WALK is None else cut_compiled(_WALK, tree.root, hides)
    return Document(page, tree, *columns, hidden_elements=hidden_elements, json_ld=JsonLd(tree))


def cut_compiled(module: Any, root: Element | None, hides: dict[Element, Hiding]) -> Columns:
    """Cut blocks as `cut_blocks` does, with the module in C, which returns the columns of numbers as bytes."""
    found = module.walk(root, hides, HELPERS)
    return Columns._make(array("q", column) if type(column) is bytes else column for column in found)
