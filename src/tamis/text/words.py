"""How many words a text has."""

from __future__ import annotations

import re

# A character of a script that is written without spaces (Chinese, Japanese, Thai, Lao, Burmese, Khmer), or a word.
_WORD = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
    r"|[^\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
)


def count_words(text: str) -> int:
    """The number of words; of scripts that are written without spaces, the number of characters."""
    return len(text.split()) if text.isascii() else len(_WORD.findall(text))
