from __future__ import annotations

import pytest

from tamis.text.byline_names import names_in

from .reading import BODY, article, linked, read

BYLINES = {
    "By Jane Doe": ["Jane Doe"],
    "By JANE DOE and John Roe, Staff Writers | The Courier": ["Jane Doe", "John Roe"],
    "Jane Doe, John Roe and Max Moe": ["Jane Doe", "John Roe", "Max Moe"],
    "Von Jane Doe und John Roe": ["Jane Doe", "John Roe"],
    "Por Ana García y Luis Pérez": ["Ana García", "Luis Pérez"],
    "Par Anne Dupont": ["Anne Dupont"],
    "Di Maria Rossi": ["Maria Rossi"],
    "Dianne Parker": ["Dianne Parker"],
    "Jane DoeJohn Roe": ["Jane Doe", "John Roe"],
    "ByJane Doe": ["Jane Doe"],
    "Jane Doe, Senior Editor": ["Jane Doe"],
    "Jane Doe, MD, PhD": ["Jane Doe"],
    "Jane Doe | jane@courier.example": ["Jane Doe"],
    "Jane Doe @janedoe": ["Jane Doe"],
    "Jane Doe for The Courier": ["Jane Doe"],
    "By Jane Doe, 1 May 2024": ["Jane Doe"],
    "Jane Doe JANE DOE": ["Jane Doe JANE DOE"],
    "Jane Doe; JANE DOE": ["Jane Doe"],
    "Doe, Jane B.": ["Jane B. Doe"],
    "作者：林知禾": ["林知禾"],
    "Jane Doe, Andrea Roe, Andy Moe": ["Jane Doe", "Andrea Roe", "Andy Moe"],
    "Jane Doe, Undine Roe": ["Jane Doe", "Undine Roe"],
    "Jane Doe, and John Roe": ["Jane Doe", "John Roe"],
    "dpa, Anna Meyer": ["dpa", "Anna Meyer"],
    "AFP": ["AFP"],
    "dpa": ["dpa"],
    "SID": ["SID"],
    "Reporting by Jane Doe; Editing by Max Moe": ["Jane Doe"],
    "Edited by Jane Doe": [],
    "Jane Doe, Photos by Max Roe": ["Jane Doe"],
    "责任编辑：林知禾": [],
    "View all posts by Jane Doe": ["Jane Doe"],
    "Text: Jane Doe": ["Jane Doe"],
    "Harbour Radio (www.harbour.example)": ["Harbour Radio"],
    "Center for Tides and Boats": ["Center for Tides and Boats"],
    "Staff Writer": [],
    "admin": [],
    "Written by": [],
    "https://courier.example/authors/jane": [],
    "Photo: Jane Doe": [],
    "": [],
}


@pytest.mark.parametrize(("byline", "names"), BYLINES.items())
def test_names_are_found_in_a_byline(byline: str, names: list[str]) -> None:
    assert names_in(byline) == names


def test_linked_data_may_give_objects_strings_and_lists() -> None:
    assert read(article(author=[{"@type": "Person", "name": "Jane Doe"}, "By John Roe"])).authors == (
        "Jane Doe",
        "John Roe",
    )
    assert read(article(author={"name": ["Jane Doe", "John Roe"]})).authors == ("Jane Doe", "John Roe")


def test_addresses_in_meta_elements_are_no_names() -> None:
    head = '<meta property="article:author" content="https://facebook.com/jane"><meta name=author content="Jane Doe">'
    assert read(head).authors == ("Jane Doe",)


@pytest.mark.parametrize("name", ["byl", "dc.creator", "parsely-author", "sailthru.author", "citation_author"])
def test_meta_elements_of_many_systems_are_known(name: str) -> None:
    assert read(f'<meta name="{name}" content="By Jane Doe">').authors == ("Jane Doe",)


def test_label_and_text_of_a_card_give_the_author() -> None:
    head = '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Jane Doe">'
    assert read(head).authors == ("Jane Doe",)


def test_a_person_is_preferred_to_a_house() -> None:
    head = article(author={"@type": "Organization", "name": "Harbour Agency"}) + '<meta name=author content="Jane Doe">'
    assert read(head).authors == ("Jane Doe",)


def test_a_house_is_given_where_no_person_is() -> None:
    assert read(article(author={"@type": "Organization", "name": "Harbour Agency"})).authors == ("Harbour Agency",)


def test_the_site_as_an_organization_is_no_author() -> None:
    head = '<meta property="og:site_name" content="The Courier">'
    assert read(head + article(author={"@type": "Organization", "name": "The Courier"})).authors == ()


def test_authors_in_microdata_are_those_that_stand_together() -> None:
    body = """<div><span itemprop=author>Jane Doe</span> <span itemprop=author>John Roe</span></div>
    <div class=comment><span itemprop=author>Max Moe</span></div>"""
    assert read("", body).authors == ("Jane Doe", "John Roe")


@pytest.mark.parametrize(
    "line",
    [
        "<p>By Jane Doe</p>",
        "<p>1 May 2024 · by Jane Doe | 3 comments</p>",
        "<p>Written by</p><p>Jane Doe</p>",
        "<div class=byline>Jane Doe</div>",
        '<p><a rel=author href="/x">Jane Doe</a></p>',
        '<p>Story <a href="/authors/jane-doe">Jane Doe</a></p>',
        "<p><span class=author-name>Jane Doe</span> · 3 min read</p>",
    ],
)
def test_the_byline_by_the_headline_is_read(line: str) -> None:
    assert read("<title>Ferry sails</title>", f"<h1>Ferry sails</h1>{line}").authors == ("Jane Doe",)


