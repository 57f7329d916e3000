"""Watching feeds: what is due, what is stored, and how a watch ends. The web is a table of answers."""

from __future__ import annotations

import signal
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Event
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput, BadStatus
from tamis.io.fetching import Expect, FetchSettings, Response
from tamis.library import Library
from tamis.news import feeds_fetching, gathering
from tamis.news.refresh import FeedHistory, RefreshSettings, after_check
from tamis.news.watching import Watch
from tamis.settings.extraction import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FEED = "https://news.example/feed.xml"
START = datetime(2024, 6, 1, 12, tzinfo=UTC)


def page(number: int) -> bytes:
    text = f"On day {number} the ferry left the harbour late and came back with {number} passengers fewer. " * 4
    return f"<title>Ferry {number}</title><article><h1>Ferry {number}</h1><p>{text}</p></article>".encode()


def feed(numbers: range) -> bytes:
    items = "".join(f"<item><link>https://news.example/{n}</link><title>Ferry {n}</title></item>" for n in numbers)
    return f'<rss version="2.0"><channel><title>Ferries</title>{items}</channel></rss>'.encode()


class Web:
    """Answers, and what was asked for. A feed with the tag that is asked with has not changed."""

    settings = FetchSettings()

    def __init__(self) -> None:
        self.answers: dict[str, bytes | int] = {FEED: feed(range(2)), "https://news.example/robots.txt": 404}
        self.answers |= {f"https://news.example/{n}": page(n) for n in range(5)}
        self.tag = "one"
        self.asked: list[str] = []

    def get(self, url: str, expect: Expect = Expect.HTML, *, known: Response | None = None) -> Response:
        self.asked.append(url)
        answer = self.answers[url]
        if isinstance(answer, int):
            raise BadStatus(url, answer, "no", retry_after="7200" if answer == 503 else None)
        if known is not None and known.etag == self.tag:
            return Response(url, url, 200, b"", etag=self.tag, from_cache=True)
        headers = (("ETag", self.tag),)
        return Response(url, url, 200, answer, "text/html; charset=utf-8", etag=self.tag, headers=headers)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "PAUSE", 0.0)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        yield opened


def watch(library: Library, web: Web, clock: Clock, stop: Event | None = None) -> Watch:
    return Watch([FEED], library, web, Settings(), RefreshSettings(), stop=stop or Event(), clock=clock)  # type: ignore[arg-type]


def test_a_feed_is_checked_when_it_is_due_and_only_its_new_entries_are_fetched(library: Library) -> None:
    web, clock = Web(), Clock()
    (first,) = watch(library, web, clock).check_due()
    assert (first.title, first.new, first.problems) == ("Ferries", 2, ())
    assert list(watch(library, web, clock).check_due()) == []
    clock.now = first.next
    web.answers[FEED], web.tag, web.asked = feed(range(3)), "two", []
    (second,) = watch(library, web, clock).check_due()
    assert second.new == 1
    assert web.asked == [FEED, "https://news.example/robots.txt", "https://news.example/2"]
    assert len(library.newest()) == 3


def test_a_clock_that_is_put_back_does_not_keep_feeds_from_being_checked(library: Library) -> None:
    web, clock = Web(), Clock()
    clock.now = START + timedelta(days=3_000)
    list(watch(library, web, clock).check_due())
    clock.now = START
    (again,) = watch(library, web, clock).check_due()
    assert again.problems == ()
    assert list(watch(library, web, clock).check_due()) == []
    assert START < again.next < START + timedelta(days=2)


def test_a_stub_is_fetched_again_and_told_once_more_when_it_is_whole(library: Library) -> None:
    web, clock = Web(), Clock()
    web.answers["https://news.example/0"] = 500
    web.answers[FEED] = feed(range(1)).replace(
        b"</title></item>", b"</title><description>It sails.</description></item>"
    )
    (first,) = watch(library, web, clock).check_due()
    assert (first.new, first.stubs) == (1, 1)
    for tag, answer, new in (("two", 500, 0), ("three", page(0), 1), ("four", page(0), 0)):
        clock.now += timedelta(days=2)
        web.tag, web.answers["https://news.example/0"] = tag, answer
        (check,) = watch(library, web, clock).check_due()
        assert (check.new, check.stubs) == (new, 0)
    (record,) = library.newest()
    assert not record.is_stub


def test_a_robots_txt_that_cannot_be_read_is_what_a_problem_names(library: Library) -> None:
    web = Web()
    web.answers["https://news.example/robots.txt"] = 500
    (check,) = watch(library, web, Clock()).check_due()
    assert check.problems[0].startswith("https://news.example/0: https://news.example/robots.txt: ")
    assert "https://news.example/0" not in web.asked


def test_a_feed_that_has_not_changed_is_not_sent_and_is_due_later(library: Library) -> None:
    web, clock = Web(), Clock()
    (first,) = watch(library, web, clock).check_due()
    clock.now = first.next
    (second,) = watch(library, web, clock).check_due()
    assert second.new == 0
    assert web.asked.count("https://news.example/0") == 1
    assert second.next - first.next > first.next - START


