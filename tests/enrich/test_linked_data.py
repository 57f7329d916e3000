from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from html_soup import soup
from tamis.text.lenient_json import read_json

from .reading import URL, article, linked, read, read_html


def test_author_by_reference_in_a_graph_is_resolved() -> None:
    graph = [
        {"@type": "NewsArticle", "headline": "Ferry sails", "author": {"@id": "#jane"}, "datePublished": "2024-05-01"},
        {"@type": "Person", "@id": "#jane", "name": "Jane Doe"},
        {"@type": "WebSite", "name": "The Courier"},
    ]
    found = read(linked({"@context": "https://schema.org", "@graph": graph}))
    assert found.authors == ("Jane Doe",)
    assert found.published is not None
    assert found.published.isoformat() == "2024-05-01"
    assert found.site_name == "The Courier"
    assert found.page_type == "NewsArticle"


@pytest.mark.parametrize("name", ["@list", "@set"])
def test_values_in_a_list_or_a_set_are_read(name: str) -> None:
    assert read(article(author={name: [{"name": "Jane Doe"}, "John Roe"]})).authors == ("Jane Doe", "John Roe")


def test_article_nested_as_main_entity_is_found() -> None:
    page = {"@type": "WebPage", "mainEntity": {"@type": "Article", "headline": "Ferry sails", "author": "Jane Doe"}}
    assert read(linked(page)).authors == ("Jane Doe",)


def test_top_level_list_and_several_blocks_are_read() -> None:
    head = linked([{"@type": "BreadcrumbList"}]) + linked([{"@type": ["Thing", "BlogPosting"], "author": "Jane Doe"}])
    found = read(head)
    assert (found.authors, found.page_type) == (("Jane Doe",), "BlogPosting")


def test_an_item_list_of_articles_is_not_this_page() -> None:
    item = {"@type": "NewsArticle", "headline": "Another story", "author": "John Roe", "datePublished": "2020-01-01"}
    found = read(linked({"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": item}]}))
    assert found.authors == ()
    assert found.published is None


def test_of_several_articles_the_one_with_this_url_counts() -> None:
    others = [{"@type": "Article", "url": f"https://courier.example/{n}", "author": f"Jane {n}oe"} for n in "DFG"]
    this = {"@type": "Article", "url": URL, "author": "John Roe"}
    assert read(linked([*others, this])).authors == ("John Roe",)


def test_of_several_articles_the_one_with_this_headline_counts() -> None:
    entities = [
        {"@type": "Article", "headline": f"Story number {n} of the day", "author": f"Jane {n}oe"} for n in "DFG"
    ]
    head = "<title>Story number F of the day | Courier</title>"
    assert read(head + linked(entities)).authors == ("Jane Foe",)


def test_of_several_articles_none_counts_if_none_agrees() -> None:
    entities = [{"@type": "Article", "headline": f"Story {n}", "author": f"Jane {n}oe"} for n in "DFG"]
    assert read("<title>All our stories at a glance</title>" + linked(entities)).authors == ()


def test_author_of_a_review_is_not_the_author_of_a_product() -> None:
    product = {"@type": "Product", "name": "Kettle", "review": {"@type": "Review", "author": "Jane Doe"}}
    assert read(linked(product)).authors == ()


BROKEN = {
    "trailing comma": '{"@type": "Article", "author": "Jane Doe",}',
    "doubled comma": '{"@type": "Article",, "author": "Jane Doe"}',
    "missing comma": '{"@type": "Article"\n "author": "Jane Doe"}',
    "raw line feed in a string": '{"@type": "Article", "description": "one\ntwo\tthree", "author": "Jane Doe"}',
    "HTML comment": '<!-- {"@type": "Article", "author": "Jane Doe"} -->',
    "CDATA": '//<![CDATA[\n{"@type": "Article", "author": "Jane Doe"}\n//]]>',
    "CDATA in comments": '/*<![CDATA[*/{"@type": "Article", "author": "Jane Doe"}/*]]>*/',
    "entities": "{&quot;@type&quot;: &quot;Article&quot;, &quot;author&quot;: &quot;Jane Doe&quot;}",
    "missing bracket": '{"@graph": [{"@type": "Article", "author": {"@type": "Person", "name": "Jane Doe"',
    "cut off in a string": '{"@type": "Article", "author": "Jane Doe", "description": "and then the fer',
    "several objects": '{"@type": "WebSite", "name": "x"}{"@type": "Article", "author": "Jane Doe"}',
    "byte order mark": '\ufeff{"@type": "Article", "author": "Jane Doe"}',
    "semicolon": '{"@type": "Article", "author": "Jane Doe"};',
    "bare quotes": '{"@type": "Article", "headline": "They call it "the boat"", "author": "Jane Doe"}',
    "wrong escape": '{"@type": "Article", "headline": "It\\\'s \\x here", "author": "Jane Doe"}',
    "undefined": '{"@type": "Article", "image": undefined, "author": "Jane Doe"}',
}


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN)
def test_broken_linked_data_gives_what_can_be_read(source: str) -> None:
    assert read(linked(source)).authors == ("Jane Doe",)


def test_what_is_no_json_gives_nothing() -> None:
    assert read_json("window.data = null") == []
    assert read_json("") == []


@pytest.mark.parametrize("source", ["[" * 100_000, '{"a":' * 100_000, '"' * 100_000, '{"a":"' + "\\" * 100_001])
def test_hostile_json_is_read_without_harm(source: str) -> None:
    read_json(source)


@given(st.text(max_size=300))
def test_any_text_as_linked_data_is_read_without_error_and_alike(source: str) -> None:
    assert repr(read_json(source)) == repr(read_json(source))
    assert read(linked(source)) == read(linked(source))


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
        ["@type", "@id", "@graph", "author", "name", "headline", "datePublished", "image", "url", "publisher",
         "mainEntityOfPage", "keywords", "license", "isAccessibleForFree", "inLanguage", "dateModified", "width"]
    ), inner | st.sampled_from(["Article", "WebPage", "Person"]), max_size=8),
    max_leaves=25,
)  # fmt: skip


@given(_json)
def test_any_values_in_an_entity_are_taken_without_error(value: object) -> None:
    read(linked({"@type": "NewsArticle", "author": value, "headline": value, "datePublished": value, "image": value}))
    read(linked(value))


@given(soup())
def test_any_page_gives_the_same_metadata_twice(html: str) -> None:
    assert read_html(html) == read_html(html)


def test_numbers_and_lists_where_texts_are_expected_do_no_harm() -> None:
    found = read(article(headline=[], author=[1, None, {"name": 2}], datePublished={"@value": "2024-05-01"}, image=7))
    assert found.published is not None
    assert found.authors == ()
