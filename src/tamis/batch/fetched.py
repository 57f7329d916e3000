"""Fetching the pages of a batch: from the web with the guarded fetcher, or from an archive in a store.

Threads fetch a few pages ahead of the one that is needed next, at most one from each host at a time.
"""

from __future__ import annotations

import io
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tamis.batch.pages import Problem, RawPage, Reference, Rejection
from tamis.batch.reading import is_document, page_of_record
from tamis.batch.records import MAX_RECORD, read_records
from tamis.batch.safe_reading import page_or_problem
from tamis.batch.storage import read_range
from tamis.model import NO_RIGHTS
from tamis.text.urls.sites import host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tamis.io.fetching import Fetcher, FetchSettings, Response
    from tamis.io.fetching.site_rights import SiteRights
    from tamis.model import Rights

Key = TypeVar("Key")
AHEAD = 2
"""Number of pages for each thread that are requested before they are needed."""


class PageFetcher:
    """A fetcher that turns references into pages. Close it, or use it in a ``with``."""

    def __init__(self, fetching: FetchSettings, warc_root: str, concurrency: int, *, asks_sites: bool = False) -> None:
        """Set up. With `asks_sites` the pages carry the rights that their sites declare, beside those of headers."""
        self._fetching = fetching
        self._warc_root = warc_root
        self._concurrency = concurrency
        self._asks_sites = asks_sites
        self._fetcher: Fetcher | None = None
        self._sites: SiteRights | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._hosts: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> PageFetcher:
        return self

    def __exit__(self, *_: object) -> None:
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)
        if self._fetcher is not None:
            self._fetcher.close()

    def pages(self, found: Iterable[tuple[Key, RawPage | Reference]]) -> Iterator[tuple[Key, RawPage]]:
        """Yield the keys and pages in the same order, with each reference replaced by its page."""
        held: deque[tuple[Key, RawPage | Future[RawPage]]] = deque()
        for key, page in found:
            held.append((key, self._submit(page) if isinstance(page, Reference) else page))
            while held and (isinstance(held[0][1], RawPage) or len(held) > self._concurrency * AHEAD):
                yield _taken(held)
        while held:
            yield _taken(held)

    def _submit(self, reference: Reference) -> Future[RawPage]:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._concurrency, thread_name_prefix="tamis fetch")
        return self._threads.submit(self.page, reference)

    def page(self, reference: Reference) -> RawPage:
        """Fetch the page of a reference; if that fails, return a page that states the problem."""
        page = RawPage(reference.source, reference.position, reference.url)
        return page_or_problem(partial(self._page, reference, page), page)

    def _page(self, reference: Reference, page: RawPage) -> RawPage:
        if reference.archive is not None:
            return self._from_archive(reference)
        with self._host_of(reference.url or ""):
            return self._from_web(page)

    def _from_web(self, page: RawPage) -> RawPage:
        from tamis.io.fetching import Fetcher

        with self._lock:
            self._fetcher = self._fetcher or Fetcher(self._fetching)
        response = self._fetcher.get(page.url or "")
        return page._replace(
            url=response.final_url,
            body=response.body,
            content_type=response.content_type,
            fetched=response.fetched,
            rights=self._rights(self._fetcher, response),
        )

    def _rights(self, fetcher: Fetcher, response: Response) -> Rights | None:
        if not self._asks_sites:
            return response.rights
        from tamis.io.fetching.site_rights import SiteRights

        with self._lock:
            self._sites = self._sites or SiteRights(fetcher)
        return (response.rights or NO_RIGHTS).over(self._sites.of(response.final_url))

    def _from_archive(self, reference: Reference) -> RawPage:
        name = reference.archive or ""
        path = name if "://" in name or name.startswith("/") else self._warc_root + name
        if not 0 <= reference.length <= MAX_RECORD:
            raise ValueError(f"a record of {reference.length:,} bytes is not within 0 and {MAX_RECORD:,}")
        data = read_range(path, reference.offset, reference.length)
        record = next((record for record in read_records(io.BytesIO(data)) if is_document(record)), None)
        if record is None:
            problem = Problem(Rejection.BROKEN_RECORD, f"no response at {reference.offset} of {path}")
            return RawPage(reference.source, reference.position, reference.url, problem=problem)
        page = page_of_record(record, reference.source, reference.position)
        return page._replace(offset=reference.offset, url=page.url or reference.url)

    def _host_of(self, url: str) -> threading.Lock:
        host = host_of(url)
        with self._lock:
            return self._hosts.setdefault(host, threading.Lock())


def _taken(held: deque[tuple[Key, RawPage | Future[RawPage]]]) -> tuple[Key, RawPage]:
    key, page = held.popleft()
    return key, page if isinstance(page, RawPage) else page.result()
