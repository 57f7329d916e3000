"""The beginning of comments, and the log-odds that they lose."""

from __future__ import annotations

import numpy as np

from tamis.core.strategies.learned.page_type import TYPES, Signatures, forced
from tamis.core.strategies.learned.rule_adjustments import LOSS, LOSS_BY_SIGNATURE, CommentSigns

ARTICLE, FORUM = forced("article"), forced("forum")
LIKELY = np.array([3.0, 3.0, 0.0, 3.0, 3.0])
APART = np.arange(5)
"""Each row in an element of its own."""


def signs(
    named: tuple[int, ...] = (),
    opening: tuple[int, ...] = (),
    alike: tuple[int, ...] = (),
    dated: tuple[int, ...] = (),
) -> CommentSigns:
    def rows(places: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.isin(np.arange(5), places)

    running = np.array([30.0, 30.0, 0.0, 30.0, 30.0])
    return CommentSigns(rows(named), rows(opening), rows(alike), running, Signatures(list(dated), [7] * len(dated)))


def test_all_below_a_line_that_opens_comments_loses() -> None:
    losses = signs(opening=(2,)).losses(LIKELY, ARTICLE, APART)
    assert losses.tolist() == [0.0, 0.0, LOSS, LOSS, LOSS]


def test_a_count_of_comments_above_the_text_opens_nothing() -> None:
    assert not signs(opening=(0,)).losses(LIKELY, ARTICLE, APART).any()


def test_parts_named_for_comments_lose_wherever_they_stand() -> None:
    assert signs(named=(0, 4)).losses(LIKELY, ARTICLE, APART).tolist() == [LOSS, 0.0, 0.0, 0.0, LOSS]


def test_the_second_dated_line_of_a_form_begins_comments_and_a_lone_one_does_not() -> None:
    assert not signs(dated=(2,)).losses(LIKELY, ARTICLE, APART).any()
    losses = signs(dated=(0, 2)).losses(LIKELY, ARTICLE, APART)
    assert losses.tolist() == [0.0, 0.0, LOSS_BY_SIGNATURE, LOSS_BY_SIGNATURE, LOSS_BY_SIGNATURE]


def test_the_posts_of_a_thread_lose_nothing() -> None:
    assert not signs(named=(3, 4), opening=(2,)).losses(LIKELY, FORUM, APART).any()


def test_what_has_the_form_of_the_first_text_is_spared() -> None:
    losses = signs(opening=(2,), alike=(0, 3)).losses(LIKELY, ARTICLE, APART)
    assert losses.tolist() == [0.0, 0.0, LOSS, 0.0, LOSS]


def test_a_page_that_is_likely_no_article_has_no_comments() -> None:
    doubtful = np.full(len(TYPES), 0.0)
    doubtful[TYPES.index("article")], doubtful[TYPES.index("product")] = 0.4, 0.6
    assert not signs(named=(3, 4)).losses(LIKELY, doubtful, APART).any()


def test_where_there_is_no_other_text_parts_named_for_comments_are_what_the_page_is_about() -> None:
    assert not signs(named=(0, 1, 3)).losses(LIKELY, ARTICLE, APART).any()


def test_dated_lines_above_most_of_the_text_are_those_of_a_live_blog() -> None:
    """Unless there is an article above them, or the text below them is unlikely."""
    live = signs(dated=(1, 2))._replace(running=np.array([40.0, 0.0, 0.0, 30.0, 30.0]))
    assert not live.losses(LIKELY, ARTICLE, APART).any()
    losses = [0.0, *[LOSS_BY_SIGNATURE] * 4]
    assert live.losses(np.array([3.0, 3.0, 0.0, -0.5, 3.0]), ARTICLE, APART).tolist() == losses
    below_article = live._replace(running=np.array([200.0, 0.0, 0.0, 200.0, 200.0]))
    assert below_article.losses(LIKELY, ARTICLE, APART).tolist() == losses


def test_comments_below_a_live_blog_lose() -> None:
    running = np.array([40.0, 0.0, 60.0, 0.0, 40.0])
    live = signs()._replace(running=running, signatures=Signatures([1, 2, 3, 4], [7, 7, 8, 8]))
    losses = live.losses(np.full(5, 3.0), ARTICLE, APART)
    assert losses.tolist() == [0.0, 0.0, 0.0, LOSS_BY_SIGNATURE, LOSS_BY_SIGNATURE]


def test_parts_named_for_comments_do_not_count_as_text_below_dated_lines() -> None:
    running = np.array([40.0, 0.0, 0.0, 90.0, 30.0])
    losses = signs(named=(3,), dated=(1, 2))._replace(running=running).losses(LIKELY, ARTICLE, APART)
    assert losses.tolist() == [0.0, *[LOSS_BY_SIGNATURE] * 4]


def test_below_a_box_with_dates_the_text_goes_on_in_its_element() -> None:
    dated = signs(dated=(1, 2))._replace(running=np.array([60.0, 0.0, 0.0, 30.0, 30.0]))
    assert dated.losses(LIKELY, ARTICLE, np.array([0, 1, 1, 0, 2])).tolist() == [
        *(0.0, LOSS_BY_SIGNATURE, LOSS_BY_SIGNATURE, 0.0, LOSS_BY_SIGNATURE)
    ]


def test_a_line_above_the_dates_does_not_make_its_element_that_of_the_text() -> None:
    dated = signs(dated=(2,))._replace(signatures=Signatures([2, 2], [7, 7]))
    losses = dated._replace(running=np.array([60.0, 20.0, 0.0, 30.0, 30.0])).losses(
        LIKELY, ARTICLE, np.array([0, 1, 2, 1, 3])
    )
    assert losses.tolist() == [0.0, 0.0, *[LOSS_BY_SIGNATURE] * 3]
