"""TEI P5."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given, settings
from lxml import etree

import tamis
from example_site import SITE
from tamis.model import Article, Callout, Mark
from tamis.write.tei import NAMESPACE, write_tei

from .articles import article, code, full_article, heading, item, nasty_articles, paragraph, picture, run, squeezed

SCHEMA = etree.RelaxNG(etree.fromstring(files("tamis.write").joinpath("tei.rng").read_bytes()))
TEI = f"{{{NAMESPACE}}}"


def written(of: Article) -> etree._Element:
    root = etree.fromstring(write_tei(of).encode())
    SCHEMA.assertValid(root)
    return root


def body(of: Article) -> str:
    inner = written(of).find(f"{TEI}text/{TEI}body")
    assert inner is not None
    text = "".join(etree.tostring(part, encoding="unicode") for part in inner)
    return text.replace(f' xmlns="{NAMESPACE}"', "").replace("\n", "")


@settings(max_examples=80, deadline=None)
@given(nasty_articles)
def test_output_fits_the_schema(any_article: Article) -> None:
    root = written(any_article)
    places = [*root.iter(f"{TEI}body"), *root.iter(f"{TEI}div")]
    wanted = {f"{TEI}{name}" for name in ("p", "list", "quote", "table", "div")}
    # TEI asks every division for something beside headings, pictures and notes.
    assert all(any(part.tag in wanted for part in place) for place in places)


@pytest.mark.parametrize("page", sorted(SITE.glob("*.html")), ids=lambda page: page.stem)
def test_the_example_site_fits_the_schema(page: object) -> None:
    assert hasattr(page, "read_bytes")
    found = tamis.extract(page.read_bytes())
    root = written(found)
    title = root.findtext(f"{TEI}teiHeader/{TEI}fileDesc/{TEI}titleStmt/{TEI}title")
    assert title == squeezed(found.title or "") or " ".join((found.title or "").split()) == title


def test_headings_make_divisions() -> None:
    text = body(article(paragraph("a"), heading("B", 2), paragraph("b"), heading("C", 4), heading("D", 2), title="T"))
    assert text == (
        "<p>a</p><div><head>B</head><p>b</p><div><head>C</head><p/></div></div><div><head>D</head><p/></div>"
    )


def test_lists_nest_and_code_and_formats_stay() -> None:
    blocks = (item("a"), item("b", level=2), item("c", number=3), code("x  =\n 1", "python"))
    assert body(article(*blocks)) == (
        '<list rend="bulleted"><item>a<list rend="bulleted"><item>b</item></list></item>'
        '<item n="3">c</item></list><p><code xml:space="preserve" lang="python">x  = 1</code></p>'
    )
    marked = paragraph(run("E=mc^2", Mark.MATH), run(" bold", Mark.BOLD), run("link", href="https://a.example/b c"))
    assert body(article(marked)) == (
        '<p><formula notation="TeX">E=mc^2</formula><hi rend="bold"> bold</hi>'
        '<ref target="https://a.example/b%20c">link</ref></p>'
    )


def test_a_term_is_the_label_of_its_definitions() -> None:
    assert body(article(item("Neap", term=True), item("low", level=2, term=False))) == (
        '<list rend="bulleted"><item><label>Neap</label><list rend="bulleted"><item>low</item></list></item></list>'
    )


def test_a_picture_alone_gets_the_paragraph_that_tei_asks_for() -> None:
    assert body(article(picture("https://a.example/p.jpg", "alt", "caption"))) == (
        '<figure><head>caption</head><figDesc>alt</figDesc><graphic url="https://a.example/p.jpg"/></figure><p/>'
    )


def test_the_header_has_what_is_known() -> None:
    root = written(full_article())
    header = root.find(f"{TEI}teiHeader")
    assert header is not None
    assert [author.text for author in header.iter(f"{TEI}author")] == list(full_article().authors)
    assert header.find(f".//{TEI}date") is not None


def test_a_callout_is_a_note_of_its_kind_around_its_blocks() -> None:
    warning = Callout("warning", 1)
    blocks = (
        replace(paragraph("Ice below four degrees."), callout=warning, label="Mind the cold"),
        replace(item("gloves"), callout=warning),
        replace(heading("Also", 3), callout=warning),
        paragraph("On with it."),
        replace(paragraph("A hint."), callout=Callout("tip", 2)),
    )
    assert body(article(*blocks)) == (
        '<note type="callout" subtype="warning"><p rend="label">Mind the cold</p><p>Ice below four degrees.</p>'
        '<list rend="bulleted"><item>gloves</item></list><p rend="heading">Also</p></note><p>On with it.</p>'
        '<note type="callout" subtype="tip"><p>A hint.</p></note>'
    )


def test_a_division_of_a_callout_alone_has_a_paragraph() -> None:
    block = replace(paragraph("A hint."), callout=Callout("tip", 1))
    assert body(article(heading("Tips", 2), block)).endswith("</note><p/></div>")
