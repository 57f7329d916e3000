"""Rights that a site declares for all its pages: content signals in robots.txt, and rules in ``tdmrep.json``.

Both files are requested once for each host, and only if somebody respects rights: a page alone needs one request.
A file that is missing or cannot be fetched declares nothing.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tamis.errors import FetchError
from tamis.io.fetching.expect import Expect
from tamis.model import NO_RIGHTS, Rights
from tamis.text.rights import TDM_FILE, read_signals, rights_in_file
from tamis.text.urls.robots import Robots, product_name, read_robots

if TYPE_CHECKING:
    from tamis.io.fetching.client import Fetcher
    from tamis.model import Page


class _Files(NamedTuple):
    robots: Robots
    signals: tuple[str, ...]
    tdm_file: bytes


class SiteRights:
    """The rights that sites declare, by host. Several threads may use it."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._files: dict[str, _Files] = {}
        self._lock = threading.Lock()

    def of(self, url: str) -> Rights | None:
        """Return the rights that the site of a URL declares for it; None if it declares none."""
        files = self._files_of(url)
        rights = Rights(content_signals=files.signals).over(rights_in_file(files.tdm_file, url))
        return rights if rights != NO_RIGHTS else None

    def allows(self, url: str) -> bool:
        """Tell whether the robots.txt of a URL's site allows to fetch it."""
        return self._files_of(url).robots.decide(url).allowed

    def _files_of(self, url: str) -> _Files:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            if origin not in self._files:
                self._files[origin] = self._ask(origin)
            return self._files[origin]

    def added_to(self, page: Page) -> Page:
        """Return the page with the rights that its site declares, which count less than its own."""
        declared = self.of(page.url) if page.url else None
        return replace(page, rights=(page.rights or NO_RIGHTS).over(declared)) if declared is not None else page

    def _ask(self, origin: str) -> _Files:
        robots = read_robots(self._get(f"{origin}/robots.txt"), product_name(self._fetcher.settings.user_agent))
        return _Files(robots, read_signals(robots.content_signals), self._get(origin + TDM_FILE))

    def _get(self, url: str) -> bytes:
        try:
            return self._fetcher.get(url, Expect.TEXT).body
        except FetchError:
            return b""


class RespectfulFetcher:
    """A source of pages that carry what their site declares, too."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._sites = SiteRights(fetcher)

    def page(self, url: str) -> Page:
        """Fetch a page, and ask its site for what it declares."""
        return self._sites.added_to(self._fetcher.page(url, allows=self._sites.allows))
