"""Which blocks of a page stand inside of elements of some kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Container

    from tamis.parse import Document

    Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]


def within(document: Document, tags: Container[str]) -> Flags:
    """For each block whether it stands in an element with one of these tags. One pass, however deep the page is."""
    edges = np.zeros(len(document) + 1, dtype=np.int64)
    for tag, first, last in zip(document.tags, document.block_start, document.block_stop, strict=True):
        if tag in tags:
            edges[first] += 1
            edges[last] -= 1
    inside: Flags = np.cumsum(edges)[:-1] > 0
    return inside
