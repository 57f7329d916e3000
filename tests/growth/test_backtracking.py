"""Possessive and atomic parts match the same as plain ones, on the Python that runs this test."""

from __future__ import annotations

import re
from itertools import product

import pytest

from growth.backtracking import giving_back, giving_nothing_back, has_possessive_group, matches, strings_of
from tamis.text.expressions import repeated

pytestmark = pytest.mark.slow

PATTERNS = {f"{number} {found.name}": found.pattern for number, found in enumerate(giving_nothing_back())}


@pytest.mark.parametrize("name", PATTERNS)
def test_giving_nothing_back_refuses_no_match(name: str) -> None:
    pattern = PATTERNS[name]
    other = giving_back(pattern)
    for string in strings_of(pattern):
        assert matches(pattern, string) == matches(other, string), repr(string)


@pytest.mark.parametrize("name", PATTERNS)
def test_no_group_is_repeated_possessively(name: str) -> None:
    assert not has_possessive_group(PATTERNS[name]), "wrong in CPython 3.11.0 to 3.11.4: use tamis.text.expressions"


@pytest.mark.parametrize(
    ("expression", "is_group"),
    [("[ab]*+", False), ("(?:a)*+", False), ("(?:ab)*+", True), ("x(?:a|bc)?+", True), ("(?>(?:ab)*)", False)],
)
def test_only_repeats_of_more_than_a_character_are_groups(expression: str, is_group: bool) -> None:
    assert has_possessive_group(re.compile(expression)) == is_group


def test_an_expression_that_refuses_a_match_would_be_found() -> None:
    pattern = re.compile(r"\s*+-\s*+(?=[^-]{2,20}$)")
    assert any(matches(pattern, string) != matches(giving_back(pattern), string) for string in strings_of(pattern))


@pytest.mark.parametrize("part", ["ab|a", "a[^b]*+b?", "-(?!-)[^-]*+", "a?b", "(?:a|-a)b"])
def test_repeats_in_rounds_match_as_a_greedy_repeat_that_nothing_follows(part: str) -> None:
    rounds, greedy = re.compile(repeated(part)), re.compile(f"(?:{part})*")
    for string in map("".join, product("ab-", repeat=6)):
        assert matches(rounds, string)[:-1] == matches(greedy, string)[:-1]


def test_repeats_in_rounds_go_on_after_a_round() -> None:
    match = re.match(repeated("ab|c"), "abc" * 5_000)
    assert match is not None
    assert match.end() == 15_000
