from __future__ import annotations

import pytest

from tamis.text.datewords import month_number
from tamis.text.word_overlap import contains, fold, overlap, words
from tamis.text.words import count_words


@pytest.mark.parametrize(("text", "count"), [("", 0), ("two words", 2), ("naïve café, well-known", 3), ("旧桥关闭", 4)])
def test_words_are_counted_by_spaces_and_chinese_by_characters(text: str, count: int) -> None:
    assert count_words(text) == count


def test_case_accents_and_punctuation_do_not_count_in_comparing() -> None:
    assert fold("L’Été — It's HERE!") == fold("l'ete its here") == "lete its here"


def test_overlap_is_the_share_of_common_words() -> None:
    assert overlap(words("one two three"), words("two three four")) == pytest.approx(2 / 3)
    assert overlap(words("same same"), words("same")) == pytest.approx(2 / 3)
    assert overlap([], words("one")) == 0


def test_a_text_contains_its_beginning_and_its_end() -> None:
    assert contains(words("one two three"), words("two three"))
    assert not contains(words("one two three"), words("two"))


@pytest.mark.parametrize(
    ("name", "number"), [("März", 3), ("févr.", 2), ("Mayıs", 5), ("сентября", 9), ("boats", None)]
)
def test_months_are_known_in_many_languages(name: str, number: int | None) -> None:
    assert month_number(name) == number
