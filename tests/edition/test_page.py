"""The edition in one HTML file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from turbohtml import parse

from tamis.edition import EditionSettings, Entry, make_edition
from tamis.edition.page import style_sheet
from tamis.edition.stories import web_link
from tamis.errors import BadInput, BadSettings
from tamis.model import Inline, Mark
from write.articles import nasty_articles, run
from write.articles import paragraph as runs

from .drawing import heading, paragraph, picture, png, story

if TYPE_CHECKING:
    from pathlib import Path

    from tamis.model import Article


def html(*articles: Article | Entry, **chosen: object) -> str:
    return make_edition(articles, "html", EditionSettings(**chosen)).data.decode()  # type: ignore[arg-type]


def texts(page: str, selector: str) -> list[str]:
    return [" ".join(element.text.split()) for element in parse(page).select(selector)]


def test_story_begins_with_title_standfirst_byline_and_date() -> None:
    page = html(story(language="de"))
    assert texts(page, "header h1") == ["Tides"]
    assert texts(page, ".standfirst") == ["What the sea does"]
    assert texts(page, ".byline") == ["Ada Byron · 3. Mai 2024"]
    assert texts(page, "article footer a") == ["https://courier.example/tides.html"]


def test_standfirst_that_opens_the_body_is_shown_once_in_the_head() -> None:
    page = html(story(paragraph("What the sea does"), paragraph("It comes and goes.")))
    assert texts(page, ".standfirst") == ["What the sea does"]
    assert texts(page, ".story > p") == ["It comes and goes."]


def test_standfirst_with_a_link_stays_in_the_body() -> None:
    page = html(story(runs(run("What the sea does", href="https://courier.example/sea"))))
    assert not texts(page, ".standfirst")
    assert texts(page, ".story > p a") == ["What the sea does"]


def test_single_story_has_neither_cover_nor_contents() -> None:
    page = html(story())
    assert not texts(page, ".cover")
    assert not texts(page, "nav")
    assert not texts(page, ".sources")


def test_collection_has_cover_contents_and_sources() -> None:
    page = html(story(title="One"), story(title="Two <b>", language="fr"), title="A & B")
    assert texts(page, "title") == ["A & B"]
    assert texts(page, ".book-title") == ["A & B"]
    assert texts(page, "nav a .what") == ["One Ada Byron", "Two <b> Ada Byron"]
    assert len(texts(page, ".sources li")) == 2
    assert not texts(html(story(), story(), cover=False), ".cover")
    assert not texts(html(story(), story(), toc_depth=0), "nav")


def test_a_cover_names_the_only_site_once() -> None:
    site = "The Courier"
    assert texts(html(story(), story(), title="A & B"), ".book-sources") == [site]
    page = html(story(), story(), title=site)
    assert (texts(page, ".book-title"), texts(page, ".book-sources")) == ([site], [])


def test_contents_reach_as_deep_as_asked_without_gaps() -> None:
    one = story(heading("First", 2), paragraph(), heading("Deep", 4), paragraph(), heading("Second", 2), paragraph())
    assert texts(html(one, toc_depth=2), "nav > ol > li > ol > li > a .what") == ["First", "Second"]
    assert texts(html(one, toc_depth=3), "nav > ol > li > ol > li > ol > li > a .what") == ["Deep"]


def test_picture_is_inside_with_caption_and_credit(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png(400, 300))
    page = html(Entry(story(picture("a.png", "The quay", "Jo Shaw"), url=None), tmp_path))
    (image,) = parse(page).select("figure img")
    assert str(image.attr("src")).startswith("data:image/png;base64,")
    assert (image.attr("width"), image.attr("height")) == ("400", "300")
    assert texts(page, "figcaption") == ["The quay Jo Shaw"]


def test_picture_that_cannot_be_had_takes_its_caption_with_it_and_is_named() -> None:
    edition = make_edition([story(picture("https://x.example/a.png", "The quay"))], "html")
    assert texts(edition.data.decode(), "figure") == []
    assert "The quay" not in edition.data.decode()
    assert "https://x.example/a.png" in edition.problems[0]


def test_notes_of_two_stories_do_not_clash() -> None:
    one = story(runs("Bees dance.", run("1", Mark.NOTE, href="#fn")), runs("A note.", anchor="fn"))
    page = html(one, one)
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert 'href="#s1-note-1"' in page
    assert 'href="#s2-note-1"' in page


def test_link_notes_give_each_url_once() -> None:
    link = run("the report", href="https://x.example/r")
    one = story(runs("See ", link, " and again ", link, "."), runs("Or ", run("this", href="https://x.example/s")))
    page = html(one, link_notes=True)
    assert texts(page, ".links li") == ["https://x.example/r", "https://x.example/s"]
    assert texts(page, ".link-note") == ["[1]", "[1]", "[2]"]
    assert not texts(html(one), ".links")


def test_formula_is_mathml() -> None:
    page = html(story(paragraph(), runs(Inline(r"\frac{a}{b}", frozenset({Mark.MATH})))))
    assert "<mfrac>" in page
    assert "\\frac" not in "".join(texts(page, "body"))


@settings(max_examples=15, deadline=None)
@given(nasty_articles)
def test_every_link_inside_finds_its_place_and_no_id_is_there_twice(source: Article) -> None:
    tree = parse(html(source, source, toc_depth=6, link_notes=True))
    ids = [str(element.attr("id")) for element in tree.select("[id]")]
    assert len(ids) == len(set(ids))
    for link in tree.select("a"):
        target = str(link.attr("href"))
        assert target[1:] in ids if target.startswith("#") else re.match(r"(?:https?|mailto|tel):", target)
    for image in tree.select("img"):
        assert str(image.attr("src")).startswith("data:image/")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://x.example/a b?q=ä#z z", "https://x.example/a%20b?q=%C3%A4#z%20z"),
        ("https://münchen.example/50%", "https://xn--mnchen-3ya.example/50%25"),
        ("https://x.example:8080/[a]|{b}", "https://x.example:8080/%5Ba%5D%7C%7Bb%7D"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("mailto:nobody", None),
        ("https:///path", None),
        ("https://x..y/", None),
        ("/relative", None),
        ("javascript:alert(1)", None),
        ("#here", "#here"),
    ],
)
def test_urls_are_valid_in_every_format(url: str, expected: str | None) -> None:
    assert web_link(url) == expected


def test_own_css_comes_last_and_may_not_load_anything(tmp_path: Path) -> None:
    sheet = tmp_path / "own.css"
    sheet.write_text("h1 { color: teal } /* </style> */", encoding="utf-8")
    page = html(story(), css=sheet)
    assert page.index("color: teal") > page.index("figcaption")
    assert page.count("</style>") == 1
    for text in ("@import 'x.css';", "p { background: url(https://x.example/a.png) }", "p{background:URL( 'a.png')}"):
        sheet.write_text(text, encoding="utf-8")
        with pytest.raises(BadSettings, match="carries all that it shows"):
            html(story(), css=sheet)


def test_the_same_articles_give_the_same_bytes() -> None:
    assert html(story(), story(title="Two")) == html(story(), story(title="Two"))


def test_what_cannot_be_made_is_named() -> None:
    with pytest.raises(BadInput, match="at least one article"):
        make_edition([], "html")
    with pytest.raises(BadSettings, match="not 'docx'"):
        make_edition([story()], "docx")
    with pytest.raises(BadSettings, match="leave 18 mm"):
        EditionSettings(paper="a6", columns=4, margin=5)


def test_the_source_line_spans_columns_only_if_there_are_several() -> None:
    """Parts that span columns are not kept with the paragraph before them, and may have a page of their own."""
    assert "--span: none;" in style_sheet(EditionSettings())
    assert "--span: all;" in style_sheet(EditionSettings(columns=2))
