from __future__ import annotations

import pytest
from hypothesis import given

from html_soup import soup
from tamis.core.parse import Document, parse
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.markup_hints import (
    BITS,
    HINTS,
    find_line_hints,
    inherit_hints,
    node_hints,
    origin,
    read_names,
)
from tamis.model import Page

SENTENCE = "The tide came in over the mud and went out again, and nobody on the quay said a word about it. "


def page(html: str) -> Document:
    return parse(Page(html))


def names_of(hint: int) -> set[str]:
    return {name for name, bit in BITS.items() if bit & hint}


def marks_of_element(attributes: str, tag: str = "div") -> set[str]:
    document = page(f"<{tag} {attributes}>The quay</{tag}>")
    return names_of(node_hints(document)[document.block_nodes[0]])


def marks_of_block(html: str) -> set[str]:
    """Return the hints that the last block of a page inherits."""
    document = page(html)
    return names_of(inherit_hints(document, node_hints(document))[document.block_nodes[-1]])


def marks_of_line(text: str) -> set[str]:
    document = page(f"<p>{text}</p>")
    return names_of(find_line_hints(document)[0])


def test_every_mark_has_a_bit_of_its_own() -> None:
    assert len(HINTS) == len(set(HINTS)) == len(set(BITS.values()))


@pytest.mark.parametrize(
    ("attributes", "hints"),
    [
        ("class='comment-list'", {"comments"}),
        ("class='postMeta'", {"meta"}),
        ("class='article__body'", {"body"}),
        ("class='c-ArticleBody'", {"body"}),
        ("class='entry-header'", {"title"}),
        ("class='site-header'", {"header"}),
        ("class='header-inner'", {"header"}),
        ("class='card__header'", {"title"}),
        ("class='ad-slot-1'", {"advertisement"}),
        ("class='AdSlot'", {"advertisement"}),
        ("class='ADVERT'", {"advertisement"}),
        ("id='relatedPosts'", {"related", "teaser"}),
        ("id='comments12'", {"comments"}),
        ("class='SocialShare'", {"share"}),
        ("class='Page_footer__h3Fk2'", {"footer"}),
        ("role=navigation", {"navigation"}),
        ("itemprop=articleBody", {"body"}),
        ("class='quay mud'", set()),
    ],
)
def test_names_that_say_something(attributes: str, hints: set[str]) -> None:
    assert marks_of_element(attributes) == hints


@pytest.mark.parametrize(
    "attributes",
    [
        "class='has-sidebar'",
        "class='no-comments'",
        "class='strip-with-ads'",
        "class='comments-open'",
        "class='comments-enabled'",
        "class='tag-comments'",
        "class='category-related'",
        "class='elementor-3ad4f'",
        "class='table_root__adKqa'",
        "class='ezAdGx'",
        "class='hover:menu'",
        "id='how-to-share-more-with-your-comments'",
    ],
)
def test_names_that_only_look_so(attributes: str) -> None:
    assert marks_of_element(attributes) == set()


def test_elements_say_something_by_themselves() -> None:
    assert marks_of_element("", "nav") == {"navigation"}
    assert marks_of_element("", "figcaption") == {"caption"}


def test_the_header_of_an_article_is_not_the_head_of_the_page() -> None:
    assert marks_of_block("<header><p>The Courier</header>") == {"header"}
    assert marks_of_block("<article><header><p>The tide</header></article>") == {"article", "title"}


def test_the_body_of_the_page_says_nothing() -> None:
    assert marks_of_block("<body class='sidebar comments'><p>The quay") == set()


def test_what_stands_in_an_element_has_its_marks() -> None:
    html = f"<p>{SENTENCE * 2}</p><div id=comments><ol><li><p>A word.</ol></div>"
    assert marks_of_block(html) == {"comments"}


def test_a_name_on_most_of_the_page_says_nothing() -> None:
    html = f"<div class='menu article-body'><p>{SENTENCE * 9}</p></div><p>{SENTENCE}</p>"
    document = page(html)
    hints = node_hints(document)
    inherited_hints = inherit_hints(document, hints)
    first, last = document.block_nodes[0], document.block_nodes[1]
    assert names_of(inherited_hints[first]) == {"body"}
    assert inherited_hints[last] == 0


