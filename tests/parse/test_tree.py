from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.core.parse.positions import Positions
from tamis.core.parse.tree import MAX_ATTRIBUTES, location_of, parse_html

from .reading import document, texts

RAW_TEXT = ["iframe", "style", "script", "noembed", "noframes", "textarea", "title", "xmp"]


@pytest.mark.parametrize("tag", RAW_TEXT)
@pytest.mark.parametrize("before", ["", "<p>First.</p>"], ids=["in the head", "in the body"])
def test_an_unclosed_element_in_noscript_does_not_swallow_the_page(tag: str, before: str) -> None:
    page = f"{before}<noscript><{tag} src=x></noscript><p>Hello</p><p>there</p>"
    assert texts(page)[-2:] == ["Hello", "there"]


@pytest.mark.parametrize("tag", ["iframe", "style", "script"])
@pytest.mark.parametrize("before", ["", "<p>First.</p>"], ids=["in the head", "in the body"])
def test_a_later_end_tag_does_not_close_what_is_open_in_noscript(tag: str, before: str) -> None:
    page = f"{before}<noscript><{tag}></noscript><p>Hello</p><{tag}></{tag}><p>there</p>"
    assert texts(page)[-2:] == ["Hello", "there"]


def test_an_unclosed_frame_behind_other_elements_of_noscript_does_not_swallow_the_page() -> None:
    page = "<noscript><img src=a.gif><div><iframe src=x></div></noscript><p>Hello</p><p>there</p>"
    assert texts(page) == ["Hello", "there"]


def test_upper_case_makes_no_difference_to_an_unclosed_frame() -> None:
    assert texts("<NOSCRIPT><IFRAME SRC=x></NOSCRIPT><P>Hello") == ["Hello"]


def test_a_closed_frame_in_noscript_stays_a_frame() -> None:
    tree = parse_html("<p>a<noscript><iframe src=x></iframe></noscript><noscript><iframe></noscript><p>b")
    assert [frame.attr("src") for frame in tree.select("iframe")] == ["x"]


def test_taking_an_unclosed_frame_out_moves_no_offset() -> None:
    page = "<noscript><iframe src=x></noscript><p>Hello</p>"
    (paragraph,) = parse_html(page).select("p")
    location = paragraph.source_location
    assert location is not None
    assert page[location.start_tag.end_offset :].startswith("Hello</p>")


def test_taking_an_unclosed_frame_out_leaves_the_paths_that_a_browser_has() -> None:
    (paragraph,) = parse_html("<p>a</p><noscript><iframe></noscript><div><p>b</p></div>").select("div p")
    assert paragraph.xpath_path() == "/html/body/div/p"


def test_a_script_that_writes_a_noscript_element_does_not_disturb_the_page() -> None:
    page = "<noscript><p>a</p></noscript><script>write('<noscript><iframe></noscript>')</script><p>b</p>"
    assert texts(page) == ["a", "b"]


@pytest.mark.parametrize(
    "tag", ["<meta name=a>", "<script>1</script>", "</head>", "<title>", "</titel>", "<p>", "<H1></H1>"]
)
def test_an_open_title_ends_at_the_first_tag_that_is_not_its_own(tag: str) -> None:
    page = f"<html><head><title>News of the <b>day</b> {tag}<body><p>Hello</p><p>there</p>"
    found = document(page)
    assert found.texts[-2:] == ["Hello", "there"]
    title = found.tree.select_one("title")
    assert title is not None
    assert title.text == "News of the <b>day</b> "


def test_an_open_title_does_not_end_at_the_title_of_a_drawing() -> None:
    page = "<head><title>News</head><body><p>Hello</p>" + "<hr>" * 200 + "<svg><title>Arrow</title></svg><p>there</p>"
    assert texts(page) == ["Hello", "there"]


@pytest.mark.parametrize("title", ["How to use <body> and <p>", "</head> explained", "<body>" * 99])
def test_a_closed_title_without_a_page_in_it_keeps_its_words(title: str) -> None:
    escaped = title.replace("<", "&lt;")
    (found,) = document(f"<title>{escaped}</title><p>Hello").tree.select("title")
    assert found.text == title


