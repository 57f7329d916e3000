"""Pages that were looked at lately, so that reading, saving and explaining one fetches it once; and files that somebody
dropped, which are nowhere else. In memory only, with a limit of bytes and of time.
"""

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
"""A page of the web is fetched again after these."""


class _Kept(NamedTuple):
    page: PageBytes
    since: float


class RecentPages:
    """Pages by key, those that were used last kept longest."""

    def __init__(self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self._pages: OrderedDict[str, _Kept] = OrderedDict()
        self._bytes = 0
        self._most = most_bytes
        self._clock = clock

    def put(self, key: str, page: PageBytes) -> None:
        """Keep a page, in the place of an older one with its key."""
        self._drop(key)
        self._pages[key] = _Kept(page, self._clock())
        self._bytes += len(page.body)
        while self._bytes > self._most and len(self._pages) > 1:
            self._drop(next(iter(self._pages)))

    def put_file(self, page: PageBytes) -> str:
        """Keep a file that somebody sent; returns its key, which nobody can guess who does not have the file."""
        key = hashlib.sha256(page.body).hexdigest()[:32]
        self.put(key, page)
        return key

    def get(self, key: str, *, fresh: bool = False) -> PageBytes | None:
        """The page; None if it is no longer kept, or with `fresh` if it is too old."""
        kept = self._pages.get(key)
        if kept is None or (fresh and self._clock() - kept.since > FRESH_SECONDS):
            return None
        self._pages.move_to_end(key)
        return kept.page

    def _drop(self, key: str) -> None:
        kept = self._pages.pop(key, None)
        if kept is not None:
            self._bytes -= len(kept.page.body)
