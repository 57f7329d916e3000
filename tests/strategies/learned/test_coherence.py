"""Paragraphs of one form on both sides of a box, and pages that the model doubts."""

from __future__ import annotations

import numpy as np

from tamis.core.strategies.learned.cutoff import (
    Neighbors,
    keep_headings,
    keep_sentences,
    keep_set_pieces,
    keep_subheads,
)
from tamis.core.strategies.learned.places import DRAWN, draw_together
from tamis.core.strategies.learned.rule_adjustments import DOUBTFUL, against, decide, in_main, without_clutter
from tamis.core.strategies.part_hints import ADVERTISEMENT, ARTICLE, CONSENT, MAIN, PROMPT, RELATED

LOG_ODDS = np.array([3.0, 3.0, -1.0, -1.0, -1.0])
LONG = np.array([50.0, 50.0, 60.0, 60.0, 60.0])
ONE_PLACE = np.zeros(5, dtype=np.int64)


class Page:
    """The hints of a page's rows."""

    def __init__(self, *row_hints: int) -> None:
        self.row_hints = np.array(row_hints)
        self.row_line_hints = np.zeros(len(row_hints), dtype=np.int64)
        self.density = np.zeros(len(row_hints))


def linked(page: Page) -> Page:
    page.density += 0.3
    return page


def test_long_text_at_the_place_of_sure_text_is_drawn_to_it() -> None:
    drawn = draw_together(LOG_ODDS, LONG, ONE_PLACE)
    assert drawn[:2].tolist() == [3.0, 3.0]
    np.testing.assert_allclose(drawn[2:], -1.0 + DRAWN * 4.0)


def test_text_of_another_place_is_judged_by_itself() -> None:
    assert draw_together(LOG_ODDS, LONG, np.array([0, 0, 1, 1, 1])).tolist() == LOG_ODDS.tolist()


def test_a_single_short_paragraph_after_the_article_is_judged_by_itself() -> None:
    running = np.array([50.0, 50.0, 30.0, 0.0, 0.0])
    assert draw_together(LOG_ODDS, running, ONE_PLACE).tolist() == LOG_ODDS.tolist()


def test_lines_that_are_no_running_text_are_not_drawn() -> None:
    running = np.array([50.0, 50.0, 120.0, 0.0, 0.0])
    assert draw_together(LOG_ODDS, running, ONE_PLACE)[3:].tolist() == [-1.0, -1.0]


def test_a_doubtful_page_is_looked_at_twice_and_the_main_element_counts() -> None:
    log_odds, words = np.full(4, -1.2), np.full(4, 40.0)
    decision = decide(linked(Page(0, 0, MAIN, MAIN)), words, log_odds)
    assert decision.first is not None
    assert decision.probabilities[2:].min() > decision.probabilities[:2].max() > 1 / (1 + np.exp(1.2))


def test_a_page_that_the_model_is_sure_of_is_looked_at_once() -> None:
    decision = decide(Page(0, 0), np.full(2, 40.0), np.full(2, 4.0))
    assert decision.first is None
    assert decision.choice.expected > DOUBTFUL


def test_who_favors_precision_gets_no_second_look() -> None:
    assert decide(linked(Page(0, MAIN)), np.full(2, 40.0), np.full(2, -1.2), 0.5).first is None


def test_what_a_favor_for_recall_keeps_at_the_first_look_is_not_said_to_be_of_the_second() -> None:
    log_odds, words = np.array([-0.5, -1.0, -1.5, -5.0]), np.full(4, 40.0)
    page = linked(Page(0, 0, 0, 0))
    balanced, recall = decide(page, words, log_odds).first, decide(page, words, log_odds, 4.0).first
    assert balanced is not None
    assert recall is not None
    assert recall.sum() > balanced.sum()


def test_articles_stand_for_a_missing_main_element_and_related_stories_do_not_count() -> None:
    assert in_main(np.array([0, ARTICLE, ARTICLE | RELATED])).tolist() == [False, True, False]
    assert in_main(np.array([MAIN, ARTICLE, 0])).tolist() == [True, False, False]


def test_a_name_does_not_count_against_most_of_the_page() -> None:
    words = np.array([100.0, 40.0])
    assert not against(Page(ADVERTISEMENT, 0), words, sure=False).any()
    assert against(Page(0, ADVERTISEMENT), words, sure=False).tolist() == [0.0, 3.0]
    assert against(Page(CONSENT, 0), words, sure=False).tolist() == [3.0, 0.0]


def beside(*parents: int, places: tuple[int, ...] | None = None) -> Neighbors:
    shown = np.ones(len(parents), dtype=np.bool_)
    return Neighbors(shown, np.array(parents), np.array(places if places is not None else range(len(parents))))


def test_a_heading_between_kept_blocks_is_kept_and_one_at_the_edge_is_not() -> None:
    kept = np.array([False, True, False, True, False])
    headings = np.array([True, False, True, False, True])
    keep_headings(kept, np.full(5, 0.2), headings, beside(0, 1, 2, 3, 4))
    assert kept.tolist() == [False, True, True, True, False]


def test_an_unlikely_heading_between_kept_blocks_of_other_elements_goes() -> None:
    kept = np.array([True, False, True])
    keep_headings(kept, np.full(3, 0.05), np.array([False, True, False]), beside(0, 1, 2))
    assert kept.tolist() == [True, False, True]


def test_a_heading_below_a_box_is_kept_if_the_text_of_its_element_goes_on() -> None:
    kept = np.array([True, False, False, True])
    headings = np.array([False, False, True, False])
    keep_headings(kept, np.full(4, 0.05), headings, beside(0, 1, 0, 0))
    assert kept.tolist() == [True, False, True, True]
    first = np.array([False, False, False, True])
    keep_headings(first, np.full(4, 0.05), headings, beside(0, 1, 0, 0))
    assert first.tolist() == [False, False, False, True]


