"""Signatures of texts: alike for texts that are, and equal only for the same text."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tamis.text.near_duplicates import (
    BANDS,
    MAX_CHARACTERS,
    SAME_STORY,
    SAME_TEXT,
    SIZE,
    bands,
    resemblance,
    shingles,
    signature,
    signature_of,
    similarity,
)


def prose(seed: int, words: int = 500) -> list[str]:
    chance = random.Random(seed)
    return [f"w{chance.randrange(5_000)}" for _ in range(words)]


def edited(words: list[str], share: float, seed: int = 0) -> list[str]:
    chance = random.Random(seed)
    return [f"x{chance.randrange(5_000)}" if chance.random() < share else word for word in words]


def made(words: list[str]) -> bytes:
    found = signature(shingles(words))
    assert found is not None
    return found


@pytest.mark.parametrize("share", [0.0, 0.01, 0.05, 0.1, 0.3])
def test_the_estimate_is_near_the_resemblance(share: float) -> None:
    errors = []
    for seed in range(40):
        left, right = prose(seed), edited(prose(seed), share, seed)
        errors.append(similarity(made(left), made(right)) - resemblance(shingles(left), shingles(right)))
    assert abs(np.mean(errors)) < 0.02
    assert np.std(errors) < 0.06


def test_texts_on_other_subjects_share_nothing() -> None:
    assert similarity(made(prose(1)), made(prose(2))) < 0.05


def test_levels_tell_a_copy_from_an_edited_story_from_another_story() -> None:
    story = prose(1)
    assert similarity(made(story), made([*story, "7", "readers"])) >= SAME_TEXT
    assert SAME_STORY <= similarity(made(story), made(edited(story, 0.1))) < SAME_TEXT


def test_signatures_are_equal_only_if_all_shingles_are() -> None:
    """The smallest values of a long text hardly change with one word; the sum does."""
    story = prose(1, 20_000)
    changed = [*story[:-1], "another"]
    assert similarity(made(story), made(changed)) > 0.99
    assert made(story) != made(changed)
    assert made(story) == made(list(story))


def test_near_duplicates_share_a_band_and_others_do_not() -> None:
    story = prose(1)
    assert set(bands(made(story))) & set(bands(made(edited(story, 0.05))))
    assert not set(bands(made(story))) & set(bands(made(prose(2))))
    assert bands(made(story), 4) == bands(made(story))[:4]
    assert all(-(2**63) <= band < 2**63 for band in bands(made(story)))


def test_bands_meet_as_often_as_the_resemblance_says() -> None:
    """The share of bands of three values in common is about the cube of the resemblance."""
    expected = met = 0.0
    for seed in range(40):
        left, right = prose(seed), edited(prose(seed), 0.06, seed)
        expected += resemblance(shingles(left), shingles(right)) ** 3 * BANDS
        met += len(set(bands(made(left))) & set(bands(made(right))))
    assert met == pytest.approx(expected, rel=0.15)


def test_short_texts_have_no_signature_unless_wanted() -> None:
    text = "No service today, because of the storm that began last night and will last until noon, says the office."
    assert signature_of(text) is None
    assert bands(None) == []
    assert len(signature_of(text, 15) or b"") == 4 * SIZE


def test_only_the_beginning_of_a_very_long_text_counts() -> None:
    text = "tide " * (MAX_CHARACTERS // 5)
    assert signature_of(text) == signature_of(f"{text} and ebb")


def test_any_text_can_be_signed() -> None:
    assert signature_of("\ud800 tide" * 40) is not None
