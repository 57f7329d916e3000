"""The source as lines with characters and tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from html_soup import soup
from tamis.core.parse.lines import broken_lines, source_lines
from tamis.core.parse.tokens import read_tokens

if TYPE_CHECKING:
    from tamis.core.parse.tokens import Tokens

# The paper's example 1, with text of the same lengths.
EXAMPLE = f"""<div id="topnav">
<div id="storyPageContent2">
<div id="author">James Smith</div>
{"w" * 37}
{"w" * 20}<br><br>{"w" * 21}
</div></div>
"""


def test_the_example_of_the_paper_comes_out_right() -> None:
    lines = source_lines(read_tokens(EXAMPLE))
    assert lines.characters.tolist() == [0, 0, 11, 37, 41, 0]
    assert lines.tags.tolist() == [1, 1, 2, 0, 2, 2]


def test_lines_without_text_or_tags_are_left_out() -> None:
    lines = source_lines(read_tokens("<p>\n\n  \n<!-- note\n -->\n<script>\nx\n</script>\na\n\n</p>\n"))
    assert (lines.characters.tolist(), lines.tags.tolist()) == ([0, 1, 0], [1, 0, 1])


def test_a_tag_on_several_lines_counts_where_it_begins_and_is_no_text() -> None:
    lines = source_lines(read_tokens("one<a\n  href=x\n  title='a long title'>two</a>\n"))
    assert (lines.characters.tolist(), lines.tags.tolist()) == ([3, 3], [1, 1])


def test_indentation_does_not_count() -> None:
    assert source_lines(read_tokens("<p>\n        deep\n</p>")).characters.tolist() == [0, 4, 0]


def test_a_page_is_broken_every_so_many_characters() -> None:
    lines = broken_lines(read_tokens("w" * 130), 65)
    assert (lines.characters.tolist(), lines.tags.tolist()) == ([65, 65], [0, 0])


def test_no_tag_is_broken() -> None:
    tag = f"<a href={'x' * 50}>"
    lines = broken_lines(read_tokens(f"{'w' * 60}{tag}{'v' * 70}"), 65)
    assert (lines.characters.tolist(), lines.tags.tolist()) == ([60, 65, 5], [1, 0, 0])


def test_scripts_and_comments_take_no_room_on_broken_lines() -> None:
    lines = broken_lines(read_tokens(f"{'w' * 40}<script>{'x' * 200}</script><!-- {'x' * 80} -->{'w' * 25}<p>w"), 65)
    assert (lines.characters.tolist(), lines.tags.tolist()) == ([65, 1], [0, 1])


def by_hand(tokens: Tokens, width: int) -> list[tuple[int, int]]:
    """Characters and tags of broken lines, one piece after the other."""
    lines = [[0, 0]]
    room = width
    for at in range(len(tokens.texts)):
        part = slice(at, at + 1)
        count = int(tokens.counted(np.array([at]), tokens.text_starts[part], tokens.text_ends[part])[0])
        for _ in range(count):
            if room <= 0:
                lines.append([0, 0])
                room = width
            lines[-1][0] += 1
            room -= 1
        if at < len(tokens.tags) and tokens.is_tag[at]:
            if room <= 0:
                lines.append([0, 0])
                room = width
            lines[-1][1] += 1
            room -= len(tokens.tags[at])
    return [(characters, tags) for characters, tags in lines if characters or tags]


@given(soup(), st.integers(1, 30))
def test_broken_lines_are_those_reckoned_by_hand(html: str, width: int) -> None:
    tokens = read_tokens(html)
    lines = broken_lines(tokens, width)
    assert list(zip(lines.characters.tolist(), lines.tags.tolist(), strict=True)) == by_hand(tokens, width)


@given(soup(), st.integers(1, 30))
def test_every_character_and_every_tag_is_on_a_line(html: str, width: int) -> None:
    tokens = read_tokens(html)
    for lines in (source_lines(tokens), broken_lines(tokens, width)):
        assert lines.tags.sum() == tokens.is_tag.sum()
        assert lines.characters.sum() == lines.run_sizes.sum() >= tokens.sizes.sum()
        ones = lines.text_sums((lines.characters >= 0).astype(float), len(tokens.texts))
        assert ones.sum() == lines.characters.sum()


@given(soup())
def test_text_stands_on_the_lines_of_the_source(html: str) -> None:
    tokens = read_tokens(html)
    source = html.replace("\r\n", "\n").replace("\r", "\n")
    assert len(source_lines(tokens)) <= source.count("\n") + 1
