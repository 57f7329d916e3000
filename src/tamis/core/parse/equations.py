"""Equations that a page sets in a table: LaTeXML (arXiv, ar5iv) and old pages align the parts of one in cells.

A table is one display formula if each of its cells holds nothing but one formula in MathML, a number in parentheses, or
nothing, and if it has a number or its formulas are drawn as on a line of their own. Other tables of formulas are data.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.data_tables import row_cells
from tamis.core.parse.math import Formula, formula, with_number
from tamis.core.parse.tree import Element, Text

if TYPE_CHECKING:
    from tamis.core.parse.tree import Tree

_MAX_ROWS = 100
_MAX_CELLS = 20
_DISPLAYED = "\\displaystyle"


def find_equation_tables(tree: Tree) -> dict[Element, Formula]:
    """Find the tables that are equations, with their TeX."""
    found: dict[Element, Formula] = {}
    for table in tree.select("table"):
        tex = _equation(table)
        if tex:
            found[table] = Formula(tex, is_display=True)
    return found


def _equation(table: Element) -> str:
    """Return the TeX of a table that is an equation; nothing for others."""
    if any(table.find(tag) is not None for tag in ("th", "caption", "table")):
        return ""
    elements = list(islice(table.iter_elements("tr"), _MAX_ROWS + 1))
    if not 0 < len(elements) <= _MAX_ROWS:
        return ""
    rows: list[list[str]] = []
    numbers: list[str] = []
    is_displayed = True
    for element in elements:
        cells, number = [], ""
        for cell in islice(row_cells(element), _MAX_CELLS):
            parts = list(cell.iter_elements("math"))
            text = "" if parts else " ".join(cell.text.split())
            if len(parts) > 1 or (parts and not _holds_only(cell, parts[0])):
                return ""
            if text and (number or not (number := with_number("", text))):
                return ""
            tex = formula(parts[0]) if parts else ""
            if parts and parts[0].attr("display") != "block" and not tex.startswith(_DISPLAYED):
                is_displayed = False
            cells.append(tex.removeprefix(_DISPLAYED).strip())
        rows.append(cells)
        numbers.append(number)
    if not any(map(any, rows)) or not (is_displayed or any(numbers)):
        return ""
    return _aligned(rows, numbers)


def _holds_only(cell: Element, part: Element) -> bool:
    """Tell whether there is no text in a cell but in one part of it."""
    inside = set(part.descendants)
    return all(type(node) is not Text or node.data.isspace() or node in inside for node in cell.descendants)


def _aligned(rows: list[list[str]], numbers: list[str]) -> str:
    """Write rows of cells as TeX, without the columns that are empty in all rows."""
    used = sorted({column for row in rows for column, tex in enumerate(row) if tex})
    if len(rows) == 1:
        return " ".join(rows[0][column] for column in used) + numbers[0]
    lines = [" & ".join(row[column] if column < len(row) else "" for column in used) for row in rows]
    if sum(map(bool, numbers)) > 1:
        numbered = (line + number for line, number in zip(lines, numbers, strict=True))
        return "\\begin{align} " + " \\\\ ".join(numbered) + " \\end{align}"
    return "\\begin{aligned} " + " \\\\ ".join(lines) + " \\end{aligned}" + "".join(numbers)
