from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tamis.errors import BadXml
from tamis.model import Article, Block, Inline, Kind, Mark, Outcome, Page
from tamis.write.characters import printable
from tamis.write.text import body_text
from tamis.write.xml import NAMESPACE, read_articles, read_pages, write_pages, write_xml

from .articles import (
    article,
    code,
    full_article,
    item,
    nasty_articles,
    paragraph,
    picture,
    player,
    run,
    texts,
)

OPEN = f'<cuter xmlns="{NAMESPACE}" version="1.0">'


def validator(name: str) -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(files("tamis.write").joinpath(name).read_bytes()))


INPUT, OUTPUT = validator("cuter-input.rng"), validator("cuter-output.rng")
pages = st.builds(Page, texts, st.none() | texts, st.none() | texts, st.none() | texts, st.none() | texts)


def test_examples_of_the_documentation_fit_the_schemas() -> None:
    page = (Path(__file__).parents[2] / "docs" / "xml.md").read_text("utf-8")
    pages, articles = re.findall(r"```xml\n(.*?)```", page, re.DOTALL)
    INPUT.assertValid(etree.fromstring(pages.encode()))
    OUTPUT.assertValid(etree.fromstring(articles.encode()))
    assert read_pages(pages)[0].published == "Fri, 03 May 2024 10:00:00 GMT"
    assert write_xml(read_articles(articles)) == articles


@settings(max_examples=80, deadline=None)
@given(st.lists(nasty_articles, max_size=2))
def test_output_fits_its_schema_and_reads_back(articles: list[Article]) -> None:
    xml = write_xml(articles)
    OUTPUT.assertValid(etree.fromstring(xml.encode()))
    for before, after in zip(articles, read_articles(xml), strict=True):
        assert after.title == (None if before.title is None else printable(before.title))
        assert after.authors == tuple(map(printable, before.authors))
        assert after.outcome is before.outcome
        assert words(after) == words(before)


def words(source: Article) -> list[tuple[Kind, str]]:
    """What a reader gets of each block."""
    return [(block.kind, shown(block)) for block in source.blocks]


def shown(block: Block) -> str:
    if block.image:
        return printable(block.image.caption)
    if block.media:
        return printable(block.media.title)
    if block.rows:
        return printable("\x00".join(cell.text for row in block.rows for cell in row))
    return printable(block.text)


@settings(max_examples=100, deadline=None)
@given(st.lists(pages, max_size=3))
def test_pages_fit_their_schema_and_read_back(several: list[Page]) -> None:
    xml = write_pages(several)
    INPUT.assertValid(etree.fromstring(xml.encode()))
    assert [page.html for page in read_pages(xml)] == [printable(page.html) for page in several]
    assert read_pages(xml.encode()) == read_pages(xml)


def test_page_keeps_address_title_and_date() -> None:
    page = Page(
        "<p>a]]>b & c</p>",
        "https://e.example/?a=1&b=2",
        "A <title>",
        "utf-8 (meta)",
        "2024-01-01",
        "Fri, 3 May 2024",
    )
    assert read_pages(write_pages([page])) == [page]


def test_a_page_by_hand() -> None:
    xml = f"{OPEN}<page><html>&lt;p>Text</html><url> https://e.example </url></page></cuter>"
    assert read_pages(xml) == [Page("<p>Text", "https://e.example")]


def test_encoding_of_the_declaration_counts_for_bytes_only() -> None:
    xml = f'<?xml version="1.0" encoding="ISO-8859-1"?>{OPEN}<page><html>é</html></page></cuter>'
    assert read_pages(xml)[0].html == "é"
    assert read_pages(xml.encode("latin-1"))[0].html == "é"
    assert read_pages(xml.replace("ISO-8859-1", "UTF-16").encode("utf-16"))[0].html == "é"


def test_full_article_keeps_blocks_and_formats() -> None:
    (after,) = read_articles(write_xml([full_article()]))
    before = full_article()
    assert [block.inlines for block in after.blocks] == [block.inlines for block in before.blocks]
    assert [(block.kind, block.number, block.quoted, block.anchor) for block in after.blocks] == [
        (block.kind, block.number, block.quoted, block.anchor) for block in before.blocks
    ]
    assert after.images == before.images
    assert after.media == before.media
    assert (after.published, after.modified) == (before.published, before.modified)
    assert after.metadata.lead_image == before.metadata.lead_image
    assert (after.confidence, after.strategy, after.language) == (0.93, "cuter", "en")
    assert body_text(after) == body_text(before)


def test_multimedia_stand_in_their_place() -> None:
    source = article(paragraph("One"), picture("https://e.example/i.png", "Alt", "Cap"), player("https://v.example/1"))
    xml = write_xml([source])
    assert (
        '<body>\n<p>One</p>\n<image src="https://e.example/i.png" alt="Alt">Cap</image>\n'
        '<video src="https://v.example/1"></video>\n</body>' in xml
    )


