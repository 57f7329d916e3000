"""Arithmetic on columns: sums over subtrees, over ancestors, over neighbours and over groups."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

Floats: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
Ints: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Mask: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]
Masks: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
Numbers = TypeVar("Numbers", Floats, Ints)
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def before(values: Floats | Mask) -> Floats:
    """What comes before each block, and after the last one the sum of all."""
    total = np.zeros(len(values) + 1)
    values.cumsum(out=total[1:])
    return total


def around(values: Floats | Mask, first: Ints, last: Ints, count: int) -> Floats:
    """For each block the sum of a column of nodes over the nodes that it is in."""
    chosen = values.nonzero()[0]
    weights = values[chosen]
    change = np.bincount(first[chosen], weights, count + 1) - np.bincount(last[chosen], weights, count + 1)
    result: Floats = change.cumsum()[:count]
    return result


def window(total: Floats, low: Ints, high: Ints) -> Floats:
    """Sums from block `low` up to block `high`, from what comes before each block."""
    result: Floats = total[high] - total[low]
    return result


def since(hits: Masks, places: Ints, most: float) -> Rows:
    """How many blocks ago the last hit was, for each line of hits; `most` if that is longer ago, or there was none."""
    last = np.maximum.accumulate(np.where(hits, places, -1_000_000), axis=1)
    return np.minimum(places - last, most)


def within(values: Numbers, least: float, most: float) -> Numbers:
    """Values that are no less and no more; quicker on few of them than `numpy.clip`."""
    return np.minimum(np.maximum(values, least), most)


class Groups(NamedTuple):
    """Which entries have the same key."""

    of: Ints
    """The number of each entry's group."""
    sizes: Ints
    """How many entries each group has."""


def grouped(keys: Ints) -> Groups:
    """Group entries by their keys, of which there is one at least; quicker on few of them than `numpy.unique`."""
    order = keys.argsort(kind="stable")
    ordered = keys[order]
    begins = np.empty(len(keys), dtype=np.int64)
    begins[0] = 0
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:], casting="unsafe")
    of = np.empty(len(keys), dtype=np.int64)
    of[order] = begins.cumsum()
    return Groups(of, np.bincount(of))


def signed_log(values: Floats) -> Floats:
    """A logarithm that keeps the sign."""
    return np.copysign(np.log1p(np.abs(values)), values)
