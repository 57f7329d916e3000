"""Scrapy's engine drives the crawl; tamis replaces its scheduler, duplicate filter and download handler.

The scheduler is the frontier, so that the queue is on disk in the transactions that store the articles; Scrapy's
``JOBDIR`` writes its queue when it is closed, and loses pages when it is killed. The download handler is the guarded
fetcher, so that there is one way to the network. Scrapy's middlewares and extensions are off: what they do (robots.txt,
retries, redirects, delays) has to survive a kill too, and is done by `SiteCrawl`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from scrapy import Request, Spider
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.scheduler import BaseScheduler
from scrapy.http import Response as ScrapyResponse

from tamis.news.reading import FoundLink
from tamis.news.tables import transaction

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from scrapy.crawler import Crawler
    from twisted.python.failure import Failure

    from tamis.io.fetching import Response
    from tamis.news.frontier import Claim
    from tamis.news.site_crawl import SiteCrawl

_HERE = "tamis.news.scrapy_parts"
CLAIM, ANSWER = "claim", "answer"
MEGABYTE = 1 << 20


def scrapy_settings(concurrency: int) -> dict[str, Any]:
    """Return Scrapy's settings, with everything off that tamis does itself."""
    handlers = dict.fromkeys(("data", "file", "ftp", "s3"))
    return {
        "SCHEDULER": f"{_HERE}.FrontierScheduler",
        "DOWNLOAD_HANDLERS": {**handlers, "http": f"{_HERE}.GuardedHandler", "https": f"{_HERE}.GuardedHandler"},
        "DOWNLOADER_MIDDLEWARES_BASE": {},
        "SPIDER_MIDDLEWARES_BASE": {},
        "EXTENSIONS_BASE": {},
        "ADDONS": {},
        "ROBOTSTXT_OBEY": False,
        "DOWNLOAD_DELAY": 0,
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
        "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 100 * MEGABYTE,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "TELNETCONSOLE_ENABLED": False,
    }


class FrontierScheduler(BaseScheduler):
    """A scheduler that gives the engine the next page of the frontier."""

    def __init__(self, crawl: SiteCrawl, spider: SiteSpider) -> None:
        self._crawl = crawl
        self._spider = spider

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the scheduler, as Scrapy requires."""
        spider = cast("SiteSpider", crawler.spider)
        return cls(spider.crawl, spider)

    def has_pending_requests(self) -> bool:
        """Tell whether the run still has pages to fetch."""
        return self._crawl.has_more()

    def enqueue_request(self, request: Request) -> bool:
        """Queue a page; return False if the frontier knows it, which makes it the duplicate filter."""
        with transaction(self._crawl.connection):
            return self._crawl.frontier.add([FoundLink(request.url)], 0).new > 0

    def next_request(self) -> Request | None:
        """Return the next page that may be fetched now."""
        claim = self._crawl.claim()
        if claim is None:
            return None
        return Request(
            claim.url,
            callback=self._spider.parse,
            errback=self._spider.failed,
            meta={CLAIM: claim},
            dont_filter=True,
        )


class GuardedHandler(BaseDownloadHandler):
    """A download handler that uses tamis's fetcher."""

    lazy = False

    async def download_request(self, request: Request) -> ScrapyResponse:
        """Fetch a page and store the answer in the request; Scrapy gets an empty response."""
        crawl = cast("SiteSpider", self.crawler.spider).crawl
        claim: Claim = request.meta[CLAIM]
        request.meta[ANSWER] = await crawl.fetch(claim)
        return ScrapyResponse(request.url, request=request)


class SiteSpider(Spider):
    """A spider that hands each answer to the crawl."""

    name = "tamis"

    def __init__(self, crawl: SiteCrawl, **options: Any) -> None:
        super().__init__(**options)
        self.crawl = crawl

    async def start(self) -> AsyncIterator[Any]:
        """Seed the frontier. No request is made here: all come from the scheduler."""
        await self.crawl.seed()
        requests: list[Request] = []
        for request in requests:  # Makes this an iterator, as Scrapy requires.
            yield request

    async def parse(self, response: ScrapyResponse, **_: Any) -> None:
        """Read and record an answer."""
        claim: Claim = response.meta[CLAIM]
        answer: Response = response.meta[ANSWER]
        try:
            await self.crawl.handle(claim, answer)
        except Exception as error:  # noqa: BLE001 (one page must not end the crawl; its reason is recorded)
            self.crawl.fail(claim, error)
        finally:
            self.crawl.in_flight -= 1

    def failed(self, failure: Failure) -> None:
        """Record why there is no answer."""
        claim: Claim = failure.request.meta[CLAIM]  # type: ignore[attr-defined]
        try:
            self.crawl.fail(claim, failure.value or RuntimeError("no reason given"))
        finally:
            self.crawl.in_flight -= 1
