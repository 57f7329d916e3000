"""Texts that a page has twice: which are copies, and which are meant to be read again."""

from __future__ import annotations

import pytest

from tamis.core.parse import parse
from tamis.core.strategies.learned.copies import find_copies
from tamis.core.strategies.markup_hints import read_names
from tamis.model import Page

REFRAIN = "Oh, the river runs down to the sea again."
LINES = [f"Line {number} of the song says something that no other line says." for number in range(12)]


def read_once(html: str) -> list[str]:
    """Return the texts that are left of a page without its copies."""
    document = parse(Page(html=html))
    chosen = [block for block, text in enumerate(document.texts) if text]
    copies = set(find_copies(document, read_names(document).of_nodes, chosen))
    return [document.texts[block] for block in chosen if block not in copies]


def paragraphs(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def test_a_refrain_is_read_each_time() -> None:
    song = (LINES[0], REFRAIN, LINES[1], REFRAIN, REFRAIN)
    assert read_once(f"<main>{paragraphs(*song)}</main>") == list(song)


def test_a_line_that_other_parts_of_the_same_form_have_is_read_in_each() -> None:
    lessons = "".join(f"<section>{paragraphs(LINES[at], REFRAIN, LINES[at + 6])}</section>" for at in range(3))
    assert read_once(lessons).count(REFRAIN) == 3


def test_text_in_a_part_of_another_form_is_a_copy() -> None:
    page = f"<main><div class=body>{paragraphs(*LINES[:3])}</div><div class=mobile>{paragraphs(LINES[1])}</div></main>"
    assert read_once(page) == LINES[:3]


def test_a_slide_that_repeats_with_its_neighbors_is_a_copy() -> None:
    slides = "".join(f"<div class=slide>{paragraphs(*LINES[at : at + 2])}</div>" for at in (0, 2, 4, 0))
    assert read_once(slides) == LINES[:6]


def test_a_text_right_below_itself_is_a_copy_however_often() -> None:
    assert read_once(f"<div class=slide>{paragraphs(REFRAIN)}</div>" * 8) == [REFRAIN]


@pytest.mark.parametrize(("times", "left"), [(4, 1), (5, 5)])
def test_two_lines_that_many_parts_begin_with_are_read_in_each(times: int, left: int) -> None:
    parts = "".join(f"<div>{paragraphs(REFRAIN, LINES[0] + '!', LINES[at])}</div>" for at in range(1, times + 1))
    assert read_once(parts).count(REFRAIN) == left


def test_short_lines_code_and_tables_are_never_copies() -> None:
    page = f"<pre>{LINES[0]}</pre><p>short</p><table><tr><th>Line<th>Words<tr><td>1<td>{LINES[1]}</table>"
    assert len(read_once(f"<div class=a>{page}</div><div class=b>{page}</div>")) == 8


def test_a_hidden_copy_is_a_copy_even_beside_the_first() -> None:
    assert read_once(f"<main>{paragraphs(REFRAIN, LINES[0])}<p hidden>{REFRAIN}</p></main>").count(REFRAIN) == 1
