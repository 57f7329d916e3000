"""Pages that kill their worker, as no real page should: a row function for tests of a batch's protections."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from tamis.batch.rows import row_bytes

if TYPE_CHECKING:
    from tamis.batch.pages import RawPage
    from tamis.settings.batch import BatchSettings
    from tamis.settings.extraction import Settings

LOOP, ALLOCATE, CRASH = b"<!-- loop in C -->", b"<!-- allocate 4 GB -->", b"<!-- crash -->"
CODES = {LOOP: "timed_out", ALLOCATE: "out_of_memory", CRASH: "worker_died"}
"""The prefix of each deadly page, with the rejection code that is expected for it."""
FUNCTION = "tamis_bench.deadly_pages:deadly_row_bytes"


def deadly_row_bytes(page: RawPage, settings: BatchSettings, extraction: Settings) -> bytes:
    """Return the row of a page, unless its prefix asks for an endless loop, too much memory or a crash."""
    body = page.body if isinstance(page.body, bytes) else b""
    if body.startswith(LOOP):
        str(len(str(9 ** (1 << 34))))  # Powers of huge numbers hold the interpreter's lock for ages.
    elif body.startswith(ALLOCATE):
        return bytes(len(bytearray(4 << 30)))
    elif body.startswith(CRASH):
        return ctypes.string_at(0)
    return row_bytes(page, settings, extraction)
