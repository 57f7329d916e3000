"""Excerpts: the beginning of a text, cut off and with an ellipsis."""

from __future__ import annotations

from tamis.text.word_overlap import words

CUT_ENDS = ("…", "...", "[…]", "[...]")
"""Ends of an excerpt."""
MIN_WORDS = 6
"""Minimum number of words of an excerpt."""
MAX_EXCERPT = 1000
"""Maximum characters of an excerpt."""


def is_excerpt(text: str, whole: str) -> bool:
    """Tell whether a text with an ellipsis at its end is the beginning of another. Its last word may be cut off."""
    if not text.endswith(CUT_ENDS) or not MIN_WORDS < len(text) <= min(len(whole), MAX_EXCERPT):
        return False
    said = words(text)
    return len(said) >= MIN_WORDS and words(whole[: 2 * len(text)])[: len(said) - 1] == said[:-1]
