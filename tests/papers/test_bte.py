"""The stretch of the page with the most words inside and the most tags outside."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies.labelling import kept, reason, words
from tamis.core.parse.tokens import read_tokens
from tamis.errors import BadSettings
from tamis.papers.bte import BodyText

MENU = "<ul>" + "<li><a href=/>Menu</a></li>" * 10 + "</ul>"


def test_the_body_is_one_stretch_from_the_first_long_text_to_the_last() -> None:
    page = f"{MENU}<p>{words(30)}</p><p>Short.</p><p>{words(20, 'ebb')}</p>{MENU}"
    assert kept(BodyText(), page) == [words(30), "Short.", words(20, "ebb")]


def test_what_costs_more_tags_than_it_has_words_stays_out() -> None:
    page = f"<p>{words(30)}</p>" + "<p></p>" * 5 + "{}"
    assert kept(BodyText(), page.format(f"<p>{words(11, 'ebb')}</p>")) == [words(30)]
    assert kept(BodyText(), page.format(f"<p>{words(13, 'ebb')}</p>")) == [words(30), words(13, "ebb")]


def test_tags_can_weigh_more_than_words() -> None:
    page = f"<p>{words(40)}</p>{MENU}<p>{words(45, 'ebb')}</p>"
    assert words(40) in kept(BodyText(), page)
    assert kept(BodyText(tag_weight=2), page) == [words(45, "ebb")]


def test_scripts_and_comments_are_neither_words_nor_tags() -> None:
    between = "<script>" + "a < b; " * 99 + "</script><!-- " + "<p>" * 99 + " -->"
    assert kept(BodyText(), f"<p>{words(9)}</p>{between}<p>{words(9, 'ebb')}</p>") == [words(9), words(9, "ebb")]


def test_a_reason_has_the_counts_of_the_body() -> None:
    page = f"{MENU}<p>{words(30)} <b>{words(5)}</b></p>{MENU}"
    assert "35 words, 1 tags" in reason(BodyText(), page, words(35))
    assert reason(BodyText(), page, "Menu") == "before or after the stretch of words that is the body"


@given(st.lists(st.sampled_from(["tide ", "<p>", "</p>", "<!-- x -->", "<br>"]), max_size=30).map("".join))
def test_the_objective_of_the_paper_is_at_its_greatest(html: str) -> None:
    """Words from i to j and tags before and after, for all i and j, as the paper searches."""
    tokens = read_tokens(html)
    first, last = BodyText()._body(tokens)
    row: list[int] = []
    ends = []
    for at, count in enumerate(tokens.words.tolist()):
        ends.append(len(row))
        row += [0] * count
        row += [1] if at < len(tokens.tags) and tokens.is_tag[at] else []
    found = slice(ends[first], ends[last - 1] + int(tokens.words[last - 1])) if last > first else slice(0, 0)

    def objective(part: slice) -> int:
        inside = row[part]
        return inside.count(0) + row.count(1) - inside.count(1)

    everything = (slice(i, j) for i in range(len(row) + 1) for j in range(i, len(row) + 1))
    assert objective(found) == max(map(objective, everything))


def test_a_weight_of_nothing_is_refused() -> None:
    with pytest.raises(BadSettings, match="tag_weight"):
        BodyText(tag_weight=0)
