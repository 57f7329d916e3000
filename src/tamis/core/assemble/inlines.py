"""Inlines: runs of text with their formatting and links, made from the leaves of a block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.core.parse.math import formula, is_math_script
from tamis.core.parse.tree import Element, Text
from tamis.core.parse.urls import resolve
from tamis.core.parse.walk import (
    ACTIONS,
    BLOCK,
    BREAK,
    BUTTON,
    FORMULA,
    LINK,
    PRE,
    READING,
    ROW,
    SCRIPT,
    SEPARATE,
    SOFT_HYPHEN,
    TABLE,
)  # fmt: skip
from tamis.core.parse.walk import INLINE as IS_INLINE
from tamis.model import NO_MARKS, Inline, Mark

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from tamis.core.parse.tree import Node, Tree

HINTS: dict[str, Mark] = {
    "b": Mark.BOLD,
    "strong": Mark.BOLD,
    "i": Mark.ITALIC,
    "em": Mark.ITALIC,
    "cite": Mark.ITALIC,
    "var": Mark.ITALIC,
    "dfn": Mark.ITALIC,
    "code": Mark.CODE,
    "kbd": Mark.CODE,
    "samp": Mark.CODE,
    "tt": Mark.CODE,
    "s": Mark.STRIKE,
    "strike": Mark.STRIKE,
    "del": Mark.STRIKE,
    "sub": Mark.SUB,
    "sup": Mark.SUP,
}
_UNSTYLED: tuple[frozenset[Mark], str | None] = (NO_MARKS, None)
_MATH = frozenset({Mark.MATH})
# A reference to a note is short, and its target identifies it.
_MAX_NOTE_REFERENCE = 8
_BACK_ARROWS = frozenset("↩↑⤴↵⏎^ \ufe0e\ufe0f")
_NOTE_TARGET = re.compile(
    r"#(?:[a-z-]*:)?_?(?:fn|ftn|edn|footnote|endnote|note|cite_note|sdfootnote)\w*", re.IGNORECASE
)


_ON_LINES = frozenset({BLOCK, TABLE, ROW, PRE})
"""Elements that begin and end a line of a table cell: paragraphs, list items, rows of inner tables."""

Run = tuple[str, frozenset[Mark], str | None]
"""Text with its formatting and its link, before white space is collapsed."""


class Formatting:
    """A converter from leaves to inlines, with links made absolute against one base URL."""

    def __init__(self, base: str | None, page_url: str | None) -> None:
        self._base = base
        self._page = page_url.partition("#")[0] if page_url else None
        # An inline element is in only one block's container, so its style is the same for all its text.
        self._known: dict[Element, tuple[frozenset[Mark], str | None]] = {}

    def inlines(self, leaves: Sequence[Node | str], container: Element, text: str | None = None) -> tuple[Inline, ...]:
        """Make the inlines of a block that is in `container`.

        `text` is its text with white space collapsed, if known.
        """
        if text is not None and len(leaves) == 1:
            only = leaves[0]
            if type(only) is Text and only.parent is container:  # the most common block
                return (Inline(text),)
        runs: list[Run] = []
        plain = text is not None
        for leaf in leaves:
            marks, href = NO_MARKS, None
            if type(leaf) is Text:
                data = leaf.data
                if data == "\n":
                    data = " "  # only a br breaks the line
                parent = leaf.parent
                if parent is not container and type(parent) is Element:
                    style = self._known.get(parent)
                    if style is None:
                        style = self._known[parent] = self._climb(parent, container)
                    marks, href = style
                    if marks or href:
                        plain = False
            elif type(leaf) is Element:
                data = "\n"
                if leaf.tag != "br":
                    data, marks, plain = formula(leaf), _MATH, False
            else:
                data = str(leaf)
            runs.append((data, marks, href))
        return (Inline(text),) if plain and text is not None else _fold(runs)

    def _climb(self, element: Element, container: Element) -> tuple[frozenset[Mark], str | None]:
        marks: set[Mark] = set()
        link: Element | None = None
        target = ""
        node: object = element
        while type(node) is Element and node is not container:
            tag = node.tag
            if tag == "a":
                if link is None and (href := node.attr("href")):
                    link, target = node, href.strip()
            elif (mark := HINTS.get(tag)) is not None:
                marks.add(mark)
            node = node.parent
        if link is None:
            return (frozenset(marks), None) if marks else _UNSTYLED
        if self._page and target.startswith(f"{self._page}#"):
            target = target[len(self._page) :]
        if target.startswith("#"):
            if _is_note_reference(link, target, marks):
                return frozenset({Mark.NOTE}), target
            if _BACK_ARROWS.issuperset(link.text):
                return NO_MARKS, target  # from a note back to its reference
        return frozenset(marks), self._link(target)

    def _link(self, target: str) -> str | None:
        if target.startswith("#"):
            return self._page + target if self._page and len(target) > 1 else None
        return resolve(target, self._base)


def _is_note_reference(link: Element, target: str, marks: set[Mark]) -> bool:
    text = link.text.strip()
    if not text or len(text) > _MAX_NOTE_REFERENCE:
        return False
    if link.attr("role") == "doc-noteref" or link.attr("rel") == "footnote":
        return True
    holds_sup = Mark.SUP in marks or link.find("sup") is not None
    return (holds_sup or text.strip("[]()").isdigit()) and _NOTE_TARGET.match(target) is not None


def may_refer_to_notes(tree: Tree) -> bool:
    """Tell whether any link of a page may be a reference to a note."""
    for link in tree.select("a[href*='#']"):
        target = (link.attr("href") or "").partition("#")
        if target[2] and (link.attr("role") == "doc-noteref" or link.attr("rel") == "footnote"):
            return True
        if _NOTE_TARGET.match("#" + target[2]):
            return True
    return False


def cell_leaves(cell: Element, hidden: Container[Element]) -> list[Node | str]:
    """Return the leaves of a table cell as the walk reads them, with a line break wherever a block begins or ends."""
    leaves: list[Node | str] = []
    stack: list[Node | str | None] = list(reversed(list(cell)))
    closed = False  # an inline element has just ended
    while stack:
        at = stack.pop()
        if at is None:
            closed = True
        elif isinstance(at, str):
            leaves.append(at)
        elif type(at) is Text:
            if leaves or not at.data.isspace():
                leaves.append(at)
                closed = False
        elif type(at) is Element:
            action = ACTIONS.get(at.tag, IS_INLINE)
            if action == BREAK or (action == SCRIPT and is_math_script(at)):
                leaves.append(at)
            elif (action > BUTTON and action != FORMULA) or at in hidden:
                closed = action in (IS_INLINE, LINK)
            elif action == FORMULA:
                leaves.append(at)
            else:
                if closed and action <= LINK and at.tag in SEPARATE:
                    leaves.append(" ")
                closed = False
                stack.extend(reversed(_inside(at, action)))
    return leaves


def _inside(element: Element, action: int) -> list[Node | str | None]:
    """Return the content of an element with what the walk puts around it; None marks the end of an inline element."""
    if action in (IS_INLINE, LINK):
        return [*element, None]
    if action == READING:
        return ["(", *element, ")"] if element.text.strip() else [*element, None]
    edge = "\n" if action in _ON_LINES else " "
    return [edge, *element, edge]


def _fold(runs: Iterable[Run]) -> tuple[Inline, ...]:
    """Collapse white space over the whole block, and join neighbors with the same formatting."""
    folded: list[Inline] = []
    text, marks, href = "", NO_MARKS, None  # the run that is being joined
    space = False  # one is due before the next word
    for data, new_marks, new_href in runs:
        if data == "\n" and not new_marks:
            piece, space = "\n", False
            if (not text and not folded) or text.endswith("\n"):
                continue
        else:
            piece = " ".join(data.split())
            if not piece:
                space = space or bool(data)
                continue
            if SOFT_HYPHEN in piece:
                piece = piece.replace(SOFT_HYPHEN, "")
            if (space or data[0].isspace()) and (text or folded) and not text.endswith("\n"):
                # Keep the space outside of formatting if possible.
                if (new_marks == marks and new_href == href) or not (new_marks or new_href):
                    piece = " " + piece
                elif not (marks or href):
                    text += " "
                else:
                    folded.append(Inline(text, marks, href))
                    text, marks, href = " ", NO_MARKS, None
            space = data[-1].isspace()
        if new_marks == marks and new_href == href:
            text += piece
        else:
            if text:
                folded.append(Inline(text, marks, href))
            text, marks, href = piece, new_marks, new_href
    text = text.rstrip()
    if text:
        folded.append(Inline(text, marks, href))
    return tuple(folded)