def test_a_failing_feed_is_reported_and_left_alone_for_as_long_as_its_server_asks(library: Library) -> None:
    web, clock = Web(), Clock()
    web.answers[FEED] = 503
    (check,) = watch(library, web, clock).check_due()
    assert "no" in check.problems[0]
    assert check.next >= START + timedelta(hours=2)


def test_what_is_no_feed_is_named(library: Library) -> None:
    web = Web()
    web.answers[FEED] = b"<title>A page</title>"
    (check,) = watch(library, web, Clock()).check_due()
    assert "this is not a feed" in check.problems[0]


def test_a_feed_that_cannot_be_read_in_time_is_a_failure_of_its_own(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object) -> None:
        signal.raise_signal(signal.SIGALRM)  # the deadline passes
        for _number in count():
            pass

    monkeypatch.setattr(feeds_fetching, "READ_SECONDS", 600)
    monkeypatch.setattr(feeds_fetching, "parse_feed", endless)
    (checked,) = watch(library, Web(), Clock()).check_due()
    assert checked.problems == (f"{FEED}: took more than 600 seconds and was given up",)
    assert checked.next > START


def test_a_feed_over_the_limit_is_a_failure_of_its_own(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BadInput("the feed is over the limit")

    monkeypatch.setattr(feeds_fetching, "parse_feed", refuse)
    (checked,) = watch(library, Web(), Clock()).check_due()
    assert checked.problems == (f"{FEED}: the feed is over the limit",)


def test_a_watch_that_is_ended_goes_on_with_the_entries_that_are_left(library: Library) -> None:
    web, stop = Web(), Event()
    web.answers[FEED] = feed(range(5))
    get = web.get

    def stopping(url: str, expect: Expect = Expect.HTML, *, known: Response | None = None) -> Response:
        if url.endswith("/1"):
            stop.set()
        return get(url, expect, known=known)

    web.get = stopping  # type: ignore[method-assign]
    (check,) = watch(library, web, Clock(), stop).run()
    assert check.is_stopped
    assert len(library.newest()) == 2
    (rest,) = watch(library, web, Clock(), None).check_due()
    assert rest.new == 3


def test_a_history_survives_being_written_down() -> None:
    from tamis.news.feeds import parse_feed

    history = after_check(FeedHistory(FEED), 200, parse_feed(feed(range(3)), FEED), {"ETag": "x"})
    assert FeedHistory.from_json(history.to_json()) == history


def live(numbers: range) -> bytes:
    entries = "".join(
        f'<div class="liveblog-entry" id="e{n}"><time datetime="2024-06-01T{10 + n}:30Z">{10 + n}:30</time>'
        f"<h3>Ferry {n} has left</h3><p>Ferry number {n} left the harbour with {n} cars, and came back.</p></div>"
        for n in reversed(numbers)
    )
    lead = "<p>All ferries of the harbour on this day, as they leave and as they come back, in one report.</p>"
    declared = '<script type="application/ld+json">{"@type": "LiveBlogPosting"}</script>'
    return f"<title>Ferries live</title>{declared}<article><h1>Ferries live</h1>{lead}{entries}</article>".encode()


def test_the_new_entries_of_a_live_blog_are_reported(library: Library) -> None:
    web, clock = Web(), Clock()
    web.answers["https://news.example/0"] = live(range(4))
    watching = watch(library, web, clock)
    (first,) = watching.check_due()
    assert (first.new, first.updates) == (2, ())
    assert library.find("https://news.example/0") == library.live_stories(START)[0]
    web.answers["https://news.example/0"] = live(range(6))
    assert list(watching.check_due()) == []  # not due yet
    clock.now += timedelta(minutes=11)
    (check,) = watching.check_due()
    ((story, entries),) = check.updates
    assert (story.entries, [entry.title for entry in entries]) == (6, ["Ferry 5 has left", "Ferry 4 has left"])
    assert check.updates[0].to_dict()["new_entries"][0]["url"] == "https://news.example/0#e5"
    clock.now += timedelta(minutes=11)
    assert [check for check in watching.check_due() if check.updates] == []
    web.answers["https://news.example/0"] = 404
    clock.now += timedelta(minutes=11)
    problems = [problem for check in watching.check_due() for problem in check.problems]
    assert any(problem.startswith("https://news.example/0: ") for problem in problems)


def test_a_url_is_named_once_in_a_message(library: Library) -> None:
    web = Web()
    web.answers[FEED] = 404
    (message,) = gathering.gather_feeds([FEED], library, web, Settings())  # type: ignore[arg-type]
    assert message.startswith(f"{FEED}: ")
    assert message.count(FEED) == 1
    web.answers[FEED], web.answers["https://news.example/0"] = feed(range(1)), 404
    (message,) = gathering.gather_feeds([FEED], library, web, Settings())  # type: ignore[arg-type]
    assert message.count("https://news.example/0") == 1
