"""Estimates of the tokens that language models count, without a tokenizer.

Tokenizers differ by a third and more, most of all outside English. The estimate leans to those that count most, so that
a text which fits by the estimate fits with nearly all of them. The cost is linear.
"""

from __future__ import annotations

import re
from math import ceil

_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_SHORT = 4
"""Letters of a word that cost no more than the word itself."""
_PER_WORD, _PER_LETTER = 0.68, 0.46
_PER_CHARACTER = (
    ("[0-9]", 1.0),
    (r"[!-/:-@\[-`{-~]", 0.5),
    (r"\n+", 1.7),
    ("[\u0080-\u024f]", 1.7),
    ("[\u0250-\u058f]", 0.7),
    ("[\u0590-\u08ff]", 1.2),
    ("[\u0900-\u10ff\u1200-\u1fff]", 1.6),
    ("[\u1100-\u11ff\u3040-\u30ff\uac00-\ud7af]", 1.2),
    ("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]", 1.25),
    ("[\u2000-\u303f\u3100-\u33ff\ua000-\uabff\ufb00-\uffff\U00010000-\U0001ffff]", 1.8),
)
_COSTS = tuple((re.compile(pattern), cost) for pattern, cost in _PER_CHARACTER)
_ASCII_COSTS = _COSTS[:3]


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    lengths = [len(word) for word in _LATIN.findall(text)]
    cost = _PER_WORD * len(lengths) + _PER_LETTER * sum(length - _SHORT for length in lengths if length > _SHORT)
    for pattern, each in _ASCII_COSTS if text.isascii() else _COSTS:
        cost += each * len(pattern.findall(text))
    return ceil(cost)
