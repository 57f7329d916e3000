"""No regular expression of tamis grows faster than the text that it is used on."""

from __future__ import annotations

import pkgutil
import re

import pytest

import tamis
from growth.patterns import LINEAR, Found, all_patterns, growth_of

pytestmark = pytest.mark.slow

PARTS = [module.name for module in pkgutil.iter_modules(tamis.__path__)]
BOUNDED = {
    "core.embedded.javascript._ASSIGNED": 80,  # searched in the 80 characters before a value
}
"""Expressions that may be quadratic, because their text is cut to so many characters before."""


def part_of(found: Found) -> str:
    """Return the module or package of tamis that an expression is in."""
    return re.split("[.:]", found.name)[0]


@pytest.mark.parametrize("part", PARTS)
def test_the_cost_grows_with_the_text_and_no_faster(part: str) -> None:
    growths = [growth_of(found) for found in all_patterns() if part_of(found) == part and found.name not in BOUNDED]
    faster = [
        f"{growth.found.name} on {growth.attack!r}: growth {growth.exponent:.2f}"
        for growth in growths
        if growth.exponent > LINEAR
    ]
    assert faster == []


def test_every_expression_is_in_one_of_the_parts() -> None:
    assert {part_of(found) for found in all_patterns()} <= set(PARTS)
    assert len(all_patterns()) > 500


def test_bounded_expressions_are_still_there_and_their_bounds_small() -> None:
    assert BOUNDED.keys() <= {found.name for found in all_patterns()}
    assert max(BOUNDED.values()) <= 200


@pytest.mark.parametrize(
    "expression",
    [
        r"\s*(?:<!--.*?-->\s*|<\?[^>]*>\s*)*<rss",  # exponential
        r"charset\s*=\s*[\"']?\s*([a-z]+)",  # quadratic, and so are the others
        r"\s*\n\s*",
        r"[\w.+-]+@",
        r"opacity\s*:\s*0?(?:\.0+)?\s*(?=;|$)",
    ],
)
def test_expressions_that_once_hung_would_be_found(expression: str) -> None:
    assert growth_of(Found("one", re.compile(expression, re.DOTALL), frozenset({"search"}))).exponent > LINEAR


@pytest.mark.parametrize("expression", [r"\s*+\n", r"<!--[^-]*+-->", r"[a-z]++@|\d++", r"(?:a|b)*+c"])
def test_expressions_that_give_nothing_back_are_linear(expression: str) -> None:
    assert growth_of(Found("one", re.compile(expression), frozenset({"match"}))).exponent <= LINEAR
