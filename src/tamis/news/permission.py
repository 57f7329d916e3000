"""Permission to fetch a page: a host's robots.txt, fetched, cached and obeyed as RFC 9309 says.

A missing file (status 4xx) allows everything. A server that fails or does not answer forbids everything until it does:
its pages stay in the queue. The rules are cached for a day.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from tamis.errors import FetchError
from tamis.io.fetching.statuses import REDIRECTS, SERVER_ERROR
from tamis.news.crawl_database import transaction
from tamis.news.crawl_urls import crawlable
from tamis.news.retries import failed_by
from tamis.text.urls.robots import ALLOW_ALL, MAX_BYTES, Robots, read_robots

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Awaitable, Callable

    from tamis.io.fetching import Response

LIFETIME = 86_400.0  # RFC 9309, section 2.4
MAX_REDIRECTS = 5  # section 2.3.1.2
MULTIPLE_CHOICES = 300  # RFC 9110, section 15: statuses below it are successes
TOO_MANY_REQUESTS = 429
"""A status below 500 that means "not now"; the RFC lets a crawler continue, and tamis waits as for a server error."""


class Unreachable(NamedTuple):
    """A robots.txt that could not be read, so that nothing may be fetched for now."""

    reason: str
    may_pass: bool = True
    """True if a later request may succeed."""


class Permission:
    """The rules of all hosts of a crawl."""

    def __init__(self, connection: sqlite3.Connection, fetch: Callable[[str], Awaitable[Response]], name: str) -> None:
        """Use `fetch` to request any URL; it returns redirects and errors as they are. `name` is the crawler's product
        name."""
        self._connection = connection
        self._fetch = fetch
        self._name = name
        self._rules: dict[str, tuple[float, Robots]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def rules(self, origin: str) -> Robots | Unreachable:
        """Return the rules of a host, given by its origin: ``https://news.example``."""
        async with self._locks.setdefault(origin, asyncio.Lock()):
            known = self._known(origin)
            return known if known is not None else await self._ask(origin)

    def _known(self, origin: str) -> Robots | None:
        if origin not in self._rules:
            row = self._connection.execute(
                "SELECT fetched, status, body FROM crawl_robots WHERE origin = ?", (origin,)
            ).fetchone()
            if row is not None:
                self._rules[origin] = (row[0], self._read(row[1], row[2]))
        fetched, rules = self._rules.get(origin, (0.0, None))
        return rules if 0 <= time.time() - fetched < LIFETIME else None  # below 0, the clock was put back

    async def _ask(self, origin: str) -> Robots | Unreachable:
        try:
            response = await self._followed(f"{origin}/robots.txt")
        except FetchError as error:
            return Unreachable(str(error), failed_by(error).may_pass)
        if response.status >= SERVER_ERROR or response.status == TOO_MANY_REQUESTS:
            return Unreachable(f"status {response.status}")
        body = response.body[:MAX_BYTES]
        with transaction(self._connection):
            self._connection.execute(
                "INSERT OR REPLACE INTO crawl_robots VALUES (?, ?, ?, ?)",
                (origin, response.status, body, time.time()),
            )
        rules = self._read(response.status, body)
        self._rules[origin] = (time.time(), rules)
        return rules

    async def _followed(self, url: str) -> Response:
        """Follow the redirects and return the last answer; after too many, the redirect itself, which counts as no
        file."""
        response = await self._fetch(url)
        for _ in range(MAX_REDIRECTS):
            target = location_of(response)
            if target is None:
                break
            response = await self._fetch(target)
        return response

    def _read(self, status: int, body: bytes) -> Robots:
        return read_robots(body, self._name) if status < MULTIPLE_CHOICES else ALLOW_ALL


def location_of(response: Response) -> str | None:
    """Return the URL that a response redirects to; None if it does not."""
    if response.status not in REDIRECTS:
        return None
    headers = {name.lower(): value for name, value in response.headers}
    location = headers.get("location", "").strip()
    target = urljoin(response.final_url, location) if location else None
    return target if target is not None and crawlable(target) is not None else None
