"""Words, in scripts with spaces and without."""

from __future__ import annotations

import re

# Scripts that write no spaces between words: each character counts as a word.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"\w+")


def count_words(text: str) -> int:
    """How many words a text has; Chinese, Japanese, Thai and their like count by characters."""
    if text.isascii():
        return len(text.split())
    unspaced = len(_UNSPACED.findall(text))
    return unspaced + len((_UNSPACED.sub(" ", text) if unspaced else text).split())
