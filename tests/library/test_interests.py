"""A interests of what was read, and articles ranked by it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadSettings
from tamis.library import Interests, InterestSettings, Library, rank
from tamis.library.prepared import term_counts
from tamis.text.tokenizing import tokens

from .stories import NOW, prose, story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.model import Article

SUBJECTS = {
    "glacier": "The glacier lost ice again this summer. Glacier ice is thin, and the moraine grows. Ice, moraine.",
    "harbour": "The harbour tunnel opened. Ferries left the harbour early, and the tunnel was full. Tunnel, ferries.",
    "tea": "凌晨采茶，春茶很香。春茶在山上，采茶人很早。",
}


def article(subject: str, number: int = 0, site: str = "quay.example", days: int = 0) -> Article:
    language = "zh" if subject == "tea" else "en"
    text = f"{SUBJECTS[subject]} {prose(number, 20)}"
    published = (NOW - timedelta(days=days)).date()
    url = f"https://{site}/{subject}/{number}"
    return story(text, title=subject.title(), url=url, language=language, published=published)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        for number, subject in enumerate([*SUBJECTS] * 3):
            opened.add(article(subject, number), now=NOW)
        yield opened


def test_what_was_read_comes_first_and_says_why(library: Library) -> None:
    library.mark_read(1, now=NOW)
    ranked = rank(
        [article(subject, 20) for subject in ("tea", "harbour", "glacier")], library.interests(now=NOW), now=NOW
    )
    assert ranked[0].item.title == "Glacier"
    assert {reason.term for reason in ranked[0].terms} >= {"glacier", "ice", "moraine"}
    assert ranked[0].interest > 0.5
    assert ranked[0].why.startswith("about glacier")
    assert "you read quay.example" in ranked[0].why
    assert ranked[0].score == pytest.approx(ranked[0].interest + 0.3 * ranked[0].recency + 0.2 * ranked[0].source)


def test_pairs_of_characters_are_terms(library: Library) -> None:
    library.star(3, now=NOW)
    assert {"春茶", "采茶"} <= set(library.interests(now=NOW).terms)
    assert library.recommend(now=NOW)[0].item.language == "zh"


def test_interest_fades_and_a_star_counts_more(library: Library) -> None:
    library.mark_read(1, now=NOW - timedelta(days=90))
    library.mark_read(2, now=NOW)
    assert next(iter(library.interests(now=NOW).terms)) in ("harbour", "tunnel")
    library.star(1, now=NOW)
    assert next(iter(library.interests(now=NOW).terms)) in ("glacier", "ice")


def test_newer_articles_and_sites_that_are_read_come_first(library: Library) -> None:
    library.mark_read(1, now=NOW)
    interests = library.interests(now=NOW)
    candidates = [article("tea", 1, "other.example", days=30), article("tea", 2, "other.example"), article("tea", 3)]
    ranked = rank(candidates, interests, now=NOW)
    assert [one.item for one in ranked] == [candidates[2], candidates[1], candidates[0]]


def test_without_marks_the_newest_come_first(library: Library) -> None:
    interests = library.interests(now=NOW)
    assert (interests.articles, dict(interests.terms)) == (0, {})
    ranked = rank([article("tea", 1, days=9), article("harbour", 2)], interests, now=NOW)
    assert ranked[0].item.title == "Harbour"
    assert rank([article("tea", 1, days=99)], Interests(), now=NOW)[0].why == "nothing in common with what you read"


def test_read_articles_are_not_recommended(library: Library) -> None:
    library.mark_read(1, now=NOW)
    assert 1 not in [one.item.id for one in library.recommend(now=NOW)]


def test_the_same_marks_give_the_same_ranking(library: Library) -> None:
    for number in (1, 2, 5):
        library.mark_read(number, now=NOW)
    found = [library.interests(now=NOW) for _ in range(2)]
    assert list(found[0].terms.items()) == list(found[1].terms.items())
    assert library.recommend(found[0], now=NOW) == library.recommend(found[1], now=NOW)


def test_stop_words_and_numbers_are_no_terms() -> None:
    counts = term_counts("The 1926 Tunnel", tokens("Das ist der Tunnel und die 1926 Fähre"), "de")
    assert counts == {"tunnel": 4, "the": 3, "fahre": 1}


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(BadSettings):
        InterestSettings(half_life=0)
