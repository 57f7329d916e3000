"""Structure of a text in Markdown: its code blocks, formulas, tables and footnotes, as a reader of Markdown sees them.

All contenders and most truths are Markdown, so all are read by the same parser: CommonMark with pipe tables, footnotes,
and formulas between dollars, in fences called math, or between `\\(` and `\\)`, `\\[` and `\\]`. Tables in HTML
count as tables.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.texmath import texmath_plugin
from selectolax.lexbor import LexborHTMLParser

from tamis_bench.table_similarity import Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token
    from selectolax.lexbor import LexborNode

_SPACES = re.compile(r"\s+")
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
_INLINE_TAGS = frozenset("a abbr b cite code del em font i ins kbd mark q s small span strong sub sup u var".split())
_TABLE_START = re.compile(r"<table\b", re.IGNORECASE)
_DISPLAY = {"math_block", "math_block_label", "math_block_eqno", "math_inline_double"}
_INLINE = {"math_inline"}


class Code(NamedTuple):
    """A code block."""

    text: str
    language: str = ""


class Structure(NamedTuple):
    """Everything in a text that is more than paragraphs."""

    code: tuple[Code, ...] = ()
    display: tuple[str, ...] = ()
    """Formulas on lines of their own, in TeX."""
    inline: tuple[str, ...] = ()
    """Formulas within a line, in TeX."""
    tables: tuple[Node, ...] = ()
    notes: tuple[str, ...] = ()
    """Texts of the footnotes that the text refers to."""


def read_markdown(text: str) -> Structure:
    """Read the structure of a text in Markdown."""
    tokens = list(_flat(_parser().parse(text)))
    return Structure(
        code=tuple(_code(tokens)),
        display=tuple(token.content.strip() for token in tokens if token.type in _DISPLAY or _is_fenced_math(token)),
        inline=tuple(token.content.strip() for token in tokens if token.type in _INLINE),
        tables=(*_pipe_tables(tokens), *_html_tables(tokens)),
        notes=tuple(_notes(tokens)),
    )


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parser.use(texmath_plugin, delimiters="brackets")
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    return parser.use(footnote_plugin)


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or ())


def _code(tokens: Iterable[Token]) -> Iterator[Code]:
    for token in tokens:
        if token.type in {"fence", "code_block"} and not _is_fenced_math(token):
            yield Code(token.content, (token.info.split() or [""])[0].lower())


def _is_fenced_math(token: Token) -> bool:
    """Tell whether a fence is a formula, as GitHub and GitLab have those with dollars in them."""
    return token.type == "fence" and token.info.strip() == "math"


def _notes(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the texts of footnotes; markdown-it has only those that are referred to."""
    words: list[str] | None = None
    for token in tokens:
        if token.type == "footnote_open":
            words = []
        elif token.type == "footnote_close" and words is not None:
            yield folded(" ".join(words))
            words = None
        elif words is not None and token.type in {"text", "code_inline", *_INLINE}:
            words.append(token.content)


def _pipe_tables(tokens: Sequence[Token]) -> Iterator[Node]:
    parts: list[Node] = []
    rows: list[Node] = []
    cells: list[Node] = []
    texts: list[str] | None = None
    for token in tokens:
        match token.type:
            case "table_open":
                parts = []
            case "thead_open" | "tbody_open":
                rows = []
            case "tr_open":
                cells = []
            case "th_open" | "td_open":
                texts = []
            case "th_close" | "td_close":
                cells.append(Node("td", text=folded("".join(texts or ()))))
                texts = None
            case "tr_close":
                rows.append(Node("tr", tuple(cells)))
            case "thead_close" | "tbody_close":
                parts.append(Node(token.type[:5], tuple(rows)))
            case "table_close":
                yield Node("table", tuple(parts))
            case "text" | "code_inline" | "math_inline" if texts is not None:
                texts.append(token.content)
            case "html_inline" if texts is not None and _BREAK.match(token.content):
                texts.append(" ")


def _html_tables(tokens: Iterable[Token]) -> Iterator[Node]:
    for token in tokens:
        if token.type == "html_block" and _TABLE_START.search(token.content):
            yield from html_tables(token.content)


def html_tables(html: str) -> Iterator[Node]:
    """Yield the outermost tables of a piece of HTML that have rows."""
    for table in LexborHTMLParser(html).css("table"):
        if not _is_nested(table):
            tree = html_table(table)
            if tree.rows():
                yield tree


def _is_nested(table: LexborNode) -> bool:
    above = table.parent
    while above is not None and above.tag != "table":
        above = above.parent
    return above is not None


def html_table(table: LexborNode) -> Node:
    """Return a table of HTML as a tree, without its caption."""
    parts = [_part(part) for part in table.iter() if part.tag in {"thead", "tbody", "tfoot"}]
    return Node("table", tuple(part for part in parts if part.children))


def _part(part: LexborNode) -> Node:
    rows = [Node("tr", tuple(_cells(row))) for row in part.iter() if row.tag == "tr"]
    return Node("thead" if part.tag == "thead" else "tbody", tuple(rows))


def _cells(row: LexborNode) -> Iterator[Node]:
    for cell in row.iter():
        if cell.tag in {"td", "th"}:
            spans = (_span(cell, "colspan"), _span(cell, "rowspan"))
            yield Node("td", text=folded("".join(_text_parts(cell))), spans=spans)


def _text_parts(cell: LexborNode) -> Iterator[str]:
    """Yield the text of a cell, with a space where an element begins or ends a line."""
    for part in cell.iter(include_text=True):
        if part.tag == "-text":
            yield part.text()
        else:
            edge = "" if part.tag in _INLINE_TAGS else " "
            yield edge
            yield from _text_parts(part)
            yield edge


def _span(cell: LexborNode, name: str) -> int:
    value = cell.attributes.get(name) or "1"
    return int(value) if value.isdecimal() and value.isascii() and 0 < int(value) < 1_000 else 1


def folded(text: str) -> str:
    """Return a text with single spaces."""
    return _SPACES.sub(" ", text).strip()
