"""Snippets: the part of a text that has most of the words of a search, and where they are in it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from tamis.library.prepared import indexed_text, read_values
from tamis.library.tokenizing import IS_PAIRED, RUN, fold
from tamis.write.characters import one_line

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from tamis.library.query import Term
    from tamis.library.records import Record

LENGTH = 220
"""Characters of a snippet."""
BEFORE = 60
"""Characters before the first word that was found."""
MAX_TEXT = 60_000
"""Characters of a text that are looked through."""
MAX_MARKS = 400
"""Words found in a text that are looked at."""
ELLIPSIS = "… "
_WORD_END = re.compile(r"\s")


class Snippet(NamedTuple):
    """A part of a text."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    """Where words of the search are in it: start and end of each."""


def snippet_of(connection: sqlite3.Connection, record: Record, terms: Sequence[Term]) -> Snippet:
    """The part of an article that has most of the words; its beginning if the text has none of them."""
    if not terms or record.is_link:
        return Snippet(record.excerpt)
    found = connection.execute(
        "SELECT json FROM revision WHERE article = ? AND number = ?", (record.id, record.revision)
    ).fetchone()
    text = unicodedata.normalize("NFC", one_line(indexed_text(read_values(found[0]))[:MAX_TEXT]))
    return cut_snippet(text, terms) or Snippet(record.excerpt)


def cut_snippet(text: str, terms: Sequence[Term]) -> Snippet | None:
    """The part of a text that has most of the words; None if it has none of them."""
    marks = [mark for mark, _ in zip(_marks(text, terms), range(MAX_MARKS), strict=False)]
    if not marks:
        return None
    start = _start(text, _best(text, marks))
    end = _end(text, start + LENGTH)
    lead = ELLIPSIS if start else ""
    inside = [(first, last) for first, last in marks if start <= first and last <= end]
    shown = tuple((first - start + len(lead), last - start + len(lead)) for first, last in inside)
    return Snippet(lead + text[start:end].rstrip() + (" …" if end < len(text) else ""), shown)


def _best(text: str, marks: list[tuple[int, int]]) -> int:
    """Where the part begins that has most different words, and most of them."""
    starts = [start for start, _ in marks]

    def worth(at: int) -> tuple[int, int]:
        inside = marks[at : bisect_left(starts, starts[at] + LENGTH - BEFORE)][:_MAX_INSIDE]
        return len({fold(text[start:end]) for start, end in inside}), len(inside)

    best = max(range(len(marks)), key=lambda at: (worth(at), -at))
    return starts[best]


_MAX_INSIDE = 40  # words in a part that are compared


def _start(text: str, at: int) -> int:
    """The beginning of a word some characters before a place."""
    if at <= BEFORE:
        return 0
    space = _WORD_END.search(text, at - BEFORE, at)
    return space.end() if space else at - BEFORE // 4


def _end(text: str, at: int) -> int:
    """The end of the word at a place."""
    if at >= len(text):
        return len(text)
    space = _WORD_END.search(text, at, at + BEFORE)
    return space.start() if space else at


def _marks(text: str, terms: Sequence[Term]) -> Iterator[tuple[int, int]]:
    words = {word for term in terms for word in term.words[: len(term.words) - term.is_prefix]}
    beginnings = tuple(term.words[-1] for term in terms if term.is_prefix)
    for run in RUN.finditer(text):
        folded = fold(run.group())
        if folded in words or (beginnings and folded.startswith(beginnings)):
            yield run.span()
        elif not run.group().isascii() and len(folded) == len(run.group()):
            yield from _within(folded, run.start(), [*words, *beginnings])


def _within(run: str, start: int, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Words within a run without spaces."""
    if not IS_PAIRED.match(run):
        return
    found = {(at, at + len(word)) for word in words for at in _places(run, word)}
    yield from sorted((start + first, start + last) for first, last in found)


def _places(run: str, word: str) -> Iterator[int]:
    at = run.find(word)
    while at >= 0:
        yield at
        at = run.find(word, at + len(word))
