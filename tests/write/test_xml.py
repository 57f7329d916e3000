from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tamis.errors import BadXml
from tamis.model import Article, Block, Callout, Mark, Outcome, Page
from tamis.text.characters import printable
from tamis.write.xml import NAMESPACE, read_pages, write_pages, write_xml

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


@settings(max_examples=80, deadline=None)
@given(st.lists(nasty_articles, max_size=2))
def test_output_fits_its_schema_and_holds_every_word(articles: list[Article]) -> None:
    root = etree.fromstring(write_xml(articles).encode())
    OUTPUT.assertValid(root)
    for before, after in zip(articles, root, strict=True):
        assert after.get("outcome") == before.outcome.value
        titles = [] if before.title is None else [printable(before.title)]
        assert [words(part) for part in found(after, "title")] == titles
        assert [words(part) for part in found(after, "author")] == list(map(printable, before.authors))
        (body,) = found(after, "body")
        assert [words(block) for block in body] == [shown(block) for block in before.blocks]


def found(element: etree._Element, path: str) -> list[etree._Element]:
    return element.findall("/".join(f"{{{NAMESPACE}}}{name}" for name in path.split("/")))


def words(element: etree._Element) -> str:
    """The text of an element, line breaks in it and a mark between the cells of a table."""
    if element.tag == f"{{{NAMESPACE}}}table":
        return "\x00".join(map(words, found(element, "row/cell")))
    ends = {f"{{{NAMESPACE}}}br": "\n"}
    return (element.text or "") + "".join(ends.get(str(part.tag), words(part)) + (part.tail or "") for part in element)


def shown(block: Block) -> str:
    if block.image:
        return printable(block.image.caption)
    if block.media:
        return printable(block.media.title)
    if block.table:
        return "\x00".join(printable(cell.text) for row in block.table.rows for cell in row)
    return printable(block.text)


@settings(max_examples=100, deadline=None)
@given(st.lists(pages, max_size=3))
def test_pages_fit_their_schema_and_read_back(several: list[Page]) -> None:
    xml = write_pages(several)
    INPUT.assertValid(etree.fromstring(xml.encode()))
    assert [page.html for page in read_pages(xml)] == [printable(page.html) for page in several]
    assert read_pages(xml.encode()) == read_pages(xml)


def test_page_keeps_url_title_and_date() -> None:
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
    xml = write_xml([full_article()])
    for line in (
        '<article outcome="article" confidence="0.93" strategy="cuter" language="en">',
        '<date raw="3 May 2024 10:00" source="json-ld">2024-05-03T10:00:00+00:00</date>',
        '<modified raw="2024-05-04" source="meta article:modified_time">2024-05-04</modified>',
        '<lead src="https://news.example/lead.jpg" alt="A bee" width="800" height="600"></lead>',
        '<p>Bees <b>dance</b>.<a href="#fn1"><note>1</note></a></p>',
        '<li level="1" number="2">South</li>\n<li level="2">by the river</li>',
        '<quote quoted="1">They know.</quote>',
        "<row><cell>1</cell><cell>20</cell></row>",
        '<p anchor="fn1">A note. <a href="#ref1">↩</a></p>',
    ):
        assert f"{line}\n" in xml, line


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
    assert '<article outcome="paywall" confidence="0">' in write_xml([source])
    assert "<reason>subscribe &lt;now&gt;</reason>\n<body>\n</body>" in write_xml([source])


def test_list_items_and_code() -> None:
    source = article(item("a", number=3), item("b", level=2, continues=True), code("x\n  y\t<z>", "c"))
    assert (
        '<li level="1" number="3">a</li>\n<li level="2" continues="true">b</li>\n'
        '<code language="c">x\n  y\t&lt;z&gt;</code>\n' in write_xml([source])
    )


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
        (f"{OPEN}\n <article/></cuter>", 2, 2, "<article> is in the place of a <page>"),
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


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60) | texts.map(lambda text: OPEN + text))
def test_any_input_is_read_or_refused_by_name(xml: str | bytes) -> None:
    with suppress(BadXml):
        read_pages(xml)


def test_blocks_name_the_callout_and_the_label_that_they_have() -> None:
    block = replace(paragraph("Below four degrees"), callout=Callout("warning", 2), label="Mind the cold")
    xml = write_xml([article(block)])
    assert '<p callout="warning" box="2" label="Mind the cold">Below four degrees</p>\n' in xml
    OUTPUT.assertValid(etree.fromstring(xml.encode()))
