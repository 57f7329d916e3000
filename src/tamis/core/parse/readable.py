"""A cheap first question: does a page have prose that is worth the extraction?

The idea and the two numbers are those of Readability's ``isProbablyReaderable`` (Mozilla, Apache-2.0): paragraphs of
140 characters or more count, each by the square root of what it has beyond, until 20 are reached. Of paragraphs that
are mostly links nothing counts, and text between line breaks counts as a paragraph.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tamis.core.parse.tree import Text, parse_html

if TYPE_CHECKING:
    from tamis.core.parse.tree import Element, Tree

MIN_LENGTH = 140  # characters; Readability
MIN_SCORE = 20.0  # Readability
_MOST_LINKED = 0.5  # of a paragraph's characters
_PARAGRAPHS = "p, pre, div > br, td > br, blockquote > br"


def is_readable_source(html: str) -> bool:
    """Whether the source of a page has enough prose. One parse and one look at its paragraphs."""
    return has_prose(parse_html(html))


def has_prose(tree: Tree) -> bool:
    """The same of a parsed page."""
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
