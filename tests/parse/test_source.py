"""A page's source by offsets that count every line end as one character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.core.parse.tree import MAX_RETURNS, Source

pieces = st.lists(st.sampled_from(["a", "<b>", "\n", "\r\n", "\r", " ", "é", "字"]), max_size=40)


def normal(html: str) -> str:
    return html.replace("\r\n", "\n").replace("\r", "\n")


@given(pieces.map("".join))
def test_the_character_at_an_offset_is_that_of_the_source_with_plain_line_ends(html: str) -> None:
    source = Source(html)
    assert "".join(source.text[source.place(offset)] for offset in range(len(normal(html)))) == normal(html)


@given(pieces.map("".join))
def test_offsets_and_places_lead_to_each_other(html: str) -> None:
    source = Source(html)
    for offset in range(len(normal(html)) + 1):
        assert source.offset(source.place(offset)) == offset


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_pages_of_many_lines_are_counted_alike(line_end: str) -> None:
    lines = [f"line {number}" for number in range(MAX_RETURNS * 2)]
    source = Source(line_end.join(lines))
    offset = "\n".join(lines).index("line 900")
    assert source.text.startswith("line 900", source.place(offset))
