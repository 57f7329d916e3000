"""Inlines: runs of text with their formatting and links, made from the leaves of a block."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.delimited_tex import find_tex, may_have_tex, tex_delimiters
from tamis.core.parse.inline_notes import MAX_MARK, is_mark, is_note_mark
from tamis.core.parse.math import formula, is_display, is_math_image, is_math_script, named_formula
from tamis.core.parse.tree import Element, Text, is_before
from tamis.core.parse.walk import (
    ACTIONS,
    BLOCK,
    BREAK,
    BUTTON,
    FORMULA,
    IMAGE,
    LINK,
    PRE,
    READING,
    ROW,
    SCRIPT,
    SEAMS,
    SEPARATE,
    SOFT_HYPHEN,
    TABLE,
    is_seam,
)  # fmt: skip
from tamis.core.parse.walk import INLINE as IS_INLINE
from tamis.model import NO_MARKS, Inline, Mark
from tamis.text.urls.safety import resolve

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from tamis.core.assemble.notes import Anchors
    from tamis.core.parse import Document
    from tamis.core.parse.delimited_tex import Delimiters
    from tamis.core.parse.math import Formula
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
    "pre": Mark.CODE,  # in a cell
    "kbd": Mark.KEYBOARD,
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
DISPLAY_MATH = frozenset({Mark.MATH, Mark.DISPLAY})
_BRACKETS = "[]()"
_REFERENCE_NAMES = frozenset({"doc-noteref", "footnote", "noteref"})
_RAISED = frozenset({"sup", "cite"})
_MAX_RAISED = 3
"""Elements around a reference of which one raises it, or says that it cites."""
_BACK_ARROWS = frozenset("↩↑⤴↵⏎⮐⇧▲^ \ufe0e\ufe0f0123456789")
_MAX_BACK = 20
"""Maximum characters of a link from a note back to its reference."""
_BACK_NAMES = frozenset({"doc-backlink", "footnote-back", "backlink", "referrer"})
_MAY_REFER = frozenset({"a", "button", "sup", "label"})
_BETWEEN_MARKS = frozenset(",; \xa0–-")
_NOTE_TARGET = re.compile(
    r"#(?:[a-z-]*:)?_?(?:fn|ftn|edn|footnote|endnote|note|cite_note|sdfootnote)\w*", re.IGNORECASE
)


_ON_LINES = frozenset({BLOCK, TABLE, ROW, PRE})
"""Elements that begin and end a line of a table cell: paragraphs, list items, rows of inner tables."""

_MAX_IN_PRE = 6
"""Number of elements around code in a cell of which one may be a `pre`, whose lines are lines."""
Run = tuple[str, frozenset[Mark], str | None]
"""Text with its formatting and its link, before white space is collapsed."""
_BREAK: Run = ("\n", NO_MARKS, None)


class Formatting:
    """A converter from leaves to inlines, with links made absolute against one base URL."""

    def __init__(
        self,
        tree: Tree,
        formulas: Mapping[Element, Formula],
        base: str | None,
        page_url: str | None,
        anchors: Anchors,
    ) -> None:
        self._tree = tree
        self.formulas = formulas
        self._named: dict[Element, Formula] = {}
        """Formulas that are text, by their elements."""
        self._anchors = anchors
        self._base = base
        self._page = page_url.partition("#")[0] if page_url else None
        # An inline element is in only one block's container, so its style is the same for all its text.
        self._known: dict[Element, tuple[frozenset[Mark], str | None]] = {}
        self._pointed: dict[Element, str | None] = {}
        self._noted = bool(anchors.unmarked)  # a reference to a note has been seen

    @cached_property
    def _delimiters(self) -> Delimiters:
        return tex_delimiters(self._tree)

    def _find_delimiters(self) -> Delimiters:
        return self._delimiters

    def inlines(self, leaves: Sequence[Node | str], container: Element, text: str | None = None) -> tuple[Inline, ...]:
        """Make the inlines of a block that is in `container`.

        `text` is its text with white space collapsed, if known. TeX between delimiters becomes a formula.
        """
        own = self._own_formula(container) if text is not None and "\n" not in text else None
        if own is not None:
            return own
        made = self._formatted(leaves, container, text)
        if self._noted and len(made) > 1 and any(Mark.NOTE in inline.marks for inline in made):
            made = _with_brackets_in_marks(made)
        if may_have_tex(made[0].text) if len(made) == 1 else any(may_have_tex(inline.text) for inline in made):
            return tuple(_with_formulas(made, self._delimiters))
        return made

    def of_cell(self, cell: Element, hidden: Container[Element]) -> tuple[Inline, ...]:
        """Make the inlines of a table cell."""
        if len(cell) == 1 and type(only := cell[0]) is Text and not self._anchors.unmarked:  # most cells
            text = " ".join(only.data.split())
            if not may_have_tex(text):
                return (Inline(text.replace(SOFT_HYPHEN, "")),) if text else ()
        return self.inlines(_cell_leaves(cell, hidden, self.formulas), cell)

    def _own_formula(self, container: Element) -> tuple[Inline, ...] | None:
        """Return the formula that a block is, if the name of its element says so."""
        if container.attr("class") is None and "-" not in container.tag:
            return None
        formula = named_formula(container, self._find_delimiters)
        return None if formula is None else (Inline(formula.tex, DISPLAY_MATH if formula.is_display else _MATH),)

    def _formatted(self, leaves: Sequence[Node | str], container: Element, text: str | None) -> tuple[Inline, ...]:
        if text is not None and len(leaves) == 1:
            only = leaves[0]
            if type(only) is Text and only.parent is container and only not in self._anchors.unmarked:  # most blocks
                return (Inline(text),)
        runs: list[Run] = []
        plain = text is not None
        unmarked = self._anchors.unmarked
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
                        if Mark.MATH in marks:
                            data = self._named[parent].tex
                        elif text is None and Mark.CODE in marks and "\n" in leaf.data and _is_in_pre(parent):
                            *lines, data = leaf.data.split("\n")
                            runs += (run for line in lines for run in ((line, marks, href), _BREAK))
            elif type(leaf) is Element:
                data = "\n"
                if leaf.tag != "br":
                    known = self.formulas.get(leaf)
                    data, plain = formula(leaf) if known is None else known.tex, False
                    marks = DISPLAY_MATH if (is_display(leaf) if known is None else known.is_display) else _MATH
            else:
                data = str(leaf)
            runs.append((data, marks, href))
            if unmarked and type(leaf) is Text and leaf in unmarked:
                plain = False
                runs += ((mark, frozenset({Mark.NOTE}), f"#{anchor}") for mark, anchor in unmarked[leaf])
        return (Inline(text),) if plain and text is not None else _fold(runs)

    def _climb(self, element: Element, container: Element) -> tuple[frozenset[Mark], str | None]:
        if element.attr("class") is not None or "-" in element.tag or element.tag == "formula":
            own = named_formula(element, self._find_delimiters)
            if own is not None:
                self._named[element] = own
                return (DISPLAY_MATH if own.is_display else _MATH), None
        marks: set[Mark] = set()
        link: Element | None = None
        target = ""
        node: object = element
        notes = self._anchors.notes
        while type(node) is Element and node is not container and node not in notes:
            tag = node.tag
            if tag == "a":
                if link is None and (href := node.attr("href")):
                    link, target = node, href.strip()
            elif (mark := HINTS.get(tag)) is not None:
                marks.add(mark)
            if tag in _MAY_REFER:
                if node not in self._pointed:
                    self._pointed[node] = self._pointed_note(node, target)
                if (pointed := self._pointed[node]) is not None:
                    self._noted = True
                    return frozenset({Mark.NOTE}), f"#{pointed}"
            node = node.parent
        if link is None:
            return (frozenset(marks), None) if marks else _UNSTYLED
        if self._page and target.startswith(f"{self._page}#"):
            target = target[len(self._page) :]
        anchor = target.partition("#")[2]
        if anchor and (target.startswith("#") or _is_named_reference(link) or self._is_mark_of_own(link, anchor)):
            if self._is_note_reference(link, anchor):
                self._noted = True
                return frozenset({Mark.NOTE}), f"#{anchor}"
            if self._leads_back(link, anchor):
                return NO_MARKS, f"#{anchor}"
        return frozenset(marks), self._link(target)

    def _pointed_note(self, element: Element, target: str) -> str | None:
        """Return the anchor of the note that an element calls otherwise than by its link; None if there is none."""
        anchor = self._anchors.inline.get(element)
        if anchor is not None or (target and not _leads_nowhere(target)) or not is_note_mark(element.text):
            return anchor
        if element.tag == "a" and element.find("sup") is None and not _is_raised(element):
            return None
        return self._anchors.named_by(element)

    def _is_mark_of_own(self, link: Element, anchor: str) -> bool:
        """Tell whether a link by an absolute URL, perhaps of another copy of the page, is a mark with its note here."""
        return is_note_mark(link.text) and anchor in self._anchors.elements

    def _leads_back(self, link: Element, anchor: str) -> bool:
        """Tell whether a link leads from a note back to its reference."""
        text = link.text.strip()
        if len(text) > _MAX_BACK:
            return False
        if (_BACK_ARROWS.issuperset(text) and not text.isdigit()) or link.attr("role") in _BACK_NAMES:
            return True
        return is_note_mark(text) and self._is_reference_before(link, anchor)

    def _is_reference_before(self, link: Element, anchor: str) -> bool:
        """Tell whether an anchor is at the mark of a note that stands before a link."""
        target = self._anchors.elements.get(anchor)
        return target is not None and self._anchors.is_at_mark(anchor) and is_before(target, link)

    def _is_note_reference(self, link: Element, anchor: str) -> bool:
        may_be_reference = _may_be_reference(link, anchor)
        if not may_be_reference and not (link.attr("id") and is_note_mark(link.text)):
            return False
        if self._is_reference_before(link, anchor):
            return False
        if not may_be_reference:
            return self._is_answered(link, anchor)
        if _is_named_reference(link) or _NOTE_TARGET.match("#" + anchor):
            return True
        return bool(self._anchors.blocks(anchor))

    def _is_answered(self, link: Element, anchor: str) -> bool:
        """Tell whether a mark with an id leads to an element that links back to it."""
        own = link.attr("id")
        return any(href.endswith(f"#{own}") for href in self._anchors.links_of(anchor))

    def _link(self, target: str) -> str | None:
        if target.startswith("#"):
            return self._page + target if self._page and len(target) > 1 else None
        return resolve(target, self._base)


def _with_brackets_in_marks(inlines: Sequence[Inline]) -> tuple[Inline, ...]:
    """Move the brackets around references into them: ``[``, ``1``, ``, ``, ``2``, ``]`` are two marks of notes."""
    runs = list(inlines)
    notes = [place for place, run in enumerate(runs) if Mark.NOTE in run.marks]
    for group in _groups_of(notes, runs):
        first, last = group[0], group[-1]
        before = runs[first - 1].text if first else ""
        after = runs[last + 1].text if last + 1 < len(runs) else ""
        opening, closing = before[-1:], after[:1]
        if opening + closing not in ("[]", "()"):
            continue
        runs[first] = runs[first]._replace(text=opening + runs[first].text)
        runs[last] = runs[last]._replace(text=runs[last].text + closing)
        runs[first - 1] = runs[first - 1]._replace(text=before[:-1])
        runs[last + 1] = runs[last + 1]._replace(text=after[1:])
        for place in range(first + 1, last):
            if place not in group:
                runs[place] = Inline(runs[place].text)
    return tuple(run for run in runs if run.text)


def _groups_of(notes: Sequence[int], runs: Sequence[Inline]) -> Iterator[list[int]]:
    """Yield the places of references that only commas and spaces part."""
    group: list[int] = []
    for place in notes:
        if group and not all(_BETWEEN_MARKS.issuperset(run.text) for run in runs[group[-1] + 1 : place]):
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def _with_formulas(inlines: Iterable[Inline], delimiters: Delimiters) -> Iterator[Inline]:
    """Split off the formulas between delimiters; not in code."""
    for inline in inlines:
        formulas = [] if inline.marks & {Mark.CODE, Mark.MATH, Mark.NOTE} else find_tex(inline.text, delimiters)
        start = 0
        for tex in formulas:
            if tex.start > start:
                yield inline._replace(text=inline.text[start : tex.start])
            source = " ".join(tex.source.split())
            yield inline._replace(text=source, marks=inline.marks | (DISPLAY_MATH if tex.is_display else _MATH))
            start = tex.stop
        if start < len(inline.text):
            yield inline._replace(text=inline.text[start:])


def _is_named_reference(link: Element) -> bool:
    """Tell whether the markup calls a link a reference to a note."""
    names = (link.attr("role"), link.attr("rel"), link.attr("data-type"), link.attr("epub:type"))
    return not _REFERENCE_NAMES.isdisjoint(names)


def _leads_nowhere(target: str) -> bool:
    """Tell whether a link only runs a script, or leads to the top."""
    return target in ("#", "#!") or target[:11].lower() == "javascript:"


def _is_raised(element: Element) -> bool:
    return any(around.tag in _RAISED for around in islice(elements_around(element.parent), _MAX_RAISED))


def _may_be_reference(link: Element, anchor: str) -> bool:
    """Tell whether a link may be a reference to a note: it is called one, or its text is the raised or bracketed mark
    of a note."""
    text = link.text.strip()
    if not text or len(text) > MAX_MARK + 2:
        return False
    if _is_named_reference(link):
        return True
    if not is_note_mark(text):
        return False
    if text.strip(_BRACKETS).isdigit() and (text[0] in _BRACKETS or _NOTE_TARGET.match("#" + anchor)):
        return True
    return link.find("sup") is not None or _is_raised(link)


def may_refer_to_notes(document: Document) -> bool:
    """Tell whether anything on a page may be a reference to a note."""
    tree = document.tree
    if document.inline_notes or any(map(is_mark, tree.select("sup"))):
        return True
    return any(
        _may_be_reference(link, (link.attr("href") or "").partition("#")[2])
        or (link.attr("id") is not None and is_note_mark(link.text))
        for link in tree.select("a[href*='#']")
    )


def _is_in_pre(element: Element) -> bool:
    return any(around.tag == "pre" for around in islice(elements_around(element), _MAX_IN_PRE))


def _cell_leaves(cell: Element, hidden: Container[Element], formulas: Mapping[Element, Formula]) -> list[Node | str]:
    """Return the leaves of a table cell as the walk reads them, with a line break wherever a block begins or ends."""
    leaves: list[Node | str] = []
    stack: list[Node | str | None] = list(reversed(list(cell)))
    closed = False  # an inline element has just ended
    seam = False  # another has begun after it
    while stack:
        at = stack.pop()
        if at is None:
            closed = True
        elif isinstance(at, str):
            leaves.append(at)
        elif type(at) is Text:
            if leaves or not at.data.isspace():
                before = leaves[-1] if leaves else ""
                if seam and is_seam(before.data if type(before) is Text else str(before), at.data):
                    leaves.append(" ")
                leaves.append(at)
                closed = seam = False
        elif type(at) is Element:
            action = ACTIONS.get(at.tag, IS_INLINE)
            if (
                action == BREAK
                or at in formulas
                or (action == SCRIPT and is_math_script(at))
                or (action == IMAGE and at not in hidden and is_math_image(at))
            ):
                leaves.append(at)
            elif (action > BUTTON and action != FORMULA) or at in hidden:
                closed = action in (IS_INLINE, LINK)
            elif action == FORMULA:
                leaves.append(at)
            else:
                if closed and action <= LINK and at.tag in SEPARATE:
                    leaves.append(" ")
                elif closed and action <= LINK and at.tag in SEAMS:
                    seam = True
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
        if new_marks == marks and new_href == href and Mark.MATH not in marks:
            text += piece
        else:
            if text:
                folded.append(Inline(text, marks, href))
            text, marks, href = piece, new_marks, new_href
    text = text.rstrip()
    if text:
        folded.append(Inline(text, marks, href))
    return tuple(folded)
