"""Names that web authors give to the parts of a figure, and the labels of its buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.markup_names import (
    CAPTION_NAME,
    CAPTION_NAME_WORDS,
    CREDIT_NAME,
    CREDIT_NAME_WORDS,
    FIGURE_BUTTON_WORDS,
    FIGURE_NAME_WORDS,
)
from tamis.text.phrases import lines

if TYPE_CHECKING:
    from typing import Protocol

    class Named(Protocol):
        """An element, as far as it is used here."""

        @property
        def tag(self) -> str:
            """Name of the element in lower case."""

        def attr(self, name: str, /) -> str | None:
            """Return the value of an attribute."""


CAPTION, CREDIT, FURNITURE, WEAK, FIGURE = 1, 2, 4, 8, 16
"""Flags for what a name says about the text in an element.

`WEAK` is added to the first two if other things have such names, too; `FIGURE` says that the element holds a picture.
"""

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_PROPERTIES = {
    "caption": CAPTION,
    "description": CAPTION,
    "copyrightHolder": CREDIT,
    "creditText": CREDIT,
    "author": CREDIT,
    "creator": CREDIT,
}

FURNITURE_LINES = lines("figure_button")
"""Complete texts of buttons and labels of a figure, in lower case."""


def hint_of(element: Named, known: dict[str, int] | None = None) -> int:
    """Return what an element's names say about its text: `CAPTION`, `CREDIT`, `FURNITURE`, several or none."""
    hint = CAPTION if element.tag == "figcaption" else 0
    if kind := element.attr("itemprop"):
        hint |= _PROPERTIES.get(kind, 0)
    known = {} if known is None else known
    names = element.attr("class")
    if not names:
        return hint
    if names not in known:
        known[names] = _hint_of_names(names, known)
    return hint | known[names]


def _hint_of_names(names: str, known: dict[str, int]) -> int:
    hint = 0
    for name in names.split():
        if name not in known:
            known[name] = _hint_of_name(name)
        hint |= known[name]
    return hint


def _hint_of_name(name: str) -> int:
    """Classify a name; if it has words for both, the last one counts: ``caption__credit``."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if not FIGURE_BUTTON_WORDS.isdisjoint(words):
        return FURNITURE
    lowered = name.lower()
    caption = _last(CAPTION_NAME, lowered)
    credit = _last(CREDIT_NAME, lowered)
    if caption >= 0 or credit >= 0:
        return CAPTION if caption > credit else CREDIT
    if not CREDIT_NAME_WORDS.isdisjoint(words):
        return CREDIT | WEAK
    if not CAPTION_NAME_WORDS.isdisjoint(words):
        return CAPTION | WEAK
    return 0 if FIGURE_NAME_WORDS.isdisjoint(words) else FIGURE


def _last(parts: re.Pattern[str], name: str) -> int:
    if not parts.search(name):
        return -1
    return max(part.start() for part in parts.finditer(name))
