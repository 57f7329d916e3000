"""Notes that stand in the line: side notes, and notes that open over the text.

Their text is in the paragraph, right after the mark by which they are called, and style sheets move it to the margin or
hide it. What tells them is the form: a raised mark, or a label with its checkbox, followed by an inline element with
several words that the mark points to, or that is called a note.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.tree import Element, Text, attribute_items
from tamis.text.markup_names import NOTE_NAMES, UNMARKED_NOTE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.tree import Tree

MAX_MARK = 8
"""Maximum characters of the mark by which a note is called."""
MAX_NOTE = 3_000
"""Maximum characters of a note in the line."""
MIN_WORDS = 2
_MAX_BEFORE = 20  # siblings before a note without a mark that are read
_MIN_UNMARKED = 3  # words of a note without a mark, and of the line before it
_LINES = frozenset({"p", "li", "dd", "blockquote", "div", "span", "em", "i"})
_MAX_DEPTH = 8
_MAX_AROUND = 3  # elements around a mark that may be the mark as a whole
_MARKS = frozenset({"a", "button", "span", "sup", "label", "small"})
_INLINE = frozenset({"a", "b", "cite", "em", "i", "span", "strong", "sup"})
_NOTES = frozenset({"span", "small", "aside", "cite", "em", "i", "ins", "div"})
_NOTE_ROLES = frozenset({"note", "tooltip", "doc-footnote", "doc-endnote"})
_BRACKETS = "[]() "
_SIGNS = frozenset("*†‡§¶⊕+")
_NAMED_MARK = re.compile(r"(?:note|nb|n|fn|anm\.?)?[ \xa0]?\d{1,4}[a-z]?|[ivx]{1,5}|[a-z]", re.IGNORECASE)
_WORD = re.compile("[a-z]+")
_NAME = re.compile(r"[\w:.-]+")
_MAX_VALUE = 200  # characters of an attribute that may name an element
_NOT_POINTING = frozenset({"id", "class", "style", "href", "src", "title", "role"})


def find_inline_notes(tree: Tree) -> dict[Element, Element]:
    """Find the notes in the line, each with its mark; a note that only style sheets mark is its own."""
    found: dict[Element, Element] = {}
    marks = tree.select("sup")  # a tag alone is found without a walk
    if labels := tree.select("label"):
        toggles = {toggle.attr("id") for toggle in tree.select("input[type=checkbox]")}
        marks = [*marks, *(label for label in labels if toggles and label.attr("for") in toggles)]
    for mark in marks:
        note = _note_of(mark)
        if note is not None:
            found.setdefault(note, mark)
    marked = {around for mark in found.values() for around in islice(elements_around(mark), _MAX_AROUND)}
    for span in tree.select("span[class*='note']"):
        if (
            span not in marked
            and _is_unmarked_note(span)
            and not any(at in found for at in islice(elements_around(span), _MAX_DEPTH))
        ):
            found[span] = span
    return found


def is_note_mark(text: str) -> bool:
    """Tell whether a text is a number, a letter or a sign by which a note is called."""
    mark = text.strip(_BRACKETS)
    if not mark or len(mark) > MAX_MARK:
        return False
    return _NAMED_MARK.fullmatch(mark) is not None or _SIGNS.issuperset(mark)


def is_mark(raised: Element) -> bool:
    """Tell whether a raised text is the mark of a note."""
    return raised.find("sup") is None and is_note_mark(raised.text)


def named_ids(element: Element) -> Iterator[str]:
    """Yield the words in the attributes of an element that may be the id of another one."""
    for name, value in attribute_items(element):
        if name not in _NOT_POINTING and isinstance(value, str) and len(value) <= _MAX_VALUE:
            yield from _NAME.findall(value)


def _is_unmarked_note(span: Element) -> bool:
    """Tell whether an element that is called a note stands in a line with more words than it and its mark."""
    if UNMARKED_NOTE_NAMES.isdisjoint(_names(span)) or not _MIN_UNMARKED <= len(span.text.split()) <= MAX_NOTE:
        return False
    line = span.parent
    if type(line) is not Element or line.tag not in _LINES:
        return False
    before = 0
    for at in islice(span.previous_siblings, _MAX_BEFORE):
        before += len(at.data.split()) if type(at) is Text else len(at.text.split()) if type(at) is Element else 0
        if before >= _MIN_UNMARKED:
            return True
    return False


def _note_of(mark: Element) -> Element | None:
    """Return the note right after a mark, or in it, if there is one."""
    if _stands_before_text(mark):
        return None
    own = " ".join(at.data for at in mark if type(at) is Text)
    if mark.tag != "label" and not (is_note_mark(own) if own.strip() else is_mark(mark)):
        return None
    inside = [at for at in mark if type(at) is Element] if own.strip() else []
    if inside and inside[-1].tag in _NOTES and len(inside[-1].text.split()) >= _MIN_UNMARKED:
        return inside[-1]
    pointing = [mark]
    whole = mark
    for around in islice(elements_around(mark.parent), _MAX_AROUND):
        if around.tag not in _MARKS or not is_note_mark(around.text):
            break
        whole = around
        pointing.append(around)
    toggle, note = _after(whole)
    if note is None or note.tag not in _NOTES or len(note.text) > MAX_NOTE or len(note.text.split()) < MIN_WORDS:
        return None
    if not _has_text_beside(whole, note):
        return None
    if mark.tag == "label":
        is_toggle = toggle is not None and toggle.attr("type") == "checkbox" and mark.attr("for") == toggle.attr("id")
        return note if is_toggle and len(mark.text.strip()) <= MAX_MARK else None
    is_note = _is_called_note(note) or _points_to(pointing, note) or _begins_with(note, mark)
    return note if is_note else None


def _stands_before_text(mark: Element) -> bool:
    """Tell whether a mark is alone in its line, with text and no note after it, as most are."""
    after = mark.next_sibling
    around = mark.parent
    if type(after) is not Text or after.data.isspace() or type(around) is not Element or around.tag in _MARKS:
        return False
    return len(mark) == 1


def _after(element: Element) -> tuple[Element | None, Element | None]:
    """Return the checkbox right after an element, if there is one, and the element right after both."""
    toggle: Element | None = None
    at = element.next_sibling
    while at is not None:
        if type(at) is Element:
            if toggle is not None or at.tag != "input":
                return toggle, at
            toggle = at
        elif type(at) is Text and not at.data.isspace():
            break
        at = at.next_sibling
    return toggle, None


def _has_text_beside(mark: Element, note: Element) -> bool:
    """Tell whether there is text before a mark or after its note; without any, both are a note below the text."""
    before = islice(mark.previous_siblings, _MAX_BEFORE)
    after = islice(note.next_siblings, _MAX_BEFORE)
    is_beside = any(
        not node.data.isspace() if type(node) is Text else type(node) is Element and bool(node.text.strip())
        for node in chain(before, after)
    )
    return is_beside or type(mark.parent) is not Element or mark.parent.tag in _INLINE


def _begins_with(note: Element, mark: Element) -> bool:
    first = next((at.data for at in note.descendants if type(at) is Text and not at.data.isspace()), "")
    return first.split()[0].strip(_BRACKETS) == mark.text.strip(_BRACKETS)


def _names(element: Element) -> list[str]:
    return _WORD.findall((element.attr("class") or "").lower())


def _is_called_note(note: Element) -> bool:
    if note.attr("role") in _NOTE_ROLES or note.attr("popover") is not None:
        return True
    return not NOTE_NAMES.isdisjoint(_names(note))


def _points_to(pointing: list[Element], note: Element) -> bool:
    name = note.attr("id")
    return name is not None and any(name in named_ids(element) for element in pointing)
