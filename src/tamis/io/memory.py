"""Memory that goes back to the system: the C library keeps what was freed unless it is told otherwise."""

from __future__ import annotations

import ctypes
import gc

M_MMAP_THRESHOLD = -3  # of malloc.h
LARGE_BLOCK = 1_048_576
"""Bytes from which on a block of memory is one of the system's, which goes back to it when it is freed."""


def keep_large_blocks_apart() -> None:
    """Make the C library take large blocks from the system, one by one.

    glibc raises its own limit to the largest block that was ever freed, up to 32 MB; from then on such blocks come from
    its heaps, which shrink only at their ends.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)


def give_memory_back() -> None:
    """Return to the system what nobody uses any more, and what large blocks will need."""
    gc.collect()
    keep_large_blocks_apart()
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
