"""Markdown as a CommonMark parser reads it: page text shows as it was and never becomes markup."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from turbohtml import parse

from tamis.model import Article, Block, Inline, Kind, Mark, Metadata, Role, Table
from tamis.text.characters import printable
from tamis.write.grid import place_repeated
from tamis.write.markdown import write_markdown

from .articles import (
    article,
    blocks_of,
    heading,
    inlines_of,
    item,
    nasty_articles,
    paragraph,
    run,
    squeezed,
    texts,
)

OUR_TAGS = frozenset(
    {
        *(
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "p",
            "ul",
            "ol",
            "li",
            "blockquote",
            "pre",
            "code",
            "kbd",
            "img",
            "br",
        ),
        *("table", "thead", "tbody", "tr", "th", "td", "a", "strong", "em", "s", "del", "sub", "sup"),
    }
)
PARSER_TAGS = frozenset({"html", "head", "body", "hr", "section", "div", "eq", "eqn", "label", "span"})
VISIBLE_MARKS = [Mark.BOLD, Mark.ITALIC, Mark.CODE, Mark.STRIKE, Mark.SUB, Mark.SUP]
PROSE = [Kind.PARAGRAPH, Kind.HEADING, Kind.LIST_ITEM, Kind.QUOTE, Kind.CAPTION]

# Without its own check of URLs, so that the writer's is what is tested.
plain = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
plain.validateLink = lambda url: True  # type: ignore[method-assign]
with_notes = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).use(footnote_plugin)
with_notes.use(dollarmath_plugin)


def shown(markdown: str) -> str:
    return squeezed(parse(plain.render(markdown)).select_one("body").text)  # type: ignore[union-attr]


def tags(html: str) -> Counter[str]:
    return Counter(element.tag for element in parse(html).select("body *"))


def expected(inlines: tuple[Inline, ...]) -> str:
    return squeezed(printable("".join(inline.text for inline in inlines)))


@settings(max_examples=200, deadline=None)
@given(inlines_of(VISIBLE_MARKS))
def test_paragraph_shows_its_words(inlines: tuple[Inline, ...]) -> None:
    markdown = write_markdown(article(paragraph(*inlines)))
    assert shown(markdown) == expected(inlines), markdown
    assert set(tags(plain.render(markdown))) <= {
        "p",
        "a",
        "strong",
        "em",
        "s",
        "del",
        "code",
        "sub",
        "sup",
        "br",
    }


@settings(max_examples=200, deadline=None)
@given(texts)
def test_plain_text_becomes_plain_paragraph(text: str) -> None:
    html = plain.render(write_markdown(article(paragraph(text))))
    assert set(tags(html)) <= {"p", "br"}
    assert tags(html)["p"] <= 1
    assert squeezed(parse(html).select_one("body").text) == squeezed(printable(text))  # type: ignore[union-attr]


@settings(max_examples=100, deadline=None)
@given(st.lists(blocks_of(VISIBLE_MARKS, PROSE), max_size=6), st.none() | texts)
def test_blocks_stay_blocks_of_their_kind(blocks: list[Block], title: str | None) -> None:
    source = Article(metadata=Metadata(title=title), blocks=tuple(blocks))
    markdown = write_markdown(source)
    html = plain.render(markdown)
    found = tags(html)
    kept = [b for b in blocks if squeezed(printable(b.text)) and not (title and b.role is Role.TITLE)]
    headings = [b for b in kept if b.kind is Kind.HEADING]
    title_count = int(bool(title and squeezed(printable(title))))
    assert sum(found[f"h{level}"] for level in range(1, 7)) == len(headings) + title_count, markdown
    assert found["h1"] <= 1
    assert not found["hr"] + found["pre"] + found["table"] + found["img"], markdown
    assert shown(markdown) == squeezed(printable(title or "")) + "".join(squeezed(printable(b.text)) for b in kept), (
        markdown
    )


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(texts, st.integers(0, 4), st.none() | st.integers(0, 12)), max_size=8))
def test_every_list_item_is_one(rows: list[tuple[str, int, int | None]]) -> None:
    blocks = [item(text, level=level, number=number) for text, level, number in rows]
    html = plain.render(write_markdown(article(*blocks)))
    items = [text for text, _, _ in rows if squeezed(printable(text))]
    assert tags(html)["li"] == len(items), html
    assert "pre" not in tags(html)


def _words_of_table(table: Table) -> str:
    """Return the words of a table as they are shown: cells that span others in each of their places."""
    cells = "".join(expected(cell.inlines) for row in place_repeated(table.rows) for cell in row.values())
    return expected(table.caption_inlines) + cells if cells else ""


@settings(max_examples=40, deadline=None)
@given(st.lists(blocks_of(VISIBLE_MARKS, [Kind.TABLE, Kind.CODE]), max_size=4))
def test_tables_and_code_show_their_words(blocks: list[Block]) -> None:
    markdown = write_markdown(article(*blocks))
    found = tags(plain.render(markdown))
    words = "".join(
        _words_of_table(block.table) if block.table else squeezed(printable(block.text)) for block in blocks
    )
    assert shown(markdown) == words, markdown
    assert found["pre"] == sum(b.kind is Kind.CODE and bool(printable(b.text).strip()) for b in blocks)


@settings(max_examples=100, deadline=None)
@given(nasty_articles)
def test_nothing_of_the_page_becomes_markup(source: Article) -> None:
    for parser in (plain, with_notes):
        html = parser.render(write_markdown(source))
        tree = parse(html)
        assert {element.tag for element in tree.select("*")} <= OUR_TAGS | PARSER_TAGS
        for element in tree.select("*"):
            assert not any(name.startswith("on") for name in element.attrs)
            url = str(element.attr("href") or element.attr("src") or "")
            assert re.sub(r"[\x00-\x20]", "", url).lower().split(":")[0] not in (
                "javascript",
                "vbscript",
                "data",
            )


@pytest.mark.parametrize(
    "text",
    [
        "(see [1])",
        "3 < 4",
        "snake_case",
        "a * b",
        "$5 and $6",
        "AT&T",
        "C:\\dir",
        "5 - 3",
        "# 1",
        "~5 km",
        "a|b",
        "price*",
        "s*** happens",
        "price* and weight*",
        "Lapsus$, a group",
        "~~ and ``",
        "<3",
        "it's (not) so!",
        "[1]: see below? no",
    ][:],
)
def test_natural_text_needs_no_backslash(text: str) -> None:
    assert write_markdown(article(paragraph("So: " + text))) == f"So: {text}\n"


def test_no_heading_is_made_by_a_line_of_dashes() -> None:
    markdown = write_markdown(article(paragraph("Title\n---\nText\n===")))
    assert tags(plain.render(markdown)) == {"p": 1, "br": 3}


def test_notes_are_footnotes() -> None:
    source = article(
        paragraph("Text", run("1", Mark.NOTE, Mark.SUP, href="#n"), "(so)."), paragraph("Word", anchor="n")
    )
    html = with_notes.render(write_markdown(source))
    assert 'class="footnote-ref"' in html
    assert "(so)" in html
    assert "Word" in html.split('class="footnotes"')[1]


def test_note_of_one_word_is_no_link_definition() -> None:
    source = article(paragraph("Text", run("1", Mark.NOTE, href="#n")), paragraph("javascript:alert(1)", anchor="n"))
    assert "<a" not in plain.render(write_markdown(source))


def test_title_with_hashes_keeps_them() -> None:
    assert shown(write_markdown(article(title="C #"))) == "C#"
    assert shown(write_markdown(article(heading("#", 2)))) == "#"