def test_a_picture_may_stand_between_a_heading_and_the_text_of_its_element() -> None:
    headings = np.array([False, True, False, False])
    kept = np.array([True, False, False, True])
    keep_headings(kept, np.full(4, 0.05), headings, beside(0, 0, 1, 0))
    assert kept.tolist() == [True, True, False, True]
    apart = np.array([True, False, False, True])
    keep_headings(apart, np.full(4, 0.05), headings, beside(0, 0, 1, 2))
    assert apart.tolist() == [True, False, False, True]


def test_a_sentence_between_two_kept_ones_of_its_place_is_kept_though_it_is_unlikely() -> None:
    sentences = np.array([False, True, False])
    for places, is_kept in (((7, 7, 7), True), ((7, 7, 8), False)):
        kept = np.array([True, False, True])
        keep_sentences(kept, np.full(3, 0.1), sentences, beside(1, 2, 3, places=places))
        assert bool(kept[1]) is is_kept


def test_a_sentence_between_kept_siblings_is_kept_unless_it_is_unlikely() -> None:
    sentences = np.array([False, True, False])
    for probability, is_kept in ((0.25, True), (0.1, False)):
        kept = np.array([True, False, True])
        keep_sentences(kept, np.full(3, probability), sentences, beside(0, 0, 0))
        assert bool(kept[1]) is is_kept


def test_a_sentence_of_the_form_of_its_kept_neighbors_is_kept_and_another_is_not() -> None:
    sentences = np.array([False, True, False])
    kept = np.array([True, False, True])
    keep_sentences(kept, np.full(3, 0.25), sentences, beside(1, 2, 3, places=(7, 8, 9)))
    assert kept.tolist() == [True, False, True]
    keep_sentences(kept, np.full(3, 0.25), sentences, beside(1, 2, 3, places=(7, 7, 9)))
    assert kept.all()


def subheads_kept(texts: str, probability: float = 0.2, places: tuple[int, ...] = (0, 1, 0, 1, 0)) -> list[bool]:
    kept = np.array([True, False, True, False, True])
    running = kept.copy()
    neighbors = beside(*places, places=places)
    keep_subheads(kept, np.full(5, probability), ~running, running, np.zeros(5, dtype=np.bool_), neighbors, texts)
    return [bool(row) for row in kept]


def test_lines_of_one_place_above_kept_text_are_headings() -> None:
    assert all(subheads_kept("abcde"))


def test_lines_that_repeat_or_differ_in_place_or_are_unlikely_are_no_headings() -> None:
    assert subheads_kept("abcbe") == [True, False, True, False, True]
    assert subheads_kept("abcde", places=(0, 1, 0, 2, 0)) == [True, False, True, False, True]
    assert subheads_kept("abcde", probability=0.1) == [True, False, True, False, True]


def test_a_part_without_links_and_names_of_clutter_has_none() -> None:
    words = np.full(3, 40.0)
    assert without_clutter(Page(0, MAIN, MAIN), words).tolist() == [False, True, True]
    assert without_clutter(Page(0, 0, 0), words).all()
    assert not without_clutter(Page(0, MAIN, MAIN | RELATED), words).any()
    assert not without_clutter(linked(Page(0, MAIN, MAIN)), words).any()


def test_a_page_without_main_element_has_clutter_if_a_row_is_a_link_however_few_its_words() -> None:
    page = Page(0, 0, 0)
    page.density[2] = 1.0
    words = np.array([500.0, 500.0, 4.0])
    assert not without_clutter(page, words).any()
    page.row_hints[:] = MAIN
    assert without_clutter(page, words).all()


def test_a_line_that_prompts_is_clutter() -> None:
    page = Page(MAIN, MAIN)
    page.row_line_hints[1] = PROMPT
    assert not without_clutter(page, np.full(2, 40.0)).any()
    assert without_clutter(page, np.array([100.0, 3.0])).all()


def pieces_kept(rows: str, *, is_near: bool = True) -> str:
    """Mark the code and tables that are kept with C: K is kept text, d dropped, c code, u a doubtful table, s short."""
    kept, unlikely, short = (np.array([row == sign for row in rows]) for sign in "Kus")
    pieces = np.array([row in "cu" for row in rows])
    keep_set_pieces(kept, pieces, unlikely, short, np.ones(len(rows), dtype=np.bool_), lambda row, other: is_near)
    return "".join("C" if piece and keep else row for row, piece, keep in zip(rows, pieces, kept, strict=True))


def test_code_between_kept_text_is_kept_with_buttons_beside_it() -> None:
    assert pieces_kept("KscsK", is_near=False) == "KsCsK"
    assert pieces_kept("KcccK", is_near=False) == "KCCCK"
    assert pieces_kept("KdcdK") == "KdcdK"


def test_code_at_the_end_is_kept_if_it_is_near_the_text() -> None:
    assert pieces_kept("Kcs") == "KCs"
    assert pieces_kept("Kcs", is_near=False) == "Kcs"
    assert pieces_kept("sscK") == "ssCK"
    assert pieces_kept("dc") == "dc"


def test_an_unlikely_table_is_kept_between_kept_text_only() -> None:
    assert pieces_kept("KuuK", is_near=False) == "KCCK"
    assert pieces_kept("Kuus") == "Kuus"
    assert pieces_kept("Kucd") == "KuCd"


def test_code_after_many_short_lines_is_another_part() -> None:
    assert pieces_kept("K" + 9 * "s" + "c") == "K" + 9 * "s" + "c"
