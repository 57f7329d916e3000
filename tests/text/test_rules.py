from __future__ import annotations

from typing import Any

import pytest

from tamis.core.enrich.page_links import steps, versions
from tamis.text.lists import shortest_parts
from tamis.text.rules import Objection, Rule, always, first_objection, first_rule
from tamis.text.urls import further_pages, page_signs, shapes

TABLES: dict[str, tuple[Rule[Any, Any], ...]] = {
    "shapes": shapes._RULES,
    "shapes without a path": shapes._RULES_WITHOUT_PATH,
    "parameters": page_signs._PARAMETER_RULES,
    "queries": further_pages._QUERY_RULES,
    "paths": further_pages._PATH_RULES,
    "one page": versions._ONE_PAGE_RULES,
    "print": versions._PRINT_RULES,
    "steps": steps._RULES,
    "head": steps._HEAD_RULES,
}


def is_even(number: int) -> bool:
    return number % 2 == 0


def is_great(number: int) -> bool:
    return number > 10


def test_the_first_rule_that_applies_decides() -> None:
    rules: tuple[Rule[int, str], ...] = (
        Rule("great", is_great, "a"),
        Rule("even", is_even, "b"),
        Rule("other", always, "c"),
    )
    assert [first_rule(rules, number).verdict for number in (12, 4, 3)] == ["a", "b", "c"]


def test_an_objection_gives_its_reason() -> None:
    objections = (Objection("great", is_great), Objection("even", is_even))
    assert [first_objection(objections, number) for number in (12, 4, 3)] == ["great", "even", None]


@pytest.mark.parametrize("name", TABLES)
def test_only_the_last_row_of_a_table_applies_to_every_case(name: str) -> None:
    *rows, last = (rule.applies for rule in TABLES[name])
    assert last is always
    assert always not in rows


@pytest.mark.parametrize("name", TABLES)
def test_no_row_of_a_table_asks_what_another_has_asked(name: str) -> None:
    predicates = [rule.applies for rule in TABLES[name]]
    assert len(set(predicates)) == len(predicates)


def test_a_text_with_a_word_has_one_of_the_shortest_parts() -> None:
    assert shortest_parts(["printer", "print", "sprint", "druck", "drucken"]) == ("druck", "print")
