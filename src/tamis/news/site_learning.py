"""Site learning: a crawl learns a profile from the articles so far, and extracts later ones with it.

It is in the same file as the crawl, so that a later run begins with what an earlier one learned. After a kill the pages
since the last save are missing in it, which does no harm.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tamis.core.site_profile import MIN_PAGES, SiteProfile
from tamis.news.crawl_database import transaction

if TYPE_CHECKING:
    import sqlite3

NEW_PAGES = 20
"""After this many new articles the profile is compacted, used and saved again."""


class CrawlProfile:
    """The profile of a crawl's site."""

    def __init__(self, connection: sqlite3.Connection, site: str) -> None:
        self._connection = connection
        row = connection.execute("SELECT json FROM site_profile WHERE site = ?", (site,)).fetchone()
        self._known = SiteProfile.from_json(row[0]) if row else SiteProfile(site)
        self._saved_at = self._known.pages
        self.usable: SiteProfile | None = None
        """Profile to extract pages with; None as long as it is from too few pages."""
        self._renew()

    def learn(self, page: str) -> None:
        """Merge in what one article teaches, as JSON."""
        self._known = self._known.merged(SiteProfile.from_json(page))
        if self._known.pages >= self._saved_at + NEW_PAGES or (self.usable is None and self._known.pages >= MIN_PAGES):
            self.save()

    def save(self) -> None:
        """Save the profile, and use it from now on."""
        if self._known.pages == self._saved_at:
            return
        self._renew()
        values = (self._known.site, self._known.to_json(), datetime.now(UTC).isoformat(timespec="seconds"))
        with transaction(self._connection):
            self._connection.execute("INSERT OR REPLACE INTO site_profile VALUES (?, ?, ?)", values)
        self._saved_at = self._known.pages

    def _renew(self) -> None:
        self._known = self._known.compact()
        self.usable = self._known if self._known.pages >= MIN_PAGES else None
