"""Pages that kill their worker, as no real page should: the function of a batch for tests of its guards."""

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
"""What a page begins with that kills, and the reason that is expected."""
FUNCTION = "tamis_bench.deadly_pages:deadly_row_bytes"


def deadly_row_bytes(page: RawPage, settings: BatchSettings, extraction: Settings) -> bytes:
    """The row of a page, unless it begins with something worse."""
    body = page.body if isinstance(page.body, bytes) else b""
    if body.startswith(LOOP):
        str(len(str(9 ** (1 << 34))))  # Powers of huge numbers hold the interpreter's lock for ages.
    elif body.startswith(ALLOCATE):
        return bytes(len(bytearray(4 << 30)))
    elif body.startswith(CRASH):
        return ctypes.string_at(0)
    return row_bytes(page, settings, extraction)
