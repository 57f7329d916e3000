"""CETR on lines that can be reckoned by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies.labelling import characters, kept, labelled, reason
from tamis.core.parse import parse
from tamis.core.parse.tokens import read_tokens
from tamis.errors import BadSettings
from tamis.model import Page, Role
from tamis.papers import cetr
from tamis.papers.cetr import Cetr, cluster, smooth

MENU = "\n".join(f"<ul><li><a href=/{number}>Menu</a></li>" for number in range(200))
STORY = "\n".join(f"<p>{characters(150 + number, 'w')}</p>" for number in range(12))
FOOT = "\n".join("<div><a href=/>Imprint</a> <span>x</span></div>" for _ in range(200))
PAGE = f"\n{MENU}\n{STORY}\n{FOOT}\n"

METHODS = ("threshold", "kmeans", "2d")
every_method = pytest.mark.parametrize("method", METHODS)
ratios = st.lists(st.floats(0, 300), min_size=1, max_size=40).map(lambda values: np.array(values, dtype=np.float64))


@every_method
def test_the_story_is_kept_and_the_menus_are_not(method: str) -> None:
    texts = kept(Cetr(method=method), PAGE)  # type: ignore[arg-type]
    assert set(texts) >= {characters(150 + number) for number in range(12)}
    assert texts.count("Imprint x") < 100
    assert texts.count("Menu") < 100  # the lines next to the story are smoothed into it


@every_method
def test_a_short_line_between_long_ones_is_kept(method: str) -> None:
    middle = STORY.replace("</p>", "</p>\n<p>Short.</p>", 6)
    assert "Short." in kept(Cetr(method=method), PAGE.replace(STORY, middle))  # type: ignore[arg-type]


@every_method
def test_a_page_on_one_line_is_broken_and_judged(method: str) -> None:
    texts = kept(Cetr(method=method), PAGE.replace("\n", ""))  # type: ignore[arg-type]
    assert set(texts) >= {characters(150 + number) for number in range(12)}
    assert texts.count("Menu") < 100


@every_method
def test_a_page_without_tags_is_all_content(method: str) -> None:
    document = parse(Page("One line.\nAnother <3 line."))
    labels = Cetr(method=method).label(document)  # type: ignore[arg-type]
    assert list(labels.kept) == [True]
    assert labels.reasons[0] == "the page has no tags: all of it is content"


def test_a_page_counts_as_written_on_one_line_by_its_longest() -> None:
    half = read_tokens(f"<p>{characters(100)}</p>\n<p>{characters(60)}</p>\n<p>{characters(40)}</p>")
    assert len(Cetr(one_line=0.5).measure(half).lines) > 3
    assert len(Cetr(one_line=0.6).measure(half).lines) == 3
    assert len(Cetr(one_line=0).measure(half).lines) > 3


def test_the_threshold_is_in_standard_deviations() -> None:
    tokens = read_tokens(PAGE)
    counts = [int(Cetr(method="threshold", coefficient=at).measure(tokens).content.sum()) for at in (0, 0.5, 1, 2, 9)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == len(Cetr().measure(tokens).lines)
    assert counts[-1] == 0


def test_a_reason_has_the_ratio_of_the_lines() -> None:
    assert reason(Cetr(), PAGE, characters(155)).endswith("characters for each tag, smoothed: content")
    assert reason(Cetr(), PAGE, "Menu") == "its lines have 0 characters for each tag, smoothed: too few"


def test_text_that_is_left_out_is_called_other() -> None:
    document, labels = labelled(Cetr(), PAGE)
    assert {role for role, keep in zip(labels.roles, labels.kept, strict=True) if not keep} == {Role.OTHER}
    assert len(document) == len(labels)


# Smoothing.


def by_the_equations(values: list[float]) -> list[float]:
    """Equations 1 to 3, term by term."""
    sigma = float(np.std(values))
    if sigma == 0:
        return values
    radius = math.ceil(sigma)
    weights = [math.exp(-(at**2) / (2 * sigma**2)) for at in range(-radius, radius + 1)]
    return [
        sum(
            weight * values[at - shift]
            for shift, weight in zip(range(-radius, radius + 1), weights, strict=True)
            if 0 <= at - shift < len(values)
        )
        / sum(weights)
        for at in range(len(values))
    ]


@given(ratios)
def test_smoothing_is_by_the_equations(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    assert np.allclose(smooth(values), by_the_equations(values.tolist()), atol=1e-9)


@given(ratios)
def test_a_fast_convolution_gives_the_same(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        slow = smooth(values)
        patch.setattr(cetr, "_MANY", 0)
        assert np.allclose(smooth(values), slow, atol=1e-9)


def test_the_sum_of_a_wide_kernel_is_its_integral() -> None:
    with pytest.MonkeyPatch.context() as patch:
        exact = cetr._kernel_sum(900_000.5, 900_001)
        patch.setattr(cetr, "_EXACT_SUM", 10)
        assert cetr._kernel_sum(900_000.5, 900_001) == pytest.approx(exact, rel=1e-9)


def test_the_change_is_the_mean_of_the_next_values_less_the_value() -> None:
    change = cetr._derivative(np.array([1.0, 2.0, 4.0, 6.0, 5.0]), 3)
    assert change.tolist() == [3.0, 3.0, 1.5, -1.0, 0.0]


def test_a_fall_counts_like_a_rise() -> None:
    """Behind the story the ratios fall: the smoothed change is below zero there, and its size is what counts."""
    found = Cetr(one_line=1).measure(read_tokens(PAGE))
    signed = smooth(cetr._derivative(found.smoothed, 3))
    assert signed.min() < -1
    assert found.change.min() >= 0
    assert np.allclose(found.change, abs(signed))


# Clusters.


def test_clusters_are_told_apart() -> None:
    values = np.array([0.1, 0.2, 5.0, 5.2, 10.0, 0.0])
    assert cluster([values], 3, pinned=False).tolist() == [0, 0, 1, 1, 2, 0]


def test_the_pinned_cluster_stays_at_the_origin() -> None:
    values = np.array([2.0, 2.0, 2.0, 10.0])
    assert cluster([values], 2, pinned=True).tolist() == [0, 0, 0, 1]
    assert cluster([np.array([6.0, 6.0, 6.0, 10.0])], 2, pinned=True).tolist() == [1, 1, 1, 1]
    assert cluster([np.array([6.0, 6.0, 6.0, 10.0])], 2, pinned=False).tolist() == [0, 0, 0, 1]


@given(ratios, ratios)
def test_with_a_pinned_centre_every_point_is_with_the_nearest(
    first: np.ndarray[tuple[int], np.dtype[np.float64]], second: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> None:
    size = min(len(first), len(second))
    columns = [first[:size], second[:size]]
    assigned = cluster(columns, 3, pinned=True)
    centres = [
        np.array([column[assigned == at].mean() for column in columns])
        if at and (assigned == at).any()
        else np.zeros(2)
        for at in range(3)
    ]
    for at, x, y in zip(assigned.tolist(), *columns, strict=True):
        point = np.array([x, y])
        others = [np.linalg.norm(point - centres[to]) for to in range(3) if to == 0 or (assigned == to).any()]
        assert np.linalg.norm(point - centres[at]) <= min(others) + 1e-6


def test_lines_may_be_assigned_by_turns_at_first_as_in_the_paper() -> None:
    """0 1 | 10 11 | 20 21: by turns the first means are 5, 10.5 and 16. Each then moves to two of the numbers.

    Reckoned by hand: {0, 1}, {10, 11}, {20, 21}; with 0 pinned the same.
    """
    column = np.array([0.0, 11, 21, 10, 20, 1])  # in turn to clusters 0, 1, 2: 0 10, 11 20, 21 1
    for pinned in (False, True):
        assigned = cluster([column], 3, pinned=pinned, start="assigned")
        groups = {frozenset(column[assigned == at].tolist()) for at in range(3)}
        assert groups == {frozenset({0.0, 1.0}), frozenset({10.0, 11.0}), frozenset({20.0, 21.0})}
        assert column[assigned == 0].tolist() == [0, 1]


def test_assigned_by_turns_the_lowest_cluster_is_the_first() -> None:
    """In turn, the first cluster gets the great numbers; it ends far from zero, and changes its number."""
    column = np.array([20.0, 0, 10, 21, 1, 11])
    assigned = cluster([column], 3, pinned=False, start="assigned")
    assert column[assigned == 0].tolist() == [0, 1]


# Nothing to remove.

COURSES = "\n".join(f"<li><b>Tides</b> <i>{number}</i></li>" for number in range(150))
HOMEPAGE = f"<h1>Ada Miller</h1>\n{STORY}\n<h2>Courses</h2>\n<ul>\n{COURSES}\n</ul>\n<p><a href=a>Mud</a>, 1999</p>\n"


WHOLE = "the page has nothing to remove: its text is in one box, without menus and with few links"


def test_a_page_with_nothing_to_remove_is_kept_whole() -> None:
    assert "Tides 149" not in kept(Cetr(auto=False), HOMEPAGE)
    _, labels = labelled(Cetr(), HOMEPAGE)
    assert all(labels.kept)
    assert set(labels.reasons) == {WHOLE}


@pytest.mark.parametrize("frame", ["{}", "<div id=all><div>{}</div></div>"])
def test_lists_of_links_below_a_heading_are_text_of_such_a_page(frame: str) -> None:
    links = "".join(f"<li><a href=c{number}>Tides {number}</a></li>\n" for number in range(12))
    page = frame.format(
        f"{HOMEPAGE}<h2>Taught</h2>\n<ul>\n{links}</ul>\n<h2><a href=/p>Papers</a></h2><ul><li>Mud</ul>"
    )
    _, labels = labelled(Cetr(), page)
    assert set(labels.reasons) == {WHOLE}


@pytest.mark.parametrize(
    "clutter",
    [
        "<nav>x</nav>",
        "<a href=/>Menu</a><br><br>",
        "<ul><li><a href=/>Menu</a></li></ul>",
        f"<h2>Taught</h2><ul><li><a href=/>{characters(5000)}</a></li></ul>",
        "<div id=weather>Weather: rain</div>",
    ],
    ids=["a landmark", "a line of links", "links in a list without a heading", "many links", "another box"],
)
def test_a_page_with_a_menu_is_not(clutter: str) -> None:
    _, labels = labelled(Cetr(), clutter + HOMEPAGE)
    assert WHOLE not in labels.reasons


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("method", "3d"), ("coefficient", -1), ("coefficient", math.nan), ("clusters", 1), ("alpha", 0), ("width", 0),
        ("one_line", 1.1), ("one_line", -0.1),
    ],
)  # fmt: skip
def test_a_value_out_of_range_is_refused(field: str, value: object) -> None:
    with pytest.raises(BadSettings, match=field):
        Cetr(**{field: value})  # type: ignore[arg-type]
