from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turbohtml import parse

from tamis.model import Article, Block, Cell, Inline, Kind, Mark, Metadata, Outcome, Table
from tamis.text.characters import printable
from tamis.write.html import style_sheet, write_html
from tamis.write.mathml import write_mathml

from .articles import (
    article,
    block,
    blocks_of,
    cell,
    code,
    full_article,
    heading,
    item,
    nasty_articles,
    paragraph,
    picture,
    player,
    run,
    squeezed,
    table,
)

TAGS = frozenset(
    {
        *(
            "html",
            "head",
            "meta",
            "title",
            "link",
            "style",
            "body",
            "article",
            "header",
            "time",
            "span",
            "div",
            "br",
        ),
        *("h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "kbd"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td", "figure", "img", "figcaption"),
        *("a", "strong", "em", "s", "sub", "sup"),
        *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mphantom", "mfrac", "msqrt", "mroot"),
        *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd"),
    }
)
ATTRIBUTES = frozenset(
    {
        *(
            "lang",
            "dir",
            "charset",
            "http-equiv",
            "content",
            "name",
            "rel",
            "href",
            "class",
            "id",
            "src",
            "alt",
        ),
        *("width", "height", "datetime", "value", "colspan", "rowspan", "aria-label"),
        *("xmlns", "display", "alttext", "mathvariant", "fence", "stretchy", "accent", "accentunder"),
        *("linethickness", "displaystyle"),
    }
)


def body(source: Article) -> str:
    """Return the part between header and end."""
    html = write_html(source)
    return html.split("</header>\n")[1].split("</article>")[0]


@settings(max_examples=100, deadline=None)
@given(nasty_articles)
def test_holds_no_tag_attribute_or_url_of_the_page(source: Article) -> None:
    html = write_html(source)
    html.encode()
    for element in parse(html).select("*"):
        assert element.tag in TAGS
        assert set(element.attrs) <= ATTRIBUTES
        for name in ("href", "src"):
            url = str(element.attr(name) or "")
            scheme = re.match(r"[\x00-\x20]*([a-z+.-]+)[\x00-\x20]*:", url, re.IGNORECASE)
            assert scheme is None or scheme[1].lower() in ("http", "https", "mailto", "tel")


@settings(max_examples=100, deadline=None)
@given(nasty_articles)
def test_every_link_inside_the_page_finds_its_place(source: Article) -> None:
    tree = parse(write_html(source))
    ids = [str(element.attr("id")) for element in tree.select("[id]")]
    assert len(ids) == len(set(ids))
    for link in tree.select('a[href^="#"]'):
        assert unquote(str(link.attr("href"))[1:]) in ids


@settings(max_examples=60, deadline=None)
@given(st.lists(blocks_of([], [Kind.CODE]), max_size=3))
def test_code_shows_as_it_stands(blocks: list[Block]) -> None:
    tree = parse(write_html(article(*blocks)))
    shown = [squeezed(element.text) for element in tree.select("pre")]
    assert shown == [squeezed(printable(each.text)) for each in blocks if each.text.strip()]


def test_head_names_source_authors_and_dates() -> None:
    html = write_html(full_article())
    assert '<html lang="en">' in html
    assert '<h1 dir="auto">How bees &lt;find&gt; home</h1>' in html
    assert '<a href="https://news.example/2024/bees" rel="noopener noreferrer">The Example</a>' in html
    assert '<p class="subtitle">A dance &amp; a map</p>' in html
    assert (
        'Ada Byron, Émile «Z» · <time datetime="2024-05-03T10:00:00+00:00">3 May 2024</time>'
        ' · updated <time datetime="2024-05-04">4 May 2024</time>' in html
    )
    assert '<link rel="canonical" href="https://news.example/bees">' in html


def test_direction_follows_the_words_and_not_the_site() -> None:
    source = article(paragraph("ترقص النحلة (bees) على شكل الرقم ثمانية"))
    source = replace(source, metadata=Metadata(site_name="The Example", language="ar"))
    assert '<html lang="ar" dir="rtl">' in write_html(source)
    assert "dir=" not in write_html(article(paragraph("They say שלום here")))


def test_policy_lets_in_no_script_and_one_style() -> None:
    html = write_html(article())
    policy = str(parse(html).select_one("meta[http-equiv]").attr("content"))  # type: ignore[union-attr]
    assert policy.startswith("default-src 'none'")
    assert "script" not in policy
    assert "unsafe" not in policy
    assert html.count("<style>") == 1
    assert f"<style>{style_sheet()}</style>" in html


def test_nested_lists() -> None:
    source = article(item("a"), item("b", level=2, number=3), item("c", level=2, continues=True), item("d"))
    assert body(source) == ('<ul>\n<li>a\n<ol>\n<li value="3">b\n<p>c</p>\n</li>\n</ol>\n</li>\n<li>d\n</li>\n</ul>\n')


def test_list_of_another_kind_is_another_list() -> None:
    assert body(article(item("a"), item("b", number=1))) == (
        '<ul>\n<li>a\n</li>\n</ul>\n<ol>\n<li value="1">b\n</li>\n</ol>\n'
    )


def test_terms_and_definitions() -> None:
    source = article(
        item("Neap", term=True),
        item("Nip", term=True),
        item("low", level=2, term=False),
        item("a case", level=3),
        item("more", level=2, term=False, continues=True),
        item("its time", level=2, term=False),
    )
    assert body(source) == (
        "<dl>\n<dt>Neap\n</dt>\n<dt>Nip\n</dt>\n<dd>low\n<ul>\n<li>a case\n</li>\n</ul>\n<p>more</p>\n</dd>\n"
        "<dd>its time\n</dd>\n</dl>\n"
    )


