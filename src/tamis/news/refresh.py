"""Feed refresh: when to check a feed again, as often as it has new entries and as seldom as its server asks.

A pure function of what is known about the feed: how often entries come, how the last checks went, what the server said
(`Retry-After`, `Cache-Control`, `Expires`), what the feed says (`ttl`, `sy:updatePeriod`). The jitter comes from the
feed's URL and the number of its checks, so that the feeds of one list are not due at the same moment and a test gives
the same answer twice.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from tamis.errors import BadInput
from tamis.settings.options import option

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tamis.news.feeds import Feed

CHECKS_A_GAP = 2
"""Number of checks per new entry."""
SILENCE_SHARE = 0.1
"""A silent feed is checked again after this share of its silence: after ten days, once a day."""
UNCHANGED_GROWTH = 1.5
"""Factor by which the wait grows after each check without anything new, if the entries have no dates."""
MAX_DATES = 20
"""Number of the latest entries from which the frequency is computed."""
MAX_RETRY = timedelta(days=7)
"""Longest wait that a server can ask for."""
REFRESHING = "Refreshing feeds"
_MAX_AGE = re.compile(r"(?:^|[\s,])max-age\s{0,9}=\s{0,9}\"?(\d{1,9})", re.IGNORECASE)
_GONE = 410


@dataclass(frozen=True, slots=True)
class RefreshSettings:
    """Settings for how often feeds are checked."""

    min_minutes: int = option(15, "Minimum minutes between two checks of a feed.", minimum=1, group=REFRESHING)
    first_minutes: int = option(
        60, "Minutes between checks of a feed whose entries have no dates.", minimum=1, group=REFRESHING
    )
    max_hours: int = option(24, "Maximum hours between two checks of a feed.", minimum=1, group=REFRESHING)
    jitter: float = option(
        0.1,
        "Share of the time that is added at random, so that feeds are not all checked at once.",
        minimum=0,
        maximum=1,
        group=REFRESHING,
    )


DEFAULT_SETTINGS = RefreshSettings()


@dataclass(frozen=True, slots=True)
class FeedHistory:
    """The history of a feed's checks. `after_check` adds to it."""

    url: str = ""
    """URL of the feed; it makes the jitter differ between feeds."""
    entry_dates: tuple[datetime, ...] = ()
    """Publication dates of its entries, in any order."""
    keys: frozenset[str] = frozenset()
    """Keys of the known entries."""
    refresh_minutes: int | None = None
    """Minutes between checks that the feed itself suggests."""
    checks: int = 0
    unchanged: int = 0
    """Number of checks since the last new entry."""
    failures: int = 0
    """Number of failed checks since the last success."""
    status: int | None = None
    """HTTP status of the last answer; 0 if there was none."""
    etag: str | None = None
    last_modified: str | None = None
    is_page: bool = False
    """True if it is a page whose links are read as entries."""

    def to_json(self) -> str:
        """Serialize the history, to store it between two checks."""
        values = asdict(self)
        values["entry_dates"] = [moment.isoformat() for moment in self.entry_dates]
        values["keys"] = sorted(self.keys)
        return json.dumps(values, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> FeedHistory:
        """Parse what `to_json` wrote. Raises `BadInput` for anything else."""
        try:
            values = json.loads(text)
            values["entry_dates"] = tuple(map(datetime.fromisoformat, values["entry_dates"]))
            values["keys"] = frozenset(values["keys"])
            return cls(**values)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadInput("not the history of a feed, as FeedHistory.to_json writes it") from error

    @property
    def conditional_headers(self) -> dict[str, str]:
        """The headers that let the server answer 304 if nothing is new."""
        named = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in named.items() if value}


def after_check(
    history: FeedHistory, status: int, feed: Feed | None = None, headers: Mapping[str, str] | None = None
) -> FeedHistory:
    """Add a check to the history: its status, and the feed if one came."""
    checked = replace(history, checks=history.checks + 1, status=status)
    if status >= 400 or status == 0:
        return replace(checked, failures=history.failures + 1)
    checked = replace(checked, failures=0, unchanged=history.unchanged + 1)
    named = _lowered(headers)
    if feed is None:
        return checked
    keys = frozenset(key for entry in feed.entries if (key := entry.key))
    dates = tuple(_dates(feed)) or history.entry_dates
    return replace(
        checked,
        unchanged=0 if keys - history.keys else checked.unchanged,
        keys=keys,
        entry_dates=tuple(sorted(dates)[-MAX_DATES:]),
        refresh_minutes=feed.refresh_minutes,
        etag=named.get("etag"),
        last_modified=named.get("last-modified"),
    )


