"""Store the articles of feeds in a library: new entries are fetched, extracted and stored, politely.

An entry that the library already has is not fetched again, unless it is a stub. The page of an entry is requested only
if its site allows it (robots.txt), with a pause between two requests to one host. If a page cannot be fetched, the
feed's text is stored instead, if there is one. Each article teaches the profile of its site that the library keeps, and
later ones are extracted with it.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.core.pipeline import run
from tamis.errors import BadStatus, FetchError, NoArticle, TamisError
from tamis.io.deadlines import READ_SECONDS, deadline
from tamis.io.fetching import Expect
from tamis.io.fetching.source import page_of
from tamis.io.fetching.statuses import SERVER_ERROR
from tamis.library.site_profiles import refresh_site_profile, with_site_profile
from tamis.model import Outcome
from tamis.news.feeds import FeedFormat
from tamis.news.feeds_articles import TextFrom, article_of_entry
from tamis.news.feeds_fetching import read_feed
from tamis.news.opml import read_opml
from tamis.text.characters import about
from tamis.text.urls.robots import ALLOW_ALL, product_name, read_robots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tamis.io.fetching import Fetcher, Response
    from tamis.library import Library, Record
    from tamis.model import Entry
    from tamis.news.feeds import Feed, FeedEntry
    from tamis.settings.extraction import Settings
    from tamis.text.urls.robots import Robots

PAUSE = 1.0
"""Seconds between two requests to one host, unless its robots.txt asks for more."""
MAX_PAUSE = 30.0
"""Maximum pause in seconds, even if a host asks for a longer one."""
MAX_ENTRIES = 100
"""Maximum number of entries of one feed to look at, from the first."""
ENTRY_START = 80
"""Number of characters of its text that identify an entry of a live blog without a URL."""
_FEED_WORDS = ("feed", "rss", "atom", ".xml")
_OPML = b"<opml"
_OPML_WITHIN = 4_000


def feeds_of(source: str, fetcher: Fetcher) -> list[str] | None:
    """Return the URLs of the feeds that a source names: a feed, or an OPML file; None for anything else."""
    if not source.lower().startswith(("http://", "https://")):
        data = Path(source).read_bytes() if Path(source).is_file() else b""
        if _OPML not in data[:_OPML_WITHIN].lower():
            return None
        with deadline(READ_SECONDS, source):
            return [feed.url for feed in read_opml(data)]
    if not any(word in source.lower() for word in _FEED_WORDS):
        return None
    feed = read_feed(fetcher.get(source, Expect.FEED))
    return [source] if feed.is_feed else None


def gather_feeds(feeds: Sequence[str], library: Library, fetcher: Fetcher, settings: Settings) -> Iterator[str]:
    """Store the new entries of feeds. Yield what went wrong, in words."""
    polite = PoliteFetcher(fetcher)
    for url in feeds:
        try:
            feed = read_feed(fetcher.get(url, Expect.FEED))
        except TamisError as error:
            yield about(url, str(error))
            continue
        for entry in new_entries(feed, library):
            stored = store_entry(entry, feed, library, polite, settings)
            if stored.problem:
                yield stored.problem


def new_entries(feed: Feed, library: Library) -> Iterator[FeedEntry]:
    """Yield the entries of a feed whose URL the library does not have, or only as a stub."""
    for entry in feed.entries[:MAX_ENTRIES]:
        if entry.url is not None and ((known := library.find(entry.url)) is None or known.is_stub):
            yield entry


class StoredEntry(NamedTuple):
    """The result of storing an entry."""

    problem: str | None = None
    """Description of the failure, in words."""
    is_fetched: bool = True
    """False if its page could not be fetched; then it may be tried again."""


def store_entry(
    entry: FeedEntry, feed: Feed, library: Library, polite: PoliteFetcher, settings: Settings
) -> StoredEntry:
    """Fetch, extract and store one entry. Of a page that is read as a feed, only articles are stored."""
    problem, page = None, None
    try:
        response = polite.get(str(entry.url))
        page = page_of(response) if response is not None else None
        problem = None if page is not None else f"{entry.url}: its robots.txt forbids it"
    except FetchError as error:
        problem = about(str(entry.url), str(error))
    is_fetched = page is not None
    try:
        with deadline(READ_SECONDS, str(entry.url)):
            entry_article = article_of_entry(
                entry, page, with_site_profile(settings, library, entry.url), feed_url=feed.url
            )
            is_article = entry_article.article.outcome is Outcome.ARTICLE
            if is_article or feed.format is not FeedFormat.PAGE:
                library.add(entry_article.article, gathered=True)
            if page is not None and entry_article.text_from is TextFrom.PAGE and is_article:
                refresh_site_profile(library, page, settings)
    except NoArticle as error:
        return StoredEntry(problem or about(str(entry.url), str(error)), is_fetched)
    except TamisError as error:
        return StoredEntry(about(str(entry.url), str(error)), is_fetched)
    return StoredEntry(problem, is_fetched)


class Refreshed(NamedTuple):
    """The result of fetching a live blog again."""

    entries: tuple[Entry, ...] = ()
    """Entries that the library did not have."""
    problem: str | None = None
    """Description of the failure, in words."""


def refresh_live_blog(story: Record, library: Library, polite: PoliteFetcher, settings: Settings) -> Refreshed:
    """Fetch a live blog of the library again, and store it if it has changed."""
    url = str(story.url)
    try:
        response = polite.get(url)
        if response is None:
            return Refreshed(problem=f"{url}: its robots.txt forbids it")
        with deadline(READ_SECONDS, url):
            article = run(page_of(response), with_site_profile(settings, library, url))
            known = {_entry_key(entry) for entry in library.article(story.id).entries}
            library.add(article, gathered=True)
            return Refreshed(tuple(entry for entry in article.entries if _entry_key(entry) not in known))
    except TamisError as error:
        return Refreshed(problem=f"{url}: {error}".replace(f"{url}: {url}", url))


def _entry_key(entry: Entry) -> str:
    """Return what identifies an entry: its URL if that leads to a place on the page, else how it begins."""
    return entry.url if entry.url and "#" in entry.url else f"{entry.title}\n{entry.text[:ENTRY_START]}"


class PoliteFetcher:
    """A fetcher that checks robots.txt first and pauses between two requests to one host."""

    def __init__(self, fetcher: Fetcher, sleep: Callable[[float], object] = time.sleep) -> None:
        """Fetch with `fetcher`; `sleep` waits a number of seconds."""
        self._fetcher = fetcher
        self._sleep = sleep
        self._rules: dict[str, Robots | FetchError] = {}
        self._last: dict[str, float] = {}

    def get(self, url: str, *, known: Response | None = None) -> Response | None:
        """Fetch a URL; return None if its site forbids it. Raises `FetchError`, also for its robots.txt.

        `known` is the response of the last time, to ask whether it has changed.
        """
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._rules:
            self._rules[origin] = self._ask(origin)
        rules = self._rules[origin]
        if isinstance(rules, FetchError):
            raise rules
        if not rules.decide(url).allowed:
            return None
        self._wait(origin, rules)
        return self._fetcher.get(url, known=known)

    def _ask(self, origin: str) -> Robots | FetchError:
        """Fetch the rules of a host. A robots.txt that cannot be read forbids everything for now (RFC 9309, section
        2.3.1)."""
        try:
            response = self._fetcher.get(f"{origin}/robots.txt", Expect.TEXT)
        except BadStatus as error:
            return ALLOW_ALL if error.status_code < SERVER_ERROR else error
        except FetchError as error:
            return error
        return read_robots(response.body, product_name(self._fetcher.settings.user_agent))

    def _wait(self, origin: str, rules: Robots) -> None:
        pause = min(max(PAUSE, rules.crawl_delay or 0.0), MAX_PAUSE)
        left = self._last.get(origin, 0.0) + pause - time.monotonic()
        if left > 0:
            self._sleep(left)
        self._last[origin] = time.monotonic()