def test_a_term_or_a_definition_alone_is_an_item() -> None:
    assert body(article(item("Neap", term=True), paragraph("a"), item("low", level=2, term=False))) == (
        "<ul>\n<li>Neap\n</li>\n</ul>\n<p>a</p>\n<ul>\n<li>low\n</li>\n</ul>\n"
    )


@settings(max_examples=100, deadline=None)
@given(nasty_articles)
def test_definition_lists_are_whole(source: Article) -> None:
    for entries in parse(write_html(source)).select("dl"):
        tags = [child.tag for child in entries if hasattr(child, "tag")]
        assert re.fullmatch("(?:(?:dt )+(?:dd )+)+", "".join(f"{tag} " for tag in tags))


def test_quotes_open_and_close() -> None:
    source = article(block(Kind.QUOTE, "a"), paragraph("b", quoted=2), paragraph("c"))
    assert body(source) == ("<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>\n<p>c</p>\n")


def test_title_is_the_only_top_heading() -> None:
    source = article(heading("Title", 1), heading("One", 1), heading("Two", 2), title="title")
    html = write_html(source)
    assert html.count("<h1") == 1
    assert "<h2>One</h2>\n<h3>Two</h3>" in html


def test_notes_lead_there_and_back() -> None:
    source = article(
        paragraph("Text", run("[a]", Mark.NOTE, href="#n"), " again", run("[a]", Mark.NOTE, href="#n")),
        paragraph("Note ", run("↩", href="#r"), anchor="n"),
    )
    assert body(source) == (
        '<p>Text<sup><a class="note" href="#note-1" id="ref-1">1</a></sup> again'
        '<sup><a class="note" href="#note-1">1</a></sup></p>\n'
        '<p id="note-1">Note <a class="back" href="#ref-1" aria-label="Back to the text">↩</a></p>\n'
    )


def test_reference_without_its_note_is_text() -> None:
    assert body(article(paragraph("Text", run("[1]", Mark.NOTE, href="#gone")))) == "<p>Text[1]</p>\n"


def test_links_inside_the_page_work_if_their_place_is_there() -> None:
    source = article(paragraph(run("up", href="#a b"), run("gone", href="#x")), paragraph("there", anchor="a b"))
    assert body(source) == '<p><a href="#at-a%2520b">up</a>gone</p>\n<p id="at-a%20b">there</p>\n'


def test_figure_with_caption_once() -> None:
    source = article(
        picture("https://e.example/i.png", 'A "bee"', "At  work"),
        block(Kind.CAPTION, "At work"),
        paragraph("x"),
    )
    assert body(source) == (
        '<figure><img src="https://e.example/i.png" alt="A &quot;bee&quot;">'
        "<figcaption>At work</figcaption></figure>\n"
        "<p>x</p>\n"
    )


@pytest.mark.parametrize(
    "src",
    [
        "javascript:x",
        "data:image/svg+xml,<svg/>",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://e.example/a",
    ],
)
def test_pictures_from_elsewhere_are_not_loaded(src: str) -> None:
    assert "<img" not in write_html(article(picture(src, "alt", "caption")))
    assert "caption" in body(article(picture(src, "alt", "caption")))


def test_bitmaps_in_data_urls_are_shown() -> None:
    assert '<img src="data:image/png;base64,AAAA"' in write_html(article(picture("data:image/png;base64,AAAA")))


def test_players_are_links() -> None:
    html = body(article(player("https://www.video.example/v?a=1&b=2", "The <dance>")))
    assert html == (
        '<p class="media"><a href="https://www.video.example/v?a=1&amp;b=2" rel="noopener noreferrer">'
        '<span>▶ The &lt;dance&gt;<span class="host">video.example</span></span></a></p>\n'
    )
    assert body(article(player("javascript:alert(1)", "x"))) == ""


def test_table_with_spans_and_head() -> None:
    source = article(
        table((cell("A", header=True, colspan=2),), (cell("1\n2", rowspan=10**9), cell(run("b", Mark.BOLD))))
    )
    assert body(source) == (
        '<div class="table">\n<table>\n<thead>\n<tr><th colspan="2">A</th></tr>\n</thead>\n<tbody>\n'
        '<tr><td rowspan="65534">1<br>2</td><td><strong>b</strong></td></tr>\n</tbody>\n</table>\n</div>\n'
    )


def test_code_and_math() -> None:
    source = article(code("\na <b>\n  c\n"), paragraph("so ", run("x < y", Mark.MATH), run("z", Mark.CODE)))
    assert body(source) == (
        f'<pre dir="ltr"><code>a &lt;b&gt;\n  c</code></pre>\n<p>so {write_mathml("x < y")}<code>z</code></p>\n'
    )


def test_page_without_article_says_why() -> None:
    source = Article(metadata=Metadata(title="T"), outcome=Outcome.NEEDS_SCRIPT, outcome_reason="empty <div>")
    assert "(needs script): empty &lt;div&gt;" in write_html(source)


def test_a_header_cell_over_two_rows_stays_in_one_head() -> None:
    def cells(*texts: str, header: bool = True, rowspan: int = 1) -> tuple[Cell, ...]:
        return tuple(Cell((Inline(text),), header, 1, rowspan) for text in texts)

    rows = (
        cells("Department", rowspan=2) + cells("Budget"),
        cells("2024"),
        cells("Roads", "38", header=False),
    )
    block = Block(Kind.TABLE, "", 0, "/table", table=Table(rows))
    html = write_html(Article(blocks=(block,)))
    head = html[html.index("<thead>") : html.index("</thead>")]
    assert head.count("<tr>") == 2
    assert "Roads" not in head
