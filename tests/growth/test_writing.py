"""The cost of Markdown grows with the article, and that of a decision by robots.txt with its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from growth.measuring import must_be_linear
from tamis.model import Mark
from tamis.text.urls.robots import read_robots
from tamis.write.markdown import write_markdown
from write.articles import article, paragraph, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.model import Article
    from tamis.text.urls.robots import Robots

pytestmark = pytest.mark.slow

SIZES = ((1_000, 4_000), (1_000, 4_000), (4_000, 16_000), (8_000, 32_000))


def _marks(count: int) -> Article:
    return article(paragraph("[*_~`$<&\\" * count, run("x" * 100, Mark.BOLD)))


def _runs(count: int) -> Article:
    runs = (run("a", Mark.BOLD) if n % 2 else run("b", href="https://e.example/") for n in range(count))
    return article(paragraph(*runs))


def _lines(count: int) -> Article:
    return article(paragraph("[a\n" * count))


@pytest.mark.parametrize("make", [_marks, _runs, _lines])
def test_the_cost_of_markdown_grows_with_the_paragraph_and_no_faster(make: Callable[[int], Article]) -> None:
    must_be_linear(write_markdown, make, SIZES)


def test_the_cost_of_a_decision_grows_with_the_rules_and_no_faster() -> None:
    def rules(count: int) -> Robots:
        return read_robots(b"user-agent: *\n" + b"disallow: /*a*a*a*a*a*a*a*a*a*a*b\n" * count, "tamis")

    must_be_linear(lambda robots: robots.decide("https://a.example/" + "a" * 200), rules, SIZES)


def test_the_cost_of_a_decision_grows_with_the_url_and_no_faster() -> None:
    robots = read_robots(b"user-agent: *\n" + b"disallow: /*a*a*a*a*a*a*a*a*a*a*b\n" * 100, "tamis")
    must_be_linear(robots.decide, lambda length: "https://a.example/" + "a" * length, SIZES)
