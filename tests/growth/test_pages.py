"""The cost of a page grows with its size, whatever it is made of."""

from __future__ import annotations

import pytest

from growth.pages import LINEAR, PAGES, exponent, seconds, use

pytestmark = pytest.mark.slow

SIZES = ((25_000, 100_000), (25_000, 100_000), (100_000, 400_000), (400_000, 1_600_000), (800_000, 3_200_000))
"""Characters; `make growth` goes to 10 MB. Again against noise of the machine, then on larger pages, because a strategy
may drop on a small page what it keeps on a larger one, and writing that costs more."""


@pytest.mark.parametrize("name", PAGES)
def test_the_cost_grows_with_the_page_and_no_faster(name: str) -> None:
    growth = []
    for small_size, large_size in SIZES:
        small, large = PAGES[name](small_size), PAGES[name](large_size)
        use(PAGES[name](SIZES[0][0]))
        growth.append(exponent(seconds(small), seconds(large), len(large) / len(small)))
        if growth[-1] <= LINEAR:
            return
    pytest.fail(f"{name}: growth {min(growth):.2f}")
