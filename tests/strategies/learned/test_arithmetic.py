"""The arithmetic under the learned strategy, each against a plain loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.core.strategies.learned.arrays import around, grouped, since
from tamis.core.strategies.learned.block_table import count
from tamis.core.strategies.learned.cutoff import choose
from tamis.core.strategies.learned.forest import Forest
from tamis.core.strategies.markup_hints import Names, name_tokens, score_names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one", 1),
        ("two words", 2),
        ("Größe und Maß", 3),
        ("\u3053\u308c\u306f\u65e5\u672c\u8a9e\u3067\u3059", 1 + 8 / 1.7),  # Japanese: eight characters
        ("\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22", 1 + 7 / 1.7),  # Thai
        ("\ud55c\uad6d\uc5b4 \ubb38\uc7a5", 2),  # Korean has spaces
    ],
)
def test_words_are_counted_by_spaces_or_by_characters(text: str, words: float) -> None:
    assert count(["x", text]).words[1] == pytest.approx(words)


def test_ends_of_sentences() -> None:
    assert count(["In 2024.", "no", "“quoted?”", "\u0663\u0664"]).ends.tolist() == [1, 0, 1, 0]


@given(st.lists(st.text(min_size=1), min_size=1, max_size=8))
def test_no_text_breaks_the_count(texts: list[str]) -> None:
    letters = count(texts)
    assert letters.characters.tolist() == [len(text) for text in texts]
    assert all(value >= 0 for value in letters.words)


def test_half_a_character_is_counted_too() -> None:
    assert count(["a\ud800b"]).characters.tolist() == [3]


def test_sums_over_what_is_around_a_block() -> None:
    # Node 0 has rows 0 to 3, node 1 rows 1 to 2, node 2 row 2, node 3 none.
    first, last = np.array([0, 1, 2, 3]), np.array([4, 3, 3, 3])
    assert around(np.array([1.0, 10.0, 100.0, 1000.0]), first, last, 4).tolist() == [1, 11, 111, 1]


def test_blocks_since_a_hit() -> None:
    hits = np.array([[False, True, False, False, True], [False, False, False, False, False]])
    assert since(hits, np.arange(5), 3).tolist() == [[3, 0, 1, 2, 0], [3, 3, 3, 3, 3]]


def test_entries_with_the_same_key_are_one_group() -> None:
    keys = np.array([7, 3, 7, 90_000_000_000, 3, 7])
    group, sizes = grouped(keys)
    assert sizes[group].tolist() == [3, 2, 3, 1, 2, 3]
    assert [keys[group == one].tolist() for one in group] == [keys[keys == key].tolist() for key in keys]


def _forest(trees: int, depth: int, features: int, seed: int) -> Forest:
    random = np.random.default_rng(seed)
    shares = random.random((trees, 1 << depth)).astype(np.float32)
    return Forest(
        random.integers(0, features, (trees, depth)).astype(np.int16),
        random.normal(size=(trees, depth)).astype(np.float32),
        random.normal(size=(trees, 1 << depth)).astype(np.float32),
        shares / shares.sum(axis=1, keepdims=True),
        0.25,
    )


def _walked(forest: Forest, column: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
    total = 0.0
    for tree in range(len(forest.features)):
        leaf = 0
        for level, (feature, border) in enumerate(zip(forest.features[tree], forest.borders[tree], strict=True)):
            leaf += int(column[feature] > border) << level
        total += float(forest.leaves[tree, leaf])
    return total


def test_the_forest_adds_up_the_leaves_that_a_walk_down_each_tree_finds() -> None:
    forest = _forest(30, 4, 6, seed=3)
    matrix = np.random.default_rng(4).normal(size=(6, 50)).astype(np.float32)
    expected = [0.25 + _walked(forest, matrix[:, row]) for row in range(50)]
    assert forest.log_odds(matrix) == pytest.approx(expected, abs=1e-5)


def test_a_page_of_many_blocks_is_scored_in_parts_with_the_same_result() -> None:
    forest = _forest(8, 3, 5, seed=7)
    matrix = np.random.default_rng(8).normal(size=(5, 9000)).astype(np.float32)
    assert forest.log_odds(matrix)[8999] == pytest.approx(float(forest.log_odds(matrix[:, 8999:])[0]))


def test_the_credits_of_features_add_up_to_the_score() -> None:
    forest = _forest(20, 4, 6, seed=9)
    matrix = np.random.default_rng(10).normal(size=(6, 12)).astype(np.float32)
    start = 0.25 + float((forest.leaves * forest.shares).sum())
    assert forest.contributions(matrix).sum(axis=0) + start == pytest.approx(forest.log_odds(matrix), abs=1e-4)


def test_the_cut_is_where_the_expected_f1_is_greatest() -> None:
    chances, words = np.array([0.9, 0.05, 0.5, 0.02]), np.array([100.0, 40.0, 60.0, 500.0])
    choice = choose(chances, words)
    best = 0.0
    for threshold in chances:
        kept = chances >= threshold
        hits = float((chances * words)[kept].sum())
        best = max(best, 2 * hits / (float(words[kept].sum()) + float((chances * words).sum())))
    assert choice.expected == pytest.approx(best)
    assert choice.kept.tolist() == [True, False, True, False]


@given(st.lists(st.tuples(st.floats(0.001, 0.999), st.integers(1, 300)), min_size=1, max_size=30))
def test_recall_keeps_what_balance_keeps_and_precision_no_more(blocks: list[tuple[float, int]]) -> None:
    chances, words = np.array([p for p, _ in blocks]), np.array([float(w) for _, w in blocks])
    strict, balance, loose = (choose(chances, words, favor).kept for favor in (0.5, 1.0, 2.0))
    assert not (strict & ~balance).any()
    assert not (balance & ~loose).any()


def test_a_page_without_words_keeps_nothing() -> None:
    assert choose(np.zeros(0), np.zeros(0)).expected == 0
    assert not choose(np.array([0.9]), np.array([0.0])).kept.any()


def test_names_are_known_whole_and_in_parts() -> None:
    assert set(name_tokens("article-body postContent", "mainStory")) == {
        "article", "body", "article-body", "post", "content", "postcontent", "#main", "#story",
    }  # fmt: skip


def test_what_names_say_is_the_mean_of_what_is_known() -> None:
    lexicon = {"article-body": 2.0, "body": 1.0, "foo": -1.0, "#main": 3.0}
    names = Names(
        hints=[0] * 5,
        classes=["", "article-body x", "card-body foo", "zzz"],
        of_nodes=[1, 2, 0, 3, 2],
        ids=[(1, "main"), (3, "z")],
        menus=[],
    )
    assert score_names(names, lexicon).tolist() == [2.0, 1.0, 0.0, 0.0, 0.0]


def test_nothing_is_kept_where_even_the_likeliest_block_is_unlikely() -> None:
    words = np.array([30.0, 5.0, 0.0])
    assert not choose(np.array([0.19, 0.1, 0.9]), words).kept.any()  # the last adds no words
    assert choose(np.array([0.21, 0.1, 0.9]), words).kept.any()
    assert choose(np.array([0.19, 0.1, 0.9]), words, 2.0).kept.any()
