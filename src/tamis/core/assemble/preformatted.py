"""Prose in ``pre``: old pages, many of them Chinese, set whole articles in it, and forums and mails do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.words import EAST_ASIAN, character_class

if TYPE_CHECKING:
    from tamis.core.parse.tree import Element

MIN_IDEOGRAPHS, MIN_IDEOGRAPHS_SHARE = 100, 0.6
"""Number of East Asian characters, and their share of all that is not white space, from which a text is prose."""
MIN_WORDS, MIN_LETTERS_SHARE, MIN_SENTENCES = 60, 0.88, 3
"""Number of words and sentences, and the share of letters, from which a text in another script is prose."""
LONG_LINE = 90
"""Mean number of characters from which the lines of a text are paragraphs, and not wrapped by hand."""
_IDEOGRAPH = re.compile(f"[{character_class(EAST_ASIAN)}]")
_SENTENCE_END = re.compile(r"[.!?…][\"”’)]?(?=\s|$)")
_ASIAN_END = re.compile("[。！？]")
_CODE_SIGN = re.compile(r"[{}<>=|\\]|^[^\S\n]*+(?:#|//|\$ |>>)|;[^\S\n]*+$|\w\(|\S {3,}+\S", re.MULTILINE)
"""Signs of code, of quotes of mails, of tables drawn with spaces."""
_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n")


def prose_in(pre: Element, text: str) -> str:
    """Return the text of a `pre` with its paragraphs on a line each if it reads as prose, otherwise nothing."""
    if len(text) < MIN_IDEOGRAPHS or pre.find("code") is not None or pre.find("a") is not None:
        return ""
    asian = len(_IDEOGRAPH.findall(text)) if not text.isascii() else 0
    is_asian = asian >= MIN_IDEOGRAPHS and asian >= MIN_IDEOGRAPHS_SHARE * len("".join(text.split()))
    if not (_ASIAN_END.search(text) if is_asian else _is_prose(text)):
        return ""
    return "\n".join(_paragraphs(text, "" if is_asian else " ", is_asian=is_asian))


def _is_prose(text: str) -> bool:
    if len(text.split()) < MIN_WORDS or _CODE_SIGN.search(text):
        return False
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return letters >= MIN_LETTERS_SHARE * len(text) and len(_SENTENCE_END.findall(text)) >= MIN_SENTENCES


def _paragraphs(text: str, space: str, *, is_asian: bool) -> list[str]:
    """Return the paragraphs: between empty lines, or the lines themselves if they are long or East Asian."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if is_asian or sum(map(len, lines)) >= LONG_LINE * len(lines):
        return lines
    return [space.join(part.split()) for part in _EMPTY_LINE.split(text) if part.strip()]
