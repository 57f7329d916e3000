"""What web authors name the parts of a figure, and what its buttons say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tamis.text.lists import word_set
from tamis.text.phrases import lines

if TYPE_CHECKING:
    from typing import Protocol

    class Named(Protocol):
        """An element, as far as it is looked at here."""

        @property
        def tag(self) -> str:
            """Its name in lower case."""

        def attr(self, name: str, /) -> str | None:
            """The value of an attribute."""


CAPTION, CREDIT, FURNITURE, WEAK, FIGURE = 1, 2, 4, 8, 16
"""What a name says of the text in an element. `WEAK` comes with the first two where other things are named so,
too; `FIGURE` says that the element holds a picture."""

_CAPTION_PARTS = re.compile(
    r"caption|legend(?!ary)|bildunter|bildtext|cutline|didascalia|leyenda|pie-?(?:de-?)?foto|imgdesc"
)
_CREDIT_PARTS = re.compile(
    r"credit|copyright|bildquelle|bildnachweis|photograph|fotograf|attribution|imagesource|image-source"
)
_CAPTION_WORDS = word_set("desc description pie subtitle underskrift popis lead text info")
_CREDIT_WORDS = word_set(
    "source sources quelle author authors autor auteur agency agence rights byline firma owner zdroj kilde bron "
    "signature creator photog"
)
_FURNITURE_WORDS = word_set(
    "button btn icon icons zoom enlarge expand fullscreen counter share social tooltip duration badge toggle control "
    "controls lightbox play"
)
_FIGURE_WORDS = word_set("image images img photo photos picture figure foto bild thumb pic wp-image")
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
"""What buttons and labels of a figure say and nothing else, in lower case."""


def hint_of(element: Named, known: dict[str, int] | None = None) -> int:
    """What an element's names say of the text in it: `CAPTION`, `CREDIT`, `FURNITURE`, several or none."""
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
    """Of a name with both words the last one counts: ``caption__credit``."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if not _FURNITURE_WORDS.isdisjoint(words):
        return FURNITURE
    lowered = name.lower()
    caption = _last(_CAPTION_PARTS, lowered)
    credit = _last(_CREDIT_PARTS, lowered)
    if caption >= 0 or credit >= 0:
        return CAPTION if caption > credit else CREDIT
    if not _CREDIT_WORDS.isdisjoint(words):
        return CREDIT | WEAK
    if not _CAPTION_WORDS.isdisjoint(words):
        return CAPTION | WEAK
    return 0 if _FIGURE_WORDS.isdisjoint(words) else FIGURE


def _last(parts: re.Pattern[str], name: str) -> int:
    if not parts.search(name):
        return -1
    return max(found.start() for found in parts.finditer(name))
