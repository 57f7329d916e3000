"""Lists of words, written as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def word_list(text: str) -> tuple[str, ...]:
    """Split a text at white space into a tuple of words."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """Split a text at white space into a set of words."""
    return frozenset(text.split())


def shortest_parts(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words that contain none of the others: a text with any of the words contains one of these."""
    parts: list[str] = []
    for word in sorted(set(words), key=lambda word: (len(word), word)):
        if not any(part in word for part in parts):
            parts.append(word)
    return tuple(parts)
