"""The subtree in which the text grows the most."""

from __future__ import annotations

import pytest

from strategies.labelling import characters, kept, labelled
from tamis.errors import BadSettings
from tamis.papers.lsi import LargestSizeIncrease

STORY = "".join(f"<p>{characters(100, letter)}</p>" for letter in "abcd")
MENU = "<ul>" + f"<li><a href=/x>{characters(90, 'l')}</a></li>" * 6 + "</ul>"


def test_the_increase_is_the_size_less_the_largest_child() -> None:
    page = f"<header><p>{characters(150, 'h')}</p></header><main><article>{STORY}</article></main>"
    document, labels = labelled(LargestSizeIncrease(), page)
    # article: 400 - 100; body: 550 - 400; main: 400 - 400; header: 150 - 150; each p: 100 or 150.
    assert list(labels.kept) == [False, True, True, True, True]
    assert labels.scores[1] == 300 / 550
    assert labels.reasons[1].startswith("in the subtree of the largest increase: <article>, by 55%")
    assert len(document) == 5


def test_a_wrapper_around_the_content_is_not_taken_in_its_place() -> None:
    page = f"<div><div><div>{STORY}</div></div><p>{characters(60, 'x')}</p></div>"
    assert len(kept(LargestSizeIncrease(), page)) == 4


def test_linked_text_counts_only_where_asked() -> None:
    page = f"<nav>{MENU}</nav><article>{STORY}</article>"
    assert kept(LargestSizeIncrease(), page) == [characters(100, letter) for letter in "abcd"]
    assert kept(LargestSizeIncrease(count_links=True), page) == [characters(90, "l")] * 6


def test_children_can_be_compared_on_the_average() -> None:
    page = f"<p>{characters(60, 'x')}</p><p>{characters(60, 'y')}</p><article>{STORY}</article>"
    # body: 520 - 520 / 3 > article: 400 - 400 / 4.
    assert len(kept(LargestSizeIncrease("average"), page)) == 6
    assert len(kept(LargestSizeIncrease(), page)) == 4


def test_a_single_paragraph_is_an_increase_itself() -> None:
    assert kept(LargestSizeIncrease(), f"<p>{characters(30)}</p>") == [characters(30)]


def test_only_two_comparisons_are_known() -> None:
    with pytest.raises(BadSettings, match="compare must be one of largest, average, not 'median'"):
        LargestSizeIncrease("median")  # type: ignore[arg-type]
