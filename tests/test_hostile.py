"""Inputs that broke something once, or took forever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tamis

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow
P = "<p>" + "The harbour tunnel opens early, said the city on Monday. " * 6 + "</p>"
LD = '<script type="application/ld+json">{}</script>'


@pytest.mark.parametrize("json", ['{"@type":"NewsArticle","wordCount":0123}', '{"a":"b" "x":١٢}', '{"a": 1e999}'])
def test_numbers_that_json_does_not_know_are_passed_over(json: str) -> None:
    assert tamis.extract(P + LD.replace("{}", json)).outcome is tamis.Outcome.ARTICLE


@pytest.mark.parametrize("html", ["<img \udcc1 src=h>", "<h \udce4>ä", "<p>a\ud800", '<p title="\udfff">b'])
@pytest.mark.parametrize("strategy", ["all", "cuter"])
def test_half_characters_do_no_harm(html: str, strategy: str) -> None:
    article = tamis.extract(html + P, settings=tamis.Settings(strategy=strategy))
    article.text.encode()
    article.to_json().encode()


def test_half_a_character_in_a_name_of_an_attribute_does_no_harm_anywhere() -> None:
    style = "<style>[data-x] { display: none } .footnote { color: #fff }</style>"
    parts = (
        "<a \ud800=1 href='/x?page=2' class=next rel=next>2</a>",
        "<sup \ud800=1><a \ud800 href=#n1>1</a></sup><p id=n1 \ud800>1 A note of the author</p>",
        '<div \ud800 data-page=\'{"body": "text"}\'>x</div>',
        "<button \ud800 aria-controls=b>More</button><div id=b \ud800 hidden>Behind the button</div>",
        "<svg \ud800><title>Open</title></svg><table \ud800><tr \ud800><td \ud800>1<td>2</table>",
    )
    for hidden in ("drop", "guard", "mark"):
        page = f"<html \ud800>{style}<body \ud800><nav><a \ud800 href=/>Home</a></nav>{P}{''.join(parts)}{P}"
        article = tamis.extract(page, url="https://tide.example/x?page=1", hidden=hidden)
        assert "harbour tunnel" in article.text
        for written in (article.to_json(), article.to_markdown(), article.to_html(), article.to_tei()):
            written.encode()
    report = tamis.explain(page, url="https://tide.example/x?page=1")
    report.to_html().encode()
    report.to_json().encode()


@pytest.mark.parametrize(
    "opening",
    [
        "<NoScript><iframe src=x></NoScript>",
        "<noscript><iframe src=x>",
        "<body><noscript><iframe src=x>",
        "<head><noscript><style>x{}</noscript></head>",
        "<noscript><style>a{}</noscript>",
        "<noscript><script>var a;</noscript>",
    ],
)
def test_what_noscript_leaves_open_swallows_nothing(opening: str) -> None:
    assert tamis.extract(opening + P).text.startswith("The harbour tunnel")


@pytest.mark.parametrize(
    "sentence",
    [
        "The concert on 12 May 2019 was fine, said the mayor.",
        "She was hired on 3 June 2014 and stayed.",
        "The war began on 1 September 1999, he said.",
    ],
)
def test_a_sentence_with_a_date_does_not_date_the_page(sentence: str) -> None:
    assert tamis.extract(f"<h1>Big news here today</h1><p>{sentence}</p>{P}{P}").published is None


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda n: "<noscript>" + "<iframe>" * n + "</noscript>" + P * 3, id="iframes in noscript"),
        pytest.param(lambda n: P + LD.replace("{}", '{"h":"' + 'a"b\n' * n + '"}'), id="bare quotes"),
        pytest.param(lambda n: P + "<figure>" + "<img src=a.jpg><figcaption>c</figcaption>" * n + P, id="figure"),
        pytest.param(lambda n: P + "<figure><img src=a.jpg>" * n + P, id="nested figures"),
        pytest.param(lambda n: "<div>" + "<x:y><p>text number is here</p></x:y>" * n, id="tags with colons"),
        pytest.param(lambda n: "<div>" + "some text<br><br>" * n, id="line breaks"),
        pytest.param(lambda n: "<div>" * n + P, id="depth"),
    ],
)
@pytest.mark.parametrize("strategy", ["all", "cuter"])
def test_a_large_page_of_one_kind_comes_to_an_end(make: Callable[[int], str], strategy: str) -> None:
    # A second or so each; where something is quadratic again, the suite will not end in any useful time.
    article = tamis.extract(make(20_000), settings=tamis.Settings(strategy=strategy))
    assert article.trace[1].stage == "parse"


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(b"<!--a-->" * 60, id="comments"),
        pytest.param(b"<!--a" * 400, id="open comments"),
        pytest.param(b"<meta " * 333 + b"charset=" + b" " * 14_000 + b"!>", id="metas"),
        pytest.param(b'<div style="opacity:' + b" " * 200_000 + b'x">a</div>', id="styles"),
        pytest.param(LD.replace("{}", '{"articleBody": "a' + " " * 200_000 + 'b"}').encode(), id="spaces in data"),
    ],
)
def test_a_page_that_made_a_search_begin_again_and_again_comes_to_an_end(start: bytes) -> None:
    page = start + P.encode()
    assert tamis.extract(page, content_type="text/html; charset=" + " " * 200_000 + "!").trace[1].stage == "parse"


def test_a_time_element_without_text_beside_one_with_text_dates_the_page_all_the_same() -> None:
    times = '<div><time datetime="2024-01-02">Published 9 June 2019</time><time datetime="2024-01-03"> </time></div>'
    published = tamis.extract(f"<h1>Tides at the harbour wall</h1>{times}{P}{P}").published
    assert published is not None
    assert published.raw == "2024-01-02"
