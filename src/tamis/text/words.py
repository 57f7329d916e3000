"""How many words a text has."""

from __future__ import annotations

import re

# Characters of scripts that are written without spaces: Thai, Lao, Burmese, Khmer, Japanese, Chinese.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


def count_words(text: str) -> int:
    """The number of words between spaces; of scripts that are written without spaces, the number of characters."""
    if text.isascii():
        return len(text.split())
    spaced, characters = _UNSPACED.subn(" ", text)
    return characters + sum(any(map(str.isalnum, word)) for word in spaced.split()) if characters else len(text.split())
