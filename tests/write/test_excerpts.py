"""Excerpts that fit a number of tokens, the outline, pages, and passages that answer a query."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamis
from cli.running import run as command
from example_site import PAGES, SITE, page_bytes
from tamis.errors import BadSettings
from tamis.settings.excerpt import ExcerptSettings
from tamis.text.token_counts import estimate_tokens
from tamis.write.excerpts import excerpt_record
from tamis.write.markdown import markdown_pieces

from .articles import article, cell, code, heading, item, nasty_articles, paragraph, run, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tamis.model import Article

SENTENCE = "The harbour wall was raised by two feet after the winter storms, and nobody has seen the sea since. "


def words(text: str) -> int:
    return len(text.split())


def tides() -> Article:
    return article(
        paragraph("The sea comes in and goes out again, twice a day."),
        heading("Tides", 2),
        paragraph(SENTENCE * 4),
        heading("Spring tides", 3),
        paragraph("At full moon the water of the estuary stands highest."),
        paragraph(SENTENCE * 6),
        heading("Boats", 2),
        paragraph("A trawler needs four fathoms."),
        paragraph(SENTENCE * 6),
        heading("Prices in 2019", 2),
        paragraph("A berth cost 412 crowns a year."),
        title="Sea",
    )


def test_the_outline_has_numbers_sizes_and_offsets() -> None:
    sea = tides()
    markdown = sea.to_markdown()
    sections = sea.outline()
    assert [(section.number, section.level, section.heading) for section in sections] == [
        (0, 0, "Sea"),
        (1, 2, "Tides"),
        (2, 3, "Spring tides"),
        (3, 2, "Boats"),
        (4, 2, "Prices in 2019"),
    ]
    assert markdown[sections[1].start : sections[1].end].startswith("\n## Tides\n")
    assert markdown[sections[1].start : sections[1].end].endswith("nobody has seen the sea since.\n")
    assert sections[1].end == sections[2].end, "what is below a heading belongs to it"
    assert sections[1].tokens > sections[2].tokens > 100


def test_a_text_that_fits_is_whole() -> None:
    sea = tides()
    assert sea.excerpt().text == sea.to_markdown()
    assert sea.excerpt(max_tokens=10_000).text == sea.to_markdown()
    assert sea.excerpt(max_tokens=10_000).omitted == ()


def test_what_does_not_fit_is_named_and_all_headings_stay() -> None:
    sea = tides()
    found = sea.excerpt(max_tokens=230)
    lines = found.text.splitlines()
    assert [line for line in lines if line.startswith("#")] == [
        "# Sea", "## Tides", "### Spring tides", "## Boats", "## Prices in 2019",
    ]  # fmt: skip
    pieces = [piece.text for piece in markdown_pieces(sea)]
    rest = sum(map(estimate_tokens, pieces[pieces.index("\n## Boats\n") + 1 :][:2]))
    assert f"[section 3: {rest} tokens omitted]" in lines
    assert lines[-5:-3] == ["## Prices in 2019", ""]
    assert lines[-3].startswith("[section 4: ")
    assert lines[-1].startswith("[")
    assert [section.number for section in found.omitted][-2:] == [3, 4]
    assert found.tokens <= 230 < found.total
    assert found.next_offset is not None
    going_on = sea.excerpt(offset=found.next_offset).text.strip()
    assert sea.to_markdown().endswith(going_on + "\n")
    assert going_on.split(".")[0] not in found.text or going_on[:60] in SENTENCE


def test_a_section_that_is_left_out_whole_is_named_once() -> None:
    found = tides().excerpt(max_tokens=120)
    assert "[section 1: " in found.text
    assert "[section 2: " not in found.text, "it is part of section 1"
    assert "### Spring tides" in found.text


def test_a_section_comes_with_those_below_it() -> None:
    text = tides().excerpt(section=1).text
    assert text.startswith("## Tides\n")
    assert "### Spring tides" in text
    assert "## Boats" not in text
    assert tides().excerpt(section=4).text == "## Prices in 2019\n\nA berth cost 412 crowns a year.\n"
    assert tides().excerpt(section=0).text.startswith("# Sea\n\nThe sea comes in")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"section": 9}, "no section 9; its sections are 0 to 4"),
        ({"offset": -1}, "offset must be at least 0"),
        ({"offset": 10**9}, "offset must be from 0"),
        ({"max_tokens": 0}, "max_tokens must be at least 1"),
        ({"section": 1, "query": "sea"}, "one of them"),
        ({"offset": 0, "max_tokens": 1, "count_tokens": lambda _: 5}, "not a character"),
    ],
)
def test_what_cannot_be_had_is_said(asked: dict[str, object], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        tides().excerpt(**asked)  # type: ignore[arg-type]


def test_headings_that_do_not_fit_are_left_out_from_the_deepest_up() -> None:
    blocks = []
    for number in range(60):
        blocks += [heading(f"Chapter {number} of the long report", 2), heading(f"Detail {number} of that chapter", 3)]
        blocks.append(paragraph(SENTENCE))
    many = article(*blocks)
    brief = many.excerpt(max_tokens=1500)
    assert brief.text.count("## Chapter") + brief.text.count("### Detail") == 120
    assert "[section" not in brief.text
    assert "tokens omitted: ask for section" in brief.text
    found = many.excerpt(max_tokens=900)
    assert found.text.count("\n## ") + found.text.startswith("## ") == 60
    assert "### " not in found.text
    assert "60 deeper headings are left out too" in found.text
    tiny = many.excerpt(max_tokens=12)
    assert tiny.text == "[3,240 tokens omitted]\n" or tiny.tokens <= 12


def test_the_first_block_that_does_not_fit_is_cut_at_a_sentence_a_line_or_a_row() -> None:
    prose = article(paragraph(SENTENCE * 50), title="Wall").excerpt(max_tokens=200).text
    assert prose.count(SENTENCE.strip()) >= 3
    assert "see" not in prose.replace("seen", "")
    listing = article(code("\n".join(f"line_{number} = {number}" for number in range(300)), "python"))
    shown = listing.excerpt(max_tokens=200).text
    assert shown.startswith("```python\nline_0 = 0\n")
    assert shown.count("```") == 2
    rows = [(cell(run(f"Port {number}")), cell(run(str(number)))) for number in range(200)]
    grid = article(table(*rows)).excerpt(max_tokens=300).text
    assert "| Port 1 | 1 |" in grid
    assert "[the rest of section 0: " in grid


def test_notes_come_with_the_text_that_refers_to_them() -> None:
    html = (
        "<title>Walls</title><article><h1>Walls</h1>"
        + "<p>The wall stands<sup><a href='#n1'>1</a></sup> where it stood, as anybody who walks there sees.</p>"
        + f"<h2>Later</h2><p>{SENTENCE * 8}</p><p>It fell<sup><a href='#n2'>2</a></sup> in the storm of that year.</p>"
        + "<ol class='footnotes'><li id='n1'>Survey of walls, page 12.</li><li id='n2'>Diary of the warden.</li></ol>"
        + "</article>"
    )
    walls = tamis.extract(html)
    assert "[^2]: Diary" in walls.to_markdown()
    found = walls.excerpt(section=0).text
    assert "[^1]: Survey of walls, page 12." in found
    assert "Diary" not in found


def test_a_query_is_answered_by_passages_with_their_scores() -> None:
    found = tides().excerpt(query="How much did berths cost in 2019?")
    assert found.passages[0].section == 4
    assert found.text.startswith("# Sea\n\n## Prices in 2019\n\n[section 4, score ")
    assert "412 crowns" in found.text
    assert "trawler" not in found.text
    markdown = tides().to_markdown()
    assert "412 crowns" in markdown[found.passages[0].start : found.passages[0].end]
    none = tides().excerpt(query="zeppelin")
    assert none.passages == ()
    assert none.text == f"[No passage of {none.total:,} tokens has the words of the query.]\n"


def test_without_a_number_of_tokens_the_best_five_passages_answer() -> None:
    sections = "".join(f"<h2>Berth {number}</h2><p>{'berths and tides ' * 20}</p>" for number in range(9))
    found = tamis.extract(f"<title>Sea</title><article><h1>Sea</h1>{sections}</article>")
    assert len(found.excerpt(query="berths").passages) == 5
    assert len(found.excerpt(query="berths", max_tokens=100_000).passages) == 9


def test_a_query_finds_words_by_their_stem_and_in_chinese() -> None:
    assert tides().excerpt(query="trawlers").passages[0].section == 3
    chinese = tamis.extract(
        "<html lang=zh><title>港口</title><article><h1>港口</h1><h2>历史</h2><p>"
        + "这座港口建于十九世纪，是当时最重要的贸易中心之一，商船从各地来到这里。" * 3
        + "</p><h2>桥梁</h2><p>"
        + "新的大桥连接两岸，工程师说它可以承受强烈的地震，交通因此更加方便。" * 3
        + "</p></article>"
    )
    assert chinese.excerpt(query="地震 工程师").passages[0].section == 2


def pages_of(text: Article, max_tokens: int, count: Callable[[str], int]) -> list[str]:
    pages: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = text.excerpt(offset=offset, max_tokens=max_tokens, count_tokens=count)
        assert count(page.text) == page.tokens <= max_tokens
        pages.append(page.text)
        offset = page.next_offset
    return pages


@pytest.mark.slow
@pytest.mark.parametrize("count", [estimate_tokens, words, len], ids=["estimate", "words", "characters"])
@pytest.mark.parametrize("name", PAGES[::4])
def test_no_excerpt_is_over_and_pages_are_the_whole(name: str, count: Callable[[str], int]) -> None:
    found = tamis.extract(page_bytes(name)).complete()
    whole = found.to_markdown()
    for most in (1, 7, 40, 150, 700):
        excerpt = found.excerpt(max_tokens=most, count_tokens=count)
        assert count(excerpt.text) == excerpt.tokens <= most
        asked = found.excerpt(query=found.title or "the", max_tokens=most, count_tokens=count)
        assert asked.tokens <= most
    for most in (60, 300):
        assert "".join(pages_of(found, most, count)) == whole


@settings(max_examples=25, deadline=None)
@given(nasty_articles, st.integers(min_value=1, max_value=400))
def test_no_excerpt_of_any_article_is_over(found: Article, most: int) -> None:
    assert len(found.excerpt(max_tokens=most, count_tokens=len).text) <= most
    assert estimate_tokens(found.excerpt(max_tokens=most).text) <= most
    markdown = found.to_markdown()
    assert "".join(pages_of(found, max(most, len(markdown) // 8 + 1), len)) == markdown
    for section in found.outline()[:4]:
        assert found.excerpt(section=section.number, max_tokens=most).tokens <= most


def test_markdown_with_a_limit_has_its_head_if_that_fits() -> None:
    sea = replace(tides(), url="https://port.example/sea")
    head = "---\ntitle:"
    assert sea.to_markdown(max_tokens=10_000, head=True) == sea.to_markdown(head=True)
    cut = sea.to_markdown(max_tokens=200, head=True)
    assert cut.startswith(head)
    assert "omitted" in cut
    assert estimate_tokens(cut) <= 200
    assert not sea.to_markdown(max_tokens=30, head=True).startswith(head)


def test_the_command_writes_outlines_and_excerpts() -> None:
    page = str(SITE / "docs-sieve-config.html")
    outline = command("extract", page, "-f", "outline").stdout
    assert outline.splitlines()[0] == "- 0. Configuring Sieve (53 tokens)"
    assert "\n  - 4. Match expressions (" in outline
    assert command("extract", page, "--section", "6").stdout.startswith("## Environment variables\n")
    assert "[section 6, score " in command("extract", page, "--query", "cache directory").stdout
    cut = command("extract", page, "--max-tokens", "200").stdout
    assert estimate_tokens(cut) <= 200
    assert (
        command("extract", page, "--offset", "531").stdout
        in tamis.extract(page_bytes("docs-sieve-config.html")).markdown
    )
    chunks = command("extract", page, "-f", "chunks", "--max-tokens", "90").stdout.splitlines()
    assert len(chunks) > 5
    assert all(estimate_tokens(json.loads(chunk)["text"]) <= 90 for chunk in chunks if not {"`", "|"} & set(chunk))
    refused = command("extract", page, "-f", "json", "--max-tokens", "9")
    assert "--max-tokens is for Markdown, not for json" in refused.stderr
    assert "one of them" in command("extract", page, "--section", "1", "--offset", "9").stderr


def test_list_items_stay_items() -> None:
    found = article(
        heading("Ports", 2), *(item(f"{name} has a quay of its own") for name in ("Ayr", "Oban", "Wick") * 40)
    )
    text = found.excerpt(max_tokens=150).text
    assert text.startswith("# Ports\n\n- Ayr has a quay of its own\n- Oban")
    assert "\n\n[the rest of section 1: " in text


def test_the_estimate_counts_scripts_by_what_they_cost() -> None:
    assert estimate_tokens("") == 0
    assert 3 <= estimate_tokens("The sea comes in") <= 6
    assert estimate_tokens("海水每天涨落两次") >= 8
    assert estimate_tokens("1234567") >= 3
    assert estimate_tokens("Die Donaudampfschifffahrtsgesellschaft") > estimate_tokens("The big ship")


def long_page(parts: int, inside: int) -> tamis.Article:
    words = (
        "The council met on Tuesday to discuss the new harbour, which the mayor has planned for more than ten years."
    )
    below = "".join(f"<h3>Pier {number} of the harbour</h3><p>{words}</p>" for number in range(inside))
    return tamis.extract(
        "<title>Harbour</title><article><h1>Harbour</h1>"
        + "".join(f"<h2>Part {number} of the plan</h2><p>{words}</p>{below}" for number in range(parts))
        + "</article>"
    )


@pytest.mark.parametrize(("parts", "inside"), [(4, 40), (160, 0), (60, 2)])
@pytest.mark.parametrize("budget", [20, 60, 300, 1_000])
def test_an_outline_has_no_more_tokens_than_asked_for(parts: int, inside: int, budget: int) -> None:
    said = excerpt_record(long_page(parts, inside), ExcerptSettings(budget), outline=True)
    assert said["tokens"] <= budget
    lines = said["text"].splitlines()
    listed = [line for line in lines if line.lstrip().startswith("- ")]
    assert len(listed) == len(said["sections"])
    assert len(listed) == len(lines) or "omitted" in lines[-1]


def test_lower_levels_of_an_outline_are_left_out_first_and_listed_by_section() -> None:
    article = long_page(4, 40)
    said = excerpt_record(article, ExcerptSettings(300), outline=True)
    headings = [section["heading"] for section in said["sections"]]
    assert headings[-4:] == [f"Part {number} of the plan" for number in range(4)]
    assert "160 sections inside these omitted" in said["text"]
    number = said["sections"][-1]["number"]
    inside = excerpt_record(article, ExcerptSettings(2_000, section=number), outline=True)
    assert [section["heading"] for section in inside["sections"]] == [
        "Part 3 of the plan", *(f"Pier {number} of the harbour" for number in range(40))
    ]  # fmt: skip
    with pytest.raises(BadSettings, match="no section 900"):
        excerpt_record(article, ExcerptSettings(300, section=900), outline=True)
