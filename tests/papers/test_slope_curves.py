"""DSC and ADSC: where the curve of tags is flat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies.labelling import kept, reason, words
from tamis.errors import BadSettings
from tamis.papers.adsc import AdvancedSlopeCurves
from tamis.papers.dsc import SlopeCurves
from tamis.papers.slope_curve import curve_of, sections

MENU = "<ul>" + "<li><a href=/>Menu</a></li>" * 20 + "</ul>"
both = pytest.mark.parametrize("strategy", [SlopeCurves(), AdvancedSlopeCurves()], ids=lambda strategy: strategy.name)


def test_the_curve_counts_the_tags_among_the_first_tokens() -> None:
    curve = curve_of(np.array([0, 2, 1]), np.array([1, 1]))  # <p>one two</p>three
    assert curve.curve.tolist() == [0, 1, 1, 1, 2, 2]
    assert curve.ends.tolist() == [0, 3, 5]
    assert curve.slope == 0.4


def test_words_can_count_as_tags() -> None:
    curve = curve_of(np.array([1, 1]), np.array([0]), as_tags=np.array([False, True]))
    assert curve.curve.tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("low", "kept_windows"),
    [
        ("1110111", "1111111"),  # one steep window does not end a section
        ("11100111", "11100111"),
        ("0110", "0110"),
        ("010010", "000000"),  # one flat window does not begin one
        ("11010100", "11111100"),
        ("1101", "1111"),
        ("", ""),
    ],
)
def test_a_section_begins_and_ends_with_a_run(low: str, kept_windows: str) -> None:
    found = sections(np.array([sign == "1" for sign in low], dtype=np.bool_), 2)
    assert "".join("1" if keep else "0" for keep in found) == kept_windows


@given(st.lists(st.booleans(), max_size=40), st.integers(1, 4))
def test_sections_are_those_of_a_walk_from_window_to_window(low: list[bool], run: int) -> None:
    walked = [False] * len(low)
    begun = False
    for at in range(len(low)):
        if not begun and all(low[at : at + run]) and len(low[at : at + run]) == run:
            begun = True
        elif begun and not any(low[at : at + run]) and (len(low[at : at + run]) == run or not any(low[at:])):
            begun = False
        walked[at] = begun
    assert sections(np.array(low, dtype=np.bool_), run).tolist() == walked


@both
def test_a_body_in_several_parts_is_found(strategy: Any) -> None:
    page = f"{MENU}<p>{words(60)}</p>{MENU}<p>{words(70, 'ebb')}</p>{MENU}"
    assert kept(strategy, page) == [words(60), words(70, "ebb")]


@both
def test_a_page_too_short_for_windows_is_kept_whole(strategy: Any) -> None:
    assert kept(strategy, f"<h2>Tides</h2><p>{words(12)}</p>") == ["Tides", words(12)]


@both
def test_a_reason_has_the_slope_of_the_page(strategy: Any) -> None:
    page = f"{MENU}<p>{words(60)}</p>{MENU}"
    assert reason(strategy, page, words(60)).startswith("in a section with few tags")
    assert reason(strategy, page, "Menu").startswith("not in a section with few tags")
    assert "% of the page's tokens" in reason(strategy, page, "Menu")


def test_only_the_advanced_method_sees_long_links_as_navigation() -> None:
    links = f"<div><a href=/>{words(60, 'link')}</a></div>"
    page = f"{MENU}<p>{words(60)}</p>{MENU}{links}{MENU}"
    assert words(60, "link") in kept(SlopeCurves(), page)
    assert words(60, "link") not in kept(AdvancedSlopeCurves(), page)
    assert words(60) in kept(AdvancedSlopeCurves(), page)


def test_only_the_advanced_method_forgives_emphasis() -> None:
    emphatic = "<p>" + "<b>tide</b> and <i>ebb</i> " * 30 + "</p>"
    page = f"{MENU}{emphatic}{MENU}"
    page += f"<p>{words(60)}</p>"
    assert kept(SlopeCurves(), page) == [words(60)]
    assert kept(AdvancedSlopeCurves(), page)[:1] == [" ".join(["tide and ebb"] * 30)]


@both
@pytest.mark.parametrize(("field", "value"), [("window", 0), ("run", 0), ("share", -0.1), ("share", 1.5)])
def test_a_value_out_of_range_is_refused(strategy: Any, field: str, value: float) -> None:
    with pytest.raises(BadSettings, match=field):
        type(strategy)(**{field: value})
