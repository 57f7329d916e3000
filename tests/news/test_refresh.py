"""Times at which feeds are checked again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tamis.model import Moment
from tamis.news import Feed, FeedEntry, FeedHistory, RefreshSettings, after_check, next_check

NOW = datetime(2024, 5, 14, 12, tzinfo=UTC)
EXACT = RefreshSettings(jitter=0)


def hours(history: FeedHistory, headers: dict[str, str] | None = None, settings: RefreshSettings = EXACT) -> float:
    return (next_check(history, headers, NOW, settings) - NOW).total_seconds() / 3600


def history(gap: float, newest: float = 0.1, **known: object) -> FeedHistory:
    dates = tuple(NOW - timedelta(hours=newest + gap * at) for at in range(10))
    return FeedHistory("https://c.example/feed", dates, **known)  # type: ignore[arg-type]


def test_a_feed_is_checked_twice_in_the_time_of_an_entry() -> None:
    assert hours(history(gap=4)) == 2


def test_a_busy_feed_is_not_checked_more_often_than_allowed() -> None:
    assert hours(history(gap=0.1)) == 0.25


def test_a_silent_feed_is_checked_less_often() -> None:
    assert hours(history(gap=1, newest=100)) == pytest.approx(10)
    assert hours(history(gap=1, newest=1000)) == 24


def test_a_feed_without_dates_is_checked_less_often_while_nothing_comes() -> None:
    assert hours(FeedHistory()) == 1
    assert hours(FeedHistory(unchanged=2)) == 2.25
    assert hours(FeedHistory(unchanged=50)) == 24


def test_entries_of_the_future_do_not_count() -> None:
    later = FeedHistory(entry_dates=tuple(NOW + timedelta(days=at) for at in range(1, 9)))
    assert hours(later) == 1


def test_failures_double_the_time() -> None:
    assert hours(history(gap=0.1, failures=3, status=500)) == 2
    assert hours(history(gap=0.1, failures=90, status=500)) == 24
    assert hours(history(gap=1, status=410)) == 24


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Cache-Control": "public, max-age=7200"}, 2),
        ({"cache-control": "max-age=7200", "Age": "3600"}, 1),
        ({"Cache-Control": "no-cache, max-age=7200"}, 0.5),
        ({"Cache-Control": "max-age=99999999"}, 24),
        ({"Expires": "Tue, 14 May 2024 15:00:00 GMT"}, 3),
        ({"Expires": "0"}, 0.5),
        ({"Retry-After": "10800"}, 3),
        ({"Retry-After": "Wed, 15 May 2024 18:00:00 GMT"}, 30),
        ({"Retry-After": "soon"}, 0.5),
        ({"Retry-After": "9" * 50}, 168),
    ],
)
def test_the_server_may_ask_for_more_time(headers: dict[str, str], expected: float) -> None:
    assert hours(history(gap=1), headers) == expected


def test_the_feed_may_ask_for_more_time() -> None:
    assert hours(history(gap=1, refresh_minutes=90)) == 1.5


def test_the_jitter_only_adds_and_is_the_same_for_the_same_check() -> None:
    settings = RefreshSettings(jitter=0.5)
    waits = [hours(history(gap=4, checks=check), settings=settings) for check in range(50)]
    assert waits == [hours(history(gap=4, checks=check), settings=settings) for check in range(50)]
    assert min(waits) >= 2
    assert max(waits) <= 3
    assert len(set(waits)) == 50


def test_a_check_adds_to_the_history() -> None:
    entry = FeedEntry(id="a", published=Moment("x", datetime(2024, 5, 1, tzinfo=UTC)))
    once = after_check(
        FeedHistory(), 200, Feed(entries=(entry,), refresh_minutes=30), {"ETag": '"1"', "Last-Modified": "x"}
    )
    assert (once.checks, once.unchanged, once.refresh_minutes) == (1, 0, 30)
    assert once.conditional_headers == {"If-None-Match": '"1"', "If-Modified-Since": "x"}
    twice = after_check(once, 304)
    assert (twice.unchanged, twice.etag, twice.entry_dates) == (1, '"1"', once.entry_dates)
    failed = after_check(twice, 503)
    assert (failed.failures, failed.unchanged) == (1, 1)
    again = after_check(failed, 200, Feed(entries=(entry,)))
    assert (again.failures, again.unchanged, again.checks) == (0, 2, 4)
