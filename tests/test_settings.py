from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tamis import Limits, Settings
from tamis.errors import BadSettings
from tamis.papers.cuter import Cuter


def test_the_defaults_are_those_of_the_docs() -> None:
    assert Settings() == Settings("learned", True, 25, Limits(10_000_000), True)


def test_settings_can_be_compared_hashed_and_replaced() -> None:
    other = dataclasses.replace(Settings(), images=False)
    assert len({Settings(), Settings(), other}) == 2


@pytest.mark.parametrize("words", [-1, -100])
def test_a_negative_number_of_words_is_refused(words: int) -> None:
    with pytest.raises(BadSettings, match="min_words must be at least 0"):
        Settings(min_words=words)


@pytest.mark.parametrize("characters", [0, -1])
def test_a_limit_below_one_is_refused(characters: int) -> None:
    with pytest.raises(BadSettings, match="max_characters must be at least 1"):
        Limits(max_characters=characters)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"strategy": "cutter"}, r"no strategy 'cutter'; did you mean 'cuter'\? Choose from adsc, all,"),
        ({"strategy": "cuter:al=3"}, "al must be from 0 to 1, not 3"),
        ({"strategy": 7}, "strategy must be text, not 7"),
        ({"strategy": Cuter}, "strategy must be a name or a strategy object"),
        ({"images": "no"}, "images must be true or false, not 'no'"),
        ({"min_words": 2.5}, "min_words must be a whole number, not 2.5"),
        ({"limits": 100}, "limits must be a Limits, not 100"),
    ],
)
def test_what_does_not_fit_is_refused_at_once(values: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        Settings(**values)


def test_every_setting_is_a_plain_value_or_a_tree_of_them() -> None:
    def leaves(settings: object) -> list[object]:
        if not dataclasses.is_dataclass(settings):
            return [settings]
        values = [getattr(settings, field.name) for field in dataclasses.fields(settings)]
        return [leaf for value in values for leaf in leaves(value)]

    assert Settings().rules == ()  # what only Python code and files of rules can give
    assert {type(leaf) for leaf in leaves(Settings()) if leaf != ()} <= {str, bool, int, float, type(None)}