def test_comments_may_be_longer_than_the_article_above_them() -> None:
    html = f"<p>{SENTENCE * 4}</p><div class=comments>" + f"<p>{SENTENCE * 4}</p>" * 5 + "</div>"
    assert marks_of_block(html) == {"comments"}


def test_menus_are_not_looked_into() -> None:
    document = page("<p>One</p><p>Two</p><nav><ul class=comments><li>Three</ul></nav>")
    assert "comments" not in names_of(sum(set(node_hints(document))))


def test_a_footer_with_running_text_is_looked_into() -> None:
    html = f"<p>{SENTENCE * 20}</p><footer><p>{SENTENCE * 3}</p><p class=author>Jane Doe</footer>"
    assert marks_of_block(html) == {"footer", "author"}


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<div class='x related-stories'>A</div>", "a part named 'related-stories'"),
        ("<aside>A</aside>", "an aside element"),
        ("<div role=complementary>A</div>", "a part with the role 'complementary'"),
        ("<div itemprop=author>A</div>", "a part marked as 'author'"),
    ],
)
def test_what_gives_a_mark_can_be_said(html: str, words: str) -> None:
    document = page(html)
    node = document.block_nodes[0]
    assert origin(document, node, node_hints(document)[node]) == words


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Related articles", "related"),
        ("Lesen Sie auch: Ebbe im Hafen", "related"),
        ("À lire aussi", "related"),
        ("Czytaj także", "related"),
        ("関連記事", "related"),
        ("相关阅读", "related"),
        ("Read more »", "more"),
        ("12 comments", "comments"),
        ("Comments (3)", "comments"),
        ("Schreibe einen Kommentar", "comments"),
        ("Share this", "share"),
        ("Teilen", "share"),
        ("- Advertisement -", "advertisement"),
        ("広告", "advertisement"),
        ("Subscribe", "prompt"),
        ("By Jane Doe", "author"),
        ("By JANE DOE and John Roe, Staff Writers", "author"),
        ("Von Max Müller", "author"),
        ("Written by Jane Doe", "author"),
        ("作者：王小明", "author"),
        ("Published 3 May 2021", "date"),
        ("Tags: sea, tide", "tags"),
        ("© 2020 The Courier", "legal"),
        ("The Courier 2020. All rights reserved.", "legal"),
        ("5 min read", "read time"),
        ("Photo: Jane Doe", "credit"),
    ],
)
def test_lines_that_say_something(text: str, hint: str) -> None:
    assert marks_of_line(text) == {hint}


@pytest.mark.parametrize(
    "text",
    [
        "By category",
        "By the quay",
        "Von Berlin nach Paris",
        "Related articles of faith",
        "The tide: a story",
        "Comments were few that night",
        "潮水漫过了码头",
        SENTENCE,
    ],
)
def test_lines_that_only_look_so(text: str) -> None:
    assert marks_of_line(text) == set()


def test_a_long_line_is_told_by_its_label() -> None:
    assert marks_of_line("Tags: " + ", ".join(["sea", "tide", "mud"] * 8)) == {"tags"}


def test_the_names_of_known_authors_are_bylines() -> None:
    document = page("<p>Jane Doe</p><p>John Roe</p>")
    assert [names_of(hint) for hint in find_line_hints(document, ["Jane Doe"])] == [{"author"}, set()]


def test_lines_in_menus_are_not_read() -> None:
    document = page("<nav><p>Subscribe</nav><p>Subscribe")
    inherited_hints = inherit_hints(document, node_hints(document))
    assert list(find_line_hints(document, (), inherited_hints)) == [0, bits.PROMPT]


@given(soup())
def test_any_page_has_marks(html: str) -> None:
    document = page(html)
    hints = node_hints(document)
    assert len(hints) == len(document.tags)
    assert len(inherit_hints(document, hints)) == len(hints)
    assert len(find_line_hints(document)) == len(document)


@pytest.mark.parametrize(
    "html",
    [
        "<header>" * 20_000 + "tide",
        "<nav>" * 5_000 + SENTENCE * 3 + "</nav>" * 5_000,
        "<div class='" + "menu-" * 50_000 + "'>tide</div>",
        "<div>" * 20_000 + "<header>tide</header>" * 2_000,
    ],
    ids=["headers", "menus", "long name", "deep"],
)
def test_hostile_pages_have_marks_too(html: str) -> None:
    document = page(html)
    assert inherit_hints(document, node_hints(document))


