"""Lists of words, written as text."""

from __future__ import annotations


def word_list(text: str) -> tuple[str, ...]:
    """Split a text at white space into a tuple of words."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """Split a text at white space into a set of words."""
    return frozenset(text.split())
