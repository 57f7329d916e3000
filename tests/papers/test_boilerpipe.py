"""The rules of boilerpipe, branch by branch."""

from __future__ import annotations

import pytest

from strategies.labelling import kept, reason, words
from tamis.errors import BadSettings
from tamis.papers.boilerpipe import Boilerpipe

BY_WORDS, BY_DENSITY, ARTICLE = Boilerpipe(method="words"), Boilerpipe(method="density"), Boilerpipe()
LINK = "<p><a href=/>Somewhere else</a></p>"


def p(count: int, word: str = "tide") -> str:
    return f"<p>{words(count, word)}</p>"


# The tree by numbers of words.


@pytest.mark.parametrize(
    ("before", "count", "after", "keep"),
    [
        ("", 17, "", True),
        ("", 16, "", False),
        ("", 16, p(16, "next"), True),
        ("", 16, p(15, "next"), False),
        (p(5, "prev"), 16, "", True),
        (p(4, "prev"), 16, "", False),
        (LINK, 41, "", True),
        (LINK, 40, "", False),
        (LINK, 40, p(18, "next"), True),
        (LINK, 40, p(17, "next"), False),
    ],
)
def test_the_words_of_a_block_and_its_neighbours_decide(before: str, count: int, after: str, keep: bool) -> None:
    assert (words(count) in kept(BY_WORDS, before + p(count) + after)) is keep


def test_a_block_with_a_third_of_links_is_never_content() -> None:
    linked = f"<p>{words(18)} <a href=/>{words(10, 'link')}</a></p>"
    assert kept(BY_WORDS, p(30) + linked) == [words(30)]
    assert kept(BY_DENSITY, p(30) + linked) == [words(30)]


# The tree by text densities: words to a line of 80 characters.


@pytest.mark.parametrize(
    ("before", "count", "after", "keep"),
    [
        ("", 10, p(1, "next"), True),
        ("", 10, "", False),
        ("", 9, p(11, "next"), True),
        ("", 9, p(10, "next"), False),
        (p(5, "prev"), 9, "", True),
        (p(4, "prev"), 9, "", False),
        (LINK, 12, p(12, "next"), True),
        (LINK, 12, p(11, "next"), False),
    ],
)
def test_the_densities_of_a_block_and_its_neighbours_decide(before: str, count: int, after: str, keep: bool) -> None:
    assert (words(count) in kept(BY_DENSITY, before + p(count) + after)) is keep


def test_long_words_make_a_text_less_dense() -> None:
    long = words(40, "Donaudampfschifffahrt")
    assert kept(BY_DENSITY, f"<p>{long}</p>" + p(1)) == []
    assert long in kept(BY_WORDS, f"<p>{long}</p>" + p(1))


# The chain for articles.


def test_the_largest_part_of_the_page_is_kept() -> None:
    page = f"<div>{p(60)}{p(50, 'ebb')}</div>{LINK * 4}<section><div>{p(41, 'other')}</div></section>"
    assert kept(ARTICLE, page) == [words(60), words(50, "ebb")]
    assert words(41, "other") in kept(BY_WORDS, page)
    assert reason(ARTICLE, page, words(41, "other")) == "content, but not joined with the largest part of the page"


def test_another_large_part_on_the_same_level_is_kept_too() -> None:
    menu = f"<div>{LINK * 4}</div>"
    page = f"<div>{p(150)}</div>{menu}<div>{p(100, 'ebb')}</div>{menu}<div>{p(90, 'x')}</div>"
    assert set(kept(ARTICLE, page)) >= {words(150), words(100, "ebb")}
    assert words(90, "x") not in kept(ARTICLE, page)


def test_a_heading_stays_with_the_text_below_it() -> None:
    page = f"<div>{p(60)}<h2>Low water</h2>{p(50, 'ebb')}</div>"
    assert kept(ARTICLE, page) == [words(60), "Low water", words(50, "ebb")]


@pytest.mark.parametrize("end", ["Comments", "12 comments", "Leave a comment:", "Kommentare (3)".partition(" ")[0]])
def test_nothing_is_content_after_the_comments_begin(end: str) -> None:
    page = f"<div>{p(60)}<p>{end}</p>{p(70, 'reader')}</div>"
    assert kept(ARTICLE, page) == [words(60)]
    assert reason(ARTICLE, page, words(70, "reader")) == f"after the end of the article: {end!r}"


def test_an_end_needs_content_before_it() -> None:
    assert words(70, "ebb") in kept(ARTICLE, f"<div>{p(59)}<p>Comments</p>{p(70, 'ebb')}</div>")


def test_a_heading_at_the_end_goes() -> None:
    page = f"<div>{p(60)}<h2>{words(20, 'More')}</h2></div>"
    assert kept(ARTICLE, page) == [words(60)]
    assert reason(ARTICLE, page, words(20, "More")) == "a heading with nothing of the article after it"


def test_a_reason_has_what_was_measured() -> None:
    assert reason(BY_WORDS, p(30) + LINK, "Somewhere else") == "2 words, 100% of it links"


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(BadSettings, match="method must be one of article, words, density"):
        Boilerpipe(method="canola")  # type: ignore[arg-type]
