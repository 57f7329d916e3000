"""Articles as the reader shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

import tamis
from tamis.io.workers.extraction import PageBytes
from tamis.library import Library
from tamis.model import Article, Block, Kind, Metadata, Outcome
from tamis.serve.pages.shell import RecentPages, web_url_in
from tamis.serve.pages.story import StoryLinks, story_of
from tamis.serve.proxy.own_urls import SignedUrls
from tamis.serve.signing import Signer

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "The ferry runs every ten minutes until the <b>northern pier</b> is <a href='/pier'>repaired</a> in the spring. "
PICTURE = "<img src='/a.png' width=600 height=400>"
HTML = f"<title>Ferry</title><h1>Ferry to run</h1><p>{TEXT * 3}</p>{PICTURE}<p>{TEXT * 3}</p>"
URL = "https://news.example/ferry"


def test_pictures_come_through_the_server_if_that_is_wanted() -> None:
    article = tamis.extract(HTML, url=URL)
    assert 'src="https://news.example/a.png"' in story_of(article, StoryLinks()).body
    signed = SignedUrls(Signer(b"k" * 32))
    body = story_of(article, StoryLinks(signed)).body
    assert 'src="/image?' in body
    assert 'src="https:' not in body


@pytest.mark.parametrize(
    ("links", "url"),
    [
        ("web", "https://news.example/pier"),
        ("reader", "/read?url=https%3A%2F%2Fnews.example%2Fpier"),
        ("clean", "/clean/https://news.example/pier"),
    ],
)
def test_links_lead_where_the_reader_chose(links: str, url: str) -> None:
    assert f'href="{url}"' in story_of(tamis.extract(HTML, url=URL), StoryLinks(links=links)).body


def test_a_page_without_an_article_says_why() -> None:
    assert "No whole article" in story_of(tamis.extract("<p>Hello</p>", url=URL), StoryLinks()).notice


def test_highlighted_words_are_marked_across_formatting(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        number = library.add(tamis.extract(HTML, url=URL)).id
        library.highlight(number, "minutes until the northern pier is repaired")
        body = story_of(library.article(number), StoryLinks(), library.highlights(number)).body
    assert "<mark>minutes until the </mark><strong><mark>northern pier</mark></strong><mark> is </mark>" in body
    assert body.count("<mark>") == body.count("</mark>") == 4


def test_a_page_cannot_forge_a_mark() -> None:
    html = HTML.replace("The ferry", "The \uf8f0ferry\uf8f1")
    assert "<mark>" not in story_of(tamis.extract(html, url=URL), StoryLinks()).body


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://a.example/x", "https://a.example/x"),
        ("  Look: https://a.example/x (good)", "https://a.example/x"),
        ("a.example/x", "https://a.example/x"),
        ("HTTP://A.example", "HTTP://A.example"),
        ("javascript:alert(1)", None),
        ("zeitung.köln/heute", "https://zeitung.köln/heute"),
        ("file:///etc/passwd", None),
        ("two words", None),
        ("", None),
    ],
)
def test_a_link_is_found_in_what_somebody_pastes_or_shares(text: str, url: str | None) -> None:
    assert web_url_in(text) == url


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_pages_of_the_web_are_kept_for_a_while_and_files_as_long_as_there_is_room() -> None:
    clock = Clock()
    recent = RecentPages(most_bytes=10, clock=clock)
    recent.put("https://a.example/", PageBytes(b"12345"))
    key = recent.put_file(PageBytes(b"abc"))
    clock.now = 601
    assert recent.get("https://a.example/", fresh=True) is None
    assert recent.get("https://a.example/") == PageBytes(b"12345")
    assert recent.get(key) == PageBytes(b"abc")
    recent.put("https://b.example/", PageBytes(b"12345678"))
    assert recent.get("https://a.example/") is None


def test_a_voice_says_the_sentences_and_announces_what_is_seen() -> None:
    blocks = (
        Block(Kind.PARAGRAPH, "Mr. Bell left. He came back, e.g. today.", 0, ""),
        Block(Kind.HEADING, "After", 1, "", level=2),
    )
    article = Article(metadata=Metadata(title="Tides", language="la"), blocks=blocks, outcome=Outcome.ARTICLE)
    spoken = story_of(article, StoryLinks()).spoken
    assert spoken[0] == {"say": "Tides.", "shown": "Tides"}
    assert {"say": "Heading level 2:", "about": True, "lang": "en"} in spoken
    english = replace(article, metadata=replace(article.metadata, language="en"))
    assert {"say": "Heading level 2:", "about": True} in story_of(english, StoryLinks()).spoken
    assert {"say": "He came back, for example today.", "shown": "He came back, e.g. today."} in story_of(
        english, StoryLinks()
    ).spoken


@pytest.mark.parametrize("selector", [".callout", "caption", "math"])
def test_the_reader_has_a_style_for_what_written_pages_have_one_for(selector: str) -> None:
    written = files("tamis.write").joinpath("theme.css").read_text("utf-8")
    reader = files("tamis.serve").joinpath("pages", "static", "pages.css").read_text("utf-8")
    assert f"\n{selector} {{" in written
    assert f"\n.story {selector} {{" in reader
