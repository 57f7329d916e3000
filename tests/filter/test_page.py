"""Each switch of the filters, on the page that comes back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from tamis.errors import BadSettings, TooLarge
from tamis.filter import FilteredPage, filter_page, filter_text
from tamis.filter.page import PAGE_FILTERS
from tamis.model import Kind, Labels, Page, Role
from tamis.papers.filters import AdHosts
from tamis.settings.extraction import Limits
from tamis.text.markup_names import GUESSED_SOURCES, LAZY_SETS, LAZY_SOURCES

if TYPE_CHECKING:
    from tamis.core.parse import Document

STORY = "<p>" + "The sea came in over the mud and went out again, and nobody on the quay said a word. " * 3 + "</p>"
URL = "https://quay.example/news/tides.html"


def filtered(body: str, head: str = "", *, url: str | None = URL, **switches: Any) -> str:
    html = f"<!DOCTYPE html><html lang=en><head><title>Tides</title>{head}</head><body>{STORY}{body}</body></html>"
    return filter_page(Page(html, url), replace(PAGE_FILTERS, **switches))


def body_of(html: str) -> str:
    """Return the part of the body after the story."""
    return html[html.index("</p>") + 4 : html.index("</body>")]


# D2: one switch each.


@pytest.mark.parametrize(
    ("switch", "markup", "rest"),
    [
        ("remove_images", "<img src=/a.png alt=Pier>", ""),
        ("remove_linked_images", "<a href=/x><img src=/a.png alt=Pier></a>", ""),
        ("remove_text_links", "<b>Ebb <a href=/x>and flow</a></b>", "<b>Ebb </b>"),
        ("remove_forms", "<form><input><p>Name</p></form>", ""),
        ("remove_inputs", "<form><input><p>Name</p></form>", "<form><p>Name</p></form>"),
        ("remove_buttons", "<div><button>Go</button><input type=submit></div>", "<div></div>"),
        ("remove_selects", "<div><select><option>Go</select></div>", "<div></div>"),
        ("remove_iframes", "<iframe src=https://video.example/1></iframe>", ""),
        ("remove_embeds", "<embed src=https://video.example/1>", ""),
        ("remove_div_styles", "<div style=color:red>x</div>", "<div>x</div>"),
        (
            "remove_cell_widths",
            "<table><col width=7 style='width: 8px'><tr><td width=9 style='max-width:9em;Width : 9px'>tides</table>",
            "<table><colgroup><col></colgroup><tbody><tr><td>tides</td></tr></tbody></table>",
        ),
    ],
)
def test_a_switch_takes_out_what_it_names(switch: str, markup: str, rest: str) -> None:
    """And it stays where the switch is off."""
    on: dict[str, Any] = {switch: True}
    off: dict[str, Any] = {switch: False}
    assert body_of(filtered(markup, **on)) == rest
    left = body_of(filtered(markup, **off))
    assert len(left) > len(rest)
    for word in re.findall(r"<(\w+)", markup):
        assert f"<{word}" in left


def test_a_picture_can_leave_its_text() -> None:
    picture = "<img src=/a.png alt='The pier'>"
    assert body_of(filtered(picture, remove_images=True, image_alt=True)) == "The pier"
    linked = body_of(filtered(f"<a href=/x>{picture}</a>", remove_linked_images=True, linked_image_alt=True))
    assert re.fullmatch(r'<a href="https://quay.example/x"[^>]*>The pier</a>', linked)


def test_pictures_that_are_links_and_others_have_switches_of_their_own() -> None:
    both = "<img src=/a.png><a href=/x>See <img src=/b.png></a>"
    assert "b.png" in (without := body_of(filtered(both, remove_images=True)))
    assert "a.png" not in without
    assert "a.png" in (without := body_of(filtered(both, remove_linked_images=True)))
    assert "b.png" not in without
    assert "See" in without


def test_what_stands_in_noscript_is_shown_or_not() -> None:
    assert body_of(filtered("<noscript><i>No script</i></noscript>")) == "<i>No script</i>"
    assert body_of(filtered("<noscript><i>No script</i></noscript>", noscript=False)) == ""


def test_styles_stay_or_go() -> None:
    head = "<style>p{color:red}</style><link rel=stylesheet href=/a.css media=screen>"
    kept = filtered("<div><style>i{color:blue}</style></div>", head)
    assert "<style>p{color:red}</style>" in kept
    assert '<link rel="stylesheet" href="https://quay.example/a.css" media="screen">' in kept
    assert kept.index("a.css") < kept.index("i{color:blue}") < kept.index("<body>")
    gone = filtered("", head, remove_styles=True)
    assert "color" not in gone
    assert "a.css" not in gone


def test_what_the_page_says_about_itself_stays_or_goes() -> None:
    head = "<meta name=description content='Ebb &amp; flow'><meta name=viewport content=width=device-width>"
    assert "Ebb" not in (gone := filtered("", head))
    assert 'name="viewport"' in gone  # which belongs to the look
    assert 'content="Ebb &amp; flow"' in filtered("", head, remove_metas=False)


def test_metas_of_any_name_stay_but_none_that_acts() -> None:
    head = (
        "<meta name=Tide.Station content=Quay><meta property=og:type content=article><meta itemprop=genre content=news>"
        "<meta name=theme-color content=red media=print><meta name=referrer content=unsafe-url>"
        "<meta http-equiv=refresh content='0;url=/x'><meta name=refresh http-equiv=refresh content='1;url=/y'>"
    )
    kept = filtered("", head, remove_metas=False)
    assert '<meta name="Tide.Station" content="Quay">' in kept
    assert '<meta property="og:type" content="article"><meta itemprop="genre" content="news">' in kept
    assert '<meta name="theme-color" content="red" media="print">' in kept
    assert "referrer" not in kept
    assert kept.count("http-equiv") == 1  # the policy
    assert "og:type" not in filtered("", head)


def test_a_form_around_most_of_the_page_stays() -> None:
    html = f"<form action=/x><h1>Tides</h1>{STORY * 3}<input></form>"
    assert "The sea" in filter_page(Page(html), replace(PAGE_FILTERS, remove_forms=True))


# D3: advertisements.


@pytest.mark.parametrize(
    "advertisement",
    [
        "<a href=https://ads.example.com/click><img src=/b.png></a>",
        "<img src=//ad.doubleclick.net/b.png>",
        "<iframe src=https://tpc.googlesyndication.com/x></iframe>",
        "<div class='ad-slot'><p>Buy a bed</p></div>",
    ],
)
def test_advertisements_go(advertisement: str) -> None:
    assert body_of(filtered(advertisement, remove_iframes=False)) == ""
    kept = filtered(advertisement, remove_advertisements=False, named_advertisements=False, remove_iframes=False)
    assert body_of(kept) != ""


def test_the_list_of_ad_servers_can_be_replaced() -> None:
    links = "<a href=https://bad.example/x>One</a> <a href=https://ads.example.com/x>Two</a>"
    assert "Two" not in (own := body_of(filtered(links)))
    assert "One" in own
    assert "One" not in (other := body_of(filtered(links, ad_list=AdHosts(["bad.example"]))))
    assert "Two" in other


@pytest.mark.parametrize(
    ("url", "stays"),
    [
        ("/banner/x.gif", False),
        ("https://quay.example/banner/y.gif", False),
        ("//quay.example/banner/y.gif", False),
        ("/pier/x.gif", True),
        ("https://cdn.quay.example/banner/y.gif", False),  # entries hold for what is below a host
        ("https://mole.example/banner/y.gif", True),
    ],
)
def test_entries_with_a_path_hold_for_the_pages_own_host(url: str, stays: bool) -> None:
    ads = AdHosts(["quay.example/banner"])
    assert ("<img" in filtered(f"<b><img src={url}></b>", ad_list=ads)) is stays


def test_an_entry_for_the_whole_of_the_pages_own_host_would_take_all_and_does_not_count() -> None:
    ads = AdHosts(["quay.example", "quay.example/banner"])
    left = body_of(filtered("<b><a href=/x>One</a><a href=/banner>Two</a></b>", ad_list=ads))
    assert "One" in left
    assert "Two" not in left


# D4: lists of links.


def test_a_list_of_links_goes_with_its_box() -> None:
    menu = "<div><h3>More</h3><ul>" + "<li><a href=/x>Tides</a></li>" * 6 + "</ul></div>"
    assert body_of(filtered(menu)) == ""
    assert body_of(filtered(menu, remove_link_lists=False)).count("<li>") == 6


def test_the_ratio_is_of_links_to_words_that_are_not_linked() -> None:
    """Twenty-five characters are five words of five: with two links 0.4 links for each."""
    box = f"<div><a href=/x>a</a>{'w' * 25}<a href=/y>b</a></div>"
    assert body_of(filtered(box, link_ratio=0.39)) == ""
    assert body_of(filtered(box, link_ratio=0.4)) != ""
    assert body_of(filtered(box, link_ratio=0.39, word_length=2.5)) != ""
    assert body_of(filtered(box, link_ratio=0.39, min_links=3)) != ""


@pytest.mark.parametrize(
    ("text", "word_length", "stays"),
    [
        ("x" * 40, 5, True),  # 8 words, 2 links: 0.25
        ("x" * 39, 5, False),  # 7.8 words: 0.256
        ("xxxx " * 9, 5, False),  # 36 letters, 7.2 words: 0.278; with spaces it would be 45
        ("1999 " * 10, 5, True),  # digits count like letters
        ("x" * 40, 5.1, False),
        ("x" * 39, 4.8, True),
    ],
)
def test_words_are_letters_by_the_average_length_of_a_word(text: str, word_length: float, stays: bool) -> None:
    cell = f"<table><tr><td>{text} <a href=/x>ab</a> <a href=/y>cd</a></td><td>{STORY}</td></tr></table>"
    assert (text.strip() in filtered(cell, word_length=word_length)) is stays


def test_letters_of_links_in_a_mixed_line_do_not_count() -> None:
    """Twenty letters outside of the links and sixty in them: 4 words, 2 links."""
    box = f"<div>{'x' * 20} <a href=/x>{'y' * 30}</a> <a href=/y>{'z' * 30}</a></div>"
    assert "xxx" in filtered(box, link_ratio=0.5)
    assert "xxx" not in filtered(box, link_ratio=0.49)


def test_of_a_cell_the_content_goes_or_the_cell_too() -> None:
    table = f"<table><tr><td><a href=/x>One</a> <a href=/y>Two</a></td><td>{STORY}</td></tr></table>"
    assert "<tr><td></td><td><p>The sea" in body_of(filtered(table))
    assert "<tr><td><p>The sea" in body_of(filtered(table, remove_cells=True))


def test_what_holds_most_of_the_prose_is_no_list() -> None:
    links = "<a href=/x>x</a> " * 300
    html = f"<div>{links}<article>{STORY * 2}</article></div>"
    assert "The sea" in filter_page(Page(html))


# D5: empty tables.


def test_what_an_inner_table_took_along_does_not_count_for_the_outer() -> None:
    """Three characters go with the inner table, two are left; five would have been enough."""

    def tables(own: str) -> str:
        return f"<table id=o><tr><td><table id=i><tr><td>abc</td></tr></table>{own}</td></tr></table>"

    assert body_of(filtered(tables("de"))) == ""
    left = body_of(filtered(tables("defgh")))
    assert 'id="o"' in left
    assert 'id="i"' not in left


def test_an_inner_table_that_stays_counts_for_those_around_it() -> None:
    inner = "<table><tr><td>abcde</td></tr></table>"
    nested = f"<table id=a><tr><td><table id=b><tr><td>{inner}</td></tr></table></td></tr></table>"
    assert 'id="a"' in body_of(filtered(nested))


def test_a_table_with_nothing_left_goes() -> None:
    table = "<table><tr><td><a href=https://ads.example.com/x>Buy a bed now</a></td></tr></table>"
    assert body_of(filtered(table)) == ""
    assert body_of(filtered(table, remove_empty_tables=False)).startswith("<table>")


def test_what_is_substance_can_be_set() -> None:
    def table(inside: str, **switches: Any) -> bool:
        return "<table" in body_of(filtered(f"<table><tr><td>{inside}</td></tr></table>", **switches))

    assert not table("12")
    assert table("12345")
    assert table("12", table_characters=2)
    assert table("<img src=/a.png>")
    assert not table("<img src=/a.png>", substance=("video",))
    assert not table("<img src=/a.png>", remove_images=True)  # judged after the other filters


# D6: the links that went.


def test_removed_links_are_listed_at_the_end() -> None:
    menu = "<nav><a href=/one>One</a> <a href=/two>Two</a> <a href=/one>One</a></nav>"
    advertisement = "<a href=https://ads.example.com/x>Buy a bed</a>"
    result = body_of(filtered(menu + advertisement, retain_links=True))
    assert re.findall(r'<li><a href="([^"]+)"[^>]*>(\w+)</a></li>', result) == [
        ("https://quay.example/one", "One"),
        ("https://quay.example/two", "Two"),
    ]
    assert "Buy" not in result
    text = filter_text(Page(STORY + menu, URL), replace(PAGE_FILTERS, retain_links=True))
    assert text.endswith("\n\nOne: https://quay.example/one\nTwo: https://quay.example/two\n")


# D7: the article alone.


def test_only_the_article_can_be_kept_with_what_it_stands_in() -> None:
    page = f"<div class=page><p>Weather: rain</p><main id=m><article>{STORY * 3}</article><p>Contact</p></main></div>"
    result = filter_page(Page(page), replace(PAGE_FILTERS, article=True))
    assert '<div class="page"><main id="m"><article><p>The sea' in result
    assert "rain" not in result
    assert "Contact" not in result


def test_a_page_without_an_article_is_kept_whole() -> None:
    """D12."""
    result = filter_page(Page("<p>Ebb</p><p>Flow</p>"), replace(PAGE_FILTERS, article=True))
    assert "<p>Ebb</p><p>Flow</p>" in result


TUNNEL = "Mayor Petronella Vance opened the new pier at Harrow on Monday, and the ferry sailed. "
KETTLES = "Gullwing mattresses at half price until Sunday"


@pytest.mark.parametrize(
    "box",
    [
        f"<figure><img src=/ad.png><figcaption>{KETTLES}</figcaption></figure>",
        f"<div><img src=/ad.png><p>{KETTLES}</p></div>",
        "<div><img src=/ad.png></div>",
    ],
    ids=["figure", "box", "no caption"],
)
def test_pictures_that_are_not_the_articles_go_with_the_rest(box: str) -> None:
    """D8 and D9."""
    own = "<figure><img src=/pier.png><figcaption>Petronella Vance on the pier</figcaption></figure>"
    html = f"<main><p>{TUNNEL * 4}</p>{own}{box}<p>{TUNNEL * 4}</p></main>"
    article = replace(PAGE_FILTERS, article=True)
    assert "/pier.png" in filter_page(Page(html, URL), article)
    assert "/ad.png" not in filter_page(Page(html, URL), article)
    assert "<figure></figure>" not in filter_page(Page(html, URL), article)
    assert "/ad.png" in filter_page(Page(html, URL), replace(article, captioned_images=False))
    assert "/ad.png" in filter_page(Page(html, URL))


def test_links_outside_of_the_article_can_be_listed() -> None:
    """D6."""
    html = f"<div><main>{STORY * 3}</main><p>See <a href=/aside>the tide table</a> for the week.</p></div>"
    text = filter_text(Page(html, URL), replace(PAGE_FILTERS, article=True, retain_links=True))
    assert text.endswith("\n\nthe tide table: https://quay.example/aside\n")
    assert "for the week" not in text


def test_style_sheets_outside_of_the_article_still_apply() -> None:
    html = f"<div><main>{STORY * 3}</main><aside><style>p {{ color: teal }}</style><p>Rain</p></aside></div>"
    result = filter_page(Page(html), replace(PAGE_FILTERS, article=True))
    assert "color: teal" in result
    assert "Rain" not in result


class Fourth:
    """A strategy that keeps the fourth block and all pictures."""

    name: ClassVar[str] = "fourth"

    def label(self, document: Document) -> Labels:
        kept = [at == 3 or kind is Kind.IMAGE for at, kind in enumerate(document.kinds)]
        count = len(document)
        return Labels(kept, [0.0] * count, [Role.TEXT] * count, [""] * count)


def test_the_article_can_be_what_a_strategy_keeps() -> None:
    """And the title, which strategies leave to the metadata; a rule between what is kept stays too."""
    story = "Weather <p>Rain</p><p class=k>Ebb</p>after<hr><p><img src=/a.png></p>"
    html = f"<h1>Tides</h1><div>{story}</div><p>Contact</p><hr>"
    found = FilteredPage(Page(html, URL), replace(PAGE_FILTERS, article=True), strategy=Fourth())
    picture = '<p><img src="https://quay.example/a.png"></p>'
    assert f'<body><h1>Tides</h1><div><p class="k">Ebb</p><hr>{picture}</div></body>' in found.html()
    assert found.article == ("fourth", 2, 6)


def test_the_default_strategy_keeps_the_title_and_the_story() -> None:
    html = f"<title>Tides at Harrow</title><h1>Tides at Harrow</h1><nav><a href=/>Home</a></nav>{STORY * 3}"
    text = FilteredPage(Page(html), replace(PAGE_FILTERS, article=True), strategy="learned").text()
    assert text.startswith("Tides at Harrow\n\nThe sea")
    assert "Home" not in text


# D10: the look.


def test_classes_styles_and_structure_stay() -> None:
    page = '<section class="a b" id="c"><h2 style="color: red" align="left">Tides</h2><x-card>Ebb</x-card></section>'
    assert body_of(filtered(page)) == page


def test_urls_become_absolute() -> None:
    result = filtered("<a href=../x?a=1>x</a><img src=b.png srcset='b.png 1x, /c.png 2x'><a href=#top>y</a>")
    assert 'href="https://quay.example/x?a=1"' in result
    assert 'srcset="https://quay.example/news/b.png 1x, https://quay.example/c.png 2x"' in result
    assert 'href="#top"' in result
    assert 'src="b.png"' in filtered("<img src=b.png>", url=None)


def test_the_base_of_the_page_counts_and_goes() -> None:
    result = filtered("<img src=b.png>", "<base href=https://other.example/dir/>")
    assert 'src="https://other.example/dir/b.png"' in result
    assert "<base" not in result


def test_urls_in_styles_become_absolute() -> None:
    result = filtered(
        "<p style=\"background: url('b.png')\">x</p>", "<style>@import 'a.css'; p{b:url( /c.png )}</style>"
    )
    assert "background: url(&quot;https://quay.example/news/b.png&quot;)" in result
    assert '@import "https://quay.example/news/a.css"; p{b:url( "https://quay.example/c.png" )}' in result


def test_pictures_that_wait_for_a_script_get_their_source() -> None:
    result = filtered("<img class=lazy src=data:image/gif;base64,R0 data-src=/b.png>")
    assert body_of(result) == '<img class="lazy" src="https://quay.example/b.png">'


@pytest.mark.parametrize("name", [*LAZY_SOURCES, *LAZY_SETS])
def test_whatever_a_script_would_load_passes_the_filters_and_the_hook_and_no_attribute_is_left(name: str) -> None:
    for before in ("", "src=data:image/gif;base64,R0", "src=/small.png"):
        waiting = f"<img {before} {name}='/b.png'>"
        assert (
            body_of(filtered(waiting + f"<noscript>{waiting}</noscript>")) == '<img src="https://quay.example/b.png">'
        )
        html = filter_page(Page(f"<p>Sea {waiting}</p>", URL), url=lambda kind, url: f"/{kind}?{url}")
        assert '<img src="/image?https://quay.example/b.png">' in html
    assert body_of(filtered(f"<video {name}=/b.mp4></video><div {name}=/b.png>")) == "<video></video><div></div>"
    if name in LAZY_SOURCES:
        assert body_of(filtered(f"<p>Sea<iframe {name}='https://ads.example.com/x'></iframe>")) == "<p>Sea</p>"
        assert body_of(filtered(f"<p>Sea<img {name}='https://ads.example.com/x.png'>")) == "<p>Sea</p>"


@pytest.mark.parametrize("name", GUESSED_SOURCES)
def test_what_may_be_no_picture_does_not_take_the_place_of_one(name: str) -> None:
    assert body_of(filtered(f"<img src=/a.png {name}=/story>")) == '<img src="https://quay.example/a.png">'


@pytest.mark.parametrize(
    "markup",
    [
        "<img data-src=/b.png><noscript><img src=/b.png></noscript>",
        "<noscript><img src=/b.png></noscript> <!-- --><img data-src=/b.png>",
        "<picture><img data-src=/b.png></picture>\n<noscript><picture><img src=/b.png></picture></noscript>",
    ],
)
def test_a_picture_that_stands_there_twice_for_those_without_scripts_is_shown_once(markup: str) -> None:
    assert body_of(filtered(markup)).count("<img") == 1


def test_a_picture_that_stands_only_in_noscript_is_shown() -> None:
    assert body_of(filtered("<img src=/a.png><noscript><img src=/b.png></noscript>")).count("<img") == 2
    assert body_of(filtered("<img data-src=/a.png><noscript><img src=/b.png>Ebb</noscript>")).count("<img") == 2


def test_style_sheets_that_wait_for_a_script_are_switched_on() -> None:
    head = (
        "<link rel=preload as=style href=/a.css onload=\"this.rel='stylesheet'\">"
        "<link rel=stylesheet media=print href=/b.css onload=\"this.media='all'\">"
        "<link rel=preload as=style href=/c.css>"
    )
    result = filtered("", head)
    assert '<link rel="stylesheet" href="https://quay.example/a.css">' in result
    assert '<link rel="stylesheet" href="https://quay.example/b.css">' in result
    assert "c.css" not in result


def test_text_that_waits_for_a_script_is_shown() -> None:
    result = filter_page(Page(f"<body style='visibility: hidden'><div hidden class=a>{STORY}</div>"))
    assert '<body><div class="a"><p>The sea' in result


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("<!doctype html>", "<!DOCTYPE html>"),
        ("", ""),
        (
            '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
            '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
        ),
        ('<!DOCTYPE html SYSTEM "about:legacy-compat">', '<!DOCTYPE html SYSTEM "about:legacy-compat">'),
    ],
)
def test_the_rules_of_the_layout_are_those_of_the_page(declared: str, written: str) -> None:
    assert filter_page(Page(declared + STORY)).startswith(written + "<html>")


def test_boxes_that_ask_for_consent_go() -> None:
    box = "<div id=cookie-banner><p>We store cookies</p><button>Accept</button></div>"
    assert body_of(filtered(box)) == ""
    assert "cookies" in body_of(filtered(box, remove_consent=False))


RUNNING = "The council met on Monday and spoke of the harbor for three hours, and nobody left the room. " * 8
MORE = (
    "<aside><div><h2>More on this story</h2></div><ul><li><a href=/a>Six things we learned</a><p>A judge.</p>"
    "<li><a href=/b>Who pays when the sea wall moves?</a><p>Landowners have stopped answering.</p></ul></aside>"
)
LETTER = (
    "<section><h3>The Morning Tide</h3><p>Six stories before breakfast, in your inbox.</p>"
    "<form action=/x><input type=email><button>Sign me up</button></form><small>Unsubscribe any time.</small></section>"
)


@pytest.mark.parametrize(
    "box",
    [
        MORE,
        MORE.replace("aside>", "section>").replace("More on this story", "Mehr zum Thema"),
        MORE.replace("<aside>", "<aside class=related-stories>").replace("More on this story", "From the harbor"),
    ],
)
def test_boxes_with_other_stories_go_if_the_reader_says_so(box: str) -> None:
    page = f"<main><p>{RUNNING}</p></main>{box}"
    kept, gone = filtered(page, remove_link_lists=False), filtered(page, remove_link_lists=False, remove_related=True)
    assert "Six things" in kept
    assert "sea wall" not in gone
    assert "answering" not in gone
    assert RUNNING.strip() in gone


@pytest.mark.parametrize(
    "page",
    [
        f"<main><h2>Latest</h2><p>{RUNNING}</p><a href=/a>One</a> <a href=/b>Two</a></main><p>{RUNNING}</p>",
        "".join(
            MORE.replace("More on this story", name) for name in ("Latest news", "Most read", "Popular")
        ),  # a front page
        f"<p>{RUNNING}</p><p>More on this story in the evening edition, says the editor.</p>",
        f"<p>{RUNNING}</p><div><p>Read also: <a href=/a>Six things we learned</a></p></div>",
    ],
)
def test_what_is_no_box_beside_the_story_stays(page: str) -> None:
    plain = filtered(page, remove_link_lists=False)
    assert filtered(page, remove_link_lists=False, remove_related=True, remove_newsletters=True) == plain


@pytest.mark.parametrize(
    "box", [LETTER, LETTER.replace("<section>", "<section class='box newsletter'>").replace("type=email", "name=mail")]
)
def test_requests_to_subscribe_go_if_the_reader_says_so(box: str) -> None:
    page = f"<main><p>{RUNNING}</p>{box}</main>"
    assert "Morning Tide" in filtered(page)
    gone = filtered(page, remove_newsletters=True)
    assert "Morning Tide" not in gone
    assert "Unsubscribe" not in gone
    assert RUNNING.strip() in gone


def test_forms_that_ask_for_more_than_an_address_stay() -> None:
    for field in ("<textarea></textarea>", "<input type=password>", "<select><option>One</select>"):
        page = f"<p>{RUNNING}</p><form><label>Write to us</label><input type=email>{field}<button>Send</button></form>"
        assert "Write to us" in filtered(page, remove_newsletters=True)


# The text.


def test_text_has_at_most_so_many_line_breaks_in_a_row() -> None:
    html = "<h1>Tides</h1><p>Ebb<br><br><br><br>flow</p><div>Sea</div><div>Land</div><ul><li>One<li>Two</ul>"
    assert filter_text(Page(html)) == "Tides\n\nEbb\n\nflow\n\nSea\nLand\n\nOne\nTwo\n"
    assert filter_text(Page(html), line_breaks=1) == "Tides\nEbb\nflow\nSea\nLand\nOne\nTwo\n"
    assert filter_text(Page(html), line_breaks=0) == "Tides\n\nEbb\n\n\n\nflow\n\nSea\nLand\n\nOne\nTwo\n"


def test_text_is_that_of_the_filtered_page() -> None:
    html = (
        f"{STORY}<nav><a href=/x>One</a> <a href=/y>Two</a></nav><p>It <b>ebb</b>s &amp; flows</p><p hidden>Secret</p>"
    )
    assert filter_text(Page(html)).split("\n\n")[1:] == ["It ebbs & flows\n"]


def test_cells_stand_apart_and_code_stays_as_it_is() -> None:
    html = "<table><tr><td>High</td><td>6:12</td></tr><tr><td>Low</td></tr></table><pre>a\n  b\n\n\nc</pre>"
    assert filter_text(Page(html), line_breaks=3) == "High 6:12\nLow\n\na\n  b\n\n\nc\n"


def test_an_empty_page_has_no_text() -> None:
    assert filter_text(Page("")) == ""
    assert filter_page(Page("")).endswith("<body></body></html>\n")


def test_line_breaks_are_a_setting_too() -> None:
    html = "<p>Ebb<br><br><br>flow</p>"
    assert filter_text(Page(html), replace(PAGE_FILTERS, line_breaks=1)) == "Ebb\nflow\n"
    assert filter_text(Page(html), replace(PAGE_FILTERS, line_breaks=1), line_breaks=0) == "Ebb\n\n\nflow\n"


def test_line_breaks_are_at_least_none() -> None:
    with pytest.raises(BadSettings, match="line_breaks must be at least 0"):
        filter_text(Page("x"), line_breaks=-1)


def test_a_page_over_the_limit_is_refused() -> None:
    with pytest.raises(TooLarge):
        filter_page(Page("x" * 11), limits=Limits(max_characters=10))


# Hostile pages.


@pytest.mark.slow
@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 50_000 + "tide",
        "<b>" * 20_000 + "tide",
        "high tide" + "<a href=/x><table><tr><td>" * 3_000 + "<img src=a.png>x",
        "<div><img src=a.png>" * 10_000 + "tide",
        "<table><tr><td>" * 3_000 + "high tide",
        "<p style='" + "url(" * 100_000 + "'>tide",
        "<p style='background:url(" + " " * 200_000 + "'>tide",
        "<style>" + "/*" * 100_000 + "</style>tide",
        "<style>" + "\\" * 100_000 + "</style>tide",
        "<img srcset='" + "a, " * 50_000 + "'>tide",
        "<img srcset='" + "a" * 200_000 + " b'>tide",
        "<ul>" + "<li><a href=//ads.example.com/x>x</a>" * 20_000 + "</ul>tide",
        "<p " + " ".join(f"a{number}=1" for number in range(20_000)) + ">tide",
        "<figure><img src=a.png>" * 3_000 + "<figcaption>tide",
    ],
    ids=str.__len__,
)
def test_pages_that_are_made_to_be_slow_are_not(html: str) -> None:
    """No time is asked for; what is quadratic would take minutes."""
    everything = replace(PAGE_FILTERS, remove_images=True, remove_linked_images=True, image_alt=True, retain_links=True)
    for filters in (PAGE_FILTERS, everything, replace(PAGE_FILTERS, article=True, article_characters=1)):
        assert "tide" in filter_page(Page(html), filters)
        assert "tide" in filter_text(Page(html), filters)


def test_the_content_of_a_very_deep_page_stays() -> None:
    html = "".join(f"<div>{number} " for number in range(1_000)) + "end"
    result = filter_page(Page(html))
    assert result.count("<div>") == 256
    assert "998" in result
    assert "999 end" in result


def test_half_characters_in_attributes_do_no_harm() -> None:
    page = Page("<p title='\ud800'>The sea came in.<a href='\udfff'>More</a></p>")
    assert "The sea came in." in filter_page(page)
    filter_page(page).encode()
    filter_text(page).encode()