def test_a_photo_credit_is_no_byline() -> None:
    body = "<h1>Ferry sails</h1><figure><img src=a.jpg><figcaption>By Jane Doe</figcaption></figure>"
    assert read("<title>Ferry sails</title>", body).authors == ()


def test_the_author_of_a_comment_is_not_the_page_author() -> None:
    assert read("", "<h1>Ferry sails</h1><div class=comment><p>By Jane Doe</p></div>").authors == ()


def test_names_that_only_the_byline_has_are_added() -> None:
    assert read(article(author="Jane Doe"), "<h1>Ferry sails</h1><p>By Jane Doe and John Roe</p>").authors == (
        "Jane Doe",
        "John Roe",
    )


def test_a_page_entity_gives_the_author_where_the_article_has_none() -> None:
    head = linked([{"@type": "Article", "headline": "Ferry"}, {"@type": "WebPage", "author": "Jane Doe"}])
    assert read(head).authors == ("Jane Doe",)


def test_a_declared_author_who_is_not_shown_gives_way_to_the_byline() -> None:
    head = '<title>The tide</title><meta name=author content="Harbour House">'
    assert read(head, "<h1>The tide</h1><p>By Jane Doe</p>").authors == ("Jane Doe",)
    assert read(head, "<h1>The tide</h1>").authors == ("Harbour House",)


def test_the_second_declaration_is_taken_if_only_its_author_is_shown() -> None:
    head = '<title>The tide</title><meta name=author content=webeditor7><meta name=byl content="Jane Doe">'
    assert read(head, "<h1>The tide</h1><p class=by>Jane Doe</p>").authors == ("Jane Doe",)


def test_an_agency_is_named_where_no_person_is() -> None:
    assert read(article(author={"@type": "Person", "name": "AFP"})).authors == ("AFP",)
    assert read(article(author="dpa, Anna Meyer")).authors == ("Anna Meyer",)


def test_no_author_comes_from_the_title() -> None:
    head = "<title>A walk by Jane Doe</title>"
    assert read(head, "<nav><span class=byline>by Jane Doe</span></nav><h1>A walk by Jane Doe</h1>").authors == ()


def test_a_name_beside_a_date_is_the_author() -> None:
    assert read("", "<h1>The tide came in</h1><div>Anna Meyer | 05.04.2025</div>").authors == ("Anna Meyer",)
    assert read("", "<h1>The tide came in</h1><div>Town News | 05.04.2025</div>").authors == ()


@pytest.mark.parametrize(
    ("text", "names"),
    {
        "潮水退去。（本报记者 林知禾 陈一诺）": ("林知禾", "陈一诺"),
        "北岸日报记者 林知禾 青岛报道": ("林知禾",),
        "作者：林知禾 出自[北岸出版社]": ("林知禾",),
        "记者近日从渔业部门了解到，潮水已经退去。": (),
    }.items(),
)
def test_reporters_are_named_in_chinese_text(text: str, names: tuple[str, ...]) -> None:
    body = "潮水在中午涨上来，又在没有人想到移走船只之前退去了。" * 12
    assert read("<html lang=zh>", f"<h1>潮水</h1><p>{body}</p><p>{text}</p>").authors == names


@pytest.mark.parametrize(
    "byline",
    ["By Jane Doe, Nairobi", "By Jane Doe Education reporter", "By Jane Doe Home Affairs correspondent, Berlin"],
)
def test_datelines_and_desks_are_no_part_of_names(byline: str) -> None:
    assert read("", f"<h1>The tide comes in</h1><p class=byline>{byline}</p>").authors == ("Jane Doe",)


@pytest.mark.parametrize(
    "declared",
    [
        "Courier Online, Hamburg, Germany",
        "AWR Tide Sp. z o.o",
        "Harbour Interactive",
        "Tide Media Deutschland GmbH",
        "harbour.ru",
        "other.gr, Harbour Interactive",
        "Developed By Heba Musa",
        "Opening hours 9 till 20",
        "Features: Tides 1 product",
    ],
)
def test_addresses_companies_hosts_and_hours_are_no_authors(declared: str) -> None:
    assert read(f'<meta name=author content="{declared}">', "<h1>The tide comes in</h1>").authors == ()


def test_a_given_name_that_is_also_a_place_stays_alone() -> None:
    assert read("<meta name=author content=Florence>", "<h1>The tide comes in</h1>").authors == ("Florence",)


def test_a_commenter_is_no_author() -> None:
    comment = "<div class=comment><div><div><div><span class=author>By Max Moe</span></div></div></div></div>"
    assert read("", f"<h1>The tide comes in</h1>{comment}").authors == ()


def test_a_title_from_a_feed_changes_neither_author_nor_subtitle() -> None:
    head = "<title>Tide tables for May are out</title><meta name=author content='Jane Doe, Ann Roe'>"
    body = (
        "<h1>The new tide tables are out</h1><p class=standfirst>They are longer than ever before.</p>"
        "<p>By Jane Doe and Ann Roe</p>"
        + BODY * 9
        + "<h2>Tide tables of May</h2><p class=author>Hosni Moe</p><p class=subtitle>Follow us for more tides.</p>"
    )
    own, fed = read(head, body), read(head, body, title="Tide tables for May are out")
    assert (fed.authors, fed.subtitle) == (own.authors, own.subtitle)
    assert own.authors == ("Jane Doe", "Ann Roe")
