"""The C4.5 tree on cases whose tree can be seen by eye."""

from __future__ import annotations

import pytest

from tamis_bench.learn.decision_tree import Branch, Leaf, answer, grow, rules
from tamis_bench.learn.link_report import six_features


def test_splits_where_the_answers_part() -> None:
    tree = grow([{"length": float(n)} for n in range(20)], [n >= 12 for n in range(20)])
    assert tree == Branch("length", 11.0, Leaf(False, 12, 0), Leaf(True, 8, 0))
    assert list(rules(tree)) == ["length <= 11: other (12 cases, 0 wrong)", "length > 11: article (8 cases, 0 wrong)"]


def test_prefers_the_feature_with_the_better_gain_ratio() -> None:
    rows = [{"clear": float(n % 2), "noise": float(n // 2 % 3)} for n in range(24)]
    tree = grow(rows, [n % 2 == 1 for n in range(24)])
    assert isinstance(tree, Branch)
    assert tree.feature == "clear"


def test_a_branch_that_explains_chance_alone_is_pruned() -> None:
    answers = [n % 10 == 0 for n in range(60)]
    assert grow([{"number": float(n * 7 % 60)} for n in range(60)], answers) == Leaf(False, 60, 6)


def test_both_branches_have_two_cases() -> None:
    assert grow([{"x": 0.0}, {"x": 0.0}, {"x": 1.0}], [False, False, True]) == Leaf(False, 3, 1)


def test_rules_name_each_feature_once_with_its_range() -> None:
    rows = [{"length": float(n)} for n in range(30)]
    tree = grow(rows, [10 <= n < 20 for n in range(30)])
    assert "9 < length <= 19: article (10 cases, 0 wrong)" in set(rules(tree))
    assert [answer(tree, row) for row in rows] == [10 <= n < 20 for n in range(30)]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://news.example/2024/05/02/tunnel-opens/", (1, 1, 45, 1, 0, 7)),
        ("https://news.example/sport", (0, 0, 26, 0, 0, 3)),
        ("https://news.example/photos/1", (1, 0, 29, 0, 1, 4)),
    ],
)
def test_the_six_features_of_the_paper(url: str, expected: tuple[float, ...]) -> None:
    assert tuple(six_features(url).values()) == expected
