"""One crawl of a site: fetching, reading and recording pages, apart from the engine that drives it.

`SiteCrawl.fetch` requests a page under all rules: robots.txt, the delay, the guards of `tamis.io.fetching`.
`SiteCrawl.handle` has the workers read the response, and records the result. `SiteCrawl.claim` gives the next page.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tamis.core.site_profile import site_name
from tamis.errors import BadResponse, BadStatus, BadUrl, FetchError
from tamis.io.fetching import Expect, Fetcher, Response
from tamis.io.fetching.statuses import REDIRECTS, explain_status, is_error
from tamis.io.workers import Pool, PoolSettings
from tamis.news.addresses import Site, crawlable
from tamis.news.articles import Articles
from tamis.news.frontier import Code, Frontier
from tamis.news.link_model import SiteHabits
from tamis.news.pacing import Pacer
from tamis.news.permission import Permission, Unreachable, location_of
from tamis.news.reading import Fetched, FoundLink, Kind, ReadPage
from tamis.news.recording import Failed, Recorder, failed_by
from tamis.news.robots import product_name
from tamis.news.site_learning import CrawlProfile
from tamis.news.tables import transaction

if TYPE_CHECKING:
    import sqlite3

    from tamis.io.fetching import FetchSettings
    from tamis.news.articles import Sink
    from tamis.news.frontier import Claim
    from tamis.news.robots import Robots
    from tamis.settings.crawl import CrawlSettings
    from tamis.settings.extraction import Settings

MAX_FAILURES_IN_A_ROW = 30
"""Number of failures in a row after which the site counts as down, or as refusing the crawl."""
MAX_ROBOTS_BYTES = 10_000_000
"""Maximum size of a robots.txt: a longer one counts as an attack. Only its first 500 KiB are read."""
NEW_HABITS, MAX_HABITS = 50, 500
"""Number of new articles after which the URL patterns of the site are updated, and number of articles they are from."""
READER = "tamis.news.reading:read"
WARM_UP = Fetched(
    Kind.PAGE, b"<title>A title</title><p>A page that is long enough to load the parser.</p>", "https://a.example/"
)
_EXPECTED = {Kind.FEED: Expect.FEED, Kind.SITEMAP: Expect.FEED}


class NotAllowed(Exception):
    """A page that robots.txt forbids."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        super().__init__(rule)


class NotNow(Exception):
    """A page of a host whose robots.txt cannot be read now."""


@dataclass
class Halt:
    """The reason why a crawl stops early."""

    code: str = ""
    reason: str = ""


