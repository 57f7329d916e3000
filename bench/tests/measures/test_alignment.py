from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tamis_bench import alignment
from tamis_bench.alignment import best_choice, matched_shares
from tamis_bench.metrics import word_score, words

if TYPE_CHECKING:
    import pytest

blocks = st.lists(st.text("abc ", max_size=8), max_size=6)
truths = st.lists(st.sampled_from("abc"), max_size=10)


def test_keeps_the_blocks_of_the_truth() -> None:
    texts = ["Home Sport", "The mill stands", "by the stream", "Subscribe now"]
    choice = best_choice(texts, words("the mill stands by the stream"))
    assert choice.kept == [False, True, True, False]
    assert choice.score.f1 == 1


def test_finds_text_that_the_truth_tells_in_another_order() -> None:
    shares = matched_shares([["b", "c"], ["x"], ["a", "d"]], ["a", "d", "b", "c"])
    assert shares == [1, 0, 1]


def test_takes_a_repeated_block_once() -> None:
    assert sum(best_choice(["one two three"] * 2, ["one", "two", "three"]).kept) == 1


def test_says_what_is_missing_left_out_and_extra() -> None:
    texts = ["the mill stands here gladly", "x y z u v w stream"]
    choice = best_choice(texts, words("the mill stands here by the stream"))
    assert choice.missing == {"by": 1, "the": 1}
    assert choice.left_out == {"stream": 1}
    assert choice.extra == {"gladly": 1}


def test_huge_pages_are_matched_without_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MAX_CELLS", 0)
    assert matched_shares([["a", "b"], ["c"]], ["b", "a"]) == [1, 0]


@given(blocks, truths)
def test_the_score_is_that_of_the_kept_words(texts: list[str], truth: list[str]) -> None:
    choice = best_choice(texts, truth)
    kept = [word for text, keep in zip(texts, choice.kept, strict=True) if keep for word in words(text)]
    assert choice.score == word_score(kept, truth)


@given(blocks, truths)
@settings(max_examples=50)
def test_no_single_change_does_better(texts: list[str], truth: list[str]) -> None:
    choice = best_choice(texts, truth)
    for place in range(len(texts)):
        other = [keep != (number == place) for number, keep in enumerate(choice.kept)]
        kept = [word for text, keep in zip(texts, other, strict=True) if keep for word in words(text)]
        if kept or truth:
            assert word_score(kept, truth).f1 <= choice.score.f1 + 1e-12


def test_is_the_best_of_all_choices_on_a_page_with_mixed_blocks() -> None:
    texts = ["a b x", "c y", "d e f", "z z a", "g"]
    truth = list("abcdefg")
    best = 0.0
    for kept in product([False, True], repeat=len(texts)):
        found = [word for text, keep in zip(texts, kept, strict=True) if keep for word in words(text)]
        best = max(best, word_score(found, truth).f1)
    assert best_choice(texts, truth).score.f1 == best
