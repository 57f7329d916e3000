"""Characters that nothing shows, by which a text can carry another one to a machine.

Characters of Unicode's tag block spell ASCII, variation selectors spell bytes, and zero-width characters spell bits or
split words. Those that a script or an emoji needs stay: joiners in Persian or Hindi, the flag of Wales, the selector
behind an ideograph.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_ZERO_WIDTH = "\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0001"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = "\U000e0020-\U000e007f"
_RUN = re.compile(f"[{_ZERO_WIDTH}]+|[{_SELECTORS}]+|[{_TAGS}]+")
_BLACK_FLAG, _END_OF_FLAG, _LONGEST_FLAG = "\U0001f3f4", "\U000e007f", 7
_FIRST_OF_OTHER_SCRIPTS = "\u0590"  # Latin, Greek and Cyrillic come before
_FIRST_SELECTOR, _LAST_SELECTOR, _SEVENTEENTH_SELECTOR = 0xFE00, 0xFE0F, 0xE0100


class Invisible(Enum):
    """A kind of invisible characters."""

    TAGS = "tags"
    SELECTORS = "selectors"
    ZERO_WIDTH = "zero width"


class Run(NamedTuple):
    """A run of invisible characters in a text."""

    kind: Invisible
    start: int
    end: int
    says: str
    """The text that they spell; empty if they spell none."""


def invisible_runs(text: str) -> Iterator[Run]:
    """Find the invisible characters of a text that no script and no emoji needs."""
    if text.isascii():
        return
    for match in _RUN.finditer(text):
        run = _run(text, match.start(), match.end())
        if run is not None:
            yield run


def without_invisible(text: str) -> str:
    """Remove the invisible characters that no script and no emoji needs."""
    if text.isascii() or _RUN.search(text) is None:
        return text
    pieces, end = [], 0
    for run in invisible_runs(text):
        pieces.append(text[end : run.start])
        end = run.end
    return "".join([*pieces, text[end:]])


def _run(text: str, start: int, end: int) -> Run | None:
    characters = text[start:end]
    before, after = text[start - 1 : start], text[end : end + 1]
    if "\U000e0020" <= characters[0] <= "\U000e007f":
        if before == _BLACK_FLAG and len(characters) <= _LONGEST_FLAG and characters.endswith(_END_OF_FLAG):
            return None
        return Run(Invisible.TAGS, start, end, "".join(chr(ord(sign) - 0xE0000) for sign in characters).strip("\x7f"))
    if "\ufe00" <= characters[0] <= "\ufe0f" or characters[0] >= "\U000e0100":
        if len(characters) == 1 and before and not before.isascii():
            return None
        if len(characters) == 1 and characters in "\ufe0e\ufe0f":  # digits of keycaps have them
            return None
        return Run(Invisible.SELECTORS, start, end, bytes(map(_byte, characters)).decode("utf-8", "replace"))
    is_needed = len(characters) == 1 and (before >= _FIRST_OF_OTHER_SCRIPTS or after >= _FIRST_OF_OTHER_SCRIPTS)
    return None if is_needed else Run(Invisible.ZERO_WIDTH, start, end, "")


def _byte(selector: str) -> int:
    """Return the byte that a variation selector stands for: the first is 0."""
    number = ord(selector)
    return number - _FIRST_SELECTOR if number <= _LAST_SELECTOR else number - _SEVENTEENTH_SELECTOR + 16
