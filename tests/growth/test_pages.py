"""The cost of a page grows with its size, whatever it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from growth.measuring import must_be_linear
from growth.pages import PAGES, use
from tamis.errors import TooLarge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.slow

SIZES = (
    (12_500, 50_000),
    (25_000, 100_000),
    (25_000, 100_000),
    (100_000, 400_000),
    (400_000, 1_600_000),
    (800_000, 3_200_000),
)
"""Characters; `make growth` goes to 10 MB. Again against noise of the machine, then on larger pages, because a strategy
may drop on a small page what it keeps on a larger one, and writing that costs more."""


def _sizes(make: Callable[[int], str]) -> Iterator[tuple[int, int]]:
    """Yield the sizes, up to those at which the page is refused: that costs little whatever the page is made of."""
    for number, (small, large) in enumerate(SIZES):
        if number and use(make(large)) == TooLarge.code:
            return
        yield small, large


@pytest.mark.parametrize("name", PAGES)
def test_the_cost_grows_with_the_page_and_no_faster(name: str) -> None:
    must_be_linear(use, PAGES[name], _sizes(PAGES[name]))
