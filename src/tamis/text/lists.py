"""Lists of words, written as text."""

from __future__ import annotations


def word_list(text: str) -> tuple[str, ...]:
    """The words of a text, split at white space."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The same as a set."""
    return frozenset(text.split())
