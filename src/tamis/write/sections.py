"""Sections of an article's Markdown: the text below each heading, with its size and its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tamis.errors import BadSettings
from tamis.model import Kind, Section
from tamis.text.characters import one_line
from tamis.text.token_counts import estimate_tokens
from tamis.write.markdown import markdown_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tamis.model import Article
    from tamis.write.markdown import Piece

    Count = Callable[[str], int]

_NOTE = re.compile(r"\[\^(\d+)\](?!:)")


def outline_of(article: Article, count_tokens: Count | None = None) -> tuple[Section, ...]:
    """List the sections of an article's Markdown, in reading order."""
    return SectionedText.of(article, count_tokens).sections


def write_outline(article: Article) -> str:
    """Write the sections as a nested list in Markdown, each with its number and its tokens."""
    return "".join(_lines(outline_of(article)))


def outline_within(listed: Sequence[Section], max_tokens: int | None) -> tuple[str, Sequence[Section]]:
    """Write as many levels of an outline as have room, and return them with their sections.

    What is left out is told in the last line, with the way to get it.
    """
    text = "".join(_lines(listed))
    if max_tokens is None or estimate_tokens(text) <= max_tokens:
        return text, listed
    for level in sorted({section.level for section in listed}, reverse=True)[1:]:
        upper = [section for section in listed if section.level <= level]
        note = f"[{len(listed) - len(upper)} sections inside these omitted: ask for the outline with a section]\n"
        text = "".join(_lines(upper)) + note
        if len(upper) > 1 and estimate_tokens(text) <= max_tokens:
            return text, upper
    upper = [section for section in listed if section.level <= min(other.level for other in listed[1:] or listed)]
    lines = list(_lines(upper))
    sizes = list(accumulate(estimate_tokens(line) + 1 for line in lines))
    note = f"[more sections omitted, {len(listed)} in all: ask for a section by its number, or by a query]\n"
    count = bisect_right(sizes, max_tokens - estimate_tokens(note) - 1)
    text = "".join(lines[:count]) + note
    return (text, upper[:count]) if estimate_tokens(text) <= max_tokens else ("", [])


def _lines(sections: Sequence[Section]) -> Iterator[str]:
    top = min((section.level for section in sections if section.level), default=1)
    for section in sections:
        indent = "  " * max(section.level - top, 0)
        yield f"{indent}- {section.number}. {section.heading or '(beginning)'} ({in_words(section.tokens)})\n"


class Part(NamedTuple):
    """A heading with its own text, up to the next heading."""

    number: int
    level: int
    heading: str
    first: int
    """Number of its first piece, which is the heading; of the text before the first heading, the title."""
    body: int
    """Number of its first piece after the heading."""
    last: int
    """Number of the piece after its last."""


@dataclass(slots=True)
class SectionedText:
    """The Markdown of an article in pieces and parts, with the tokens of each piece."""

    pieces: Sequence[Piece]
    parts: list[Part]
    count: Count
    language: str | None
    sizes: list[int]
    starts: list[int]
    """Offset of each piece, and of the end."""

    @classmethod
    def of(cls, article: Article, count: Count | None, *, html_tables: bool = False) -> SectionedText:
        """Write an article as Markdown, and find its sections; without `count`, tokens are estimated."""
        count = count or estimate_tokens
        pieces = markdown_pieces(article, html_tables=html_tables)
        sizes = [count(piece.text) for piece in pieces]
        starts = [0, *accumulate(len(piece.text) for piece in pieces)]
        parts = list(_parts(pieces, one_line(article.title or "")))
        return cls(pieces, parts, count, article.language, sizes, starts)

    @property
    def whole(self) -> str:
        """The whole Markdown."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def sections(self) -> tuple[Section, ...]:
        """All sections in reading order."""
        return tuple(self.section(index) for index in range(len(self.parts)))

    def section(self, index: int) -> Section:
        """Return the section that a part begins."""
        part = self.parts[index]
        last = self.parts[self.end_of(index) - 1].last
        size = sum(self.sizes[part.first : last])
        return Section(part.number, part.level, part.heading, size, self.starts[part.first], self.starts[last])

    def end_of(self, index: int) -> int:
        """Return the index after the last part of a section: those below its heading belong to it."""
        level = self.parts[index].level
        if not level:
            return index + 1
        end = index + 1
        while end < len(self.parts) and self.parts[end].level > level:
            end += 1
        return end

    def part_range(self, number: int) -> tuple[int, int]:
        """Return the indexes of a section's first part and after its last. Raises `BadSettings` if there is none."""
        for index, part in enumerate(self.parts):
            if part.number == number:
                return index, self.end_of(index)
        numbers = f"{self.parts[0].number} to {self.parts[-1].number}" if self.parts else "none"
        raise BadSettings(f"the article has no section {number}; its sections are {numbers}")

    def joined(self, texts: Iterable[str], *, all_notes: bool = False) -> str:
        """Join pieces, and add the notes that they refer to."""
        body = "".join(texts).lstrip("\n")
        numbers = {int(number) for number in _NOTE.findall(body)}
        notes = [piece.text for piece in self.pieces if piece.note and (all_notes or piece.note in numbers)]
        if body and not body.endswith("\n"):
            body += "\n"
        return body + "".join(notes)


def _parts(pieces: Sequence[Piece], title: str) -> Iterator[Part]:
    """Split the pieces at headings; the notes at the end belong to none."""
    end = next((number for number, piece in enumerate(pieces) if piece.note), len(pieces))
    first_text = next((number for number, piece in enumerate(pieces) if piece.block or piece.note), end)
    heads = [number for number in range(end) if _is_heading(pieces[number])]
    starts = [0, *heads] if not heads or heads[0] else heads
    for index, start in enumerate(starts):
        last = starts[index + 1] if index + 1 < len(starts) else end
        if start in heads[:1] or index:
            block = pieces[start].block
            level, heading = (block.level, one_line(block.text)) if block else (0, "")
            yield Part(index + (starts is heads), level, heading, start, start + 1, last)
        else:
            yield Part(0, 0, title, start, min(first_text, last), last)


def _is_heading(piece: Piece) -> bool:
    return piece.block is not None and piece.block.kind is Kind.HEADING and not piece.block.quoted


def in_words(count: int) -> str:
    """Write a number of tokens for people."""
    return f"{count:,} token{'s' * (count != 1)}"
