"""The frontier: all pages of a site that a crawl knows, which of them are done, and which is next.

It is the crawl's queue and its duplicate filter, and it is only on disk. A page that was being fetched when the process
was killed is fetched again; nothing else is. A URL pattern that brings no new article many times in a row is abandoned
(calendars, endless lists).

Nothing here begins a transaction: the caller decides what belongs together.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tamis.news.crawl_urls import Parameters, Site, crawlable, trap_in
from tamis.news.reading import FoundLink, Kind
from tamis.text.urls.shapes import pattern_of
from tamis.text.urls.wildcards import wildcard

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from tamis.settings.crawl import CrawlSettings
    from tamis.text.urls.cleaning import CleanUrl
    from tamis.text.urls.wildcards import Wildcard

PROMISING = 0.5
"""A link with at least this score may lead to an article."""


class State(StrEnum):
    """The state of a page in the crawl."""

    QUEUED = "queued"
    FETCHING = "fetching"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class Code(StrEnum):
    """Reason why a page was not fetched or brought nothing, as a code; fetch errors and outcomes have other codes."""

    ROBOTS = "robots"
    RESERVED = "reserved"
    TRAP = "trap"
    TOO_DEEP = "too_deep"
    NOT_WANTED = "not_wanted"
    BARREN = "barren_pattern"
    DUPLICATE = "duplicate"
    ERROR_PAGE = "soft_404"
    REDIRECT = "redirect"
    OFF_SITE = "off_site"
    UNCHANGED = "unchanged"
    PROBE = "probe"


class Claim(NamedTuple):
    """A page to fetch now."""

    id: int
    key: str
    url: str
    kind: str
    pattern: str
    depth: int
    score: float
    is_announced: bool
    title: str | None
    published: str | None
    tries: int
    not_before: float
    etag: str | None
    last_modified: str | None
    digest: bytes | None


class Added(NamedTuple):
    """The result of adding links."""

    new: int = 0
    promising: int = 0
    """Number of new links that may lead to articles, of patterns that are not abandoned."""


class Priority:
    """The order of fetching: first pages that announce new articles, then articles, then further lists."""

    START, INDEX, ANNOUNCED, SECTION, ARTICLE, LIST = range(6)


_CLAIM = f"""
SELECT {", ".join(Claim._fields)} FROM crawl_page
WHERE crawl = ? AND state = 'queued' AND not_before <= ? ORDER BY priority, id LIMIT 1
"""  # noqa: S608 (our own names)
_SOONEST = f"""
SELECT {", ".join(Claim._fields)} FROM crawl_page WHERE crawl = ? AND state = 'queued' ORDER BY not_before LIMIT 1
"""  # noqa: S608 (our own names)
_INSERT = """
INSERT INTO crawl_page (crawl, key, url, kind, pattern, state, code, reason, depth, priority, score, is_announced,
    title, published)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (crawl, key) DO NOTHING
"""
_ANNOUNCE = """
UPDATE crawl_page SET is_announced = 1, title = coalesce(title, ?), published = coalesce(published, ?),
    priority = min(priority, ?)
WHERE crawl = ? AND key = ? AND NOT is_announced
"""
_SETTLE = """
UPDATE crawl_page SET state = ?, code = ?, reason = ?, tries = ?, not_before = ?,
    run = (SELECT run FROM crawl WHERE id = crawl_page.crawl) WHERE id = ?
"""
_REVISIT = """
UPDATE crawl_page SET state = 'queued', tries = 0, not_before = 0
WHERE crawl = ? AND (state = 'failed' OR (state = 'done' AND (? OR NOT EXISTS
    (SELECT 1 FROM crawl_article WHERE crawl_article.page = crawl_page.id))))
