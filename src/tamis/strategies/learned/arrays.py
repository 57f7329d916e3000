"""Arithmetic on columns: sums over subtrees, over ancestors, over neighbours and over groups."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

Floats: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
Ints: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Mask: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]


def before(values: Floats) -> Floats:
    """What stands before each block, and after the last one the sum of all."""
    total = np.zeros(len(values) + 1)
    np.cumsum(values, out=total[1:])
    return total


def around(values: Floats | Mask, first: Ints, last: Ints, count: int) -> Floats:
    """For each block the sum of a column of nodes over the nodes that it stands in."""
    chosen = np.flatnonzero(values)
    weights = values[chosen]
    change = np.bincount(first[chosen], weights, count + 1) - np.bincount(last[chosen], weights, count + 1)
    result: Floats = np.cumsum(change)[:count]
    return result


def window(total: Floats, low: Ints, high: Ints) -> Floats:
    """Sums from block `low` up to block `high`, from what stands before each block."""
    result: Floats = total[high] - total[low]
    return result


def since(hits: Mask, places: Ints, most: float) -> Floats:
    """How many blocks ago the last hit was; `most` if that is longer ago, or there was none."""
    last = np.maximum.accumulate(np.where(hits, places, -1_000_000))
    return np.minimum(places - last, most).astype(np.float64)


def signed_log(values: Floats) -> Floats:
    """A logarithm that keeps the sign."""
    return np.copysign(np.log1p(np.abs(values)), values)
