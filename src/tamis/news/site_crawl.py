"""One crawl of a site: the event loop that claims, fetches, reads and records its pages.

A page is fetched under all rules: robots.txt, the delay, the guards of `tamis.io.fetching`. Workers read the response.
Everything that the crawl must not forget is in the transactions of the frontier, so that the loop can end at any
moment.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.core.site_profile import site_name
from tamis.errors import BadInput, BadResponse, BadStatus, FetchError
from tamis.io.fetching import Expect, Fetcher, Response
from tamis.io.fetching.statuses import REDIRECTS, explain_status, is_error
from tamis.io.workers import Pool, PoolSettings
from tamis.io.workers.extraction import WARM_UP as PAGE
from tamis.io.workers.extraction import PageBytes
from tamis.library import Library
from tamis.model import NO_RIGHTS, Rights
from tamis.news.articles import Articles, CrawlProfile, stored_articles
from tamis.news.crawl_database import connect, lay_out, transaction
from tamis.news.crawl_report import CrawlReport, counted
from tamis.news.crawl_urls import Site
from tamis.news.frontier import Code, Frontier
from tamis.news.link_model import SiteHabits
from tamis.news.pacing import Pacer
from tamis.news.permission import Permission, Unreachable, location_of
from tamis.news.reading import Fetched, FoundLink, Kind, ReadPage
from tamis.news.recording import Recorder
from tamis.news.retries import MAX_WAIT, Failed, failed_by, wait_before_retry
from tamis.news.turns import Line
from tamis.text.rights import TDM_FILE, read_signals, rights_in_file
from tamis.text.urls.robots import product_name

if TYPE_CHECKING:
    from pathlib import Path
    from threading import Event

    from tamis.core.site_profile import SiteProfile
    from tamis.io.fetching import FetchSettings
    from tamis.io.workers import Result
    from tamis.news.frontier import Claim
    from tamis.settings.crawl import CrawlSettings
    from tamis.settings.extraction import Settings
    from tamis.text.urls.cleaning import CleanUrl
    from tamis.text.urls.robots import Robots

MAX_FAILURES_IN_A_ROW = 30
"""Number of failures in a row after which the site counts as down, or as refusing the crawl."""
MAX_ROBOTS_BYTES = 10_000_000
"""Maximum size of a robots.txt: a longer one counts as an attack. Only its first 500 KiB are read."""
NEW_HABITS, MAX_HABITS = 50, 500
"""Number of new articles after which the URL patterns of the site are updated, and number of articles they are from."""
ROUND = 0.5
"""Maximum number of seconds between two looks at the frontier, where a retry may be due, and at the stop signal."""
READER = "tamis.news.reading:read"
WARM_UP = Fetched(Kind.PAGE, PAGE._replace(url="https://a.example/"))
_EXPECTED = {Kind.FEED: Expect.FEED, Kind.SITEMAP: Expect.FEED}


class NotAllowed(Exception):
    """A page that robots.txt forbids."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        super().__init__(rule)


class Reserved(Exception):
    """A page whose site reserves a use that the crawl respects."""


class NotNow(Exception):
    """A page of a host whose robots.txt cannot be read now."""


@dataclass
class Halt:
    """The reason why a crawl stops early."""

    code: str = ""
    reason: str = ""


class Learned(NamedTuple):
    """What a crawl knew of its site when it took a page from the frontier."""

    habits: SiteHabits
    profile: SiteProfile | None


class Answer(NamedTuple):
    """The response to a request, and what a worker read in it; None if there was nothing to read."""

    response: Response
    result: Result | None


