"""Hints from the text of short lines, such as ``Related articles``, ``12 comments``, ``By Jane Doe``.

A line is looked up as a whole, by its first words, or by the label before its colon; dates are recognized by their
words. The phrases of many languages are in `tamis.text.phrases`.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Any

from tamis.core import compiled
from tamis.core.strategies.part_hints import AUTHOR, BITS, DATE, FOOTER, HEADER, LEGAL, NAVIGATION, ROWS
from tamis.text.datewords import is_date_line
from tamis.text.phrases import EDGES, lines, normal, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tamis.core.parse import Document

MAX_LINE = 60
"""Maximum number of characters of a line that is looked up."""
MAX_LABELED = 300
"""Maximum number of characters of a line that is looked up by the label before its colon."""
MAX_LABEL = 30
"""Number of characters in which such a label is searched."""


def _table(field: str) -> dict[str, int]:
    """Collect the phrases that a field of the rows' lines names, with their hints."""
    table: dict[str, int] = {}
    for row in ROWS:
        purpose = getattr(row.line, field, "")
        for phrase in lines(purpose) if purpose else ():
            table[phrase] = table.get(phrase, 0) | BITS[row.name]
    return table


_LINES = _table("whole")
"""Hints of whole lines."""
_HEADS = _table("label")
"""Hints of labels, the text before a colon."""
_STARTS = _table("start") | {"copyright": LEGAL}
"""Hints of the first word or the first two words of a line."""
_FIRST_WORDS = frozenset(start.partition(" ")[0] for start in _STARTS)
_MENUS = NAVIGATION | HEADER | FOOTER
_DIGIT = re.compile("[0-9]")
_COLON = re.compile("[:：／＝]")
_LABEL_SIGNS = ":：／＝©"  # without one of these a line has no label
_LEGAL_ENDS = tuple(sorted(lines("legal_end")))


def find_line_hints(
    document: Document, authors: Sequence[str] = (), inherited_hints: Sequence[int] | None = None
) -> array[int]:
    """Find the hints of each short block in its text. A line that is the name of one of `authors` is a byline.

    With `inherited_hints`, the hints that elements pass down to what is inside, lines in menus and footers are not
    read.
    """
    table = {**_LINES, **{normal(author): AUTHOR for author in authors}} if authors else _LINES
    hints = array("q", bytes(8 * len(document)))
    if _COMPILED is None:
        _read_each(document, table, inherited_hints, hints)
    else:
        read_compiled(_COMPILED, document, table, inherited_hints, hints)
    return hints


def _read_each(
    document: Document, table: Mapping[str, int], inherited_hints: Sequence[int] | None, hints: array[int]
) -> None:
    edges, block_nodes = EDGES, document.block_nodes
    for block, text in enumerate(document.texts):
        if len(text) > MAX_LINE:
            if len(text) <= MAX_LABELED and ":" in text[:MAX_LABEL]:
                hints[block] = _hint_of_label(text)
            continue
        if not text or (inherited_hints is not None and inherited_hints[block_nodes[block]] & _MENUS):
            continue
        line = text.casefold()
        key = line.strip(edges)
        hint = table.get(key)
        if hint is not None:
            hints[block] = hint
            continue
        hints[block] = _hint_in(text, line, key)


def read_compiled(
    module: Any,
    document: Document,
    table: Mapping[str, int],
    inherited_hints: Sequence[int] | None,
    hints: array[int],
) -> None:
    """Find the hints as `_read_each` does, with the C module."""
    inherited = b"" if inherited_hints is None else inherited_hints
    module.line_hints(document.texts, document.block_nodes, inherited, hints, table, _TABLES)


def _hint_of_label(text: str) -> int:
    """Look up the label before the colon of a long line."""
    return _mark_of_head(text[:MAX_LABEL].casefold())


def line_hint(text: str) -> int:
    """Find the hints of one line, as a whole or in parts."""
    if len(text) > MAX_LINE:
        is_labeled = len(text) <= MAX_LABELED and ":" in text[:MAX_LABEL]
        return _hint_of_label(text) if is_labeled else 0
    line = text.casefold()
    key = line.strip(EDGES)
    hint = _LINES.get(key)
    return _hint_in(text, line, key) if hint is None else hint


def _hint_in(text: str, line: str, key: str) -> int:
    """Find the hints of a line by its beginning, its label, a date or its end."""
    hint = 0
    if key.partition(" ")[0] in _FIRST_WORDS:
        hint = _mark_of_start(text, key)
    if ":" in line or not line.isascii():  # the other signs of `_LABEL_SIGNS` are not ASCII
        hint |= _mark_of_head(line)
    if _DIGIT.search(line):
        if is_date_line(line):
            hint |= DATE
        elif key.endswith(_LEGAL_ENDS):
            hint |= LEGAL
    return hint


def _mark_of_start(text: str, key: str) -> int:
    words = key.split(" ", 2)
    hint = _STARTS.get(" ".join(words[:2]), 0)
    if hint == 0:
        hint = _STARTS.get(words[0], 0)
        if hint == AUTHOR and not _is_name(text.split()[1:]):
            return 0
    return hint


def _mark_of_head(line: str) -> int:
    if "©" in line:
        return LEGAL
    parts = _COLON.split(line, maxsplit=1)
    return _HEADS.get(parts[0].strip(EDGES), 0) if len(parts) == 2 else 0


def _is_name(words: Sequence[str]) -> bool:
    """Tell whether the words after ``By`` are names: two or more with capitals (if the script has any), no sentence."""
    capitals = 0
    for word in words:
        first = word[0]
        if first.isupper() or (first.isalpha() and not first.islower()):
            capitals += 1
        elif first.islower() and word.casefold() not in _JOINERS:
            break
        if not first.isalpha() or word[-1] in ",;|":
            break  # a date or a job title follows
    else:
        return capitals > 1
    return capitals > 1 and not words[0][0].islower() and not first.islower()


_JOINERS = frozenset(words("name_joiner"))
_TABLES = (
    EDGES, _FIRST_WORDS, _LABEL_SIGNS, _hint_of_label, _hint_in, MAX_LINE, MAX_LABELED, MAX_LABEL, _MENUS,
)  # fmt: skip
"""The tables and functions that the C module needs for lines, in the order that it expects."""
_COMPILED = compiled.load()
