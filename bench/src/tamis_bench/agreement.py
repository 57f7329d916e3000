"""Title, authors and date against the truth: right, wrong, missed, or invented.

An answer where the truth says that there is none is invented; an answer where the truth says nothing is not
judged, only counted. A date is right if it names the truth's calendar day, in UTC or in the zone that the
page itself gives.
"""

from __future__ import annotations

import html as html_entities
import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis_bench.metrics import Score, word_score, word_set_score, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Verdict(StrEnum):
    """How an answer compares with the truth."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSED = "missed"
    INVENTED = "invented"
    RIGHTLY_NONE = "rightly none"
    UNJUDGED = "unjudged"
    """There is an answer, and the truth says nothing."""
    SILENT = "silent"
    """Neither an answer nor a truth."""


class Found(NamedTuple):
    """What an extractor says about a page."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    """In ISO 8601, with the zone if it is known."""


def verdict(answered: bool, known: bool, exists: bool, right: bool) -> Verdict:
    """The verdict, from: is there an answer, does the truth speak, does it name something, do they agree."""
    if not known:
        return Verdict.UNJUDGED if answered else Verdict.SILENT
    if not exists:
        return Verdict.INVENTED if answered else Verdict.RIGHTLY_NONE
    if not answered:
        return Verdict.MISSED
    return Verdict.RIGHT if right else Verdict.WRONG


# Titles ------------------------------------------------------------

_QUOTES = dict.fromkeys("‘’‚‛", "'") | dict.fromkeys("“”„«»", '"')
_SIGNS = str.maketrans(_QUOTES | dict.fromkeys("‐‑‒–—―", "-"))


def normal_title(title: str) -> str:
    """A title as people compare it: case, white space and the make of quotes and dashes don't count."""
    text = unicodedata.normalize("NFKC", html_entities.unescape(title)).translate(_SIGNS)
    return " ".join(text.casefold().split())


def title_agrees(found: str, truth: str) -> bool:
    """Whether the two are the same title."""
    return normal_title(found) == normal_title(truth)


def title_score(found: str, truth: str) -> Score:
    """The soft comparison: overlap of words."""
    return word_score(words(normal_title(found)), words(normal_title(truth)))


# Authors ------------------------------------------------------------

_BETWEEN_NAMES = re.compile(r"[,;|/&·\n]|(?<=\s)(?:and|und|et|y|e|AND|UND)(?=\s)")
_BEFORE_NAMES = re.compile(r"^\s*(?:written by|posted by|by|von|par|por|autor(?:en)?|author)\b[\s:]*", re.IGNORECASE)
_CREDENTIALS = frozenset(
    {"d", "dr", "facp", "jr", "m", "ma", "mba", "md", "ms", "msc", "ph", "phd", "prof", "rd", "sr"}
)


def normal_name(name: str) -> tuple[str, ...]:
    """A name as its words in order of the alphabet, without titles, degrees, accents and case."""
    text = unicodedata.normalize("NFKD", _BEFORE_NAMES.sub("", name))
    text = "".join(sign for sign in text if not unicodedata.combining(sign)).casefold()
    parts = [part for part in re.findall(r"[^\W_]+", text) if part not in _CREDENTIALS]
    return tuple(sorted(parts))


def names(authors: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """The different people that a list of authors names; one string may name several."""
    parts = (part for author in authors for part in _BETWEEN_NAMES.split(_BEFORE_NAMES.sub("", author)))
    return frozenset(name for name in map(normal_name, parts) if name)


def authors_agree(found: Sequence[str], truth: Sequence[str]) -> bool:
    """Whether the two name the same people, however the names are parted or turned round."""
    words_found = _name_words(found)
    return bool(words_found) and words_found == _name_words(truth)


def authors_score(found: Sequence[str], truth: Sequence[str]) -> Score:
    """Overlap of the sets of names."""
    return word_set_score(map(" ".join, names(found)), map(" ".join, names(truth)))


def _name_words(authors: Sequence[str]) -> frozenset[str]:
    return frozenset(word for name in names(authors) for word in name)


# Dates ------------------------------------------------------------

_DAY = re.compile(r"^\s*(\d{4})[-./](\d{1,2})(?:[-./](\d{1,2}))?(?!\d)")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)")


class Day(NamedTuple):
    """A calendar day, or a month where the day is not known."""

    year: int
    month: int
    day: int | None = None

    def agrees(self, truth: Day) -> bool:
        """Whether this is as right as the truth can tell."""
        same_month = (self.year, self.month) == (truth.year, truth.month)
        return same_month and truth.day in (None, self.day)


def days(text: str) -> frozenset[Day]:
    """The calendar days that a date in ISO 8601 falls on: as it is written and, if it has a zone, in UTC."""
    moment = _moment(text)
    if moment is not None:
        return frozenset({_day(moment.date()), _day(moment.astimezone(UTC).date())})
    found = _DAY.match(text)
    if found is None:
        return frozenset()
    year, month, day = found.groups()
    return frozenset({Day(int(year), int(month), int(day) if day else None)})


def truth_days(truth: str, html: str) -> frozenset[Day]:
    """The right days: the truth's own and, if it is a moment that the page gives in a zone, that zone's."""
    moment = _moment(truth)
    if moment is None:
        return days(truth)
    told = (_moment(text) for text in set(_MOMENT.findall(html)))
    same = (other for other in told if other is not None and abs(other - moment) < timedelta(minutes=1))
    return days(truth) | {_day(other.date()) for other in same}


def date_agrees(found: str, right: frozenset[Day]) -> bool:
    """Whether the date found falls on one of the right days."""
    return any(day.agrees(other) for day in days(found) for other in right)


def _moment(text: str) -> datetime | None:
    """The moment, if the text has a time with a zone."""
    found = _MOMENT.match(text.strip())
    if found is None:
        return None
    try:
        return datetime.fromisoformat(found.group().replace(" +", "+").replace(" -", "-").replace(" Z", "Z"))
    except ValueError:
        return None


def _day(day: date) -> Day:
    return Day(day.year, day.month, day.day)
