"""Snippets: the part of a text that has most of the words of a search, and the positions of the words in it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from tamis.library.prepared import indexed_text
from tamis.library.stored import damaged, read_values
from tamis.text.characters import one_line
from tamis.text.tokenizing import IS_PAIRED, RUN, fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from tamis.library.query import Term
    from tamis.library.records import Record

LENGTH = 220
"""Number of characters of a snippet."""
BEFORE = 60
"""Number of characters before the first word that was found."""
MAX_TEXT = 60_000
"""Number of characters of a text that are searched."""
MAX_PIECES = 8
"""Maximum number of parts with words of the search that are examined closely."""
ELLIPSIS = "… "
_WORD_END = re.compile(r"\s")
_PIECE = re.compile(r"[^\s。，、！？；：]{1,80}+(?:[\s。，、！？；：]{1,9}+[^\s。，、！？；：]{1,80}+){0,20}")
"""Pattern of some words, or of clauses of a text without spaces."""


class Snippet(NamedTuple):
    """A part of a text with marked words."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    """Start and end of each word of the search in the snippet."""


def snippet_of(connection: sqlite3.Connection, record: Record, terms: Sequence[Term]) -> Snippet:
    """Cut the part of an article that has most of the words; its beginning if the text has none of them."""
    if not terms or record.is_link:
        return Snippet(record.excerpt)
    found = connection.execute(
        "SELECT json FROM revision WHERE article = ? AND number = ?", (record.id, record.revision)
    ).fetchone()
    if found is None:
        raise damaged(f"article {record.id} has no text")
    text = unicodedata.normalize("NFC", one_line(indexed_text(read_values(found[0]))[:MAX_TEXT]))
    return cut_snippet(text, terms) or Snippet(record.excerpt)


def cut_snippet(text: str, terms: Sequence[Term]) -> Snippet | None:
    """Cut the part of a text that has most of the words; None if it has none of them."""
    marks = _best_marks(text, _Wanted.of(terms))
    if not marks:
        return None
    start = _start(text, marks[0][0])
    end = _end(text, start + LENGTH)
    lead = ELLIPSIS if start else ""
    inside = [(first, last) for first, last in marks if start <= first and last <= end]
    shown = tuple((first - start + len(lead), last - start + len(lead)) for first, last in inside)
    return Snippet(lead + text[start:end].rstrip() + (" …" if end < len(text) else ""), shown)


class _Wanted(NamedTuple):
    """Folded words to search for."""

    words: frozenset[str]
    beginnings: tuple[str, ...]

    @classmethod
    def of(cls, terms: Sequence[Term]) -> _Wanted:
        words = frozenset(word for term in terms for word in term.words[: len(term.words) - term.is_prefix])
        return cls(words, tuple(term.words[-1] for term in terms if term.is_prefix))

    def count(self, text: str) -> int:
        """Count the words that are in a text, perhaps only within other words."""
        folded = fold(text)
        return sum(word in folded for word in self.words) + sum(word in folded for word in self.beginnings)


def _best_marks(text: str, wanted: _Wanted) -> list[tuple[int, int]]:
    """Find the positions of the words in the part of a text that has most of them."""
    pieces = [(-count, piece.start()) for piece in _PIECE.finditer(text) if (count := wanted.count(piece.group()))]
    best: list[tuple[int, int]] = []
    different = 0
    for count, start in sorted(pieces)[:MAX_PIECES]:
        marks = list(_marks(text, start, start + LENGTH, wanted))
        found = len({fold(text[first:last]) for first, last in marks})
        if found > different:
            best, different = marks, found
        if different >= -count:
            break
    return best


def _start(text: str, offset: int) -> int:
    """Find the beginning of a word some characters before an offset."""
    if offset <= BEFORE:
        return 0
    space = _WORD_END.search(text, offset - BEFORE, offset)
    return space.end() if space else offset - BEFORE // 4


def _end(text: str, offset: int) -> int:
    """Find the end of the word at an offset."""
    if offset >= len(text):
        return len(text)
    space = _WORD_END.search(text, offset, offset + BEFORE)
    return space.start() if space else offset


def _marks(text: str, start: int, end: int, wanted: _Wanted) -> Iterator[tuple[int, int]]:
    words, beginnings = wanted
    for run in RUN.finditer(text, start, end):
        folded = fold(run.group())
        if folded in words or (beginnings and folded.startswith(beginnings)):
            yield run.span()
        elif not run.group().isascii() and len(folded) == len(run.group()):
            yield from _within(folded, run.start(), [*words, *beginnings])


def _within(run: str, start: int, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions of words within a run without spaces."""
    if not IS_PAIRED.match(run):
        return
    found = {(offset, offset + len(word)) for word in words for offset in _places(run, word)}
    yield from sorted((start + first, start + last) for first, last in found)


def _places(run: str, word: str) -> Iterator[int]:
    offset = run.find(word)
    while offset >= 0:
        yield offset
        offset = run.find(word, offset + len(word))
