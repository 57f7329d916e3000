"""Recording fetched pages: each result is one transaction over frontier and articles.

Pages are recorded in turn (see `turns`), and what failed is tried again later (see `retries`).
"""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

from tamis.news.crawl_database import transaction
from tamis.news.crawl_urls import crawlable
from tamis.news.frontier import Code, State
from tamis.news.reading import FoundLink, Kind
from tamis.news.retries import wait_before_retry
from tamis.text.urls.sites import registered_domain

if TYPE_CHECKING:
    import sqlite3

    from tamis.io.fetching import Response
    from tamis.news.articles import Articles
    from tamis.news.frontier import Claim, Frontier
    from tamis.news.reading import ReadPage
    from tamis.news.retries import Failed
    from tamis.settings.crawl import CrawlSettings


class Recorder:
    """A recorder of the results of pages."""

    def __init__(
        self, connection: sqlite3.Connection, frontier: Frontier, articles: Articles, settings: CrawlSettings
    ) -> None:
        self._connection = connection
        self._frontier = frontier
        self._articles = articles
        self._settings = settings

    def read(self, claim: Claim, response: Response, read: ReadPage) -> bool:
        """Record a page that was fetched and read. Return True if it brought a new article."""
        with transaction(self._connection):
            self._frontier.count_fetch()
            if claim.kind == Kind.PROBE:
                self._probe(claim, read)
                return False
            self._frontier.remember(claim, response.etag, response.last_modified, digest_of(response.body))
            return self._read(claim, read)

    def _probe(self, claim: Claim, read: ReadPage) -> None:
        """Record that the site sent a page that cannot exist: its text is that of an error page."""
        if read.signature is not None:
            self._articles.add_error_page(read.signature)
        self._frontier.settle(claim, State.SKIPPED, Code.ERROR_PAGE, "the site sends error pages as pages")

    def _read(self, claim: Claim, read: ReadPage) -> bool:
        if read.signature is not None and self._articles.is_error_page(read.signature):
            self._frontier.note_yield(claim.pattern, False)
            self._frontier.settle(claim, State.SKIPPED, Code.ERROR_PAGE, "the text of an error page")
            return False
        is_new, code, reason = False, read.code, read.reason
        if read.is_article:
            placed = self._articles.place(claim, read, self._frontier.site)
            is_new, code, reason = placed.is_new, placed.code or code, placed.reason or reason
        added = self._frontier.add(self._wanted(read), claim.depth, claim.pattern)
        if claim.kind == Kind.PAGE:
            self._frontier.note_yield(claim.pattern, is_new or added.promising > 0)
            if read.signature is not None:
                self._frontier.parameters.learn(claim.url, read.signature)
            if read.canonical:
                self._frontier.parameters.learn_canonical(claim.url, read.canonical)
        skipped = code in (Code.DUPLICATE, Code.ERROR_PAGE)
        self._frontier.settle(claim, State.SKIPPED if skipped else State.DONE, code, reason)
        return is_new

    def _wanted(self, read: ReadPage) -> list[FoundLink]:
        unwanted = set() if self._settings.feeds else {Kind.FEED}
        unwanted |= set() if self._settings.sitemaps else {Kind.SITEMAP}
        links = [link for link in read.links if link.kind not in unwanted]
        if read.canonical:
            links.append(FoundLink(read.canonical))
        return links

    def is_same(self, claim: Claim, response: Response) -> bool:
        """Tell whether a page has the same bytes as before, although the server did not say so."""
        return claim.digest is not None and claim.digest == digest_of(response.body)

    def unchanged(self, claim: Claim) -> None:
        """Record that a page is unchanged: nothing of it is written again."""
        with transaction(self._connection):
            self._frontier.count_fetch()
            self._frontier.settle(claim, State.DONE, Code.UNCHANGED, "unchanged since the last run")

    def redirected(self, claim: Claim, target: str) -> None:
        """Record a redirect: the new URL is queued like any other, and so checked like any other."""
        with transaction(self._connection):
            self._frontier.count_fetch()
            parts = crawlable(target, self._frontier.parameters.ignored)
            if parts is not None and claim.depth == 0 and claim.kind == Kind.PAGE:
                self._move(claim, parts.authority, parts.host)
            if parts is None or not self._frontier.site.has(parts):
                self._frontier.settle(claim, State.SKIPPED, Code.OFF_SITE, f"redirects to {target[:200]}, off the site")
                return
            is_itself = parts.key == claim.key
            if is_itself and str(parts) != claim.url and claim.tries <= self._settings.retries:
                # The same page under another scheme: requested there, once for each try.
                self._connection.execute("UPDATE crawl_page SET url = ? WHERE id = ?", (str(parts), claim.id))
                self._frontier.settle(claim, State.QUEUED, tries=claim.tries + 1)
                return
            link = FoundLink(
                str(parts), claim.kind, claim.score, "", False, claim.title, claim.published, claim.is_announced
            )
            self._frontier.add([link], claim.depth - 1)
            self._frontier.settle(claim, State.SKIPPED, Code.REDIRECT, f"redirects to {parts}")

    def _move(self, claim: Claim, authority: str, host: str) -> None:
        """Move the crawl if the start page redirects to another host of its domain, such as www: then the site is
        there."""
        start = crawlable(claim.url)
        if start is not None and registered_domain(start.host) == registered_domain(host):
            self._frontier.move(authority)

    def skipped(self, claim: Claim, code: str, reason: str) -> None:
        """Record a page that was not requested."""
        with transaction(self._connection):
            self._frontier.settle(claim, State.SKIPPED, code, reason)

    def postponed(self, claim: Claim, seconds: float, reason: str) -> None:
        """Queue a page again that cannot be requested now, without counting a try."""
        with transaction(self._connection):
            later = time.time() + seconds
            self._frontier.settle(claim, State.QUEUED, "", reason, tries=claim.tries, not_before=later)

    def failed(self, claim: Claim, failure: Failed) -> bool:
        """Record a page that could not be fetched or read. Return True if it will be tried again."""
        again = failure.may_pass and claim.tries < self._settings.retries
        with transaction(self._connection):
            if again:
                wait = wait_before_retry(self._settings.retry_wait, claim.tries, failure.wait)
                self._frontier.settle(
                    claim,
                    State.QUEUED,
                    failure.code,
                    failure.reason,
                    tries=claim.tries + 1,
                    not_before=time.time() + wait,
                )
            else:
                self._frontier.count_fetch()
                self._frontier.settle(claim, State.FAILED, failure.code, failure.reason)
        return again


def digest_of(body: bytes) -> bytes:
    """Compute a short hash of a page's bytes."""
    return hashlib.blake2b(body, digest_size=16).digest()
