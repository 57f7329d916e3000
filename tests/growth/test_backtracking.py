"""Possessive and atomic parts match the same as plain ones, on the Python that runs this test."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from growth.backtracking import giving_back, giving_nothing_back, has_possessive_group, matches, strings_of
from tamis.text.expressions import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow


def refused(pattern: re.Pattern[Any]) -> Iterator[Any]:
    """Go through strings in which an expression matches less, or otherwise, than one that gives back."""
    other = giving_back(pattern)
    return (string for string in strings_of(pattern) if matches(pattern, string) != matches(other, string))


def test_giving_nothing_back_refuses_no_match() -> None:
    found = giving_nothing_back()
    assert len(found) > 50
    first = {one.name: next(refused(one.pattern), None) for one in found}
    assert {name: string for name, string in first.items() if string is not None} == {}


def test_no_group_is_repeated_possessively() -> None:
    """They are wrong in CPython 3.11.0 to 3.11.4: use `tamis.text.expressions`."""
    assert [found.name for found in giving_nothing_back() if has_possessive_group(found.pattern)] == []


@pytest.mark.parametrize(
    ("expression", "is_group"),
    [("[ab]*+", False), ("(?:a)*+", False), ("(?:ab)*+", True), ("x(?:a|bc)?+", True), ("(?>(?:ab)*)", False)],
)
def test_only_repeats_of_more_than_a_character_are_groups(expression: str, is_group: bool) -> None:
    assert has_possessive_group(re.compile(expression)) == is_group


def test_an_expression_that_refuses_a_match_would_be_found() -> None:
    pattern = re.compile(r"\s*+-\s*+(?=[^-]{2,20}$)")
    assert any(refused(pattern))


@pytest.mark.parametrize("part", ["ab|a", "a[^b]*+b?", "-(?!-)[^-]*+", "a?b", "(?:a|-a)b"])
def test_repeats_in_rounds_match_as_a_greedy_repeat_that_nothing_follows(part: str) -> None:
    rounds, greedy = re.compile(repeated(part)), re.compile(f"(?:{part})*")
    for string in map("".join, product("ab-", repeat=6)):
        assert matches(rounds, string)[:-1] == matches(greedy, string)[:-1]


def test_repeats_in_rounds_go_on_after_a_round() -> None:
    match = re.match(repeated("ab|c"), "abc" * 5_000)
    assert match is not None
    assert match.end() == 15_000
