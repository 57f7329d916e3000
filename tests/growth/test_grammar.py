"""No function is called more often than the page grows, whatever the page is made of."""

from __future__ import annotations

import pytest

import tamis
from growth import grammar
from growth.grammar import Case, growing, sample, uses
from growth.vocabulary import vocabulary

pytestmark = pytest.mark.slow

CASES = 60
"""Share of the pages that is tried; `make growth` tries every one. They take about 20 seconds."""
USES = uses()
OTHERS = [name for name in USES if name != "extract"]


@pytest.fixture(scope="module")
def pages() -> list[Case]:
    return sample(CASES)


@pytest.mark.parametrize("number", range(CASES))
def test_the_calls_grow_with_the_page_and_no_faster(pages: list[Case], number: int) -> None:
    for name in ("extract", OTHERS[number % len(OTHERS)]):
        assert growing(pages[number], name, USES[name]) == []


def test_rows_of_links_called_next_cost_what_they_have_links() -> None:
    case = Case("next", lambda count: grammar.BODY + "<a href='/b/1' rel=next>Next</a> " * count)
    assert growing(case, "extract", USES["extract"]) == []


def test_rows_of_numbers_cost_what_they_have_links() -> None:
    case = Case("numbers", lambda count: grammar.BODY + "<a href='/b?page=1'>1</a> <a href='/b?page=2'>2</a> " * count)
    assert growing(case, "extract", USES["extract"]) == []


def _reads_all_for_each(html: str) -> None:
    words = html.split()
    for _ in words:
        assert not any(word is None for word in words)


def test_a_function_that_goes_through_all_for_each_would_be_found() -> None:
    found = growing(Case("words", lambda count: "a " * count), "use", _reads_all_for_each)
    assert [one.function.rpartition(" ")[2] for one in found] == ["<genexpr>"]


def test_a_function_that_grows_up_to_a_bound_is_let_through() -> None:
    def read(html: str) -> None:
        for _ in range(min(len(html), 300)):
            any(character is None for character in html[:300])

    assert growing(Case("letters", lambda count: "a" * count), "use", read) == []


def test_the_vocabulary_has_what_the_modules_look_for() -> None:
    words = vocabulary()
    assert {"figcaption", "h1", "sup", "table"} <= set(words.tags)
    assert {"href", "rel", "style", "itemprop"} <= {name for name, _ in words.attributes}
    assert {"sidebar", "breadcrumb"} <= set(words.names)
    assert {"articleBody", "headline"} <= set(words.keys)
    assert {"related", "print"} <= set(words.phrases)


def test_every_page_of_the_sample_is_read(pages: list[Case]) -> None:
    for case in pages:
        assert isinstance(tamis.extract(case.make(1), grammar.URL), tamis.Article)
