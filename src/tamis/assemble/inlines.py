"""Runs of text with their formatting and links, made from the leaves of a block."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.model import NO_MARKS, Inline, Mark
from tamis.parse.blocks import ACTIONS, BREAK, FORMULA, LINK, SCRIPT, SKIP, SOFT_HYPHEN
from tamis.parse.blocks import INLINE as IS_INLINE
from tamis.parse.math import formula
from tamis.parse.tree import Element, Text
from tamis.parse.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tamis.parse.tree import Node

MARKS: dict[str, Mark] = {
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
# A reference to a note is short, and its target says what it is.
_MAX_NOTE_REFERENCE = 8
_BACK_ARROWS = frozenset("↩↑⤴↵⏎^ \ufe0e\ufe0f")
_NOTE_TARGET = re.compile(r"#(?:[a-z-]*:)?_?(?:fn|ftn|edn|footnote|endnote|note|cite_note|sdfootnote)\w*", re.IGNORECASE)


class Formatting:
    """Turns leaves into inlines, with links made absolute against one base."""

    def __init__(self, base: str | None, page_url: str | None) -> None:
        self._base = base
        self._page = page_url.partition("#")[0] if page_url else None
        # An inline element stands in one block's container only, so it is the same for all its text.
        self._known: dict[Element, tuple[frozenset[Mark], str | None]] = {}

    def inlines(self, leaves: Sequence[Node | str], container: Element, text: str | None = None) -> tuple[Inline, ...]:
        """The runs of a block that stands in `container`. `text` is its folded text, if that is known."""
        if text is not None and all(type(leaf) is Text and leaf.parent is container for leaf in leaves):
            return (Inline(text),)
        runs = [self._run(leaf, container) for leaf in leaves]
        if text is not None and not any(run.marks or run.href for run in runs):
            return (Inline(text),)
        return _fold(runs)

    def _run(self, leaf: Node | str, container: Element) -> Inline:
        if type(leaf) is Text:
            parent = leaf.parent
            if parent is container or type(parent) is not Element:
                return Inline(leaf.data)
            style = self._known.get(parent)
            if style is None:
                style = self._known[parent] = self._climb(parent, container)
            return Inline(leaf.data, *style)
        if type(leaf) is Element:
            return Inline("\n") if leaf.tag == "br" else Inline(formula(leaf), _MATH)
        return Inline(str(leaf))

    def _climb(self, element: Element, container: Element) -> tuple[frozenset[Mark], str | None]:
        marks: set[Mark] = set()
        link: Element | None = None
        at: object = element
        while isinstance(at, Element) and at is not container:
            mark = MARKS.get(at.tag)
            if mark is not None:
                marks.add(mark)
            elif at.tag == "a" and link is None and at.attr("href"):
                link = at
            at = at.parent
        if link is None:
            return (frozenset(marks), None) if marks else _UNSTYLED
        target = (link.attr("href") or "").strip()
        if target.startswith("#") and _is_note_reference(link, target, marks):
            return frozenset({Mark.NOTE}), target
        if target.startswith("#") and _BACK_ARROWS.issuperset(link.text):
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


def cell_leaves(cell: Element) -> list[Node | str]:
    """The leaves of a table cell, with a space wherever a block begins or ends."""
    leaves: list[Node | str] = []
    stack: list[Node | str] = [cell]
    while stack:
        at = stack.pop()
        if type(at) is not Element:
            if type(at) is Text or type(at) is str:
                leaves.append(at)
            continue
        action = ACTIONS.get(at.tag, IS_INLINE)
        if action == BREAK:
            leaves.append(at)
        elif action == FORMULA:
            leaves.append(at)
        elif action not in (SKIP, SCRIPT):
            inside: Sequence[Node | str] = list(at)
            if at is not cell and action not in (IS_INLINE, LINK):
                inside = [" ", *inside, " "]
            stack.extend(reversed(inside))
    return leaves


def _fold(runs: Iterable[Inline]) -> tuple[Inline, ...]:
    """Fold white space over the whole block, and join neighbours that look the same."""
    folded: list[Inline] = []
    space = False  # a space is due before the next word
    for text, marks, href in runs:
        if text == "\n":
            if folded and folded[-1].text[-1] != "\n":
                _append(folded, Inline("\n"))
            space = False
            continue
        words = text.split()
        if not words:
            space = space or bool(text)
            continue
        lead = (space or text[0].isspace()) and bool(folded) and folded[-1].text[-1] != "\n"
        word = " ".join(words)
        if SOFT_HYPHEN in word:
            word = word.replace(SOFT_HYPHEN, "")
        if lead and (marks or href) and folded[-1].marks == NO_MARKS and folded[-1].href is None:
            _append(folded, Inline(" "))
            lead = False
        elif lead and (marks, href) != (folded[-1].marks, folded[-1].href) and (marks or href):
            folded.append(Inline(" "))
            lead = False
        _append(folded, Inline(" " + word if lead else word, marks, href))
        space = text[-1].isspace()
    while folded and not folded[-1].text.strip():
        folded.pop()
    if folded and folded[-1].text[-1] == "\n":
        folded[-1] = folded[-1]._replace(text=folded[-1].text.rstrip())
    return tuple(folded)


def _append(folded: list[Inline], run: Inline) -> None:
    if folded and folded[-1].marks == run.marks and folded[-1].href == run.href:
        folded[-1] = folded[-1]._replace(text=folded[-1].text + run.text)
    elif run.text:
        folded.append(run)
