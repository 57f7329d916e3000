"""Watch feeds to keep a library fresh: feeds are checked when they are due, and their new entries stored.

A page without a feed is watched like one: its links that lead to articles are the entries (`tamis.news.feed_making`).
Each is fetched once, whether there is an article or not.

The library stores the history of each feed and when it is due, so that a watch that was stopped continues where it was,
and a feed that seldom has something new is seldom requested (`tamis.news.refresh`). A check asks whether the feed has
changed (ETag, Last-Modified); entries are fetched as their sites allow (`tamis.news.gathering`).

A live blog of the library is fetched again while it changes, and its new entries are reported.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.errors import BadInput, BadStatus, FetchError, TamisError, UnexpectedType
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.io.fetching import Expect, Response
from tamis.io.fetching.source import page_of
from tamis.library import FeedCheck
from tamis.news.feed_making import feed_of_page
from tamis.news.feeds import Feed
from tamis.news.feeds_fetching import read_feed
from tamis.news.gathering import PoliteFetcher, new_entries, refresh_live_blog, store_entry
from tamis.news.refresh import FeedHistory, RefreshSettings, after_check, is_due, next_check
from tamis.text.characters import one_line
from tamis.text.urls.sites import is_web_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from tamis.io.fetching import Fetcher
    from tamis.library import Library, Record
    from tamis.model import Entry
    from tamis.settings.extraction import Settings

LIVE_SECONDS = 600.0
"""Seconds after which a live blog of the library is fetched again."""
LIVE_FOR = 86_400.0
"""Seconds without a change after which a live blog is over."""
LONGEST_WAIT = 3_600.0
"""Seconds after which a watch looks at the clock again, in case the machine slept."""
_OK, _NOT_MODIFIED, _NO_ANSWER = 200, 304, 0


class LiveUpdate(NamedTuple):
    """A live blog of the library that has new entries."""

    story: Record
    entries: tuple[Entry, ...]

    def to_dict(self) -> dict[str, Any]:
        """Convert the story to plain values, with its new entries."""
        return self.story.to_dict() | {"new_entries": [_entry_values(entry) for entry in self.entries]}


def _entry_values(entry: Entry) -> dict[str, str]:
    date = entry.date.isoformat() if entry.date is not None else None
    named = (("title", entry.title), ("author", entry.author), ("when", entry.when), ("date", date), ("url", entry.url))
    return {name: value for name, value in named if value} | {"text": entry.text}


class CheckedFeed(NamedTuple):
    """The result of checking a feed, or a live blog of the library."""

    url: str
    title: str | None
    stories: tuple[Record, ...]
    """Entries that were stored."""
    problems: tuple[str, ...]
    next: datetime
    """Time when it is due again."""
    is_stopped: bool = False
    """True if the watch was stopped before all its entries were fetched; then it is due at once."""
    updates: tuple[LiveUpdate, ...] = ()
    """Live blogs with new entries."""

    @property
    def new(self) -> int:
        """Number of entries that were stored."""
        return len(self.stories)

    @property
    def stubs(self) -> int:
        """Number of them that have the feed's teaser alone, because their pages could not be fetched."""
        return sum(story.is_stub for story in self.stories)