def test_words_after_an_open_title_stand_where_the_source_has_them() -> None:
    page = "<title>News<meta name=a><p>Hello there</p>"
    span = Positions(document(page)).of(0).span
    assert span is not None
    assert page[span.start : span.end] == "Hello there"


def test_escaped_tags_in_noscript_are_no_text() -> None:
    assert texts("<p>a</p><noscript>&lt;img src=x&gt;&lt;p&gt;pixel&lt;/p&gt;</noscript><p>b</p>") == ["a", "b"]


def test_words_in_noscript_are_text() -> None:
    assert texts("<p>a</p><noscript>1 &lt; 2, and 3 > 2</noscript><p>b</p>") == ["a", "1 < 2, and 3 > 2", "b"]


def test_an_empty_span_named_for_a_line_break_separates_words() -> None:
    assert texts('<p>one<span class="br"></span>two<span class=x></span>three</p>') == ["one twothree"]


def test_the_content_of_noscript_is_elements() -> None:
    assert [p.text for p in parse_html("<body><noscript><p>Post</p></noscript>").select("noscript p")] == ["Post"]


def test_a_declarative_shadow_root_stays_a_template() -> None:
    assert texts("<div><template shadowrootmode=open><p>no</p></template><p>yes</p></div>") == ["yes"]


@pytest.mark.parametrize("html", ["", " ", "\n", "<!-- only a comment -->", "<!doctype html>", "\x00", "\ufeff"])
def test_a_page_without_words_has_no_blocks(html: str) -> None:
    assert [text for text in document(html).texts if text.strip("\ufffd\ufeff")] == []


def test_text_without_tags_is_one_block() -> None:
    assert texts("just some\n  words") == ["just some words"]


def test_a_hundred_thousand_nested_divs_are_one_block() -> None:
    assert texts("<div>" * 100_000 + "bottom" + "</div>" * 100_000) == ["bottom"]


@pytest.mark.parametrize("tag", ["b", "ul><li", "blockquote", "table><tr><td", "span hidden", "a href=x", "font"])
def test_deep_nesting_of_any_element_keeps_its_text(tag: str) -> None:
    parsed = document(f"<{tag}>" * 2_000 + "bottom")
    assert "".join(parsed.texts) == "bottom"


@given(st.text(max_size=200))
def test_any_string_parses(html: str) -> None:
    assert len(document(html)) >= 0


@given(st.text(alphabet=st.characters(categories=["Cs", "Cc", "Co", "Lu"]), max_size=40))
def test_lone_surrogates_and_control_characters_parse(html: str) -> None:
    parsed = document(f"<p>{html}</p>")
    assert len(parsed.texts) == len(parsed.kinds)


@pytest.mark.parametrize(("more", "is_located"), [(0, True), (1, False)])
def test_an_element_with_very_many_attributes_is_not_located(more: int, is_located: bool) -> None:
    attributes = " ".join(f"a{number}" for number in range(MAX_ATTRIBUTES + more))
    paragraph = parse_html(f"<p {attributes}>Hello</p>").select_one("p")
    assert paragraph is not None
    assert (location_of(paragraph) is not None) is is_located


@pytest.mark.parametrize("tag", ["iframe", "script", "style", "textarea", "noframes"])
def test_an_element_closed_as_in_xml_does_not_swallow_the_page(tag: str) -> None:
    page = f"<div><{tag} src='a'/><p>Hello</p></div><script>var a = '<p>';</script><{tag} id=b /><p>there</p>"
    assert texts(page) == ["Hello", "there"]


def test_a_script_that_holds_markup_is_still_a_script() -> None:
    assert texts("<script type=text/html><p>Hello</p></script><p>there</p>") == ["there"]


def test_an_end_tag_of_xml_before_code_leaves_the_code_a_script() -> None:
    assert texts("<script src=a />document.write('<p>Hello</p>')</script><p>there</p>") == ["there"]