"""
# Pages that an earlier run's patterns left out; this run's are applied when they are claimed.
_WANT_AGAIN = "UPDATE crawl_page SET state = 'queued' WHERE crawl = ? AND state = 'skipped' AND code = ?"


class Frontier:
    """The pages of one crawl. Use it inside transactions."""

    def __init__(self, connection: sqlite3.Connection, start: str, site: Site, settings: CrawlSettings) -> None:
        self._connection = connection
        self._settings = settings
        self._only = tuple(map(_page_pattern, settings.only))
        self._skip = tuple(map(_page_pattern, settings.skip))
        connection.execute(
            "INSERT INTO crawl (start, authority) VALUES (?, ?) ON CONFLICT DO NOTHING", (start, site.authority)
        )
        self.crawl, authority = connection.execute(
            "SELECT id, authority FROM crawl WHERE start = ?", (start,)
        ).fetchone()
        self.site = Site(authority, site.whole_domain)
        self.parameters = Parameters(connection, self.crawl)

    def begin(self) -> bool:
        """Begin a run, or resume one that did not finish. Return True if it resumes."""
        (is_open,) = self._connection.execute("SELECT is_open FROM crawl WHERE id = ?", (self.crawl,)).fetchone()
        self._connection.execute(
            "UPDATE crawl_page SET state = 'queued' WHERE crawl = ? AND state = 'fetching'", (self.crawl,)
        )
        if not is_open:
            self._connection.execute(
                "UPDATE crawl SET run = run + 1, is_open = 1, fetched = 0 WHERE id = ?", (self.crawl,)
            )
            self._connection.execute(_REVISIT, (self.crawl, self._settings.revisit == "all"))
            self._connection.execute(_WANT_AGAIN, (self.crawl, Code.NOT_WANTED))
            self._connection.execute("DELETE FROM crawl_pattern WHERE crawl = ?", (self.crawl,))
        return bool(is_open)

    def end(self) -> None:
        """Record that a run finished."""
        self._connection.execute("UPDATE crawl SET is_open = 0 WHERE id = ?", (self.crawl,))

    def move(self, authority: str) -> None:
        """Continue on another host, to which the start page redirects."""
        self._connection.execute("UPDATE crawl SET authority = ? WHERE id = ?", (authority, self.crawl))
        self.site = Site(authority, self.site.whole_domain)

    def add(self, links: Iterable[FoundLink], depth: int, pattern: str = "") -> Added:
        """Queue the new pages of the site. `pattern` is the URL pattern of the page with the links."""
        new = promising = 0
        for link in links:
            parts = crawlable(link.url, self.parameters.ignored)
            if parts is None or not self.site.has(parts):
                continue
            its_pattern = pattern_of(parts)
            is_further_page = link.score < PROMISING and (its_pattern == pattern or link.is_next)
            level = depth if is_further_page else depth + 1
            code, reason = self._refusal(parts, link, level)
            if not self._insert(parts, its_pattern, link, level, code, reason) or code:
                continue
            new += 1
            promising += link.score >= PROMISING and its_pattern != pattern and not self.is_barren(its_pattern)
        return Added(new, promising)

    def _insert(self, parts: CleanUrl, pattern: str, link: FoundLink, depth: int, code: str, reason: str) -> bool:
        key, priority = parts.key, _priority(link, depth)
        if link.is_announced:
            values = (link.title, link.published, priority, self.crawl, key)
            self._connection.execute(_ANNOUNCE, values)
        state = State.SKIPPED if code else State.QUEUED
        about = (link.kind, pattern, state, code, reason, depth, priority, link.score, link.is_announced)
        row = (self.crawl, key, str(parts), *about, link.title, link.published)
        return self._connection.execute(_INSERT, row).rowcount > 0

    def _refusal(self, parts: CleanUrl, link: FoundLink, depth: int) -> tuple[str, str]:
        """Return the code and the reason why a link is not followed; both are empty if it is."""
        if link.kind != Kind.PAGE:
            return "", ""
        trap = trap_in(parts)
        if trap is not None:
            return Code.TRAP, trap
        if depth > self._settings.max_depth:
            return Code.TOO_DEEP, f"more than {self._settings.max_depth} clicks away"
        return self._unwanted(str(parts), depth) or ("", "")

    def _unwanted(self, url: str, depth: int) -> tuple[str, str] | None:
        """Return the code and the reason why the user does not want a page; the start page is always wanted."""
        if depth == 0:
            return None
        path = "/" + url.partition("://")[2].partition("/")[2]
        if self._only and not any(_fits(pattern, path, url) for pattern in self._only):
            return Code.NOT_WANTED, "no pattern of --only matches"
        if any(_fits(pattern, path, url) for pattern in self._skip):
            return Code.NOT_WANTED, "a pattern of --skip matches"
        return None

    def claim(self, now: float, *, soonest: bool = False) -> Claim | None:
        """Take the next page to fetch; with `soonest` also one whose time has not come."""
        while True:
            values = (self.crawl,) if soonest else (self.crawl, now)
            row = self._connection.execute(_SOONEST if soonest else _CLAIM, values).fetchone()
            if row is None:
                return None
            claim = Claim._make(row)
            refusal = self._late_refusal(claim)
            if refusal is None:
                self._connection.execute("UPDATE crawl_page SET state = 'fetching' WHERE id = ?", (claim.id,))
                return claim
            self.settle(claim, State.SKIPPED, *refusal)

    def _late_refusal(self, claim: Claim) -> tuple[str, str] | None:
        """Return the code and the reason why a page is no longer worth a request, by what was learned since it was
        found."""
        if claim.kind != Kind.PAGE:
            return None
        # Pages of an earlier run were added under its patterns.
        if unwanted := self._unwanted(claim.url, claim.depth):
            return unwanted
        if claim.is_announced or claim.digest is not None:
            return None
        if self.is_barren(claim.pattern):
            return Code.BARREN, f"{self._settings.max_barren} pages like {claim.pattern} brought nothing new"
        parts = crawlable(claim.url, self.parameters.ignored)
        if parts is not None and (key := parts.key) != claim.key:
            self.add([FoundLink(str(parts), score=claim.score)], max(claim.depth - 1, 0))
            return Code.DUPLICATE, f"the same page as {key}"
        return None

    def settle(
        self, claim: Claim, state: State, code: str = "", reason: str = "", *, tries: int = 0, not_before: float = 0
    ) -> None:
        """Record the state of a page."""
        self._connection.execute(_SETTLE, (state, code, reason, tries, not_before, claim.id))

    def count_fetch(self) -> None:
        """Count a page that was requested."""
        self._connection.execute("UPDATE crawl SET fetched = fetched + 1 WHERE id = ?", (self.crawl,))

    def has_room(self) -> bool:
        """Tell whether the run may fetch more pages, counting those under way."""
        (fetched, under_way) = self._connection.execute(
            "SELECT fetched, (SELECT count(*) FROM crawl_page WHERE crawl = :crawl AND state = 'fetching') "
            "FROM crawl WHERE id = :crawl",
            {"crawl": self.crawl},
        ).fetchone()
        return int(fetched) + int(under_way) < self._settings.max_pages

    def remember(self, claim: Claim, etag: str | None, last_modified: str | None, digest: bytes) -> None:
        """Store the validators and the hash that a later request needs to find out whether the page has changed."""
        self._connection.execute(
            "UPDATE crawl_page SET etag = ?, last_modified = ?, digest = ? WHERE id = ?",
            (etag, last_modified, digest, claim.id),
        )

    def note_yield(self, pattern: str, fruitful: bool) -> None:
        """Count a page for its pattern: one that brought something new resets the count of those that did not."""
        if fruitful:
            self._connection.execute("DELETE FROM crawl_pattern WHERE crawl = ? AND pattern = ?", (self.crawl, pattern))
            return
        self._connection.execute(
            "INSERT INTO crawl_pattern VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET barren = barren + 1",
            (self.crawl, pattern),
        )

    def is_barren(self, pattern: str) -> bool:
        """Tell whether a pattern is abandoned because its last pages brought nothing new."""
        row = self._connection.execute(
            "SELECT barren FROM crawl_pattern WHERE crawl = ? AND pattern = ?", (self.crawl, pattern)
        ).fetchone()
        return row is not None and row[0] >= self._settings.max_barren


def _priority(link: FoundLink, depth: int) -> int:
    if link.kind != Kind.PAGE:
        return Priority.INDEX
    if depth == 0:
        return Priority.START
    if link.is_announced:
        return Priority.ANNOUNCED
    if link.score >= PROMISING:
        return Priority.ARTICLE
    return Priority.SECTION if depth == 1 else Priority.LIST + depth


def _page_pattern(text: str) -> tuple[bool, Wildcard]:
    """Parse a user's pattern, and tell whether it is one of paths."""
    return text.startswith("/"), wildcard(text, to_end=True)


def _fits(pattern: tuple[bool, Wildcard], path: str, url: str) -> bool:
    is_path, glob = pattern
    return glob.matches(path if is_path else url)