class Watch:
    """Feeds to check, and the library that stores their entries."""

    def __init__(
        self,
        feeds: Sequence[str],
        library: Library,
        fetcher: Fetcher,
        settings: Settings,
        refresh: RefreshSettings,
        *,
        stop: Event,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Watch `feeds`. `stop` ends the watch after the page under way. `clock` gives the time, with its zone."""
        self._feeds = list(dict.fromkeys(feeds))
        self._library = library
        self._fetcher = fetcher
        self._polite = PoliteFetcher(fetcher, stop.wait)
        self._settings = settings
        self._refresh = refresh
        self._stop = stop
        self._clock = clock
        self._live_checks: dict[int, datetime] = {}

    def check_due(self, *, now: bool = False) -> Iterator[CheckedFeed]:
        """Check each feed that is due, once; with `now`, every feed."""
        for url in self._feeds:
            if self._stop.is_set():
                return
            if now or self.due(url) <= self._clock():
                yield self._check(url)
        yield from self._check_live_blogs(now=now)

    def run(self) -> Iterator[CheckedFeed]:
        """Check feeds whenever they are due, until the watch is stopped."""
        while not self._stop.is_set():
            yield from self.check_due()
            is_live = bool(self._live_blogs())
            self._stop.wait(min(max(0.0, self.seconds_left()), LIVE_SECONDS if is_live else LONGEST_WAIT))

    def _live_blogs(self) -> list[Record]:
        """List the live blogs of the library that still change."""
        since = self._clock() - timedelta(seconds=LIVE_FOR)
        return [story for story in self._library.live_stories(since) if story.url and is_web_url(story.url)]

    def _check_live_blogs(self, *, now: bool) -> Iterator[CheckedFeed]:
        """Fetch the live blogs that still change again, each once in a while. Those without news are not reported."""
        for story in self._live_blogs():
            if self._stop.is_set():
                return
            moment = self._clock()
            since = moment - self._live_checks.setdefault(story.id, moment)
            if not now and timedelta() <= since < timedelta(seconds=LIVE_SECONDS):  # less: the clock was put back
                continue
            self._live_checks[story.id] = moment
            found = refresh_live_blog(story, self._library, self._polite, self._settings)
            if found.entries or found.problem:
                update = (LiveUpdate(self._library.get(story.id), found.entries),) if found.entries else ()
                problems = (found.problem,) if found.problem else ()
                following = moment + timedelta(seconds=LIVE_SECONDS)
                yield CheckedFeed(str(story.url), story.title, (), problems, following, updates=update)

    def due(self, url: str) -> datetime:
        """Return the time when a feed is due."""
        known = self._library.feed_check(url)
        if known is None:
            return datetime.min.replace(tzinfo=UTC)
        noted, now = datetime.fromisoformat(known.next), self._clock()
        return min(noted, now) if is_due(noted, now, self._refresh) else noted

    def seconds_left(self) -> float:
        """Compute the seconds until the next feed is due; negative if one is overdue."""
        return (min(map(self.due, self._feeds)) - self._clock()).total_seconds()

    def _check(self, url: str) -> CheckedFeed:
        known = self._library.feed_check(url)
        history = FeedHistory.from_json(known.history) if known is not None else FeedHistory(url)
        try:
            response, is_page = self._fetched(url, history)
        except FetchError as error:
            status = error.status_code if isinstance(error, BadStatus) else _NO_ANSWER
            asked = {"retry-after": error.retry_after} if isinstance(error, BadStatus) and error.retry_after else {}
            return self._noted(url, after_check(history, status), asked, None, (f"{url}: {error}",))
        if response is None:
            return self._noted(url, after_check(history, _NO_ANSWER), {}, None, (f"{url}: its robots.txt forbids it",))
        headers = dict(response.headers)
        if response.from_cache and _as_known(history) is not None:
            return self._noted(url, after_check(history, _NOT_MODIFIED), headers, None)
        feed, problem = Feed(), ""
        try:
            feed = self._page_feed(response, history) if is_page else read_feed(response)
            problem = "" if feed.is_feed else "this is not a feed"
        except TamisError as error:
            problem = str(error).removeprefix(f"{url}: ")
        if problem:
            return self._noted(url, after_check(history, _NO_ANSWER), headers, None, (f"{url}: {problem}",))
        checked = replace(after_check(history, _OK, feed, headers), is_page=is_page)
        return self._read(url, feed, history.keys if is_page else frozenset(), checked, headers)

    def _fetched(self, url: str, history: FeedHistory) -> tuple[Response | None, bool]:
        """Fetch a feed, or a page that is read as one, and tell which; None if the site forbids the page."""
        if not history.is_page:
            try:
                return self._fetcher.get(url, Expect.FEED, known=_as_known(history)), False
            except UnexpectedType as error:
                if history.checks - history.failures > 0:  # a feed whose server sends a page now
                    raise error from None
        return self._polite.get(url, known=_as_known(history)), True

    def _page_feed(self, response: Response, history: FeedHistory) -> Feed:
        """Read a page as a feed. It must lead to articles."""
        with deadline(READ_SECONDS, response.url):
            feed = feed_of_page(page_of(response), (key for key in history.keys if self._library.find(key) is not None))
        if not feed.entries:
            raise BadInput("no link on this page leads to an article")
        return feed

    def _read(
        self, url: str, feed: Feed, known: frozenset[str], history: FeedHistory, headers: dict[str, str]
    ) -> CheckedFeed:
        """Store the new entries, without those with a `known` key, which were read before and have no article."""
        problems: list[str] = []
        failed: set[str] = set()
        stories: list[Record] = []
        for entry in new_entries(feed, self._library):
            if entry.key in known:
                continue
            if self._stop.is_set():  # not recorded, so that the feed is due again
                return CheckedFeed(url, feed.title, tuple(stories), tuple(problems), self._clock(), is_stopped=True)
            was_stub = self._library.find(str(entry.url)) is not None
            stored = store_entry(entry, feed, self._library, self._polite, self._settings)
            record = self._library.find(str(entry.url))
            stories += [record] if record is not None and not (was_stub and record.is_stub) else []
            problems += [stored.problem] if stored.problem else []
            failed |= set() if stored.is_fetched else {str(entry.key)}
        if history.is_page:
            history = replace(history, keys=history.keys - failed)
        return self._noted(url, history, headers, feed.title, tuple(problems), tuple(stories))

    def _noted(
        self,
        url: str,
        history: FeedHistory,
        headers: dict[str, str],
        title: str | None,
        problems: tuple[str, ...] = (),
        stories: tuple[Record, ...] = (),
    ) -> CheckedFeed:
        if title:
            self._library.name_feed(url, one_line(title))
        due = next_check(history, headers, self._clock(), self._refresh)
        self._library.note_feed_check(url, FeedCheck(history.to_json(), due.isoformat()))
        return CheckedFeed(url, title, stories, problems, due)


def _as_known(history: FeedHistory) -> Response | None:
    """Return the validators for a conditional request: has the feed changed?"""
    if history.etag is None and history.last_modified is None:
        return None
    return Response(history.url, history.url, _OK, b"", etag=history.etag, last_modified=history.last_modified)
