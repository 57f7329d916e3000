"""Tokens of the full-text index: words in lowercase, without diacritics; pairs in scripts without spaces.

For a run of Chinese, Japanese, Korean or Thai the index has every two neighboring characters, and the last one alone.
So a word of two characters is one token, a longer one a phrase of pairs, and a single character is the beginning of a
token, wherever it is.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from tamis.text.expressions import repeated
from tamis.text.words import BY_CHARACTER, character_class

MAX_TOKEN = 64
"""Maximum number of characters of a token. Nobody searches for longer words, and some pages have data instead of text.
"""
_PAIRED = character_class(BY_CHARACTER)
_INDIC = "\u0900-\u0963\u0966-\u0dff"
"""Scripts whose vowel signs are no letters to Python, from Devanagari to Sinhala, without their full stops."""
RUN = re.compile(rf"[{_PAIRED}]++|[^\W_{_PAIRED}]++" + repeated(rf"[{_INDIC}]++[^\W_{_PAIRED}]*+"))
"""Pattern of a run of characters: one word, or a text in a script without spaces."""
_DIACRITICS = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670]+")
"""Diacritics of Latin, Greek and Cyrillic; the points of Hebrew and Arabic. Vowel signs of other scripts are letters.
"""
IS_PAIRED = re.compile(rf"[{_PAIRED}]")
"""Pattern that matches a run in a script without spaces."""


class Run(NamedTuple):
    """A word in a text, or a run without spaces."""

    text: str
    """Folded text."""
    is_paired: bool

    @property
    def tokens(self) -> list[str]:
        """The tokens of the run in the index."""
        if not self.is_paired:
            return [self.text[:MAX_TOKEN]]
        return [self.text[start : start + 2] for start in range(len(self.text))]


def fold(text: str) -> str:
    """Convert a text to lowercase without diacritics, with one form for each character."""
    text = text.casefold()
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _DIACRITICS.sub("", unicodedata.normalize("NFKD", text)))


def runs(text: str) -> list[Run]:
    """Find the words of a text, and its runs without spaces."""
    folded = fold(text)
    if folded.isascii():
        return [Run(word, False) for word in RUN.findall(folded)]
    return [Run(word, bool(IS_PAIRED.match(word))) for word in RUN.findall(folded)]


def tokens(text: str) -> list[str]:
    """Return the tokens of a text for the index, in order."""
    folded = fold(text)
    words: list[str] = RUN.findall(folded)
    if folded.isascii() or not IS_PAIRED.search(folded):
        return [word[:MAX_TOKEN] for word in words]
    return [token for word in words for token in Run(word, bool(IS_PAIRED.match(word))).tokens]


def facet(kind: str, value: str) -> str:
    """Write a property of an article as one token that no word of a text can be: ``site：example．org``."""
    return "".join(_WIDE.get(char, char) for char in f"{kind}:{fold(value)}")


def mark_facet(name: str, reader: str) -> str:
    """Write a mark of a reader as one token; the only reader of most libraries has no name."""
    return facet("is", f"{name} {reader}" if reader else name)


# The tokenizer takes every character beyond ASCII for a part of a token; each sign has a full-width twin there.
_WIDE = {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F) if not chr(code).isalnum()}
_WIDE |= dict.fromkeys([*map(chr, range(0x21)), "\x7f"], "\u3000")
