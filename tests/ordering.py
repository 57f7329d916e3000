"""The order of tests: shuffled by a number, so that a test that needs another one before it is found."""

from __future__ import annotations

import random
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

Test = TypeVar("Test")

SEEDS = 1_000_000
"""Number of orders to choose from: one that is short to type."""


def random_seed() -> int:
    """Choose an order."""
    return random.SystemRandom().randrange(SEEDS)


def shuffled(tests: Iterable[Test], module_of: Callable[[Test], Hashable], seed: int) -> list[Test]:
    """Shuffle the modules, and the tests in each; modules stay whole, so that what their tests share is made once."""
    chance = random.Random(seed)
    modules = [list(of_module) for _, of_module in groupby(tests, key=module_of)]
    chance.shuffle(modules)
    for of_module in modules:
        chance.shuffle(of_module)
    return [test for of_module in modules for test in of_module]
