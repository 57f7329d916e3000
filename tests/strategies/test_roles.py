from __future__ import annotations

import pytest
from hypothesis import given

from html_soup import soup
from tamis.core.parse import Document, parse
from tamis.core.strategies import part_hints as bits
from tamis.core.strategies.markup_hints import find_line_hints, inherit_hints, node_hints
from tamis.core.strategies.roles import UNKNOWN, Roles, assign, comment_texts
from tamis.model import Page, Role
from tamis.text import markup_names
from tamis.text.phrases import PURPOSES

SENTENCE = "The tide came in over the mud and went out again, and nobody on the quay said a word about it. "
BODY = f"<div class=body><p>{SENTENCE * 3}</p><p>{SENTENCE * 3}</p></div>"


def roles_of(document: Document, kept: list[bool]) -> Roles:
    hints = node_hints(document)
    inherited_hints = inherit_hints(document, hints)
    return assign(document, kept, hints, inherited_hints, find_line_hints(document, (), inherited_hints))


def told(html: str) -> dict[str, tuple[Role, str]]:
    """Role and reason by text, for a page of which only the long paragraphs are kept."""
    document = parse(Page(BODY + html))
    roles = roles_of(document, [SENTENCE.strip() in text for text in document.texts])
    return dict(zip(document.texts, zip(roles.roles, roles.reasons, strict=True), strict=True))


def role(html: str, text: str) -> Role:
    return told(html)[text][0]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ol class=comment-list><li><p>x</ol>", Role.COMMENT),
        ("<section id=reviews><p>x</section>", Role.COMMENT),
        ("<div class=related-stories><h3>x</h3></div>", Role.RELATED),
        ("<div class='ad-slot'><p>x</div>", Role.ADVERTISEMENT),
        ("<nav><p>x</nav>", Role.NAVIGATION),
        ("<footer><p>x</footer>", Role.NAVIGATION),
        ("<div class=breadcrumbs>x</div>", Role.NAVIGATION),
        ("<div class=newsletter-signup>x</div>", Role.PROMPT),
        ("<div id=cookie-banner>x</div>", Role.PROMPT),
        ("<div class=share-buttons>x</div>", Role.PROMPT),
        ("<p class=byline>x</p>", Role.BYLINE),
        ("<p class=post-date>x</p>", Role.DATELINE),
        ("<figure><img src=a.png><p class=wp-caption-text>x</p></figure>", Role.CAPTION),
        ("<aside><p>x</aside>", Role.OTHER),
        ("<aside><p><a href=/>x</a></aside>", Role.NAVIGATION),
        ("<div class=card><a href=/><p>x</a></div>", Role.RELATED),
        ("<p hidden>x</p>", Role.HIDDEN),
        ("<p>x</p>", Role.OTHER),
    ],
)
def test_what_was_left_out_is_told_by_the_part_it_stands_in(html: str, expected: Role) -> None:
    assert role(html, "x") is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("By Jane Doe", Role.BYLINE),
        ("3 May 2021", Role.DATELINE),
        ("Advertisement", Role.ADVERTISEMENT),
        ("Leave a reply", Role.COMMENT),
        ("Lesen Sie auch", Role.RELATED),
        ("Subscribe now", Role.PROMPT),
        ("Share this", Role.PROMPT),
        ("Photo: Jane Doe", Role.CAPTION),
        ("Filed under: tides", Role.NAVIGATION),
        ("© 2021 The Courier", Role.NAVIGATION),
        ("4 min read", Role.OTHER),
    ],
)
def test_what_was_left_out_is_told_by_its_line(line: str, expected: Role) -> None:
    assert role(f"<p>{line}</p>", line) is expected


def test_a_byline_in_a_comment_belongs_to_the_comment() -> None:
    html = "<div class=comments><p class=author>By Jane Doe</p><p>3 May 2021</p></div>"
    assert {said[0] for text, said in told(html).items() if SENTENCE.strip() not in text} == {Role.COMMENT}


def test_a_byline_in_the_footer_of_an_article_is_a_byline() -> None:
    assert role("<article><footer><p class=author>Jane Doe</footer></article>", "Jane Doe") is Role.BYLINE


def test_a_heading_speaks_for_what_stands_below_it() -> None:
    html = "<section><h2>Related articles</h2><p>Ebb</p><p>Flood</p></section><p>Mud</p>"
    assert told(html)["Flood"] == (Role.RELATED, "below the line 'Related articles'")
    assert told(html)["Mud"] == (Role.OTHER, UNKNOWN)


def test_what_a_heading_speaks_for_ends_at_the_next_heading_and_at_the_article() -> None:
    html = f"<h2>Related articles</h2><p>Ebb</p><h2>Boats</h2><p>{SENTENCE}</p><p>Mud</p>"
    assert role(html, "Ebb") is Role.RELATED
    assert role(html, "Boats") is Role.OTHER
    assert role(html, "Mud") is Role.OTHER


def test_links_are_titles_of_other_pages_or_entries_of_menus() -> None:
    html = "<p><a href=/>Five boats lost in one night</a></p><p><a href=/>Boats</a></p>"
    assert told(html)["Five boats lost in one night"][0] is Role.RELATED
    assert told(html)["Boats"] == (Role.NAVIGATION, "a link")


