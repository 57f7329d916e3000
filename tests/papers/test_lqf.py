"""The link quota of elements, on pages small enough to reckon by hand."""

from __future__ import annotations

import pytest

from strategies.labelling import characters, kept, labelled, reason
from tamis.errors import BadSettings
from tamis.model import Role
from tamis.papers.lqf import LinkQuota

STORY = f"<article><p>{characters(400)}</p></article>"


def link(size: int) -> str:
    return f"<a href=/x>{characters(size, 'l')}</a>"


def test_an_element_goes_over_the_quota_and_stays_at_it() -> None:
    at = f"<section>{link(25)}<b> {characters(74, 'v')}</b></section>"
    over = f"<section>{link(26)}<b> {characters(73, 'u')}</b></section>"
    texts = kept(LinkQuota(), STORY + at + over)
    assert [text[-1] for text in texts] == ["w", "v"]


def test_what_stands_in_an_element_of_links_goes_with_it() -> None:
    menu = f"<div><p>{characters(20, 'm')}</p><ul><li>{link(30)}</li><li>{link(30)}</li></ul></div>"
    document, labels = labelled(LinkQuota(), STORY + menu)
    assert list(labels.kept) == [True, False, False, False]
    assert labels.roles[1] is Role.NAVIGATION
    assert reason(LinkQuota(), STORY + menu, characters(20, "m")) == "75% of the text of its element is links"
    assert len(document) == 4


def test_the_quota_is_taken_at_every_level() -> None:
    """A list of links inside the element of the story."""
    page = f"<article><p>{characters(400)}</p><ul><li>{link(40)}</li></ul><p>{characters(300, 'v')}</p></article>"
    assert kept(LinkQuota(), page) == [characters(400), characters(300, "v")]


def test_what_holds_most_of_the_unlinked_text_never_goes() -> None:
    menus = f"<ul><li>{link(300)}</li><li>{link(300)}</li></ul>"
    page = f"<div>{menus}<p>{characters(400)}</p></div>"
    assert kept(LinkQuota(), page) == [characters(400)]
    assert kept(LinkQuota(spared=1.0), page) == []


def test_a_paragraph_that_is_mostly_a_link_goes_alone() -> None:
    page = f"<article><p>{characters(400)}</p><p>Read also: {link(60)}</p></article>"
    assert kept(LinkQuota(), page) == [characters(400)]


def test_a_score_is_the_share_of_text_that_is_not_linked() -> None:
    _, labels = labelled(LinkQuota(), f"<p>{characters(75)}{link(25)}</p>")
    assert list(labels.scores) == [0.75]


@pytest.mark.parametrize(("field", "value"), [("quota", -0.1), ("quota", 1.1), ("spared", 2.0)])
def test_shares_are_from_0_to_1(field: str, value: float) -> None:
    with pytest.raises(BadSettings, match=f"{field} must be from 0 to 1"):
        LinkQuota(**{field: value})
