"""Cache of recent pages, so that reading, saving and explaining one fetches it once; and of files that a reader
dropped, which are nowhere else. In memory only, with a limit of bytes and of time."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.io.workers.extraction import PageBytes

MOST_BYTES = 64_000_000
FRESH_SECONDS = 600.0
"""Seconds after which a page of the web is fetched again."""


class _Kept(NamedTuple):
    page: PageBytes
    since: float


class RecentPages:
    """An LRU cache of pages by key."""

    def __init__(self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self._pages: OrderedDict[str, _Kept] = OrderedDict()
        self._bytes = 0
        self._most = most_bytes
        self._clock = clock

    def put(self, key: str, page: PageBytes) -> None:
        """Store a page, replacing an older one with the same key."""
        self._drop(key)
        self._pages[key] = _Kept(page, self._clock())
        self._bytes += len(page.body)
        while self._bytes > self._most and len(self._pages) > 1:
            self._drop(next(iter(self._pages)))

    def put_file(self, page: PageBytes) -> str:
        """Store a file that a reader sent. Return its key, which nobody can guess without the file."""
        key = hashlib.sha256(page.body).hexdigest()[:32]
        self.put(key, page)
        return key

    def get(self, key: str, *, fresh: bool = False) -> PageBytes | None:
        """Return a page; None if it is no longer stored, or with `fresh` if it is too old."""
        kept = self._pages.get(key)
        if kept is None or (fresh and self._clock() - kept.since > FRESH_SECONDS):
            return None
        self._pages.move_to_end(key)
        return kept.page

    def _drop(self, key: str) -> None:
        kept = self._pages.pop(key, None)
        if kept is not None:
            self._bytes -= len(kept.page.body)
