"""Metrics of extracted text: how much of it is right, and how much of the right text it contains.

- Word precision, recall and F1 where each occurrence counts (WCXB's headline number, CETR's E9), or of sets.
- CleanEval's score: one minus the words' edit distance over the length of their alignment.
- CUTER's accuracy and noise (C9), by text size.
- The score of Scrapinghub's article extraction benchmark: shingles of four words.
- Snippets that must and that must not appear.

A word is a run of `\\w` in lower case, as in WCXB. That makes one word of a Chinese sentence, so there is a
variant in which each Han, kana or Hangul character is a word.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHINGLE_WORDS = 4
_WORD = re.compile(r"\w+")
_EAST_ASIAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD_OR_CHARACTER = re.compile(rf"(?=\w)[{_EAST_ASIAN}]|[^\W{_EAST_ASIAN}]+")


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


class Share(NamedTuple):
    """CUTER's two numbers, each from 0 to 1."""

    accuracy: float
    """Share of the right text that was extracted: Y/A."""
    noise: float
    """Share of the extracted text that is not right: 1 - Y/X."""


def words(text: str) -> list[str]:
    """Split a text into words as WCXB counts them."""
    return _WORD.findall(text.lower())


def words_and_characters(text: str) -> list[str]:
    """Split a text into words, with each East Asian character as a word."""
    return _WORD_OR_CHARACTER.findall(text.lower())


def word_score(found: Sequence[str], truth: Sequence[str]) -> Score:
    """Score the multiset overlap of words. If the truth is empty: 1 if nothing was found, else 0."""
    overlap = (Counter(found) & Counter(truth)).total()
    return score_of(overlap, len(found), len(truth))


def word_set_score(found: Iterable[str], truth: Iterable[str]) -> Score:
    """Score the overlap of the sets of distinct words."""
    left, right = set(found), set(truth)
    return score_of(len(left & right), len(left), len(right))


def score_of(overlap: int, found: int, truth: int) -> Score:
    """Compute precision, recall and F1 from the three sizes."""
    if not truth:
        return Score(0.0, 0.0, 0.0) if found else Score(1.0, 1.0, 1.0)
    if not overlap:
        return Score(0.0, 0.0, 0.0)
    return Score(overlap / found, overlap / truth, 2 * overlap / (found + truth))


def cleaneval_score(found: Sequence[str], truth: Sequence[str]) -> float:
    """Compute one minus the edit distance over the alignment length, in words, with insertions and deletions only.

    With a longest common subsequence of L words, the alignment is L matches and n + m - 2L edits long.
    """
    if not found and not truth:
        return 1.0
    common = common_words(found, truth)
    return common / (len(found) + len(truth) - common)


def common_words(left: Sequence[str], right: Sequence[str]) -> int:
    """Compute the length of the longest common subsequence, bit-parallel: 10,000 words take milliseconds."""
    from rapidfuzz.distance import LCSseq  # imported here because few metrics need it

    return LCSseq.similarity(*as_letters(left, right))


def as_letters(left: Sequence[str], right: Sequence[str]) -> tuple[list[int], list[int]]:
    """Replace each distinct word of both lists by a number: integers compare faster than strings."""
    numbers: dict[str, int] = {}
    number = numbers.setdefault
    return [number(word, len(numbers)) for word in left], [number(word, len(numbers)) for word in right]


def accuracy_and_noise(found: Sequence[str], truth: Sequence[str]) -> Share:
    """Compute CUTER's measures; A, X and Y are the characters of the right, the extracted and the shared words."""
    right = text_size(truth)
    extracted = text_size(found)
    shared = text_size((Counter(found) & Counter(truth)).elements())
    accuracy = shared / right if right else float(not extracted)
    return Share(accuracy, 1 - shared / extracted if extracted else 0.0)


class Shingles(NamedTuple):
    """Scrapinghub's score of one page; None where the page does not count for the mean."""

    precision: float | None
    """Share of the extracted shingles that are right; None if nothing was extracted."""
    recall: float | None
    """Share of the right shingles that were extracted; None if there is nothing to extract."""


def shingle_score(text: str, truth: str) -> Shingles:
    """Score the multiset overlap of all runs of four words, with their case; a shorter text is one run."""
    found, right = _shingles(text), _shingles(truth)
    overlap = (found & right).total()
    return Shingles(
        overlap / found.total() if found else None,
        overlap / right.total() if right else None,
    )


def mean_shingles(scores: Sequence[Shingles]) -> tuple[float | None, float | None, float | None]:
    """Average scores as the benchmark does: mean precision, mean recall, and the F1 of these two."""
    precision, recall = mean(score.precision for score in scores), mean(score.recall for score in scores)
    return precision, recall, f1_of_means(scores)


class _Scored(Protocol):
    """Anything with precision and recall."""

    @property
    def precision(self) -> float | None: ...
    @property
    def recall(self) -> float | None: ...


def f1_of_means(scores: Sequence[_Scored]) -> float | None:
    """Compute the F1 of the mean precision and the mean recall; None if there are none."""
    precision, recall = mean(score.precision for score in scores), mean(score.recall for score in scores)
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    all_words = _WORD.findall(text)
    if len(all_words) < SHINGLE_WORDS:
        return Counter([tuple(all_words)] if all_words else [])
    return Counter(zip(*(all_words[start:] for start in range(SHINGLE_WORDS)), strict=False))


def text_size(some_words: Iterable[str]) -> int:
    """Count the characters of the words, without separators."""
    return sum(map(len, some_words))


def snippet_share(text: str, snippets: Sequence[str]) -> float | None:
    """Compute the share of the snippets whose words occur in a row in the text; None without snippets."""
    wanted = [row for row in map(_row, snippets) if row.strip()]
    if not wanted:
        return None
    row = _row(text)
    return sum(snippet in row for snippet in wanted) / len(wanted)


MIN_COMMENT_WORDS = 4
"""Minimum number of words of a comment line that counts; shorter ones, as names and dates, may match by chance."""


class CommentLines(NamedTuple):
    """The number of comment lines of a page."""

    all: int
    leaked: int
    """Number of these lines in the extracted text."""


def comment_lines(text: str, comments: str | None, truth: str) -> CommentLines | None:
    """Count the comment lines that are in the text. Lines that are also in the truth do not count."""
    right = _row(truth)
    rows = [
        _row(line) for line in (comments or "").splitlines() if len(words_and_characters(line)) >= MIN_COMMENT_WORDS
    ]
    wanted = [row for row in rows if row not in right]
    if not wanted:
        return None
    found = _row(text)
    return CommentLines(len(wanted), sum(row in found for row in wanted))


def _row(text: str) -> str:
    """Join the words with spaces around each, so that a word is not found inside another."""
    return f" {' '.join(words_and_characters(text))} "


def mean(values: Iterable[float | None]) -> float | None:
    """Compute the mean of the numbers among the values, or None if there are none."""
    numbers = [value for value in values if value is not None]
    return sum(numbers) / len(numbers) if numbers else None
