"""Captions and credits of pictures, separated by the class names of their elements, or else by their words."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.tree import Element, Text
from tamis.text.credits import Captioned, clean_credit, is_credit, labeled_credit, split_credit
from tamis.text.phrases import normal
from tamis.text.picture_names import CAPTION, CREDIT, FURNITURE_LINES, hint_of
from tamis.text.word_overlap import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.core.parse import Document
    from tamis.core.parse.tree import Node

MAX_TAIL = 60
"""Maximum characters of a text that continues a credit without a name: ``/AFP via Getty Images`` after ``Jane Doe``."""
_GOES_ON = ("/", "|", "via ")
MAX_LEVELS = 8
"""Number of elements around a text that are searched for a name that calls it a caption or a credit."""


def captioned(document: Document, blocks: Sequence[int], alternative: str = "") -> Captioned:
    """Split the blocks of a caption into caption and credit; if no block has a credit, look in the alternative text."""
    captions: list[str] = []
    credits_: list[str] = []
    title = words(document.title or "")
    for block in blocks:
        caption, credit = _split(document, block)
        if caption and words(caption) != title:
            captions.append(caption)
        if credit and credit not in credits_:
            credits_.append(credit)
    caption = " ".join(_told_once(captions))
    if not credits_:
        caption, credit = split_credit(caption)
        return Captioned(caption, credit or labeled_credit(alternative))
    return Captioned(caption, ", ".join(credits_))


def _told_once(captions: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a caption without repeats and without excerpts, which buttons such as ``more`` replace."""
    for place, caption in enumerate(captions):
        others = (*captions[:place], *(other for other in captions[place + 1 :] if other != caption))
        if not any(other.startswith(caption.rstrip(" .…")) for other in others):
            yield caption


def _split(document: Document, block: int) -> Captioned:
    """Split one block into its caption and its credit."""
    owner = document.elements[document.block_nodes[block]]
    top = owner.parent
    told: list[str] = []
    names: list[str] = []
    leaves = document.leaves[block]
    if len(leaves) > 1 and _is_button(leaves[-1]):
        leaves = leaves[:-1]
    for leaf in leaves:
        text = leaf if isinstance(leaf, str) else leaf.data if isinstance(leaf, Text) else " "
        is_name = not isinstance(leaf, str) and _is_credit(leaf, top)
        if names and not is_name and text.lstrip().startswith(_GOES_ON) and len(text) <= MAX_TAIL:
            is_name = True
        (names if is_name else told).append(text)
        if is_name:
            told.append(" ")
    caption, credit = " ".join("".join(told).split()), " ".join("".join(names).split())
    if credit and not any(map(str.isalnum, caption)):
        caption = ""
    if not credit and is_credit(caption):
        return Captioned("", clean_credit(caption))
    return Captioned(caption.rstrip(" |/•·–—-,;:("), clean_credit(credit))


def _is_credit(leaf: Node, top: Node | None) -> bool:
    """Tell whether the nearest named element around a text calls it a credit."""
    for element in islice(elements_around(leaf.parent), MAX_LEVELS):
        if element is top or element.tag == "figure":
            return False
        if hint := hint_of(element) & (CAPTION | CREDIT):
            return hint == CREDIT
    return False


def _is_button(leaf: Node | str) -> bool:
    """Tell whether a text is a button of the figure: ``less``, ``more``."""
    if not isinstance(leaf, Text) or normal(leaf.data) not in FURNITURE_LINES:
        return False
    parent = leaf.parent
    return isinstance(parent, Element) and (parent.tag == "button" or (parent.tag == "a" and not parent.attr("href")))
