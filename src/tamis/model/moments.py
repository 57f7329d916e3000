"""Dates as pages give them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum

from tamis.model.right_names import Answers


class DateSource(StrEnum):
    """The place where a date was found."""

    JSON_LD = "json-ld"
    META = "meta"
    MICRODATA = "itemprop"
    TIME_ELEMENT = "time element"
    TEXT = "text"
    URL = "url"
    KNOWN_BEFOREHAND = "known beforehand"
    """The date came with the page, from a feed or a search result."""
    FEED = "feed"
    SITE_RULE = "site rule"


_DATA = frozenset({DateSource.JSON_LD, DateSource.META})
Day = date
"""A calendar day, also where a name hides `date`."""


@dataclass(frozen=True, slots=True)
class Moment(Answers):
    """A date as the page gives it and as it was understood."""

    raw: str
    value: Day | datetime
    """Parsed date: a `datetime` if the page gives a time (aware if it gives a time zone), else a `date`."""
    source: DateSource | None = None
    """Source of the date; None if it is not known."""
    name: str = ""
    """Name of the meta element or microdata property, such as ``article:published_time``."""

    @property
    def found_in(self) -> str:
        """Source and name in one phrase: ``json-ld``, ``meta article:published_time``, ``time element`` …"""
        return " ".join(part for part in (self.source, self.name) if part)

    @property
    def is_declared(self) -> bool:
        """True if the page states it as data (JSON-LD, meta), not only in text or in its URL."""
        return self.source in _DATA

    def isoformat(self) -> str:
        """Format the date in ISO 8601, with no more precision than the page gives."""
        return self.value.isoformat()

    def date(self) -> Day:
        """Return the calendar day, in the page's time zone."""
        return self.value.date() if isinstance(self.value, datetime) else self.value

    @property
    def year(self) -> int:
        """The year."""
        return self.value.year

    @property
    def month(self) -> int:
        """The month, from 1 to 12."""
        return self.value.month

    @property
    def day(self) -> int:
        """The day of the month."""
        return self.value.day

    def timestamp(self) -> float:
        """Return the seconds since 1970, by `instant`."""
        return instant_of(self).timestamp()

    def instant(self) -> datetime:
        """Return the moment with a time zone: a day begins at midnight, and without a zone it is UTC's."""
        return instant_of(self)

    def strftime(self, form: str) -> str:
        """Format the date as `datetime.strftime` does."""
        return self.value.strftime(form)

    def __str__(self) -> str:
        return self.isoformat()

    def __format__(self, form: str) -> str:
        return self.strftime(form) if form else self.isoformat()

    # Later or earlier, by their instants.

    def __lt__(self, other: Moment | Day) -> bool:
        return instant_of(self) < instant_of(other)

    def __le__(self, other: Moment | Day) -> bool:
        return instant_of(self) <= instant_of(other)

    def __gt__(self, other: Moment | Day) -> bool:
        return instant_of(self) > instant_of(other)

    def __ge__(self, other: Moment | Day) -> bool:
        return instant_of(self) >= instant_of(other)


def instant_of(moment: Moment | Day) -> datetime:
    """Return a date with a time zone: a day begins at midnight, and without a zone it is UTC's."""
    value = moment.value if isinstance(moment, Moment) else moment
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)
