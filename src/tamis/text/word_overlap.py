"""Word overlap of two short texts, such as headlines and names, and excerpts: texts cut off with an ellipsis."""

from __future__ import annotations

import re
import unicodedata

from tamis.text.words import BY_CHARACTER, character_class

CUT_ENDS = ("…", "...", "[…]", "[...]")
"""Ends of an excerpt."""
MIN_WORDS = 6
"""Minimum number of words of an excerpt."""
MAX_EXCERPT = 1000
"""Maximum characters of an excerpt."""
# A word, or one character of a script that is compared by characters.
_WORD = re.compile(rf"[{character_class(BY_CHARACTER)}]|[^\W_]+")


def fold(text: str) -> str:
    """Normalize a text for comparison: case, accents, punctuation and spaces do not count."""
    return " ".join(words(text))


def words(text: str) -> list[str]:
    """Split a text into words, in lower case without accents and apostrophes.

    In Chinese, Japanese, Korean and Thai, into characters.
    """
    text = text.casefold().replace("'", "")
    if not text.isascii():
        text = text.replace("’", "").replace("‘", "")
        text = unicodedata.normalize("NFKD", text)
        marks = dict.fromkeys(map(ord, filter(unicodedata.combining, set(text))))
        text = text.translate(marks) if marks else text
    return _WORD.findall(text)


def overlap(left: list[str], right: list[str]) -> float:
    """Compute the share of words in common (Dice's coefficient), from 0 to 1."""
    if not left or not right:
        return 0.0
    if left == right:
        return 1.0
    common = 0
    rest = list(right)
    for word in left:
        if word in rest:
            rest.remove(word)
            common += 1
    return 2 * common / (len(left) + len(right))


def contains(longer: list[str], shorter: list[str]) -> bool:
    """Tell whether one list of words begins or ends with the other."""
    size = len(shorter)
    return 0 < size <= len(longer) and (longer[:size] == shorter or longer[-size:] == shorter)


def is_excerpt(text: str, whole: str) -> bool:
    """Tell whether a text with an ellipsis at its end is the beginning of another. Its last word may be cut off."""
    if not text.endswith(CUT_ENDS) or not MIN_WORDS < len(text) <= min(len(whole), MAX_EXCERPT):
        return False
    said = words(text)
    return len(said) >= MIN_WORDS and words(whole[: 2 * len(text)])[: len(said) - 1] == said[:-1]