def test_the_names_of_nodes_without_text_are_not_read() -> None:
    names = read_names(parse(Page("<div class=a id=b><p class=c>text</p></div><div class=d></div>")))
    assert names.classes == ["", "a", "c"]
    assert [identity for _, identity in names.ids] == ["b"]


MENU_PAGE = """
    <nav class=menu><ul class=inner><li>Home<li>News</ul></nav>
    <div class=post-body><p>Text of the article, which is long enough.<p>More of it.<p>And more still.</div>
    <div class=related><p class=teaser>Another story</div>
"""


def test_menus_are_told_by_their_blocks_and_not_read_inside() -> None:
    document = parse(Page(MENU_PAGE))
    names = read_names(document)
    assert [document.texts[begin:end] for begin, end in names.menus] == [["Home", "News"]]
    assert "inner" not in names.classes
    assert "teaser" not in names.classes  # closed too, but not told as a menu: it may be part of the article


@pytest.mark.parametrize(
    ("attributes", "content", "is_box"),
    [
        ('id="SQL-FOR-UPDATE-SHARE"', "<p>{}</p>", False),
        ('id="share"', "<pre>lock(share)\n  release()</pre>", False),
        ('id="cookies"', "<pre>set(cookie)\n  send()</pre>", False),
        ('id="SQL-FOR-UPDATE-SHARE"', "<p>short</p>", True),
        ('id="share"', "<p><a href=/>{}</a></p>", True),
        ('id="cookies"', "<p>{}</p>", True),
        ('class="share"', "<p>{}</p>", True),
    ],
)
def test_a_section_is_no_box_whatever_its_id_says(attributes: str, content: str, is_box: bool) -> None:
    section = f"<section {attributes}><h2>The clause</h2>{content.format(3 * SENTENCE)}</section>"
    document = page(f"<main><h1>Locks</h1><p>{9 * SENTENCE}</p>{section}</main>")
    marks = names_of(node_hints(document)[document.tags.index("section")])
    assert bool(marks & {"share", "consent"}) == is_box


def test_a_menu_with_running_text_is_none() -> None:
    names = read_names(parse(Page(MENU_PAGE.replace("Home", "A sentence that goes on and on. " * 10))))
    assert names.menus == []


@pytest.mark.parametrize(
    ("part", "is_menu"),
    [
        ("<div class=header-menu><a href=/>Home</a> <a href=/a>About us</a></div>", True),
        ("<div class=header-content><p>Two spoons of oil</p><p>Four eggs</p></div>", False),
        ("<header><h1>The crane</h1><p>What became of it.</p></header>", False),
        ("<header><a href=/>The Courier</a> <p>Thursday</p></header>", True),
        ("<nav><p>The Courier</p><p>Thursday</p></nav>", True),
        ("<footer><p>The Courier</p><p>Thursday</p></footer>", True),
        ("<section><footer><p>The Courier</p><p>Thursday</p></footer></section>", False),
        (f"<nav><p>The Courier</p><p>{'A line as no menu has. ' * 6}</p></nav>", False),
        ("<h2 class=header><a href=#a>Chapter one</a></h2>", False),
    ],
    ids=["links", "no links", "title", "links in a header", "by its tag", "footer", "of a section", "long", "heading"],
)
def test_what_is_only_named_a_menu_must_have_links_and_short_lines(part: str, is_menu: bool) -> None:
    body = "<p>Text of the article, which is long enough.</p>" * 8
    assert bool(read_names(parse(Page(f"{part}<div>{body}</div>"))).menus) is is_menu


def test_a_menu_without_links_that_tells_something_is_no_menu_of_the_site() -> None:
    dish = "<p>Grilled salmon with roasted vegetables, served with a lemon butter sauce.</p>"
    assert marks_of_block(f"<main><div id=menu>{dish}</div></main>") == {"main"}
    assert "navigation" in marks_of_block(f"<main><div id=menu>{dish}<a href=/home>Home</a></div></main>")
    assert "navigation" in marks_of_block(f"<main><nav id=menu>{dish}</nav></main>")
    assert "navigation" in marks_of_block("<main><div id=menu><p>Home, news and sports</p></div></main>")
