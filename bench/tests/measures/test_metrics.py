from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis_bench import metrics
from tamis_bench.metrics import Score

word_lists = st.lists(st.sampled_from("abcde"), max_size=12)


def brute_force_overlap(found: list[str], truth: list[str]) -> int:
    rest = list(truth)
    overlap = 0
    for word in found:
        if word in rest:
            rest.remove(word)
            overlap += 1
    return overlap


def brute_force_edits(found: list[str], truth: list[str]) -> tuple[int, int]:
    """Edits and length of the shortest alignment by insertions and deletions."""

    @cache
    def align(i: int, j: int) -> tuple[int, int]:
        if i == len(found) or j == len(truth):
            rest = len(found) - i + len(truth) - j
            return rest, rest
        ways = [align(i + 1, j), align(i, j + 1)]
        edits, length = min(ways)
        best = (edits + 1, length + 1)
        if found[i] == truth[j]:
            edits, length = align(i + 1, j + 1)
            best = min(best, (edits, length + 1))
        return best

    return align(0, 0)


@given(word_lists, word_lists)
def test_word_score_equals_brute_force(found: list[str], truth: list[str]) -> None:
    score = metrics.word_score(found, truth)
    overlap = brute_force_overlap(found, truth)
    if not truth:
        assert score.f1 == float(not found)
        return
    assert score.recall == overlap / len(truth)
    assert score.precision == (overlap / len(found) if found else 0)
    both = score.precision + score.recall
    assert score.f1 == pytest.approx(2 * score.precision * score.recall / both if both else 0)


@given(word_lists, word_lists)
def test_set_score_is_the_word_score_of_different_words(found: list[str], truth: list[str]) -> None:
    expected = metrics.word_score(sorted(set(found)), sorted(set(truth)))
    assert metrics.word_set_score(found, truth) == expected


@given(word_lists, word_lists)
def test_cleaneval_score_equals_brute_force(found: list[str], truth: list[str]) -> None:
    edits, length = brute_force_edits(found, truth)
    expected = 1 - edits / length if length else 1
    assert metrics.cleaneval_score(found, truth) == pytest.approx(expected)


def test_cleaneval_score_takes_long_pages() -> None:
    found = [str(number * 7 % 1009) for number in range(10_000)]
    truth = [str(number * 11 % 1013) for number in range(10_000)]
    assert 0 < metrics.cleaneval_score(found, truth) < 1
    assert metrics.cleaneval_score(found, found) == 1


def test_words_are_as_wcxb_counts_them() -> None:
    assert metrics.words("It's Ünïcode_42, 我們 走") == ["it", "s", "ünïcode_42", "我們", "走"]


def test_east_asian_characters_may_count_as_words() -> None:
    assert metrics.words_and_characters("Go 我們 カナ 한국 a1") == ["go", *"我們カナ한국", "a1"]


@given(st.text(max_size=40))
def test_both_ways_of_counting_have_the_same_characters(text: str) -> None:
    assert "".join(metrics.words(text)) == "".join(metrics.words_and_characters(text))


def test_accuracy_and_noise_go_by_text_size() -> None:
    # A = 9 characters, X = 8, Y = 5.
    share = metrics.accuracy_and_noise(["river", "fly"], ["river", "bank"])
    assert share.accuracy == pytest.approx(5 / 9)
    assert share.noise == pytest.approx(1 - 5 / 8)


def test_accuracy_and_noise_of_nothing() -> None:
    assert metrics.accuracy_and_noise([], []) == (1.0, 0.0)
    assert metrics.accuracy_and_noise([], ["a"]) == (0.0, 0.0)
    assert metrics.accuracy_and_noise(["a"], []) == (0.0, 1.0)


def test_empty_truth_scores_one_only_if_nothing_was_found() -> None:
    assert metrics.word_score([], []) == Score(1, 1, 1)
    assert metrics.word_score(["a"], []) == Score(0, 0, 0)


def test_snippets_are_found_whatever_the_case_white_space_and_punctuation() -> None:
    assert metrics.snippet_share("The  Old\nMill stands — here", ["old mill", "“Stands” here", "new"]) == 2 / 3
    assert metrics.snippet_share("我們走了", ["們走"]) == 1


def test_a_snippet_is_not_found_inside_a_word() -> None:
    assert metrics.snippet_share("Homestead", ["home"]) == 0


def test_no_snippets_have_no_share() -> None:
    assert metrics.snippet_share("anything", []) is None
    assert metrics.snippet_share("anything", ["→"]) is None


def test_the_mean_leaves_out_what_is_unknown() -> None:
    assert metrics.mean([1.0, None, 0.0]) == 0.5
    assert metrics.mean([None]) is None


def test_shingles_are_runs_of_four_words() -> None:
    score = metrics.shingle_score("a b c d e", "a b c d x")
    assert score == (0.5, 0.5)


def test_shingles_look_at_the_case() -> None:
    assert metrics.shingle_score("A b c d", "a b c d") == (0.0, 0.0)


def test_a_text_of_fewer_words_is_one_shingle() -> None:
    assert metrics.shingle_score("a b", "a b") == (1.0, 1.0)
    assert metrics.shingle_score("a b", "a") == (0.0, 0.0)


def test_a_page_without_a_text_or_a_truth_does_not_count() -> None:
    scores = [metrics.shingle_score("", "a b c d"), metrics.shingle_score("a b c d", "a b c d")]
    assert scores[0] == (None, 0.0)
    assert metrics.shingle_score("a", "") == (0.0, None)
    precision, recall, f1 = metrics.mean_shingles(scores)
    assert (precision, recall) == (1.0, 0.5)
    assert f1 == pytest.approx(2 / 3)


def test_the_mean_of_no_shingles_is_none() -> None:
    assert metrics.mean_shingles([]) == (None, None, None)


def test_cleanevals_score_of_ten_thousand_words_is_exact() -> None:
    truth = [f"w{number % 997}" for number in range(10_000)]
    found = truth[:4_000] + ["menu"] * 2_000 + truth[4_000:]
    assert metrics.cleaneval_score(found, truth) == pytest.approx(10_000 / 12_000)


def test_comment_lines_in_the_text_are_counted_but_not_those_of_the_truth_or_of_few_words() -> None:
    comments = "What a fine mill that is.\nAda, May 2\nIt stood there for ages, they say.\nThe mill is old and white."
    text = "The mill is old and white.\nAda, May 2\nWhat a fine mill that is!"
    assert metrics.comment_lines(text, comments, "The mill is old and white.") == (2, 1)
    assert metrics.comment_lines(text, None, "The mill is old.") is None
