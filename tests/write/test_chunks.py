"""Chunks for language models."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from cli.running import run as command
from example_site import SITE
from tamis.errors import BadSettings
from tamis.model import Article, Kind, Mark
from tamis.text.words import count_words

from .articles import article, cell, code, heading, item, nasty_articles, paragraph, run, squeezed, table

TUNNEL = SITE / "harbour-tunnel.html"


def test_chunks_follow_headings_and_know_their_path() -> None:
    found = article(
        paragraph("Lead."),
        heading("Tides", 2),
        paragraph("One."),
        heading("Spring", 3),
        paragraph("Two."),
        heading("Boats", 2),
        paragraph("Three."),
        title="Sea",
    ).chunks()
    assert [(chunk.headings, chunk.text) for chunk in found] == [
        (("Sea",), "Lead."),
        (("Sea", "Tides"), "One."),
        (("Sea", "Tides", "Spring"), "Two."),
        (("Sea", "Boats"), "Three."),
    ]
    assert [chunk.number for chunk in found] == [0, 1, 2, 3]


def test_a_very_long_heading_is_whole_once_and_repeated_in_short() -> None:
    made = article(
        heading("word " * 1_000, 2), *(part for at in range(9) for part in (heading("x", 3), paragraph("y")))
    )
    first, *others = [chunk.headings[0] for chunk in made.chunks()]
    assert first == ("word " * 1_000).strip()
    assert len(others) == 8
    assert all(len(name) <= 300 and name.endswith("word…") for name in others)


def test_short_blocks_are_packed_and_long_ones_cut_at_sentences() -> None:
    long = "The tide came in again. The boats went out to sea. Nobody said a word about it."
    found = article(paragraph("One two."), paragraph("Three four."), paragraph(long)).chunks(max_words=10)
    assert [chunk.text for chunk in found] == [
        "One two.\n\nThree four.\n\nThe tide came in again.",
        "The boats went out to sea.",
        "Nobody said a word about it.",
    ]


def test_formatting_survives_a_cut() -> None:
    block = paragraph(
        "The tide came in. ",
        run("All the boats", Mark.BOLD),
        " went out. ",
        run("Then the rain came too.", href="https://a.example/"),
    )
    assert [chunk.text for chunk in article(block).chunks(max_words=5)] == [
        "The tide came in.",
        "**All the boats** went out.",
        "[Then the rain came too.](https://a.example/)",
    ]


def test_tables_and_code_stay_whole() -> None:
    rows = tuple((cell(f"row {number}"), cell("value")) for number in range(20))
    found = article(table(*rows), code("a = 1\n" * 30, "python"), item("x"), item("y")).chunks(max_words=5)
    assert [chunk.text.count("\n") for chunk in found] == [20, 31, 1]
    assert found[1].text.startswith("```python\n")
    assert found[2].text == "- x\n- y"


@settings(max_examples=60, deadline=None)
@given(nasty_articles, st.integers(1, 50))
def test_no_word_is_lost_and_no_chunk_too_long(any_article: Article, limit: int) -> None:
    chunks = any_article.chunks(limit)
    assert all(chunk.text.strip() and chunk.blocks for chunk in chunks)
    for chunk in chunks:
        parts = [block for block in any_article.blocks if block.index in chunk.blocks]
        whole = any(block.kind in (Kind.TABLE, Kind.CODE, Kind.IMAGE, Kind.MEDIA) for block in parts)
        assert chunk.words <= limit or whole or len(chunk.blocks) == 1


def test_the_text_of_an_article_is_all_in_its_chunks() -> None:
    found = tamis.extract(TUNNEL.read_bytes())
    words = squeezed(" ".join(chunk.text for chunk in found.chunks(40)))
    for block in found.blocks:
        if block.kind is Kind.PARAGRAPH and not any(inline.marks or inline.href for inline in block.inlines):
            assert squeezed(block.text) in words


def test_positions_point_into_the_page() -> None:
    html = TUNNEL.read_text(encoding="utf-8")
    chunk = tamis.extract(html).chunks(60)[1]
    first = chunk.text.split()[0]
    assert first in html[chunk.spans[0].start : chunk.spans[0].end]
    assert chunk.xpaths[0].endswith("/p[1]")


def test_the_command_writes_json_lines() -> None:
    result = command("extract", TUNNEL, "-f", "chunks", "--max-words", "60")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["number"] for line in lines] == list(range(len(lines)))
    assert all(line["words"] <= 60 for line in lines)
    assert all(count_words(line["text"]) > 0 and line["spans"] and line["xpaths"] for line in lines)
    assert command("extract", TUNNEL, "--max-words", "60").exit_code == 2


def test_a_chunk_needs_room_for_a_word() -> None:
    with pytest.raises(BadSettings, match="at least 1"):
        article(paragraph("x")).chunks(0)
