"""Nesting of inlines: from a flat run to nested groups, as all markup languages need them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tamis.model import Inline, Mark

if TYPE_CHECKING:
    from collections.abc import Sequence

Part: TypeAlias = "Inline | Group"

# From the outside in, where two reach equally far. Code, math and notes hold no groups: they are leaves.
_GROUPING = (Mark.BOLD, Mark.ITALIC, Mark.STRIKE, Mark.SUB, Mark.SUP, Mark.KEYBOARD)

_WHOLE = frozenset({Mark.NOTE, Mark.MATH})
"""Marks of runs that are not joined with a neighbor of the same format."""


class Group(NamedTuple):
    """Neighbors that share a mark, or a link (then `by` is its URL)."""

    by: Mark | str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The text in it."""
        return "".join(part.text for part in self.parts)


def nest(inlines: Sequence[Inline]) -> tuple[Part, ...]:
    """Group inlines by link, bold, italic, strike, sub and sup; the one that reaches farthest is outermost."""
    parts: list[Part] = []
    index = 0
    while index < len(inlines):
        _, marks, href = inlines[index]
        if not (marks or href):  # as about half
            parts.append(inlines[index])
            index += 1
            continue
        by, end = _farthest(inlines, index)
        if by is None:
            parts.append(inlines[index])
        else:
            parts.append(Group(by, nest([_without(inline, by) for inline in inlines[index:end]])))
        index = end
    return tuple(parts)


def merged(inlines: Sequence[Inline]) -> list[Inline]:
    """Remove empty runs, and join neighbors of the same format."""
    result: list[Inline] = []
    for inline in inlines:
        text, marks, href = inline
        if not text:
            continue
        last = result[-1] if result else None
        if last is not None and last.marks == marks and last.href == href and not marks & _WHOLE:
            result[-1] = Inline(last.text + text, marks, href)
        else:
            result.append(inline)
    return result


def lines_of(inlines: Sequence[Inline]) -> list[list[Inline]]:
    """Split the inlines at line breaks, and remove white space at the lines' ends."""
    lines: list[list[Inline]] = [[]]
    for inline in inlines:
        if "\n" not in inline.text:
            lines[-1].append(inline)
            continue
        first, *rest = inline.text.split("\n")
        lines[-1].append(inline._replace(text=first))
        lines.extend([inline._replace(text=text)] for text in rest)
    trimmed = [_trimmed(merged(line)) for line in lines]
    while trimmed and not trimmed[0]:
        del trimmed[0]
    while trimmed and not trimmed[-1]:
        del trimmed[-1]
    return trimmed


def _trimmed(line: list[Inline]) -> list[Inline]:
    while line and not line[0].text.strip():
        del line[0]
    while line and not line[-1].text.strip():
        del line[-1]
    if line and line[0].text[0].isspace():
        line[0] = line[0]._replace(text=line[0].text.lstrip())
    if line and line[-1].text[-1].isspace():
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip())
    return line


def _farthest(inlines: Sequence[Inline], index: int) -> tuple[Mark | str | None, int]:
    start = inlines[index]
    best: Mark | str | None = None
    best_end = index
    candidates: list[Mark | str] = [start.href] if start.href else []
    candidates += [mark for mark in _GROUPING if mark in start.marks]
    for by in candidates:
        end = index + 1
        while end < len(inlines) and _has(inlines[end], by):
            end += 1
        if end > best_end:
            best, best_end = by, end
    return best, max(best_end, index + 1)


def _has(inline: Inline, by: Mark | str) -> bool:
    return by in inline.marks if isinstance(by, Mark) else inline.href == by


def _without(inline: Inline, by: Mark | str) -> Inline:
    if isinstance(by, Mark):
        return Inline(inline.text, inline.marks - {by}, inline.href)
    return Inline(inline.text, inline.marks)
