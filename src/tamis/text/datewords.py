"""Date lines, which contain only a date: ``Published on 3 May 2021, 10:30``, ``vor 2 Stunden``, ``2021年5月3日 更新``.

This is checked for every short line of every page, so it looks only at words and does not compute the date;
`tamis.text.dates` reads the dates that are needed.
"""

from __future__ import annotations

import re
import unicodedata

from tamis.text.phrases import texts_by_language, words

MAX_WORDS = 14
"""Maximum words of a date line; one with more says more than a date."""


def without_accents(name: str) -> str:
    """Fold a name for a lookup: to lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _months() -> dict[str, int]:
    """Map the names of months to their numbers; if languages differ, to the later month."""
    number_of: dict[str, int] = {}
    for text in texts_by_language("month").values():
        for number, names in enumerate(text.splitlines(), 1):
            for name in map(without_accents, names.split()):
                number_of[name] = max(number, number_of.get(name, 0))
    return number_of


MONTHS = _months()
"""Numbers of months by name, folded by `without_accents`."""
_LISTOPAD, _CROATIAN = ("listopad", "listopada"), ("hr", "bs")
"""The name that two months share: October in Croatian and Bosnian, November in related languages."""


def month_number(name: str, language: str | None = None) -> int | None:
    """Return the number of the month with this name or abbreviation in some language, or None."""
    name = without_accents(name).rstrip(".")
    if name in _LISTOPAD and language is not None and language.startswith(_CROATIAN):
        return 10
    return MONTHS.get(name)


_EAST_ASIAN = frozenset("".join(words("date_character")))
_EDGES = ",.:;-–—/|·•()[]（）【】，；'’\u200e\u200f"
_DIGITS = re.compile("[0-9]+")
_NUMERIC = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([./-])\d{1,2}\2\d{1,2}")
_SIGNS = frozenset({"//", "--", ".."})
_DATES = frozenset("--t::z --t:: --t: --t::+: --t::-:".split())
_TIMES = frozenset(": :: h :am :pm am pm :a.m :p.m uhr".split())
_SUFFIXES = frozenset(("", *words("number_ending"), "°", "/", "-", "."))
_SHORT_UNITS = frozenset("h d m w mo y yr hr hrs min mins".split())


_NUMBER, _YEAR, _DATE, _TIME, _MONTH, _DOUBTFUL, _AGO, _UNIT, _BESIDE = (1 << place for place in range(9))
DOUBTFUL = frozenset(words("doubtful_month"))
"""Short names of months that are everyday words in other languages; they count only with a year beside them."""
_KINDS: dict[str, int] = {
    **dict.fromkeys((*words("weekday"), *words("beside_date")), _BESIDE),
    **dict.fromkeys(words("time_unit"), _UNIT),
    **dict.fromkeys(MONTHS, _MONTH),
    **dict.fromkeys(DOUBTFUL, _DOUBTFUL),
    **dict.fromkeys(words("ago"), _AGO),
}
MAX_TIME = 3
"""Maximum words of a line that is a time of day; more are opening hours."""


def is_date_line(line: str) -> bool:
    """Tell whether a line in lower case is a date or a time and nothing else."""
    kinds = 0
    parts = line.split()
    for word in parts:
        kind = _KINDS.get(word)
        if kind is None:
            kind = _kind_of_number(word) if word.isdecimal() else _kind_of(word)
            if not kind:
                return False
        kinds |= kind
    if len(parts) > MAX_WORDS:
        return False
    if (
        kinds & _DATE
        or kinds & (_MONTH | _NUMBER) == _MONTH | _NUMBER
        or kinds & (_DOUBTFUL | _YEAR) == _DOUBTFUL | _YEAR
    ):
        return True
    if kinds & _AGO:
        return kinds & (_UNIT | _NUMBER) != 0
    return len(parts) <= MAX_TIME and (kinds & _TIME != 0 or (len(parts) == 1 and line.endswith("h")))


def _kind_of_number(digits: str) -> int:
    return _YEAR | _NUMBER if len(digits) == 4 else _NUMBER


def _kind_of(word: str) -> int:
    """Classify a word that is in no list as written; 0 if it has nothing to do with dates."""
    bare = word.strip(_EDGES)
    if not bare:
        return _BESIDE
    known = _KINDS.get(bare)
    if known is not None:
        return known
    if bare.isdecimal():
        return _kind_of_number(bare)
    rest = _DIGITS.sub("", bare)
    if len(rest) == len(bare):
        if bare.isascii():
            return 0
        return _MONTH if without_accents(bare) in MONTHS else _BESIDE if _is_east_asian(bare) else 0
    if rest in _SIGNS:
        return _DATE if _NUMERIC.fullmatch(bare) else 0
    if rest in _DATES or _is_east_asian(rest):
        return _DATE
    if rest in _TIMES and bare[-1] != "h":
        return _TIME
    if rest in _SHORT_UNITS:
        return _UNIT | _NUMBER
    if rest in _SUFFIXES:
        return _NUMBER
    kind = _KINDS.get(rest.strip("-./"), 0)
    return kind | _NUMBER if kind & (_UNIT | _MONTH | _DOUBTFUL) else 0


def _is_east_asian(text: str) -> bool:
    return not text.isascii() and _EAST_ASIAN.issuperset(text)
