"""The cost of a page grows with its size, whatever it is made of."""

from __future__ import annotations

import pytest

from growth.pages import LINEAR, PAGES, exponent, seconds, use

pytestmark = pytest.mark.slow

SMALL, LARGE = 25_000, 100_000  # characters; `make growth` goes to 10 MB
TRIES = 3


@pytest.mark.parametrize("name", PAGES)
def test_the_cost_grows_with_the_page_and_no_faster(name: str) -> None:
    small, large = PAGES[name](SMALL), PAGES[name](LARGE)
    use(small)
    growth = []
    for _ in range(TRIES):  # against noise of the machine
        growth.append(exponent(seconds(small), seconds(large), len(large) / len(small)))
        if growth[-1] <= LINEAR:
            return
    pytest.fail(f"{name}: growth {min(growth):.2f}")
