"""Tables of an article: cells with their formatting, headers and captions.

A cell is a header if it is marked as one, if all it has is a heading, if its row is in the table's head, or if the
table has no such marks and its first row is set in bold, alone, or has words above a column of numbers. A cell without
text has the words that stand for its picture or icon: the alternative text, the label for screen readers, or a check
mark or cross by the icon's name.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.cell_spans import span_of
from tamis.core.parse.data_tables import is_header_cell, is_heading, row_cells
from tamis.core.parse.document import Hiding
from tamis.core.parse.tree import Element
from tamis.model import Cell, Inline, Mark
from tamis.text.markup_names import CHECK_NAMES, CROSS_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tamis.core.assemble.inlines import Formatting

    Row = tuple[Cell, ...]

MAX_ICONS = 8
"""Elements of a cell without text that are searched for words or names of icons."""
CHECK, CROSS = "✓", "✗"
_PICTURES = frozenset({"img", "svg", "i", "span", "use", "image", "amp-img", "input"})
_WORD = re.compile("[a-z]+")
MIN_NUMBERS_BELOW = 3
"""Minimum numbers in a column by which the row above them is known for a header."""
_NUMBER = re.compile(
    r"[~<>≈±+−–-]?\s?(?:[A-Z]{0,3}\s?[$€£¥₹])?\s?\d[\d.,\s:/–-]*+"
    r"(?:\s?[%‰°€£]|\s?[^\W\d]{1,3})?(?:\s?\([^()]{1,12}\))?"
)
"""A number, with a currency or a unit, and perhaps with another one in parentheses."""
_DIGITS = frozenset("0123456789")
_MARKS_OF_DIRECTION = ("\u200e", "\u200f")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufefc]")


def read_rows(
    rows: Sequence[Element],
    formatting: Formatting,
    hidden: Mapping[Element, Hiding],
    admitted: Mapping[Element, Hiding],
) -> tuple[Row, ...]:
    """Read the cells of a table's rows. Those with content of `admitted` elements begin with the way it is hidden."""
    made = [_cells(row, formatting, hidden) for row in rows]
    if admitted:
        made = [_marked(row, cells, hidden, admitted) for row, cells in zip(rows, made, strict=True)]
    is_marked = any(cell.header for row in made for cell in row)
    if not is_marked and len(made) > 1 and _is_bold(made[0]) and not any(map(_is_bold, made[1:])):
        made[0] = tuple(cell._replace(inlines=_without_bold(cell.inlines), header=True) for cell in made[0])
    elif not is_marked and _heads_numbers(made):
        made[0] = tuple(cell._replace(header=True) for cell in made[0])
    return tuple(made)


def _heads_numbers(rows: Sequence[Row]) -> bool:
    """Tell whether the first row has words without a digit, and a column below it has nothing but numbers."""
    if len(rows) <= MIN_NUMBERS_BELOW or any(cell.colspan > 1 or cell.rowspan > 1 for row in rows for cell in row):
        return False
    head = [cell.text.strip() for cell in rows[0]]
    if len(head) < 2 or not all(head[1:]) or not _DIGITS.isdisjoint("".join(head)):
        return False
    below = [[cell.text.strip() for cell in row] for row in rows[1:] if len(row) == len(head)]
    return len(below) == len(rows) - 1 and any(
        all(_NUMBER.fullmatch(row[column]) for row in below) for column in range(1, len(head))
    )


def _cells(row: Element, formatting: Formatting, hidden: Mapping[Element, Hiding]) -> Row:
    part = row.parent
    in_head = type(part) is Element and part.tag == "thead"
    return tuple(
        Cell(
            _without_edges(formatting.of_cell(cell, hidden)) or _pictured(cell, hidden),
            header=in_head or is_header_cell(cell) or is_heading(cell),
            colspan=span_of(cell, "colspan"),
            rowspan=span_of(cell, "rowspan"),
        )
        for cell in row_cells(row)
        if cell not in hidden
    )


def _marked(row: Element, cells: Row, hidden: Mapping[Element, Hiding], admitted: Mapping[Element, Hiding]) -> Row:
    of_row = next((admitted[part] for part in (row, row.parent) if type(part) is Element and part in admitted), None)
    sources = [cell for cell in row_cells(row) if cell not in hidden]
    ways = [next((admitted[e] for e in (cell, *cell.iter_elements()) if e in admitted), of_row) for cell in sources]
    return tuple(
        cell._replace(inlines=(Inline(f"[{why.reason}] "), *cell.inlines)) if why and cell.inlines else cell
        for cell, why in zip(cells, ways, strict=True)
    )


def _without_edges(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Return the text of a cell without marks of direction at its ends, unless it has letters from right to left."""
    if not inlines or not (
        inlines[0].text.startswith(_MARKS_OF_DIRECTION) or inlines[-1].text.endswith(_MARKS_OF_DIRECTION)
    ):
        return inlines
    if any(_RIGHT_TO_LEFT.search(inline.text) for inline in inlines):
        return inlines
    stripped = (inline._replace(text=inline.text.strip("".join(_MARKS_OF_DIRECTION))) for inline in inlines)
    return tuple(inline for inline in stripped if inline.text)


def _is_bold(row: Row) -> bool:
    """Tell whether a row has several cells with text, and all their text is bold."""
    told = [cell for cell in row if cell.text.strip()]
    return len(told) > 1 and all(
        Mark.BOLD in inline.marks for cell in told for inline in cell.inlines if inline.text.strip()
    )


def _without_bold(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return tuple(inline._replace(marks=inline.marks - {Mark.BOLD}) for inline in inlines)


def _pictured(cell: Element, hidden: Mapping[Element, Hiding]) -> tuple[Inline, ...]:
    """Return the words that stand for the pictures of a cell without text."""
    words = next(_words_of_pictures(cell, hidden), "")
    return (Inline(words),) if words else ()


def _words_of_pictures(cell: Element, hidden: Mapping[Element, Hiding]) -> Iterator[str]:
    elements = list(islice(cell.iter_elements(), MAX_ICONS))
    for element in elements:
        told = element.attr("alt") or element.attr("aria-label") or ""
        if element.tag == "svg" and (title := element.find("title")) is not None:
            told = told or title.text
        if hidden.get(element) is Hiding.SCREEN_READERS:
            told = told or element.text
        if told.strip():
            yield " ".join(told.split())
    for element in elements:
        if element.tag in _PICTURES:
            names = _WORD.findall(f"{element.attr('class') or ''} {element.attr('href') or ''}".lower())
            if not CROSS_NAMES.isdisjoint(names):
                yield CROSS
            elif not CHECK_NAMES.isdisjoint(names):
                yield CHECK
