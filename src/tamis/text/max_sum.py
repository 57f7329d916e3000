"""Maximum subarray: the run of a sequence of numbers that has the greatest sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tamis.core.lazy_numpy import np

if TYPE_CHECKING:
    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


def max_sum_run(scores: Floats) -> tuple[int, int]:
    """Return the start and end of the run with the greatest sum.

    Of several it is the first; it is empty if no entry is above zero.
    """
    total = np.concatenate(([0.0], np.cumsum(scores)))
    # For each end, the start with the greatest sum is at the lowest total so far.
    lowest = np.minimum.accumulate(total)
    last = int(np.argmax(total - lowest))
    if total[last] <= lowest[last]:
        return 0, 0
    first = int(np.flatnonzero(total[: last + 1] == lowest[last])[-1])
    return first, last
