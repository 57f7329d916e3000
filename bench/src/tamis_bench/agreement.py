"""Verdicts on the extracted title, authors and date: right, wrong, missed or invented.

If the truth says that there is none, an answer is invented. If the truth says nothing, an answer is not judged,
only counted. A date is right if it names the truth's calendar day, in UTC or in the time zone that the page gives.
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
    """The result of comparing an answer with the truth."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSED = "missed"
    INVENTED = "invented"
    RIGHTLY_NONE = "rightly none"
    UNJUDGED = "unjudged"
    """There is an answer, and the truth says nothing."""
    SILENT = "silent"
    """There is neither an answer nor a truth."""


class Found(NamedTuple):
    """The metadata that an extractor finds on a page."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    date: str | None = None
    """Date in ISO 8601, with the time zone if it is known."""
    captions: tuple[str, ...] = ()
    """Captions and credits that the extractor gives with its pictures, and not in the text."""


def verdict(answered: bool, known: bool, exists: bool, right: bool) -> Verdict:
    """Return the verdict on an answer.

    `answered`: there is an answer; `known`: the truth says something; `exists`: the truth names a value; `right`: the
    answer agrees with it.
    """
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
    """Normalize a title for comparison: ignore case, white space and the style of quotes and dashes."""
    text = unicodedata.normalize("NFKC", html_entities.unescape(title)).translate(_SIGNS)
    return " ".join(text.casefold().split())


def title_agrees(found: str, truth: str) -> bool:
    """Tell whether two titles are the same after normalization."""
    return normal_title(found) == normal_title(truth)


def title_score(found: str, truth: str) -> Score:
    """Score a title by the overlap of its words with the truth."""
    return word_score(words(normal_title(found)), words(normal_title(truth)))


# Authors ------------------------------------------------------------

_BETWEEN_NAMES = re.compile(r"[,;|/&·\n]|(?<=\s)(?:and|und|et|y|e|AND|UND)(?=\s)")
_BEFORE_NAMES = re.compile(r"^\s*(?:written by|posted by|by|von|par|por|autor(?:en)?|author)\b[\s:]*", re.IGNORECASE)
_CREDENTIALS = frozenset(
    {"d", "dr", "facp", "jr", "m", "ma", "mba", "md", "ms", "msc", "ph", "phd", "prof", "rd", "sr"}
)


def normal_name(name: str) -> tuple[str, ...]:
    """Normalize a name to its sorted words, without titles, degrees, accents and case."""
    text = unicodedata.normalize("NFKD", _BEFORE_NAMES.sub("", name))
    text = "".join(sign for sign in text if not unicodedata.combining(sign)).casefold()
    parts = [part for part in re.findall(r"[^\W_]+", text) if part not in _CREDENTIALS]
    return tuple(sorted(parts))


def names(authors: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """Return the distinct people that a list of authors names; one string may name several."""
    parts = (part for author in authors for part in _BETWEEN_NAMES.split(_BEFORE_NAMES.sub("", author)))
    return frozenset(name for name in map(normal_name, parts) if name)


def authors_agree(found: Sequence[str], truth: Sequence[str]) -> bool:
    """Tell whether both lists name the same people, however the names are separated or ordered."""
    words_found = _name_words(found)
    return bool(words_found) and words_found == _name_words(truth)


def authors_score(found: Sequence[str], truth: Sequence[str]) -> Score:
    """Score authors by the overlap of the sets of names."""
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
        """Tell whether this is the truth's day, or in the truth's month if the truth has no day."""
        same_month = (self.year, self.month) == (truth.year, truth.month)
        return same_month and truth.day in (None, self.day)


def days(text: str) -> frozenset[Day]:
    """Return the calendar days that an ISO 8601 date falls on: as written and, if it has a time zone, in UTC."""
    moment = _moment(text)
    if moment is not None:
        return frozenset({_day(moment.date()), _day(moment.astimezone(UTC).date())})
    found = _DAY.match(text)
    if found is None:
        return frozenset()
    year, month, day = found.groups()
    return frozenset({Day(int(year), int(month), int(day) if day else None)})


def truth_days(truth: str, html: str) -> frozenset[Day]:
    """Return the right days: the truth's and, if the page gives the same moment in a time zone, the day there."""
    moment = _moment(truth)
    if moment is None:
        return days(truth)
    told = (_moment(text) for text in set(_MOMENT.findall(html)))
    same = (other for other in told if other is not None and abs(other - moment) < timedelta(minutes=1))
    return days(truth) | {_day(other.date()) for other in same}


def date_agrees(found: str, right: frozenset[Day]) -> bool:
    """Tell whether the date falls on one of the right days."""
    return any(day.agrees(other) for day in days(found) for other in right)


def _moment(text: str) -> datetime | None:
    """Parse the text as a moment; None if it does not begin with a date, time and time zone."""
    found = _MOMENT.match(text.strip())
    if found is None:
        return None
    try:
        return datetime.fromisoformat(found.group().replace(" +", "+").replace(" -", "-").replace(" Z", "Z"))
    except ValueError:
        return None


def _day(day: date) -> Day:
    return Day(day.year, day.month, day.day)
