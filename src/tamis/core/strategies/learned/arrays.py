"""Array arithmetic on columns: sums over subtrees, ancestors, neighbors and groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from tamis.core.lazy_numpy import np

if TYPE_CHECKING:
    Floats: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
    Ints: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
    Mask: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Masks: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
    Numbers = TypeVar("Numbers", Floats, Ints)
    Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def before(values: Floats | Mask) -> Floats:
    """Compute the sum of the values before each block; the last entry is the sum of all."""
    total = np.zeros(len(values) + 1)
    values.cumsum(out=total[1:])
    return total


def around(values: Floats | Mask, first: Ints, last: Ints, count: int) -> Floats:
    """Sum, for each block, the values of the nodes around it. Node `n` holds blocks ``first[n]`` to ``last[n] - 1``."""
    chosen = values.nonzero()[0]
    weights = values[chosen]
    change = np.bincount(first[chosen], weights, count + 1) - np.bincount(last[chosen], weights, count + 1)
    result: Floats = change.cumsum()[:count]
    return result


def window(total: Floats, low: Ints, high: Ints) -> Floats:
    """Compute sums from block `low` up to block `high`; `total` has the sums before each block."""
    result: Floats = total[high] - total[low]
    return result


def since(hits: Masks, places: Ints, most: float) -> Rows:
    """Count the blocks since the last hit, for each line of hits; at most `most`, also if there was no hit."""
    last = np.maximum.accumulate(np.where(hits, places, -1_000_000), axis=1)
    return np.minimum(places - last, most)


def within(values: Numbers, least: float, most: float) -> Numbers:
    """Limit values to a range; faster than `numpy.clip` on few values."""
    return np.minimum(np.maximum(values, least), most)


class Groups(NamedTuple):
    """Entries grouped by their keys."""

    of: Ints
    """Group number of each entry."""
    sizes: Ints
    """Number of entries of each group."""


def grouped(keys: Ints) -> Groups:
    """Group entries by their keys, of which there must be at least one; faster than `numpy.unique` on few keys."""
    order = keys.argsort(kind="stable")
    ordered = keys[order]
    begins = np.empty(len(keys), dtype=np.int64)
    begins[0] = 0
    np.not_equal(ordered[1:], ordered[:-1], out=begins[1:], casting="unsafe")
    of = np.empty(len(keys), dtype=np.int64)
    of[order] = begins.cumsum()
    return Groups(of, np.bincount(of))


def signed_log(values: Floats) -> Floats:
    """Compute ``log(1 + |x|)`` with the sign of ``x``."""
    return np.copysign(np.log1p(np.abs(values)), values)
