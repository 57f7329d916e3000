"""No regular expression of tamis grows faster than the text that it is used on."""

from __future__ import annotations

import re

import pytest

from growth.patterns import LINEAR, Found, all_patterns, growth_of

pytestmark = pytest.mark.slow

PATTERNS = {f"{number} {found.name}": found for number, found in enumerate(all_patterns())}
BOUNDED = {
    "core.embedded.javascript._ASSIGNED": 80,  # searched in the 80 characters before a value
}
"""Expressions that may be quadratic, because their text is cut to so many characters before."""


@pytest.mark.parametrize("name", [name for name, found in PATTERNS.items() if found.name not in BOUNDED])
def test_the_cost_grows_with_the_text_and_no_faster(name: str) -> None:
    found = PATTERNS[name]
    growth = growth_of(found)
    assert growth.exponent <= LINEAR, f"{found.name} on {growth.attack!r}: growth {growth.exponent:.2f}"


def test_bounded_expressions_are_still_there_and_their_bounds_small() -> None:
    assert BOUNDED.keys() <= {found.name for found in PATTERNS.values()}
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
