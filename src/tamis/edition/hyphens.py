"""Soft hyphens for print. Chromium on Linux has no hyphenation dictionaries; pyphen provides LibreOffice's.

E-book readers and browsers on screens hyphenate by themselves, so only PDF needs this.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST_LETTERS = 6
"""Minimum number of letters of a word that may be hyphenated."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"

_WORD = re.compile(rf"[^\W\d_]{{{LEAST_LETTERS},60}}")


def hyphenate(language: str | None, text: str) -> str:
    """Insert soft hyphens into long words, if the language has a dictionary."""
    insert = _inserter(language) if language else None
    return text if insert is None else _WORD.sub(lambda word: insert(word[0]), text)


def unhyphenated(_language: str | None, text: str) -> str:
    """Return the text as it is, in place of `hyphenate`."""
    return text


@lru_cache(maxsize=64)
def _inserter(language: str) -> Callable[[str], str] | None:
    try:
        pyphen: Any = import_module("pyphen")
    except ImportError:
        return None
    dictionary = pyphen.language_fallback(language.replace("-", "_"))
    if dictionary is None:
        return None
    hyphens = pyphen.Pyphen(lang=dictionary, left=2, right=3)
    return lru_cache(maxsize=10_000)(lambda word: str(hyphens.inserted(word, hyphen=SOFT_HYPHEN)))