def test_line_breaks_and_nested_formats() -> None:
    source = article(
        paragraph(
            "a\n",
            run("b", Mark.BOLD),
            run("c", Mark.BOLD, Mark.ITALIC),
            run("d", href="https://e.example/?a&b"),
        )
    )
    assert '<p>a<br/><b>b<i>c</i></b><a href="https://e.example/?a&amp;b">d</a></p>' in write_xml([source])


def test_article_that_is_none_says_why() -> None:
    source = Article(url="https://e.example", outcome=Outcome.PAYWALL, outcome_reason="subscribe <now>")
    (after,) = read_articles(write_xml([source]))
    assert after == source


def test_list_items_and_code() -> None:
    source = article(item("a", number=3), item("b", level=2, continues=True), code("x\n  y\t<z>", "c"))
    (after,) = read_articles(write_xml([source]))
    assert [(b.level, b.number, b.continues, b.text) for b in after.blocks] == [
        (1, 3, False, "a"),
        (2, None, True, "b"),
        (0, None, False, "x\n  y\t<z>"),
    ]
    assert after.blocks[2].language == "c"


BOMB = """<?xml version="1.0"?>
<!DOCTYPE cuter [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<cuter>&b;</cuter>"""
EXTERNAL = '<!DOCTYPE cuter [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<cuter>&x;</cuter>'


@pytest.mark.parametrize(
    ("xml", "line", "column", "problem"),
    [
        ("", 1, 1, "no element found"),
        (BOMB, 2, None, "document type declaration"),
        (EXTERNAL, 1, None, "document type declaration"),
        (f"{OPEN}\n<page>\n</cuter>", 3, 3, "mismatched tag"),
        (f"{OPEN}\n<page>&nbsp;</page></cuter>", 2, 7, "undefined entity"),
        (f"{OPEN}\n<page>\x01</page></cuter>", 2, 7, "not well-formed"),
        (f"{OPEN}\n<page>\ud800</page></cuter>", 2, 7, "not well-formed"),
        ("<rss/>", 1, 1, "not in the namespace"),
        (f'<p xmlns="{NAMESPACE}"/>', 1, 1, "the root is <p>"),
        (f'<cuter xmlns="{NAMESPACE}"/>', 1, 1, "no version"),
        (f'<cuter xmlns="{NAMESPACE}" version="2.0"/>', 1, 1, "version 2.0"),
        (f"{OPEN}\n <article/></cuter>", 2, 2, "<article> stands where a <page> should be"),
        (f"{OPEN}\n  <page/></cuter>", 2, 3, "no <html>"),
        (f"{OPEN}\n<page>\n<body/></page></cuter>", 3, 1, "<body> is not known in <page>"),
        (f"{OPEN}<page><html>a</html>\n<html/></page></cuter>", 2, 1, "two <html>"),
        (f"{OPEN}<page><html><p>a</p></html></page></cuter>", 1, len(OPEN) + 13, "CDATA"),
        (f"{OPEN}\n<page>text<html/></page></cuter>", 2, 1, "there is text in <page>"),
        (OPEN + "<page>" * 100, 1, len(OPEN) + 63 * 6 + 1, "nested more than 64 deep"),
        (b'<?xml version="1.0" encoding="nonsense"?><cuter/>', 1, 1, "unknown encoding"),
        (b'<?xml version="1.0" encoding="shift_jis"?><cuter/>', 1, None, "encoding"),
        (b"\xff\xfe\xff", None, None, "line"),
    ],
)
def test_bad_input_is_told_with_its_place(xml: str | bytes, line: int | None, column: int | None, problem: str) -> None:
    with pytest.raises(BadXml, match=problem) as caught:
        read_pages(xml)
    assert caught.value.line is not None
    assert line is None or caught.value.line == line
    assert column is None or caught.value.column == column
    assert str(caught.value).startswith(f"line {caught.value.line}, column ")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("<marquee/>", "<marquee> is not known in <body>"),
        ("<p><u>a</u></p>", "<u> is not known in text"),
        ('<h level="big">a</h>', 'level="big"'),
        ("<table><p/></table>", "<p> is not known in <table>"),
        ("<table><row><td/></row></table>", "<td> is not known in <row>"),
        ("text", "there is text in <body>"),
    ],
)
def test_bad_articles_are_told(body: str, problem: str) -> None:
    with pytest.raises(BadXml, match=problem):
        read_articles(f"{OPEN}<article><body>{body}</body></article></cuter>")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60) | texts.map(lambda text: OPEN + text))
def test_any_input_is_read_or_refused_by_name(xml: str | bytes) -> None:
    with suppress(BadXml):
        read_pages(xml)


def test_bad_date_is_told() -> None:
    with pytest.raises(BadXml, match="not a date"):
        read_articles(f"{OPEN}<article><date>soon</date><body/></article></cuter>")


def test_inlines_are_joined_on_reading() -> None:
    (after,) = read_articles(f"{OPEN}<article><body><p>a<b/>b</p></body></article></cuter>")
    assert after.blocks[0].inlines == (Inline("ab"),)
