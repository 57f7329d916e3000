"""Code listings as a reader would copy them: without line numbers, headers and buttons, also where it is not in `pre`.

Highlighters write a listing in many ways: a `pre` with a number before each line, a table with a row a line, an element
a line. Here the text of such a listing is found once, before the walk, which makes one block of it. A `pre` that holds
nothing but code is none of these, and the walk reads it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tamis.core.parse.ancestors import elements_around
from tamis.core.parse.data_tables import row_cells
from tamis.core.parse.tree import Element, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.core.parse.tree import Node, Tree

_BOXES = (
    ".syntaxhighlighter, .dp-highlighter, .crayon-pre, .blockcode, .CodeMirror-code, .view-lines, .ace_text-layer, "
    ".code-block[data-lang], code.block, code.bbcode_code"
)
"""Elements around a listing whose lines are elements of their own, or whose text is one without a `pre`: those of
SyntaxHighlighter, Crayon, Discuz, CodeMirror, Monaco, Ace, Writerside, Verso, vBulletin."""
_LIST_BOXES = ".blockcode"
"""Elements around a listing that is a list, on pages without `code` and `pre`."""
_FURNITURE = frozenset(
    """
    linenumber linenumbers lineno linenos line-number line-numbers line-numbers-rows linenum line-num ln gutter
    code-gutter hljs-ln-numbers hljs-ln-n blob-num crayon-nums crayon-num CodeMirror-gutter-wrapper
    CodeMirror-linenumber ace_gutter toolbar code-toolbar-item react-syntax-highlighter-line-number copy copy-button
    code-header code__header codeblock-header
    """.split()
)
"""Class names of elements in a listing that hold no code."""
_NO_TEXT = frozenset({"script", "style", "template", "svg", "select", "textarea"})
_LINES = frozenset("div p li tr ol ul table tbody pre section header figcaption dd dt".split())
"""Elements that begin and end a line."""
_LINE_HINTS = ("code", "line", "blob", "source", "src")
MIN_NUMBERED = 0.8
"""Minimum share of a listing's lines that begin with their number."""
MIN_LINES = 2
MIN_CODE_LINES = 3
"""Minimum lines of a listing whose only sign is that each line is `code`."""


def find_listings(tree: Tree) -> dict[Element, str]:
    """Find the listings whose text is not simply that of a `pre`, with their text."""
    listings: dict[Element, str] = {}
    covered: set[Element] = set()
    """Elements inside a box or a `pre` that was looked at, so that each is looked at once."""
    for box in _boxes(tree):
        if box not in covered:
            is_source = box.tag == "code" and box.find("br") is None
            listings[box] = _text(box, frozenset(), covered, is_source=is_source)
    for pre in tree.select("pre"):
        if pre not in covered and (furniture := _furniture(pre, covered)):
            listings[pre] = _text(pre, furniture, covered, is_source=True)
    for box in _boxes_of_lines(tree, covered):
        listings[box] = _text(box, frozenset(), covered, is_source=False)
    for table in tree.select("table"):
        if table not in covered and (code := _table_code(table, covered)) is not None:
            listings[table] = code
    return {box: text for box, text in listings.items() if text}


def _boxes(tree: Tree) -> list[Element]:
    """Find the boxes by their names, on pages that may have them: tags are found without a walk, classes are not."""
    if tree.select("code") or tree.select("pre"):
        return tree.select(_BOXES)
    return tree.select(_LIST_BOXES) if tree.select("ol") else []


def _boxes_of_lines(tree: Tree, covered: set[Element]) -> list[Element]:
    """Find the elements all of whose children are lines that hold nothing but `code`."""
    lines: dict[Element, int] = {}
    seen: set[Element] = set()
    for code in tree.select("code"):
        line = next((element for element in islice(elements_around(code), 4) if element.tag in _LINES), None)
        if line is None or line in seen or code in covered or not isinstance(line.parent, Element):
            continue
        seen.add(line)
        if _is_all_code(line):
            lines[line.parent] = lines.get(line.parent, 0) + 1
    return [
        box
        for box, count in lines.items()
        if count >= MIN_CODE_LINES and count >= MIN_NUMBERED * sum(type(child) is Element for child in box)
    ]


def _is_all_code(line: Element) -> bool:
    """Tell whether nothing but white space stands beside the code in an element or in a span in it."""
    for child in line:
        if type(child) is Text and not child.data.isspace():
            return False
        if type(child) is Element and child.tag == "span" and not _is_all_code(child):
            return False
        if type(child) is Element and child.tag not in ("code", "span", "br"):
            return False
    return True


