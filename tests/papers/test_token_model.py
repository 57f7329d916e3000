"""The tokens of a page as a classifier sees them, and what it makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

from html_soup import soup
from tamis.core.parse.tokens import read_tokens
from tamis.papers.token_model import (
    CLASSES,
    EDGE,
    OTHER_END,
    OTHER_START,
    STEP,
    TAGS,
    TokenModel,
    _shape,
    packaged_model,
    read_model,
    read_stream,
)

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_PACKAGED = 200_000  # bytes


def test_words_and_tags_stand_in_their_order() -> None:
    stream = read_stream(read_tokens("<p>Low tide<b>now</b></p>"))
    assert stream.texts.tolist() == [-1, 1, 1, -1, 2, -1, -1]
    assert [stream.vocabulary[word] if word >= 0 else None for word in stream.words.tolist()] == [
        None, "low", "tide", None, "now", None, None,
    ]  # fmt: skip
    assert stream.classes[[0, 3, 5, 6]].tolist() == [TAGS["<p"], TAGS["<b"], TAGS["</b"], TAGS["</p"]]


def test_a_token_knows_the_tag_that_it_stands_in() -> None:
    stream = read_stream(read_tokens("out<div><br>in<b>bold</b>in</div>out</p>out<x-y>in"))
    div, bold = TAGS["<div"], TAGS["<b"]
    words = stream.parents[stream.texts >= 0].tolist()
    assert words == [EDGE, div, bold, div, EDGE, EDGE, OTHER_START]


def test_an_end_tag_closes_what_was_left_open_in_it() -> None:
    stream = read_stream(read_tokens("<div><ul><li>a<li>b</ul>c</div>d"))
    assert stream.parents[stream.texts >= 0].tolist() == [TAGS["<li"], TAGS["<li"], TAGS["<div"], EDGE]


def test_tags_without_a_class_of_their_own_share_one() -> None:
    assert read_stream(read_tokens("<x-y></x-y>")).classes.tolist() == [OTHER_START, OTHER_END]


def test_comments_and_scripts_are_no_tokens() -> None:
    assert len(read_stream(read_tokens("<!-- a b --><script>c d</script><style>e</style>")).classes) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tide", "ebb"),
        ("Tide", "Ebb"),
        ("TIDE", "EBB"),
        ("7", "1999"),
        ("tide.", 'ebb."'),
        ("tide,", "ebb:"),
        ("–", "|"),
    ],
)
def test_words_of_one_shape_are_of_one_class(one: str, other: str) -> None:
    assert _shape(one) == _shape(other)


def test_words_of_other_shapes_are_of_other_classes() -> None:
    shapes = [_shape(word) for word in ("tide", "Tide", "TIDE", "7", "tide.", "tide,", "Tide.", "潮", "|")]
    assert len(set(shapes)) == len(shapes)


def test_text_without_spaces_weighs_as_many_words() -> None:
    stream = read_stream(read_tokens("<p>潮水漫过了码头</p><p>tide</p>"))
    assert stream.weights.tolist() == [1, 7, 1, 1, 1, 1]


@given(soup())
def test_every_class_fits_into_a_byte(html: str) -> None:
    stream = read_stream(read_tokens(html))
    assert ((stream.classes > EDGE) & (stream.classes < CLASSES)).all()
    assert len(stream.classes) == len(stream.parents) == len(stream.texts) == len(stream.words) == len(stream.weights)
    assert len(stream.triples()) == len(stream.classes)


def model() -> TokenModel:
    """In which paragraphs, the word tide, and a word between two tags of paragraphs speak for an article."""
    parents = np.zeros(CLASSES)
    parents[TAGS["<p"]] = 2
    triple = (TAGS["<p"] << 16) | (_shape("tide") << 8) | TAGS["</p"]
    return TokenModel(-1.0, np.array([triple]), np.array([1.5]), parents, {"tide": 0.5, "menu": -3.0})


def test_what_speaks_for_a_token_is_added_up() -> None:
    stream = read_stream(read_tokens("<p>Tide</p>ebb<p>tide</p>menu"))
    found = model().probabilities(stream)
    odds = [-1, -1 + 2 + 0.5, -1 + 2, -1, -1, -1 + 2 + 0.5 + 1.5, -1 + 2, -1 - 3]
    assert np.allclose(found, [1 / (1 + np.exp(-one)) for one in odds])


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    size = model().write(tmp_path / "model.npz")
    data = (tmp_path / "model.npz").read_bytes()
    again = read_model(data)
    assert size == len(data)
    assert again.prior == -1
    assert again.triples.tolist() == model().triples.tolist()
    assert again.triple_weights.tolist() == [1.5]
    assert again.parent_weights.tolist() == model().parent_weights.tolist()
    assert again.word_weights == {"tide": 0.5, "menu": -3.0}


def test_weights_are_kept_in_steps(tmp_path: Path) -> None:
    TokenModel(0.0, np.array([1]), np.array([0.7 * STEP]), np.full(CLASSES, 99.0), {}).write(tmp_path / "model.npz")
    again = read_model((tmp_path / "model.npz").read_bytes())
    assert again.triple_weights.tolist() == [STEP]
    assert set(again.parent_weights.tolist()) == {127 * STEP}
    assert again.word_weights == {}


def test_the_packaged_model_is_small_and_says_what_one_expects(tmp_path: Path) -> None:
    assert packaged_model().write(tmp_path / "model.npz") <= LARGEST_PACKAGED
    weights = packaged_model().parent_weights
    assert weights[TAGS["<p"]] > 0 > weights[TAGS["<a"]]
    assert packaged_model().word_weights["cookies"] < 0 < packaged_model().word_weights["although"]
