"""Quality filters of published corpora, from their papers: which texts would stay in a corpus.

- Gopher: J. W. Rae et al.: *Scaling Language Models: Methods, Analysis & Insights from Training Gopher*, 2021, appendix
  A.1.1 and table A1.
- C4: C. Raffel et al.: *Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer*, JMLR 21,
  2020, section 2.2, without its list of bad words.
- FineWeb: G. Penedo et al.: *The FineWeb Datasets*, NeurIPS 2024: the three filters that it adds.

Words are separated by white space, sentences by their final marks. Empty lines are no lines. All are for English.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORDS = (50, 100_000)
MEAN_LENGTH = (3, 10)
MAX_SYMBOLS = 0.1
MAX_BULLETS, MAX_ELLIPSES = 0.9, 0.3
MIN_ALPHABETIC = 0.8
MIN_STOP_WORDS = 2
STOP_WORDS = frozenset({"the", "be", "to", "of", "and", "that", "have", "with"})
MAX_DUPLICATE_LINES, MAX_DUPLICATE_CHARACTERS = 0.3, 0.2
TOP_GRAMS = {2: 0.2, 3: 0.18, 4: 0.16}
DUPLICATE_GRAMS = {5: 0.15, 6: 0.14, 7: 0.13, 8: 0.12, 9: 0.11, 10: 0.1}
MIN_SENTENCES, MIN_LINE_WORDS = 5, 3
FINAL = (".", "!", "?", '"', "”", "’", "'")
MIN_ENDED_LINES = 0.12
MAX_REPEATED = 0.1
SHORT_LINE, MAX_SHORT_LINES = 30, 0.67
_SENTENCE_END = re.compile(r"[.!?]+(?=\s|[\"'”’)]|$)")


def gopher(text: str) -> bool:
    """Tell whether a text passes Gopher's rules of quality and of repetition."""
    return _gopher_quality(text) and _gopher_repetition(text)


def _gopher_quality(text: str) -> bool:
    words, lines = text.split(), lines_of(text)
    if not lines or not WORDS[0] <= len(words) <= WORDS[1]:
        return False
    mean = sum(map(len, words)) / len(words)
    ellipses = text.count("...") + text.count("…")
    return (
        MEAN_LENGTH[0] <= mean <= MEAN_LENGTH[1]
        and max(text.count("#"), ellipses) / len(words) <= MAX_SYMBOLS
        and _share(lines, lambda line: line.startswith(("•", "-", "*"))) <= MAX_BULLETS
        and _share(lines, lambda line: line.endswith(("...", "…"))) <= MAX_ELLIPSES
        and _share(words, lambda word: any(map(str.isalpha, word))) >= MIN_ALPHABETIC
        and len(STOP_WORDS.intersection(map(str.lower, words))) >= MIN_STOP_WORDS
    )


def _gopher_repetition(text: str) -> bool:
    lines, words = lines_of(text), text.split()
    size = max(1, sum(map(len, words)))
    repeated = _repeated(lines)
    if (
        len(repeated) / len(lines) > MAX_DUPLICATE_LINES
        or sum(map(len, repeated)) / len(text) > MAX_DUPLICATE_CHARACTERS
    ):
        return False
    for length, most in TOP_GRAMS.items():
        grams = Counter(_grams(words, length))
        gram, count = grams.most_common(1)[0] if grams else ((), 0)
        if count > 1 and count * sum(map(len, gram)) / size > most:
            return False
    return all(_in_duplicates(words, length) / size <= most for length, most in DUPLICATE_GRAMS.items())


def _in_duplicates(words: Sequence[str], length: int) -> int:
    """Count the characters of words in runs that occur more than once, each word once."""
    counts = Counter(_grams(words, length))
    inside = bytearray(len(words))
    for start, gram in enumerate(_grams(words, length)):
        if counts[gram] > 1:
            inside[start : start + length] = b"\x01" * length
    return sum(len(word) for word, is_inside in zip(words, inside, strict=True) if is_inside)


def _grams(words: Sequence[str], length: int) -> list[tuple[str, ...]]:
    return [tuple(words[start : start + length]) for start in range(len(words) - length + 1)]


def c4(text: str) -> bool:
    """Tell whether a text passes C4's rules, of which some take away lines before sentences are counted."""
    folded = text.lower()
    if "{" in text or "lorem ipsum" in folded:
        return False
    kept = [
        line
        for line in lines_of(text)
        if line.endswith(FINAL) and len(line.split()) >= MIN_LINE_WORDS and "javascript" not in line.lower()
    ]
    return sum(len(_SENTENCE_END.findall(line)) for line in kept) >= MIN_SENTENCES


def fineweb(text: str) -> bool:
    """Tell whether a text passes the filters that FineWeb adds to those of Gopher and C4."""
    lines = lines_of(text)
    if not lines:
        return False
    repeated = sum(map(len, _repeated(lines))) / max(1, sum(map(len, lines)))
    return (
        _share(lines, lambda line: line.endswith(FINAL)) > MIN_ENDED_LINES
        and repeated < MAX_REPEATED
        and _share(lines, lambda line: len(line) < SHORT_LINE) < MAX_SHORT_LINES
    )


FILTERS: dict[str, Callable[[str], bool]] = {"Gopher": gopher, "C4": c4, "FineWeb": fineweb}
"""The filters by name."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that are not empty, without white space around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _repeated(lines: Sequence[str]) -> list[str]:
    """Return the lines that occur earlier in the text."""
    seen: set[str] = set()
    return [line for line in lines if line in seen or seen.add(line)]  # type: ignore[func-returns-value]


def _share(items: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, items)) / len(items)
