"""Content code blurring on rows that can be reckoned by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies.labelling import characters, kept, reason, words
from tamis.errors import BadSettings
from tamis.papers.ccb import CodeBlurring, blur

MENU = "<ul>" + "<li class=entry><a href=/somewhere>Menu</a></li>" * 20 + "</ul>"
PAGE = f"{MENU}<p>{words(80)}</p><p>{words(90, 'ebb')}</p>{MENU}"


def test_blurring_is_the_mean_of_the_neighbourhood() -> None:
    assert blur(np.array([0.0, 0, 3, 0, 0]), 1).tolist() == [0, 1, 1, 1, 0]


def test_beyond_the_ends_there_is_code() -> None:
    assert blur(np.array([3.0, 3, 3]), 1).tolist() == [2, 3, 2]
    assert blur(np.ones(2), 2).tolist() == [0.4, 0.4]
    assert blur(np.zeros(0), 5).tolist() == []


@given(st.lists(st.floats(0, 1), max_size=30), st.integers(1, 40))
def test_blurring_is_by_the_definition(row: list[float], radius: int) -> None:
    wanted = [sum(row[max(0, at - radius) : at + radius + 1]) / (2 * radius + 1) for at in range(len(row))]
    assert np.allclose(blur(np.array(row), radius), wanted)


METHODS = ("ccb", "accb", "tccb")


@pytest.mark.parametrize("method", METHODS)
def test_long_text_stays_bright_and_menus_go_grey(method: str) -> None:
    assert kept(CodeBlurring(method=method), PAGE) == [words(80), words(90, "ebb")]  # type: ignore[arg-type]


def test_the_tags_of_links_do_not_count_in_accb() -> None:
    linked = "<p>" + f'<a href="/{characters(40)}">tide</a> and then the ebb, ' * 20 + "</p>"
    page = f"{MENU}{linked}{MENU}"
    assert kept(CodeBlurring(), page) == []
    assert len(kept(CodeBlurring(method="accb"), page)) == 1


def test_long_attributes_weigh_in_characters_and_not_in_tokens() -> None:
    styled = f"<p class='{characters(400)}'>{words(60)}</p>" * 3
    assert kept(CodeBlurring(radius=200), MENU + styled) == []
    assert kept(CodeBlurring(method="tccb"), MENU + styled)[0] == words(60)


def test_a_reason_has_the_bright_part() -> None:
    assert reason(CodeBlurring(), PAGE, words(80)).endswith("of its characters stand where there is little code")
    assert reason(CodeBlurring(method="tccb"), PAGE, "Menu") == "only 0% of its words stand where there is little code"


@pytest.mark.parametrize(
    ("field", "value"), [("method", "x"), ("radius", 0), ("token_radius", 0), ("passes", 0), ("threshold", 1.1)]
)
def test_a_value_out_of_range_is_refused(field: str, value: object) -> None:
    with pytest.raises(BadSettings, match=field):
        CodeBlurring(**{field: value})  # type: ignore[arg-type]