def _dates(feed: Feed) -> Iterable[datetime]:
    for entry in feed.entries:
        moment = entry.published or entry.updated
        if moment is not None:
            value = moment.value
            if not isinstance(value, datetime):
                value = datetime(value.year, value.month, value.day, tzinfo=UTC)
            yield value if value.tzinfo is not None else value.replace(tzinfo=UTC)


def next_check(
    history: FeedHistory,
    headers: Mapping[str, str] | None,
    now: datetime,
    settings: RefreshSettings = DEFAULT_SETTINGS,
) -> datetime:
    """Compute when to check a feed again. `headers` are those of the last answer; `now` has a time zone."""
    shortest, longest = timedelta(minutes=settings.min_minutes), timedelta(hours=settings.max_hours)
    wait = min(max(_wanted(history, now, settings), shortest), longest)
    if history.failures:
        wait = min(max(wait, shortest * 2 ** min(history.failures, 16)), longest)
    if history.status == _GONE:
        wait = longest
    named = _lowered(headers)
    asked = min(max(_fresh_for(named, now), timedelta(minutes=history.refresh_minutes or 0)), longest)
    wait = max(wait, asked, min(_retry_after(named, now), MAX_RETRY))
    return now + wait * (1 + settings.jitter * _share(history))


def is_due(noted: datetime, now: datetime, settings: RefreshSettings = DEFAULT_SETTINGS) -> bool:
    """Tell whether a check that `next_check` set is due.

    One that is farther away than any wait was set by a clock that was ahead, and is due too.
    """
    longest = max(MAX_RETRY, timedelta(hours=settings.max_hours)) * (1 + settings.jitter)
    return noted <= now or noted - now > longest


def _wanted(history: FeedHistory, now: datetime, settings: RefreshSettings) -> timedelta:
    """Compute the wait from how often entries come, and how long none has come."""
    dates = sorted(date for date in history.entry_dates if date <= now)[-MAX_DATES:]
    if not dates:
        return timedelta(minutes=settings.first_minutes * UNCHANGED_GROWTH ** min(history.unchanged, 20))
    silence = (now - dates[-1]) * SILENCE_SHARE
    gaps = [later - earlier for earlier, later in pairwise(dates) if later > earlier]
    usual = median(gap.total_seconds() for gap in gaps) / CHECKS_A_GAP if gaps else settings.first_minutes * 60
    return max(timedelta(seconds=usual), silence)


def _fresh_for(headers: Mapping[str, str], now: datetime) -> timedelta:
    """Compute for how long the server declares its answer fresh (RFC 9111, section 4.2)."""
    control = headers.get("cache-control", "")
    if "no-cache" in control or "no-store" in control:
        return timedelta()
    if max_age := _MAX_AGE.search(control[:1000]):
        age = headers.get("age", "").strip()
        spent = int(age) if age.isascii() and age.isdecimal() and len(age) < 10 else 0
        return timedelta(seconds=max(0, int(max_age[1]) - spent))
    expires = _http_date(headers.get("expires", ""))
    return max(timedelta(), expires - now) if expires is not None else timedelta()


def _retry_after(headers: Mapping[str, str], now: datetime) -> timedelta:
    """Parse how long the server asks to wait (RFC 9110, section 10.2.3): seconds, or a date."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdecimal():
        return timedelta(seconds=int(text[:9]))
    date = _http_date(text)
    return max(timedelta(), date - now) if date is not None else timedelta()


def _http_date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text[:100])
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def _lowered(headers: Mapping[str, str] | None) -> dict[str, str]:
    return {name.lower(): value for name, value in (headers or {}).items()}


def _share(history: FeedHistory) -> float:
    """Hash the feed and the number of its checks to a number from 0 to 1."""
    digest = hashlib.sha256(f"{history.url}\n{history.checks}".encode()).digest()
    return int.from_bytes(digest[:4]) / 2**32