def test_reasons_name_the_part_of_the_page() -> None:
    said = told("<div class='x related-stories'><p>Ebb</div><nav><p>Home</nav><p style='display: none'>Gone")
    assert said["Ebb"][1] == "in a part named 'related-stories'"
    assert said["Home"][1] == "in a nav element"
    assert said["Gone"] == (Role.HIDDEN, "hidden: display: none")


def test_reasons_are_shared() -> None:
    said = told("<div class=related><p>Ebb</p><p>Flood</p></div>")
    assert said["Ebb"][1] is said["Flood"][1]


def test_kept_blocks_are_what_their_markup_says() -> None:
    html = "<h2>Ebb</h2><p>Flood</p><figure><img src=a.png><figcaption>Mud</figcaption></figure><p>3 May 2021</p>"
    html += "<h3>4 May 2021</h3><p>By Jane Doe</p><p class=author>John Roe</p>"
    document = parse(Page(html))
    roles = roles_of(document, [True] * len(document))
    assert [(text, found) for text, found in zip(document.texts, roles.roles, strict=True) if text] == [
        ("Ebb", Role.HEADING),
        ("Flood", Role.TEXT),
        ("Mud", Role.CAPTION),
        ("3 May 2021", Role.DATELINE),
        ("4 May 2021", Role.HEADING),
        ("By Jane Doe", Role.BYLINE),
        ("John Roe", Role.BYLINE),
    ]
    assert roles.roles[document.texts.index("")] is Role.MULTIMEDIA


def test_a_kept_caption_without_its_markup_is_one_beside_a_picture_only() -> None:
    document = parse(Page("<div><img src=a.png><p class=caption>Mud</div>" + "<p>Tide" * 9 + "<p class=caption>Ebb"))
    roles = roles_of(document, [True] * len(document))
    assert roles.roles[document.texts.index("Mud")] is Role.CAPTION
    assert roles.roles[document.texts.index("Ebb")] is Role.TEXT


def test_kept_text_in_a_part_with_another_name_is_text() -> None:
    document = parse(Page(f"<div class=comments><p>{SENTENCE}</div>"))
    assert roles_of(document, [True]).roles[0] is Role.TEXT


def test_columns_are_like_lists() -> None:
    document = parse(Page("<nav><p>Home</nav><p>Tide<p>By Jane Doe"))
    roles = roles_of(document, [False, True, True])
    expected = [Role.NAVIGATION, Role.TEXT, Role.BYLINE]
    assert roles.roles == expected
    assert expected == list(roles.roles)
    assert roles.roles[-1] is Role.BYLINE
    assert roles.roles[:2] == expected[:2]
    assert len(roles.reasons) == 3
    assert repr(roles.roles) == repr(expected)
    with pytest.raises(IndexError):
        roles.roles[3]


@given(soup())
def test_every_block_has_a_role_and_a_reason(html: str) -> None:
    document = parse(Page(html))
    for kept in (False, True):
        roles = roles_of(document, [kept] * len(document))
        assert len(list(roles.roles)) == len(document)
        assert all(roles.reasons)


def comments(html: str) -> list[str]:
    document = parse(Page(BODY + html))
    hints = node_hints(document)
    inherited_hints = inherit_hints(document, hints)
    lines = find_line_hints(document)
    roles = assign(document, [SENTENCE.strip() in text for text in document.texts], hints, inherited_hints, lines).roles
    found = comment_texts(document, roles, inherited_hints, lines)
    return [text for text, is_comment in zip(document.texts, found, strict=True) if is_comment]


def test_the_words_of_comments_and_who_wrote_them() -> None:
    html = """
        <p>Boats are lost.</p>
        <div id=comments><h3>2 comments</h3>
            <div class=comment><p class=comment-author><a href=/>Jane</a></p><p>3 May 2021</p>
                <p>I saw that very tide.</p><p><a href=/>Reply to Jane Doe here</a></p></div>
            <div class=comment><p>那天晚上我也看见了那场大潮水</p><p>Nice!</p>
                <button>Report this comment now</button></div>
            <form><p>Your address will not be shown to anybody.</p></form>
            <p>Loading...</p>
        </div>"""
    assert comments(html) == ["Jane", "I saw that very tide.", "那天晚上我也看见了那场大潮水", "Nice!"]


def test_a_page_without_comments_has_no_words_of_them() -> None:
    assert comments("<div class=related><p>Boats are lost again.</div>") == []


def test_every_role_says_what_it_means() -> None:
    assert all(role.kept or role.dropped for role in Role)
    assert all(Role(role.value) is role for role in Role)


def test_the_phrases_that_rows_of_hints_name_exist_and_lines_have_one_order() -> None:
    rows = [row.line for row in bits.ROWS if row.line is not None]
    named = {purpose for line in rows for purpose in (line.whole, line.label, line.start) if purpose}
    assert named <= PURPOSES.keys()
    assert len({line.rank for line in rows}) == len(rows)


def test_every_name_of_an_element_has_the_row_of_a_hint() -> None:
    assert markup_names.NAMES.keys() <= bits.BITS.keys()
