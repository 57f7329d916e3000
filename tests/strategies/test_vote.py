"""Strategies that vote."""

from __future__ import annotations

from typing import Any

import pytest

from tamis.core.strategies import Strategy, by_name
from tamis.core.strategies.vote import Vote
from tamis.errors import BadSettings

from .labelling import characters, kept, labelled

PAGE = (
    "<nav><ul><li><a href=/a>Home</a></li><li><a href=/b>About</a></li></ul></nav>"
    f"<article><p>{characters(400)}</p><p>{characters(300, 'v')}</p><img src=a.png>"
    f"<p>{characters(200, 'u')}</p></article>"
    f"<footer><p>{characters(60, 'f')}</p></footer>"
)


def choices(*names: str) -> list[tuple[bool, ...]]:
    """Return the part of the page's text that each strategy keeps."""
    ballots = [is_kept(by_name(name)) for name in names]
    return list(zip(*ballots, strict=True))


def is_kept(strategy: Strategy) -> list[bool]:
    document, labels = labelled(strategy, PAGE)
    return [keep for keep, text in zip(labels.kept, document.texts, strict=True) if text]


@pytest.mark.parametrize(
    ("names", "votes", "needed"),
    [
        (("cuter", "all", "fe"), 0, 2),
        (("cuter", "all", "fe"), 3, 3),
        (("cuter", "lqf", "fe"), 1, 1),
        (("lqf", "fe"), 0, 2),
    ],
)
def test_a_block_is_kept_with_enough_votes(names: tuple[str, ...], votes: int, needed: int) -> None:
    expected = [sum(choice) >= needed for choice in choices(*names)]
    assert is_kept(Vote(names, votes)) == expected
    assert len(set(expected)) == 2  # the page has some of both


def test_strategies_that_disagree_are_told_apart() -> None:
    assert len({tuple(column) for column in zip(*choices("cuter", "all", "fe"), strict=True)}) == 3


def test_all_votes_of_two_are_what_both_keep() -> None:
    both = set(kept(Vote(("all", "lqf"), 2), PAGE))
    assert both == set(kept(by_name("all"), PAGE)) & set(kept(by_name("lqf"), PAGE))


def test_the_score_is_the_share_of_votes_and_the_reason_names_them() -> None:
    document, labels = labelled(Vote(("cuter", "all", "fe")), PAGE)
    at = list(document.texts).index(characters(300, "v"))
    assert labels.scores[at] == 2 / 3
    assert labels.reasons[at].startswith("kept by 2 of 3; cuter: in the article's text nodes")
    home = list(document.texts).index("Home")
    assert labels.reasons[home].startswith("kept by 1 of 3; cuter: 100% of the text of its node is links")


def test_pictures_come_with_the_text_that_the_vote_keeps() -> None:
    assert "a.png" in kept(Vote(("cuter", "lqf", "fe")), PAGE)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"names": ()}, "names must be a list of different strategies"),
        ({"names": 1}, "names must be a list of texts"),
        ({"names": ("cuter", "cuter")}, "names must be a list of different strategies"),
        ({"names": ("cuter", "vote")}, "a vote has no vote itself"),
        ({"names": ("cuter", "cutter")}, "there is no strategy 'cutter'"),
        ({"votes": 4}, "votes must be from 1 to 3, or 0 for most of them"),
        ({"votes": -1}, "votes must be at least 0"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        Vote(**parameters)
