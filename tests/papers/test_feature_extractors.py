"""Blocks, their features, the winner basket, and what the two extractors take from it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies.labelling import kept, labelled, reason, words
from tamis.errors import BadSettings
from tamis.papers.fe import FeatureExtractor
from tamis.papers.kfe import KFeatureExtractor, _bounds

FE, KFE = FeatureExtractor(), KFeatureExtractor()


def paragraphs(*counts: int) -> str:
    return "".join(f"<p>{words(count)}</p>" for count in counts)


def lengths(texts: list[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def test_the_block_with_the_most_words_wins() -> None:
    assert lengths(kept(FE, paragraphs(10, 40, 30))) == [40]


def test_a_block_is_an_element_of_the_partition_less_those_inside() -> None:
    page = f"<div>{words(20)}<p>{words(15)}</p>{words(20)}</div><p>{words(30)}</p>"
    assert lengths(kept(FE, page)) == [20, 20]


def test_the_partition_can_be_set() -> None:
    page = f"<section>{paragraphs(20, 30)}</section><section>{paragraphs(25, 15)}</section>"
    assert lengths(kept(FeatureExtractor(partition=("section",)), page)) == [20, 30]


def test_a_block_that_is_more_links_than_text_is_not_in_the_basket() -> None:
    menu = "<div>" + f"<a href=/x>{words(5)}</a> " * 10 + "</div>"
    page = menu + paragraphs(40)
    assert lengths(kept(FE, page)) == [40]
    assert reason(FE, page, words(50)) == "in a block that is less text than links, pictures, lists and the like"
    assert lengths(kept(FeatureExtractor(features=("script",)), page)) == [50]


def test_features_are_shares_of_the_greatest_on_the_page() -> None:
    """One link among ten elsewhere weighs a tenth, and as much text as that is not enough."""
    menu = "<div>" + "<a href=/x>a</a> " * 10 + "</div>"
    with_link = "<p>{} <a href=/x>tide</a></p>"
    page = menu + paragraphs(100)
    assert len(labelled(KFE, page)[1]) == 2
    for count, in_basket in ((9, False), (10, True)):  # and the word of the link
        text = with_link.format(words(count))
        why = reason(FE, page + text, words(count + 1))
        assert ("did not win" in why) == in_basket


@pytest.mark.parametrize(
    "clutter",
    [
        "<script>x()</script>" * 9,
        "<img src=a.png>" * 9,
        "<input>" * 9,
        "<iframe src=/x></iframe>" * 9,
    ],
)
def test_what_is_no_text_counts_against_a_block(clutter: str) -> None:
    page = f"<div>{clutter}{words(40)}</div>" + paragraphs(30)
    assert lengths(kept(FE, page)) == [30]


def test_all_blocks_of_the_high_clusters_win() -> None:
    page = paragraphs(100, 90, 50, 45, 3, 2)
    assert lengths(kept(KFE, page)) == [100, 90, 50, 45]
    assert lengths(kept(KFeatureExtractor(taken=1), page)) == [100, 90]
    assert lengths(kept(KFeatureExtractor(clusters=2, taken=1), page)) == [100, 90]
    assert lengths(kept(KFeatureExtractor(taken=3), page)) == [100, 90, 50, 45, 3, 2]


def test_a_single_block_is_its_own_cluster() -> None:
    assert lengths(kept(KFE, paragraphs(12))) == [12]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.integers(2, 6))
def test_every_value_is_in_the_cluster_of_its_nearest_centre(values: list[float], clusters: int) -> None:
    ordered = np.sort(np.asarray(values))
    bounds = [*_bounds(ordered, clusters), len(ordered)]
    assert bounds[0] == 0
    assert bounds == sorted(bounds)
    stretches = [ordered[start:end] for start, end in pairwise(bounds) if end > start]
    centres = [stretch.mean() for stretch in stretches]
    for stretch, centre in zip(stretches, centres, strict=True):
        for value in stretch:
            assert abs(value - centre) <= min(abs(value - other) for other in centres) + 1e-9


@pytest.mark.parametrize(
    ("strategy", "parameters", "message"),
    [
        (FeatureExtractor, {"partition": ()}, "partition must be a list of tags"),
        (FeatureExtractor, {"partition": 1}, "partition must be a list of texts"),
        (KFeatureExtractor, {"features": ("smell",)}, "features must be a list of some of link, image"),
        (KFeatureExtractor, {"clusters": 1}, "clusters must be from 2 to 10"),
        (KFeatureExtractor, {"taken": 4}, "taken must be from 1 to 3"),
        (KFeatureExtractor, {"taken": 0}, "taken must be at least 1"),
    ],
)
def test_parameters_out_of_range_are_refused(strategy: Any, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        strategy(**parameters)


def test_a_text_without_spaces_has_as_many_words_as_characters() -> None:
    story, second, line = "隧道五月通车公共汽车先行轮渡停航" * 3, "渡轮停航" * 8, "版权所有 首页 新闻"
    page = f"<p>{line}</p><p>{story}</p><p>{second}</p>"
    assert kept(FE, page) == [story]
    assert kept(KFE, page) == [story, second]