def _furniture(pre: Element, covered: set[Element]) -> set[Element]:
    """Find the elements of a `pre` that hold no code: what is named so, buttons, and numbers before its lines."""
    named: set[Element] = set()
    numbers: list[tuple[Element, int]] = []
    lines = 0
    is_start = True  # of a line
    for node in _inside(pre, named):
        if type(node) is Element:
            covered.add(node)
            if _is_named(node):
                named.add(node)
            elif node.tag in _LINES or node.tag == "br":
                is_start = True
            elif is_start and (number := _whole_number(node)) is not None:
                numbers.append((node, number))
        elif type(node) is Text and node.data:
            _, newline, rest = node.data.rpartition("\n")
            if is_start and (node.data if not newline else node.data.replace("\n", "")).strip():
                lines += 1
            lines += sum(bool(line.strip()) for line in node.data.split("\n")[1:-1])
            is_start = not rest.strip() and (bool(newline) or is_start)
    first = numbers[0][1] if numbers else 0
    is_counted = all(number == first + place for place, (_, number) in enumerate(numbers))
    if len(numbers) >= MIN_LINES and is_counted and len(numbers) >= MIN_NUMBERED * min(lines, numbers[-1][1]):
        named.update(element for element, _ in numbers)
    return named


def _is_named(element: Element) -> bool:
    if element.tag == "button":
        return True
    classes = element.attr("class")
    return classes is not None and not _FURNITURE.isdisjoint(classes.split())


def _whole_number(element: Element) -> int | None:
    """Return the number that is the whole text of an element without children; None for other elements."""
    if len(element) != 1:
        return None
    (child,) = element
    text = child.data.strip() if type(child) is Text else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _inside(root: Element, without: set[Element] | frozenset[Element]) -> Iterator[Node]:
    """Yield the nodes inside an element in order, but not what is inside those of `without`, which may grow."""
    stack: list[Iterator[Node]] = [iter(root)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        yield node
        if type(node) is Element and node.tag not in _NO_TEXT and node not in without:
            stack.append(iter(node))


def _text(box: Element, without: set[Element] | frozenset[Element], covered: set[Element], *, is_source: bool) -> str:
    """Return the text of a listing, line by line. If it is not in a `pre`, line feeds of the source are spaces."""
    parts: list[str] = []
    stack: list[tuple[Element, Iterator[Node]]] = [(box, iter(box))]
    while stack:
        element, nodes = stack[-1]
        node = next(nodes, None)
        if node is None:
            stack.pop()
            if element.tag in _LINES and stack:
                _break_line(parts)
        elif type(node) is Text:
            text = node.data if is_source or element.tag == "pre" else _shown(node.data, element, parts)
            parts += [text] if text else []
        elif type(node) is Element and node.tag == "br":
            parts.append("\n")
        elif type(node) is Element and _holds_code(node, without, is_source=is_source):
            if node.tag in _LINES:
                _break_line(parts)
            stack.append((node, iter(node)))
            covered.add(node)
    lines = "".join(parts).replace("\xa0", " ").replace("\u200b", "").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _shown(text: str, element: Element, parts: list[str]) -> str:
    """Return a text as a browser shows it outside of `pre`: a line feed is a space, and none begins a line."""
    if "\n" not in text:
        return text
    if text.isspace() and element.tag in _LINES:
        return ""
    begins_line = not parts or parts[-1].endswith("\n")
    return (text.lstrip("\n") if begins_line else text).replace("\n", " ")


def _holds_code(element: Element, without: set[Element] | frozenset[Element], *, is_source: bool) -> bool:
    return element.tag not in _NO_TEXT and element not in without and (is_source or not _is_named(element))


def _break_line(parts: list[str]) -> None:
    if parts and not parts[-1].endswith("\n"):
        parts.append("\n")


def _table_code(table: Element, covered: set[Element]) -> str | None:
    """Return the code of a table with a line of it in each row, after its number; None for other tables."""
    if table.find("table") is not None or table.find("pre") is not None:
        return None
    rows = [list(row_cells(row)) for row in table.iter_elements("tr")]
    if len(rows) < MIN_LINES or not all(len(cells) > 1 for cells in rows):
        return None
    numbered = sum(_is_number_cell(cells[-2]) for cells in rows)
    if numbered < MIN_NUMBERED * len(rows) or not all(_may_hold_code(cells[-1]) for cells in rows):
        return None
    return "\n".join(_text(cells[-1], frozenset(), covered, is_source=True).rstrip() for cells in rows)


def _is_number_cell(cell: Element) -> bool:
    text = cell.text.strip()
    if text:
        return text.isascii() and text.isdigit()
    return cell.attr("data-line-number") is not None or cell.select_one("[data-line-number]") is not None


def _may_hold_code(cell: Element) -> bool:
    classes = (cell.attr("class") or "").lower()
    return any(hint in classes for hint in _LINE_HINTS)
