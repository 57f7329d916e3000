"""Escaping for Markdown: page text is shown as it was, with as few backslashes as possible.

Each character that Markdown may act on is examined with its neighbors: ``snake_case``, ``3 < 4``, ``[1]`` and a ``*``
between spaces stay as they are, because no CommonMark parser acts on them there. Where the neighbors are not known (at
the edge of a run of text) the character is escaped.
"""

from __future__ import annotations

import re
import unicodedata
from string import punctuation
from typing import TYPE_CHECKING

from tamis.model import Mark
from tamis.text.characters import UNFIT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tamis.model import Inline

ENTITY = re.compile(r"&(?=#[0-9]{1,8};|#[xX][0-9a-fA-F]{1,7};|[A-Za-z][A-Za-z0-9]{0,40};)")

_NOT_PLAIN = re.compile(rf"[\\`\[\]<&$*_~\r\n{UNFIT}]")
_ACTIVE = re.compile(r"[\\`\[\]<&$]|\*+|_+|~+")
# A tag, a comment, or a URL in angle brackets (also an e-mail address, which may begin with a digit).
_TAG_LIKE = re.compile(r"<(?=[^\s\d=<-]|[^\s<>]*@|$)")
_MATH_OPENER, _MATH_CLOSER = re.compile(r"\$(?=\S)"), re.compile(r"\S\$(?!\d)")
_RUN = re.compile(r"\*+|_+|~+|`+")
PAIRED = frozenset("*_~`$")
"""Characters that act only in pairs."""
_EMPHASIS = frozenset({Mark.BOLD, Mark.ITALIC})
_WRITTEN_WITH = {
    "*": _EMPHASIS,
    "_": _EMPHASIS,
    "~": frozenset({Mark.STRIKE}),
    "`": frozenset({Mark.CODE, Mark.MATH}),
    "$": frozenset({Mark.MATH}),
}

_LINE_STARTS = (
    re.compile(r"()(?=#{1,6}(?:[ \t]|$))"),  # heading
    re.compile(r"()(?=[-+*](?:[ \t]|$))"),  # list item
    re.compile(r"(\d{1,9})(?=[.)](?:[ \t]|$))"),  # numbered list item
    re.compile(r"()(?=>)"),  # quote
    re.compile(r"()(?=(?:=+|-+)[ \t]*$)"),  # underline of a heading
    re.compile(r"()(?=([-_*])[ \t]*(?:\2[ \t]*){2,}$)"),  # rule
    re.compile(r"()(?=[|:-][ \t|:-]*$)"),  # second line of a table
    re.compile(r"()(?=\[[ xX]\](?:\s|$))"),  # box of a task list
    re.compile(r"()(?=~~~|```+[^`]*$)"),  # fence of code
)
_DEFINITION = re.compile(r"()(?=\[(?:\\.|[^\\\[\]]){0,999}\]:)", re.DOTALL)  # of a link or a footnote
_STARTERS = frozenset("#-+*>=_|:[~`0123456789")
_CLOSING_HASHES = re.compile(r"(^|[ \t])(#+[ \t]*)$")


def is_plain(text: str) -> bool:
    """Tell whether a text is one line in which no character has to be escaped or replaced, wherever it stands."""
    return _NOT_PLAIN.search(text) is None


def pairing_characters(inlines: Iterable[Inline]) -> frozenset[str]:
    """Find the characters that could have a partner in this run of inlines, among those that act only in pairs."""
    inlines = list(inlines)
    marks = frozenset[Mark]().union(*(inline.marks for inline in inlines))
    text = "".join(inline.text for inline in inlines if Mark.CODE not in inline.marks)
    return frozenset(_pairs(text) | {char for char, users in _WRITTEN_WITH.items() if users & marks})


def _pairs(text: str) -> set[str]:
    """Find the characters of which one run may open something that a later run may close."""
    paired: set[str] = set()
    opened: set[str] = set()
    for run in _RUN.finditer(text):
        char = run[0][0]
        is_code = char == "`"
        opener = run[0] if is_code else char  # backticks pair with as many backticks
        if opener in opened and (is_code or not is_space(text[run.start() - 1])):
            paired.add(char)
        if is_code or not is_space(text[run.end() : run.end() + 1]):
            opened.add(opener)
    dollar = _MATH_OPENER.search(text)
    if dollar is not None and _MATH_CLOSER.search(text, dollar.end()):
        paired.add("$")
    return paired


def escape(text: str, pairing: frozenset[str], *, in_link: bool = False) -> str:
    """Escape page text (of one line) as Markdown that shows it."""

    def escaped(match: re.Match[str]) -> str:
        active = match[0]
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        char = active[0]
        if char == "<":
            return "&lt;" if _TAG_LIKE.match(text, match.start()) else "<"
        if char == "&":
            return "&amp;" if ENTITY.match(text, match.start()) else "&"
        if char == "\\":
            needed = not after or after in punctuation or after.isspace()
        elif char == "[":
            needed = in_link or (after != "" and after in "^!")
        elif char == "]":
            needed = in_link or after == "("
        elif char in pairing:
            needed = not _cannot_pair(char, before, after)
        else:
            needed = False
        return "".join("\\" + each for each in active) if needed else active

    return _ACTIVE.sub(escaped, text)


def guard_line_start(line: str, rest: str = "") -> str:
    """Add a backslash to a line of Markdown if it would begin a block. `rest` is what follows the line."""
    if line[:1] not in _STARTERS:
        return line
    matches = (start.match(line) for start in _LINE_STARTS)
    match = next(filter(None, matches), None) or _DEFINITION.match(line + rest)
    return f"{match[1]}\\{line[match.end() :]}" if match else line


def guard_heading_end(line: str) -> str:
    """Add a backslash before hashes at the end of a heading, which would vanish otherwise."""
    return _CLOSING_HASHES.sub(r"\1\\\2", line)


def is_space(char: str) -> bool:
    """Tell whether a character is white space by CommonMark's definition; the edge of a text counts as such."""
    return not char or char in "\t\n" or unicodedata.category(char) == "Zs"


def is_punctuation(char: str) -> bool:
    """Tell whether a character is punctuation in every version of CommonMark."""
    return char in punctuation if char.isascii() else unicodedata.category(char)[0] == "P"


def may_be_punctuation(char: str) -> bool:
    """Tell whether a character is punctuation in some version of CommonMark: since 0.31 symbols count, too."""
    return is_punctuation(char) or unicodedata.category(char)[0] == "S"


def _cannot_pair(char: str, before: str, after: str) -> bool:
    if char in "*_" and before and after and is_space(before) and is_space(after):
        return True
    return char == "_" and before.isalnum() and after.isalnum()
