"""The six scores on texts whose answers were computed by hand."""

from __future__ import annotations

import math

import pytest

from tamis.core.summarizing.scores import (
    SCORES_FOR,
    ScoredText,
    frequency,
    length,
    lexical,
    lexical_per_term,
    position,
    reciprocal_position,
    tf_idf,
    title,
)
from tamis.core.summarizing.sentences import SourceSentence


def scored(*sentences: str, heading: str = "", concepts: dict[str, tuple[str, ...]] | None = None) -> ScoredText:
    """A text whose terms are its words."""
    made = [SourceSentence(text, 0, 0, len(text), tuple(text.split()), len(text.split())) for text in sentences]
    own: dict[str, tuple[str, ...]] = {term: (term,) for sentence in made for term in sentence.terms}
    return ScoredText(made, frozenset(heading.split()), own | (concepts or {}))


def test_frequency_adds_how_often_the_text_has_each_term() -> None:
    # tunnel 3, harbor 2, bus 1: the sentences add up to 5, 5 and 4.
    assert frequency(scored("tunnel harbor", "harbor tunnel", "tunnel bus")) == [1.0, 1.0, 0.8]


def test_a_term_that_a_sentence_repeats_counts_once_for_its_frequency() -> None:
    # tunnel 3, bus 1: 3 and 4.
    assert frequency(scored("tunnel tunnel", "tunnel bus")) == [0.75, 1.0]


def test_tf_idf_is_formula_1() -> None:
    # log(2/2) = 0 for tunnel; harbor twice in the first: 2 log 2, bus once: log 2.
    assert tf_idf(scored("tunnel harbor harbor", "tunnel bus")) == pytest.approx([1.0, 0.5])
    assert math.log(2 / 1) > 0


def test_lexical_similarity_counts_sentences_with_a_word_of_the_same_meaning() -> None:
    text = scored("car", "automobile", "tulip", concepts={"car": ("vehicle",), "automobile": ("vehicle",)})
    assert lexical(text) == [1.0, 1.0, 0.0]


def test_position_falls_from_one_by_half() -> None:
    assert position(scored("a", "b", "c", "d")) == [1.0, 0.5, 0.25, 0.125]


def test_the_position_for_news_falls_more_slowly() -> None:
    assert reciprocal_position(scored("a", "b", "c", "d")) == pytest.approx([1.0, 1 / 2, 1 / 3, 1 / 4])


def test_lexical_similarity_per_term_does_not_favor_a_long_sentence() -> None:
    # tunnel is in two other sentences, the rest in none: 2 / 4, 2 / 1 and 2 / 2.
    text = scored("tunnel harbor bus tulip", "tunnel tunnel", "tunnel crane")
    assert lexical(text) == [1.0, 1.0, 1.0]
    assert lexical_per_term(text) == [0.25, 1.0, 0.5]


def test_resemblance_to_the_title_is_the_share_of_its_terms() -> None:
    assert title(scored("tunnel opens", "bus stops", heading="tunnel opens early")) == pytest.approx([2 / 3, 0.0])


def test_without_a_title_nothing_resembles_it() -> None:
    assert title(scored("tunnel", "bus")) == [0.0, 0.0]


def test_length_penalizes_short_and_long_sentences() -> None:
    assert length(scored("a b", "a b c d", "a b c d e f g h")) == [0.5, 1.0, 0.5]


def test_every_score_is_from_0_to_1_also_where_all_sentences_are_alike() -> None:
    for score in (score for scores in SCORES_FOR.values() for score in scores.values()):
        assert all(0.0 <= value <= 1.0 for value in score(scored("same words", "same words", heading="same")))
