from __future__ import annotations

import dataclasses

import pytest

import tamis
from tamis import Limits, Settings
from tamis.errors import BadSettings


def test_the_defaults_are_those_of_the_docs() -> None:
    assert Settings() == Settings("learned", True, 25, Limits(10_000_000), True)


def test_settings_can_be_compared_hashed_and_replaced() -> None:
    other = dataclasses.replace(Settings(), images=False)
    assert len({Settings(), Settings(), other}) == 2


@pytest.mark.parametrize("words", [-1, -100])
def test_a_negative_number_of_words_is_refused(words: int) -> None:
    with pytest.raises(BadSettings, match="min_words must not be negative"):
        Settings(min_words=words)


@pytest.mark.parametrize("characters", [0, -1])
def test_a_limit_below_one_is_refused(characters: int) -> None:
    with pytest.raises(BadSettings, match="max_characters must be at least 1"):
        Limits(max_characters=characters)


def test_an_unknown_strategy_is_told_when_it_is_used() -> None:
    with pytest.raises(BadSettings, match=r"no strategy 'clever'; choose one of .*\bcuter\b"):
        tamis.extract("<p>x", settings=Settings(strategy="clever"))


def test_every_setting_is_a_plain_value_or_a_tree_of_them() -> None:
    def leaves(settings: object) -> list[object]:
        if not dataclasses.is_dataclass(settings):
            return [settings]
        values = [getattr(settings, field.name) for field in dataclasses.fields(settings)]
        return [leaf for value in values for leaf in leaves(value)]

    assert {type(leaf) for leaf in leaves(Settings())} <= {str, bool, int, float}