@dataclass
class SiteCrawl:
    """The state of one crawl. `run` belongs to one thread; `report`, `stop` and `abandon` are for others."""

    start: CleanUrl
    database: Path
    to_library: bool
    """True if the database is a library, which gets the articles; else they are in the crawl's own table."""
    settings: CrawlSettings
    fetching: FetchSettings
    extraction: Settings
    stop: Event
    """Set to end the crawl after the pages under way."""
    new_articles: int = 0
    halt: Halt = field(default_factory=Halt)
    _crawl: int = 0
    """Number of the crawl in its database; 0 until it is known."""
    _is_resumed: bool = False
    _is_complete: bool = False
    _is_abandoned: bool = False
    _is_open: bool = False
    """True while pages may be taken from the frontier: from the end of seeding to the end of the crawl."""
    _under_way: int = 0
    """Number of visits."""
    _line: Line = field(default_factory=Line)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _asking: set[asyncio.Task[None]] = field(default_factory=set)
    """Tasks whose request the server has, or whose page is being read."""
    _failures: int = 0
    _known_habits: SiteHabits = field(default_factory=SiteHabits)
    _habits_at: int = 0
    _profiles: CrawlProfile | None = None
    _tdm_files: dict[str, bytes] = field(default_factory=dict)
    """Content of ``tdmrep.json`` by origin; empty if there is none."""
    _tdm_locks: dict[str, asyncio.Lock] = field(default_factory=dict)

    def run(self) -> None:
        """Crawl the site in this thread, until no page is left or the crawl is stopped."""
        try:
            with closing(connect(self.database, durable=self.to_library)) as self.connection:
                asyncio.run(self._run())
        except sqlite3.Error as error:
            raise BadInput(f"{self.database}: cannot be used for a crawl: {error}") from error

    def abandon(self) -> None:
        """End the crawl at once; pages under way are fetched again by the next one."""
        self._is_abandoned = True
        self.stop.set()

    def report(self, connection: sqlite3.Connection) -> CrawlReport:
        """Count pages and articles over a connection of the caller's."""
        if not self._crawl:
            return CrawlReport()
        return replace(
            counted(connection, self._crawl),
            new_articles=self.new_articles,
            halted=self.halt.reason,
            resumed=self._is_resumed,
            complete=self._is_complete,
            source=partial(stored_articles, self.database, self._crawl, in_library=self.to_library),
        )

    async def _run(self) -> None:
        self._begin()
        try:
            await self._visit_all()
        finally:
            self.pool.close(kill=True)
            self.fetcher.close()
            if self._profiles is not None:
                self._profiles.save()
        with transaction(self.connection):
            self.articles.join_pages()
        if not self.halt.code and not self._has_more():
            with transaction(self.connection):
                self.frontier.end()
            self._is_complete = True

    def _begin(self) -> None:
        """Begin a run, or resume one that was interrupted."""
        site = Site(self.start.authority, self.settings.scope == "domain")
        library = Library(self.connection) if self.to_library else None
        lay_out(self.connection)
        with transaction(self.connection):
            self.frontier = Frontier(self.connection, str(self.start), site, self.settings)
            self._is_resumed = self.frontier.begin()
        self.articles = Articles(self.connection, self.frontier.crawl, library)
        self.recorder = Recorder(self.connection, self.frontier, self.articles, self.settings)
        if self.settings.learn_site and self.extraction.site_profile is None and self.extraction.takes_site_profile:
            self._profiles = CrawlProfile(self.connection, site_name(str(self.start)))
        self.pacer = Pacer(self.settings.delay)
        self.fetcher = Fetcher(replace(self.fetching, max_text_bytes=MAX_ROBOTS_BYTES))
        self.permission = Permission(self.connection, self._fetch_text, product_name(self.fetching.user_agent))
        self.pool = Pool(
            READER,
            PoolSettings(workers=self.settings.workers, chunk=1),
            arguments={"settings": self.extraction},
            warm_up=WARM_UP,
        )
        self._crawl = self.frontier.crawl

    async def _visit_all(self) -> None:
        """Visit pages until none is left. When the crawl is stopped, finish those that the server was asked for."""
        self._tasks = {asyncio.create_task(self._seed())}
        try:
            while self._tasks and not self._is_abandoned:
                done, _ = await asyncio.wait(self._tasks, timeout=ROUND, return_when=asyncio.FIRST_COMPLETED)
                self._tasks -= done
                self._asking -= done
                for task in done:
                    task.result()  # An error that is not of one page ends the crawl.
                if self.stop.is_set():
                    idle = self._tasks - self._asking
                    await _canceled(idle)
                    self._tasks -= idle
                self._begin_visits()
        finally:
            self._is_open = False
            await _canceled(self._tasks)

    def _begin_visits(self) -> None:
        """Begin visits of as many pages as may be fetched now, with what is known now."""
        while self._is_open and not self.stop.is_set() and (claim := self._claim()) is not None:
            learned = Learned(self._habits(), self._profiles.usable if self._profiles is not None else None)
            self._tasks.add(asyncio.create_task(self._visit(claim, learned, self._line.join())))
            self._under_way += 1

    async def _visit(self, claim: Claim, learned: Learned, place: asyncio.Event) -> None:
        """Fetch and read a page. When its turn has come, record it and begin the next visit."""
        try:
            answer = await self._ask(claim, learned)
            await self._line.turn(place)
            await self._record(claim, answer)
        except asyncio.CancelledError:
            self.recorder.postponed(claim, 0, "")
            raise
        except Exception as error:  # noqa: BLE001 (one page must not end the crawl; its reason is recorded)
            self._fail(claim, error)
        finally:
            self._under_way -= 1
            self._begin_visits()
            self._line.leave(place)

    async def _ask(self, claim: Claim, learned: Learned) -> Answer | Exception:
        """Fetch a page, and read it if there is something to read."""
        try:
            response = await self._fetch(claim)
            if is_error(response.status) and claim.kind != Kind.PROBE:
                self._hold(claim, _status_error(response))
            result = await self._read(claim, response, learned) if self._is_to_be_read(claim, response) else None
        except Exception as error:  # noqa: BLE001 (it is recorded in its turn)
            self._hold(claim, error)
            return error
        return Answer(response, result)

    async def _seed(self) -> None:
        """Queue the first pages of a crawl: the start page, sitemaps, and a page that cannot exist."""
        with transaction(self.connection):
            self.frontier.add([FoundLink(str(self.start), Kind.PAGE, 0.0)], -1)
        await self._seed_host(f"{self.start.scheme}://{self.frontier.site.authority}")
        self._is_open = True

    async def _seed_host(self, origin: str) -> None:
        """Queue the sitemaps of a host, and a page that it cannot have."""
        rules = await self._patient_rules(origin)
        if isinstance(rules, Unreachable):
            self.halt = Halt("robots_unreachable", f"robots.txt forbids all until it can be read: {rules.reason}")
            return
        links = []
        if self.settings.sitemaps:
            named = rules.sitemaps or (f"{origin}/sitemap.xml",)
            links += [FoundLink(url, Kind.SITEMAP) for url in named]
        if self.settings.probe:
            token = hashlib.blake2b(origin.encode(), digest_size=8).hexdigest()
            links.append(FoundLink(f"{origin}/there-is-no-such-page-{token}", Kind.PROBE))
        with transaction(self.connection):
            self.frontier.add(links, -1)

    async def _patient_rules(self, origin: str) -> Robots | Unreachable:
        for tried in range(self.settings.retries + 1):
            rules = await self.permission.rules(origin)
            if not isinstance(rules, Unreachable) or not rules.may_pass or tried == self.settings.retries:
                return rules
            await asyncio.sleep(wait_before_retry(self.settings.retry_wait, tried))
        raise AssertionError("a loop that returns")

    def _claim(self) -> Claim | None:
        """Take the next page, if one may be fetched now besides those under way."""
        if self.halt.code or self._under_way >= self.settings.concurrency:
            return None
        with transaction(self.connection):
            if not self.frontier.has_room():
                return None
            claim = self.frontier.claim(time.time())
            if claim is None and not self._under_way:
                claim = self.frontier.claim(0, soonest=True)
        return claim

    def _has_more(self) -> bool:
        """Tell whether there are pages left to fetch in this run."""
        (queued,) = self.connection.execute(
            "SELECT EXISTS (SELECT 1 FROM crawl_page WHERE crawl = ? AND state = 'queued')", (self.frontier.crawl,)
        ).fetchone()
        return bool(queued) and self.frontier.has_room()

    async def _fetch(self, claim: Claim) -> Response:
        """Request a page. Raises `NotAllowed`, `Reserved`, `NotNow` or a `FetchError`."""
        await asyncio.sleep(min(max(0.0, claim.not_before - time.time()), MAX_WAIT))  # over it, the clock was put back
        parts = urlsplit(claim.url)
        rules = await self.permission.rules(f"{parts.scheme}://{parts.netloc}")
        if isinstance(rules, Unreachable):
            raise NotNow(rules.reason)
        decision = rules.decide(claim.url)
        if not decision.allowed:
            raise NotAllowed(decision.rule)
        if claim.kind == Kind.PAGE:
            self._refuse_reserved(rules)
        delay = rules.crawl_delay or 0.0
        if delay > self.settings.max_crawl_delay:
            raise NotAllowed(f"crawl-delay: {delay:g} is over --max-crawl-delay")
        self.pacer.slow_down(parts.netloc, delay)
        return await self._send(claim.url, _EXPECTED.get(Kind(claim.kind), Expect.HTML), _known(claim))

    def _refuse_reserved(self, rules: Robots) -> None:
        """Raise `Reserved` if the content signals of a host reserve a use that the crawl respects."""
        rights = Rights(content_signals=read_signals(rules.content_signals))
        for use in self.extraction.respect:
            if (declared := rights.reservation_of(use)) is not None:
                raise Reserved(f"{declared} in robots.txt reserves the use: {use}")

    async def _rights(self, claim: Claim, response: Response) -> Rights | None:
        """Return the rights that the headers of a page and its site declare. A crawl that respects rights asks for the
        TDM file."""
        parts = urlsplit(claim.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        rules = await self.permission.rules(origin)
        signals = read_signals(rules.content_signals) if not isinstance(rules, Unreachable) else ()
        rights = (response.rights or NO_RIGHTS).over(Rights(content_signals=signals))
        if self.extraction.respect:
            rights = rights.over(rights_in_file(await self._tdm_file(origin), claim.url))
        return rights if rights != NO_RIGHTS else None

    async def _tdm_file(self, origin: str) -> bytes:
        async with self._tdm_locks.setdefault(origin, asyncio.Lock()):
            if origin not in self._tdm_files:
                try:
                    response = await self._fetch_text(origin + TDM_FILE)
                    self._tdm_files[origin] = response.body if response.status == _OK else b""
                except FetchError:
                    self._tdm_files[origin] = b""  # as if there were none
            return self._tdm_files[origin]

    async def _fetch_text(self, url: str) -> Response:
        try:
            return await self._send(url, Expect.TEXT, None)
        finally:
            self._asking.discard(_this_task())

    async def _send(self, url: str, expect: Expect, known: Response | None) -> Response:
        task = _this_task()

        def request(watch: object) -> Response:
            self._asking.add(task)
            return self.fetcher.get(url, expect, known=known, raw=True, watch=watch, resend=False)  # type: ignore[arg-type]

        return await self.pacer.send(urlsplit(url).netloc, request)

    def _is_to_be_read(self, claim: Claim, response: Response) -> bool:
        """Tell whether a response is a page, a feed or a sitemap that was not read before."""
        is_known = (response.from_cache and _known(claim) is not None) or self.recorder.is_same(claim, response)
        has_text = response.status == _OK if claim.kind == Kind.PROBE else not is_error(response.status)
        return has_text and response.status not in REDIRECTS and location_of(response) is None and not is_known

    async def _record(self, claim: Claim, answer: Answer | Exception) -> None:
        """Record what became of a page."""
        if isinstance(answer, Exception):
            raise answer
        self._failures = 0
        response, result = answer
        target = location_of(response)
        if result is not None:
            self._record_reading(claim, response, result)
        elif claim.kind == Kind.PROBE and response.status != _OK:
            self.recorder.skipped(claim, Code.PROBE, "no such page, and the site says so")
        elif response.from_cache and _known(claim) is not None:
            self.recorder.unchanged(claim)
        elif target is not None:
            await self._redirected(claim, target)
        elif response.status in REDIRECTS or is_error(response.status):
            self._fail(claim, _status_error(response))
        else:
            self.recorder.unchanged(claim)

    async def _redirected(self, claim: Claim, target: str) -> None:
        before = self.frontier.site
        self.recorder.redirected(claim, target)
        if self.frontier.site != before:  # The start page is on another host of its domain.
            await self._seed_host(f"{urlsplit(target).scheme}://{self.frontier.site.authority}")

    async def _read(self, claim: Claim, response: Response, learned: Learned) -> Result:
        """Have a worker read a response."""
        fetched = Fetched(
            Kind(claim.kind),
            PageBytes(
                response.body, claim.url, response.content_type, claim.title, await self._rights(claim, response)
            ),
            claim.published,
            bool(claim.is_announced),
            claim.score,
            learned.habits,
            learned.profile,
        )
        return await self.pool.run(fetched)

    def _record_reading(self, claim: Claim, response: Response, result: Result) -> None:
        if result.failure is not None:
            self.recorder.failed(claim, Failed(result.failure.code, result.failure.message))
            return
        read = ReadPage.from_bytes(result.value or b"")
        self.new_articles += self.recorder.read(claim, response, read)
        if self._profiles is not None and read.profile is not None:
            self._profiles.learn(read.profile)

    def _habits(self) -> SiteHabits:
        """Return the URL patterns of the site's articles found so far; updated now and then."""
        if not self._known_habits.total or self.new_articles >= self._habits_at + NEW_HABITS:
            rows = self.connection.execute(
                "SELECT url FROM crawl_article WHERE crawl = ? ORDER BY id DESC LIMIT ?",
                (self.frontier.crawl, MAX_HABITS),
            )
            self._known_habits, self._habits_at = SiteHabits.of(url for (url,) in rows), self.new_articles
        return self._known_habits

    def _hold(self, claim: Claim, error: Exception) -> None:
        """Send nothing to a host that asks for a pause."""
        wait = failed_by(error).wait if isinstance(error, FetchError) else 0.0
        if wait:
            self.pacer.hold(urlsplit(claim.url).netloc, min(wait, self.settings.max_crawl_delay))

    def _fail(self, claim: Claim, error: BaseException) -> None:
        """Record why a page could not be fetched."""
        if isinstance(error, NotAllowed):
            self.recorder.skipped(claim, Code.ROBOTS, error.rule)
        elif isinstance(error, Reserved):
            self.recorder.skipped(claim, Code.RESERVED, str(error))
        elif isinstance(error, NotNow):
            self.recorder.postponed(claim, self.settings.retry_wait, f"robots.txt cannot be read: {error}")
            self._count_failure(str(error))
        elif isinstance(error, FetchError):
            failure = failed_by(error)
            self.recorder.failed(claim, failure)
            if failure.may_pass:
                self._count_failure(failure.reason)
        else:
            self.recorder.failed(claim, Failed("unexpected_error", f"{type(error).__name__}: {error}"))

    def _count_failure(self, reason: str) -> None:
        self._failures += 1
        if self._failures >= MAX_FAILURES_IN_A_ROW:
            self.halt = Halt("site_down", f"{self._failures} failures in a row, the last: {reason}")


_OK = 200


async def _canceled(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _this_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 (called by coroutines)
    return task


def _known(claim: Claim) -> Response | None:
    """Return the validators for a conditional request: has the page changed?"""
    if claim.etag is None and claim.last_modified is None:
        return None
    return Response(claim.url, claim.url, _OK, b"", etag=claim.etag, last_modified=claim.last_modified)


def _status_error(response: Response) -> FetchError:
    headers = {name.lower(): value for name, value in response.headers}
    if response.status in REDIRECTS:
        return BadResponse(response.url, f"status {response.status} without saying where to")
    retry_after = headers.get("retry-after")
    return BadStatus(response.url, response.status, explain_status(response.status, retry_after), retry_after)
