"""Passages of an article that answer a query, without a model."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from tamis.model import Excerpt, Passage
from tamis.text.ranking import bm25
from tamis.text.words import count_words
from tamis.write.sections import in_words
from tamis.write.text import table_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tamis.write.markdown import Piece
    from tamis.write.sections import Part, SectionedText

PASSAGE_WORDS = 200
"""Words of a passage, more only if one block has more."""
LEAST_WORDS = 40
"""Words of a passage where few tokens are asked for."""
PASSAGES_IN_BUDGET = 4
"""A passage has as many words as this part of the tokens that are asked for, so that about three of them fit."""
MOST_PASSAGES = 5
"""Passages that answer a query if no number of tokens limits them."""
_TRIED = 40
"""Passages, from the best on, of which as many are taken as fit."""
_LEAST_SCORE = 0.2
"""Least share of the best score with which a passage still answers a query."""


class _Unit(NamedTuple):
    """A passage that could answer: its part, its first piece, the piece after its last, and the words to search."""

    part: Part
    first: int
    last: int
    words: str


def answer(source: SectionedText, query: str, max_tokens: int | None) -> Excerpt:
    """Return the passages with the words of a query, in reading order, below their headings."""
    words = PASSAGE_WORDS
    if max_tokens is not None:
        words = min(max(max_tokens // PASSAGES_IN_BUDGET, LEAST_WORDS), PASSAGE_WORDS)
    passages = _ranked(source, query, words)
    total = sum(source.sizes)
    shown: list[tuple[Passage, Part]] = []
    text = ""
    for passage, part in passages[: MOST_PASSAGES if max_tokens is None else _TRIED]:
        tried = _written(source, [*shown, (passage, part)])
        if max_tokens is None or source.count(tried) <= max_tokens:
            shown.append((passage, part))
            text = tried
    if not shown:
        text = f"[No passage of {in_words(total)} has the words of the query.]\n"
        if passages:
            text = f"[{len(passages)} passages answer, and none fits: ask for section {passages[0][1].number}.]\n"
        text = text if max_tokens is None or source.count(text) <= max_tokens else ""
    return Excerpt(text, source.count(text), total, passages=tuple(passage for passage, _ in shown))


def _written(source: SectionedText, shown: Sequence[tuple[Passage, Part]]) -> str:
    texts: list[str] = []
    before: Part | None = None
    for passage, part in sorted(shown, key=lambda pair: pair[0].start):
        if part != before:
            texts += _headings(source, part, before)
            before = part
        first, last = (bisect_right(source.starts, place) - 1 for place in (passage.start, passage.end))
        texts.append(f"\n[section {part.number}, score {passage.score:.2f}]\n")
        texts += _opened(source.pieces[first:last])
    return source.joined(texts)


def _opened(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the texts of pieces, with an empty line before the first."""
    for number, piece in enumerate(pieces):
        yield piece.text if number or piece.text.startswith("\n") else "\n" + piece.text


def _headings(source: SectionedText, part: Part, before: Part | None) -> Iterator[str]:
    """Yield the title if nothing was written yet, and the heading of a part."""
    beginning = source.parts[0]
    if before is None and part.number and beginning.number == 0:
        yield from (piece.text for piece in source.pieces[beginning.first : beginning.body])
    yield from (piece.text for piece in source.pieces[part.first : part.body])


def _ranked(source: SectionedText, query: str, most_words: int) -> list[tuple[Passage, Part]]:
    """Rank the passages that have a word of the query; of equal ones the first is better."""
    units = list(_units(source, most_words))
    scores = bm25(query, [unit.words for unit in units], source.language)
    best = max(scores, default=0.0)
    ranked = [
        (Passage(unit.part.number, round(score, 4), source.starts[unit.first], source.starts[unit.last]), unit.part)
        for unit, score in zip(units, scores, strict=True)
        if score and score >= _LEAST_SCORE * best
    ]
    return sorted(ranked, key=lambda pair: (-pair[0].score, pair[0].start))


def _units(source: SectionedText, most_words: int) -> Iterator[_Unit]:
    for part in source.parts:
        first, texts, words = part.body, [part.heading], 0
        for number in range(part.body, part.last):
            text = _words_of(source.pieces[number])
            size = count_words(text)
            if words and words + size > most_words:
                yield _Unit(part, first, number, "\n".join(texts))
                first, texts, words = number, [part.heading], 0
            texts.append(text)
            words += size
        if first < part.last:
            yield _Unit(part, first, part.last, "\n".join(texts))


def _words_of(piece: Piece) -> str:
    block = piece.block
    if block is None:
        return piece.text
    if block.table is not None:
        return table_text(block.table)
    if block.image is not None:
        return f"{block.image.alt} {block.image.caption}"
    return block.text
