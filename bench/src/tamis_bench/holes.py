"""Paragraphs of the truth that an extracted text lacks, above all the holes: those between paragraphs that it has.

A reader sees that an article begins late or breaks off, but not that something is missing in its middle.

- The paragraphs are those that the set gives, or else the lines of the true text. A text with blank lines and no line
  of more than `WRAP_WIDTH` characters is wrapped, as CleanEval's: there, blank lines separate paragraphs. A text
  without line breaks has no paragraphs.
- Paragraphs of fewer than `MIN_WORDS` words do not count, nor do pages with fewer than `MIN_PARAGRAPHS` of the others.
- A paragraph is found if at least `FOUND_SHARE` of its words stand in runs of `RUN_WORDS` words that the text has
  too. Title and standfirst count as part of the text, because extractors give them apart.

Each East Asian character is a word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tamis_bench.metrics import words_and_characters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from tamis_bench.samples import Truth

MIN_WORDS = 5
MIN_PARAGRAPHS = 3
FOUND_SHARE = 0.8
RUN_WORDS = 3
WRAP_WIDTH = 80
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")

Run: TypeAlias = "tuple[str, ...]"


class Holes(NamedTuple):
    """The paragraphs that a text lacks."""

    paragraphs: int
    missing: int
    holes: int
    """Number of missing paragraphs between two that were found."""
    first_missing: bool
    last_missing: bool


def find_holes(text: str, truth: Truth, title: str | None = None) -> Holes | None:
    """Compare a text with the paragraphs of the truth; None if there are too few. `title` is the extractor's own."""
    counted = [paragraph for paragraph in map(words_and_characters, paragraphs(truth)) if len(paragraph) >= MIN_WORDS]
    if len(counted) < MIN_PARAGRAPHS:
        return None
    parts = (text, title or "", truth.title or "", *truth.standfirst)
    known = {run for part in parts for run in _runs(words_and_characters(part))}
    is_found = [_share_found(paragraph, known) >= FOUND_SHARE for paragraph in counted]
    return Holes(
        paragraphs=len(counted),
        missing=is_found.count(False),
        holes=_between(is_found).count(False),
        first_missing=not is_found[0],
        last_missing=not is_found[-1],
    )


def paragraphs(truth: Truth) -> Sequence[str]:
    """Return the paragraphs of the true text, as the set gives them or by its line breaks."""
    text = truth.text or ""
    if truth.paragraphs:
        return truth.paragraphs
    is_wrapped = _BLANK_LINE.search(text) and all(len(line) <= WRAP_WIDTH for line in text.splitlines())
    return _BLANK_LINE.split(text) if is_wrapped else text.splitlines()


def _between(is_found: Sequence[bool]) -> Sequence[bool]:
    """Cut off what is missing at the two ends."""
    places = [place for place, found in enumerate(is_found) if found]
    return is_found[places[0] : places[-1]] if places else []


def _share_found(paragraph: Sequence[str], known: Collection[Run]) -> float:
    """Compute the share of the words that stand in a known run."""
    found = end = 0
    for start, run in enumerate(_runs(paragraph)):
        if run in known:
            found += start + RUN_WORDS - max(start, end)
            end = start + RUN_WORDS
    return found / len(paragraph)


def _runs(some_words: Sequence[str]) -> Iterator[Run]:
    shifted: Iterable[Sequence[str]] = (some_words[start:] for start in range(RUN_WORDS))
    return zip(*shifted, strict=False)
