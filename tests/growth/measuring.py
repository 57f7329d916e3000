"""How the cost of something grows with what it is given: 1 is linear, 2 is quadratic."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Input = TypeVar("Input")
LINEAR = 1.35
"""Growth up to this counts as linear; between 1 and 1.5, with room for noise and for full caches."""


def exponent(small: float, large: float, times: float) -> float:
    """Return by which power of the size the cost grows."""
    return math.log(large / small, times)


def seconds(run: Callable[[Input], object], subject: Input) -> float:
    """Return the CPU time of a run."""
    started = time.process_time()
    run(subject)
    return max(time.process_time() - started, 1e-6)


def must_be_linear(
    run: Callable[[Input], object], make: Callable[[int], Input], sizes: Iterable[tuple[int, int]]
) -> None:
    """Fail if the cost grows faster than the size from every small size to its large one; one that does not is enough.

    What is quadratic is so each time, and noise of the machine is not.
    """
    growth = []
    for small, large in sizes:
        run(make(small))  # so that neither of the two pays for what is loaded or compiled once
        growth.append(exponent(seconds(run, make(small)), seconds(run, make(large)), large / small))
        if growth[-1] <= LINEAR:
            return
    pytest.fail(f"growth {min(growth):.2f}")
