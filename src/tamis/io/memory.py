"""Returning memory to the system: the C library keeps freed memory unless it is told otherwise."""

from __future__ import annotations

import ctypes
import gc
import sys

M_MMAP_THRESHOLD = -3  # from malloc.h
LARGE_BLOCK = 1_048_576
"""Number of bytes from which a block of memory comes from the system, and returns to it when it is freed."""


def keep_large_blocks_apart() -> None:
    """Make the C library take large blocks from the system, one by one.

    glibc raises its limit to the largest block that was ever freed, up to 32 MB; from then on such blocks come from its
    heaps, which shrink only at their ends.
    """
    library = _c_library()
    if library is not None and hasattr(library, "mallopt"):
        library.mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)


def give_memory_back() -> None:
    """Return unused memory to the system, and take large blocks from it from now on."""
    gc.collect()
    keep_large_blocks_apart()
    library = _c_library()
    if library is not None and hasattr(library, "malloc_trim"):
        library.malloc_trim(0)


def _c_library() -> ctypes.CDLL | None:
    """Return the C library of this process; None on Windows, where the process has several and none gives back."""
    return None if sys.platform == "win32" else ctypes.CDLL(None)
