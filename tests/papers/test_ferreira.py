"""The tree of word counts."""

from __future__ import annotations

import pytest

from strategies.labelling import kept, reason, words
from tamis.errors import BadSettings
from tamis.papers.ferreira import Ferreira

TEN = Ferreira()


def test_a_tag_needs_ten_words() -> None:
    assert kept(TEN, f"<p>{words(10)}</p><p>{words(9)}</p>") == [words(10)]
    assert reason(TEN, f"<p>{words(9)}</p>", words(9)) == "9 of its 9 words are in tags with fewer than 10 words"


def test_the_number_of_words_can_be_set() -> None:
    assert kept(Ferreira(min_words=3), f"<h2>{words(3)}</h2><p>{words(2)}</p>") == [words(3)]


def test_the_words_of_a_tag_are_those_directly_in_it() -> None:
    """Nine words beside a link of nine words: eighteen in the paragraph, but too few in each tag."""
    assert kept(TEN, f"<p>{words(9)} <a href=/x>{words(9)}</a></p>") == []


def test_text_of_one_tag_counts_together() -> None:
    assert kept(TEN, f"<div>{words(6)}<p>{words(2)}</p>{words(6)}</div>") == [words(6), words(6)]


def test_tags_that_only_style_or_group_have_no_part() -> None:
    assert kept(TEN, f"<div><p><span>{words(12)}</span></p></div>") == [words(12)]


@pytest.mark.parametrize(("own", "stay"), [(19, False), (20, False), (21, True)])
def test_children_with_as_many_words_as_their_parent_are_deleted(own: int, stay: bool) -> None:
    children = [words(10, "ebb"), words(10, "flow")]
    page = f"<div>{words(own)}<p>{children[0]}</p><p>{children[1]}</p></div>"
    assert kept(TEN, page) == [words(own), *(children if stay else [])]


def test_a_child_that_is_deleted_takes_its_own_along() -> None:
    inner = f"<blockquote>{words(40, 'b')}<p>{words(10, 'c')}</p></blockquote>"
    page = f"<div>{words(20, 'a')}{inner}</div>"
    assert kept(TEN, page) == [words(20, "a")]
    assert "outweigh what is around them" in reason(TEN, page, words(10, "c"))


def test_a_long_link_in_a_short_paragraph_goes() -> None:
    page = f"<p>{words(11)} <a href=/x>{words(12, 'link')}</a></p>"
    assert kept(TEN, page) == []
    assert len(kept(TEN, f"<p>{words(13)} <a href=/x>{words(12, 'link')}</a></p>")) == 1


def test_a_block_goes_with_most_of_its_words() -> None:
    """Twelve words stay, thirteen stand in tags that are too small."""
    small = " ".join(f"<i>{words(1, 'x')}</i>" for _ in range(13))
    assert kept(TEN, f"<p>{words(12)} {small}</p>") == []
    assert len(kept(TEN, f"<p>{words(13)} {small}</p>")) == 1


def test_a_row_of_a_table_is_one_tag() -> None:
    row = f"<tr><td>{words(5)}</td><td>{words(6)}</td></tr>"
    assert len(kept(TEN, f"<table><tr><th>a</th><th>b</th></tr>{row}</table>")) == 1


def test_min_words_is_at_least_1() -> None:
    with pytest.raises(BadSettings, match="min_words must be at least 1"):
        Ferreira(min_words=0)


def test_a_text_without_spaces_has_as_many_words_as_characters() -> None:
    story, menu = "隧道五月通车公共汽车先行轮渡停航", "首页新闻"
    assert kept(TEN, f"<p>{story}</p><p>{menu}</p>") == [story]
