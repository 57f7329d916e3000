"""Readability check: tell cheaply, before extraction, whether a page has enough prose.

The idea and the two numbers are those of Readability's ``isProbablyReaderable`` (Mozilla, Apache-2.0): paragraphs of
more than 140 characters count, each by the square root of the characters beyond, until the sum reaches 20. Paragraphs
that are mostly links do not count. The text of an element with line breaks counts as a paragraph.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Text, parse_html

if TYPE_CHECKING:
    from tamis.core.parse.tree import Element, Tree

MIN_LENGTH = 140  # characters; Readability
MIN_SCORE = 20.0  # Readability
_MOST_LINKED = 0.5  # share of a paragraph's characters
_PARAGRAPHS = "p, pre, div > br, td > br, blockquote > br"


def is_readable_source(html: str) -> bool:
    """Tell whether the source of a page has enough prose, with one parse and one pass over its paragraphs."""
    return has_prose(parse_html(html))


def has_prose(tree: Tree) -> bool:
    """Tell whether a parsed page has enough prose."""
    score = 0.0
    seen: set[object] = set()
    for element in tree.select(_PARAGRAPHS):
        if element.tag == "br":
            holder = element.parent
            if holder in seen or holder is None:
                continue
            seen.add(holder)
            length = sum(len(part.data.strip()) for part in holder if isinstance(part, Text))
        else:
            length = _prose_length(element)
        if length > MIN_LENGTH:
            score += math.sqrt(length - MIN_LENGTH)
            if score >= MIN_SCORE:
                return True
    return False


def _prose_length(element: Element) -> int:
    length = len(element.text.strip())
    if length <= MIN_LENGTH:
        return 0
    linked = sum(len(link.text) for link in element.select("a"))
    return length if linked <= _MOST_LINKED * length else 0