@dataclass
class SiteCrawl:
    """The state of one crawl."""

    connection: sqlite3.Connection
    start: str
    settings: CrawlSettings
    fetching: FetchSettings
    extraction: Settings
    sink: Sink | None = None
    """Store for articles besides the crawl's own table; None to keep them there as JSON."""
    in_flight: int = 0
    new_articles: int = 0
    halt: Halt = field(default_factory=Halt)
    _failures: int = 0
    _known_habits: SiteHabits = field(default_factory=SiteHabits)
    _habits_at: int = 0
    _profiles: CrawlProfile | None = None

    def open(self) -> bool:
        """Begin a run, or resume one that was interrupted. Return True if it resumes. Needs a running event loop."""
        parts = crawlable(self.start)
        if parts is None:
            raise BadUrl(self.start, "this is not the address of a web page; begin it with https://")
        site = Site(parts.authority, self.settings.scope == "domain")
        with transaction(self.connection):
            self.frontier = Frontier(self.connection, str(parts), site, self.settings)
            resumed = self.frontier.begin()
        self.articles = Articles(self.connection, self.frontier.crawl, self.sink, keep_json=self.sink is None)
        self.recorder = Recorder(self.connection, self.frontier, self.articles, self.settings)
        if self.settings.learn_site and self.extraction.site_profile is None and self.extraction.takes_site_profile:
            self._profiles = CrawlProfile(self.connection, site_name(self.start))
        threads = ThreadPoolExecutor(self.settings.concurrency + 1, thread_name_prefix="fetch")
        self.pacer = Pacer(self.settings.delay, threads)
        self.fetcher = Fetcher(replace(self.fetching, max_text_bytes=MAX_ROBOTS_BYTES))
        self.permission = Permission(self.connection, self._fetch_text, product_name(self.fetching.user_agent))
        self.pool = Pool(
            READER,
            PoolSettings(processes=self.settings.processes, chunk=1),
            arguments={"settings": self.extraction},
            warm_up=WARM_UP,
        )
        return resumed

    def close(self, *, is_complete: bool) -> None:
        """Stop and clean up. `is_complete`: the run finished, so that the next one begins anew."""
        self.pool.close(kill=True)
        self.fetcher.close()
        if self._profiles is not None:
            self._profiles.save()
        if is_complete and not self.halt.code:
            with transaction(self.connection):
                self.frontier.end()

    async def seed(self) -> None:
        """Queue the first pages of a crawl: the start page, sitemaps, and a page that cannot exist."""
        parts = crawlable(self.start)
        assert parts is not None  # noqa: S101 (checked by `open`)
        links = [FoundLink(str(parts), Kind.PAGE, 0.0)]
        with transaction(self.connection):
            self.frontier.add(links, -1)
        await self._seed_host(f"{parts.scheme}://{self.frontier.site.authority}")

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
            await asyncio.sleep(self.settings.retry_wait * 2**tried)
        raise AssertionError("a loop that returns")

    def claim(self) -> Claim | None:
        """Take the next page, if one may be fetched now."""
        if self.halt.code or self.in_flight >= self.settings.concurrency:
            return None
        with transaction(self.connection):
            if not self.frontier.has_room():
                return None
            claim = self.frontier.claim(time.time())
            if claim is None and not self.in_flight:
                claim = self.frontier.claim(0, soonest=True)
        if claim is not None:
            self.in_flight += 1
        return claim

    def has_more(self) -> bool:
        """Tell whether there are pages left to fetch in this run."""
        if self.halt.code:
            return False
        queued = self.connection.execute(
            "SELECT EXISTS (SELECT 1 FROM crawl_page WHERE crawl = ? AND state = 'queued')", (self.frontier.crawl,)
        ).fetchone()[0]
        return bool(queued) and self.frontier.has_room()

    async def fetch(self, claim: Claim) -> Response:
        """Request a page. Raises `NotAllowed`, `NotNow` or a `FetchError`."""
        await asyncio.sleep(max(0.0, claim.not_before - time.time()))
        parts = urlsplit(claim.url)
        rules = await self.permission.rules(f"{parts.scheme}://{parts.netloc}")
        if isinstance(rules, Unreachable):
            raise NotNow(rules.reason)
        decision = rules.decide(claim.url)
        if not decision.allowed:
            raise NotAllowed(decision.rule)
        delay = rules.crawl_delay or 0.0
        if delay > self.settings.max_crawl_delay:
            raise NotAllowed(f"crawl-delay: {delay:g} is over --max-crawl-delay")
        self.pacer.slow_down(parts.netloc, delay)
        return await self._send(claim.url, _EXPECTED.get(Kind(claim.kind), Expect.HTML), _known(claim))

    async def _fetch_text(self, url: str) -> Response:
        return await self._send(url, Expect.TEXT, None)

    async def _send(self, url: str, expect: Expect, known: Response | None) -> Response:
        def request(watch: object) -> Response:
            return self.fetcher.get(url, expect, known=known, raw=True, watch=watch, resend=False)  # type: ignore[arg-type]

        return await self.pacer.send(urlsplit(url).netloc, request)

    async def handle(self, claim: Claim, response: Response) -> None:
        """Read and record a response."""
        self._failures = 0
        target = location_of(response)
        if claim.kind == Kind.PROBE and response.status != _OK:
            self.recorder.skipped(claim, Code.PROBE, "no such page, and the site says so")
        elif response.from_cache and _known(claim) is not None:
            self.recorder.unchanged(claim)
        elif target is not None:
            await self._redirected(claim, target)
        elif response.status in REDIRECTS or is_error(response.status):
            self.fail(claim, _status_error(response))
        elif self.recorder.is_same(claim, response):
            self.recorder.unchanged(claim)
        else:
            await self._read(claim, response)

    async def _redirected(self, claim: Claim, target: str) -> None:
        before = self.frontier.site
        self.recorder.redirected(claim, target)
        if self.frontier.site != before:  # The start page is on another host of its domain.
            await self._seed_host(f"{urlsplit(target).scheme}://{self.frontier.site.authority}")

    async def _read(self, claim: Claim, response: Response) -> None:
        fetched = Fetched(
            Kind(claim.kind),
            response.body,
            claim.url,
            response.content_type,
            claim.title,
            claim.published,
            bool(claim.is_announced),
            claim.score,
            self._habits(),
            self._profiles.usable if self._profiles is not None else None,
        )
        result = await self.pool.run(fetched)
        if result.value is None:
            code, message = (result.failure.code, result.failure.message) if result.failure else ("", "")
            self.recorder.failed(claim, Failed(code, message))
            return
        read = ReadPage.from_json(result.value)
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

    def fail(self, claim: Claim, error: BaseException) -> None:
        """Record why a page could not be fetched."""
        if isinstance(error, NotAllowed):
            self.recorder.skipped(claim, Code.ROBOTS, error.rule)
        elif isinstance(error, NotNow):
            self.recorder.postponed(claim, self.settings.retry_wait, f"robots.txt cannot be read: {error}")
            self._count_failure(str(error))
        elif isinstance(error, FetchError):
            failure = failed_by(error)
            if failure.wait:
                self.pacer.hold(urlsplit(claim.url).netloc, min(failure.wait, self.settings.max_crawl_delay))
            self.recorder.failed(claim, failure)
            if failure.may_pass:
                self._count_failure(failure.reason)
        else:
            self.recorder.failed(claim, Failed("unexpected_error", f"{type(error).__name__}: {error}"))

    def _count_failure(self, reason: str) -> None:
        self._failures += 1
        if self._failures >= MAX_FAILURES_IN_A_ROW:
            self.halt = Halt("site_down", f"{self._failures} failures in a row, the last: {reason}")

    def counts(self) -> dict[str, object]:
        """Count pages and articles, for the report of the crawl's progress."""
        rows = self.connection.execute(
            "SELECT state, code, count(*) FROM crawl_page WHERE crawl = ? GROUP BY state, code", (self.frontier.crawl,)
        ).fetchall()
        states: Counter[str] = Counter()
        errors: Counter[str] = Counter()
        skipped: Counter[str] = Counter()
        for state, code, number in rows:
            states[state] += number
            if state in ("failed", "skipped") and code != Code.PROBE:
                (errors if state == "failed" else skipped)[code] += number
        (articles,) = self.connection.execute(
            "SELECT count(*) FROM crawl_article WHERE crawl = ?", (self.frontier.crawl,)
        ).fetchone()
        (fetched,) = self.connection.execute(
            "SELECT fetched FROM crawl WHERE id = ?", (self.frontier.crawl,)
        ).fetchone()
        unchanged = sum(number for state, code, number in rows if state == "done" and code == Code.UNCHANGED)
        return {
            "found": sum(states.values()),
            "fetched": fetched,
            "articles": articles,
            "new_articles": self.new_articles,
            "unchanged": unchanged,
            "queued": states["queued"] + states["fetching"],
            "errors": dict(errors.most_common()),
            "skipped": dict(skipped.most_common()),
            "halted": self.halt.reason,
        }


_OK = 200


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
