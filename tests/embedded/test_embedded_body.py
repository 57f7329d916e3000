"""Articles of pages that carry their text as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

import tamis
from tamis import Kind, Outcome, Settings
from tamis.model import Labels, Role

from .embedding import TEASER, TEXTS, TITLE, discourse, linked, markup, page, state
from .prose import paragraphs

if TYPE_CHECKING:
    from tamis.core.parse import Document

PLAIN = Settings(embedded=False)
URL = "https://courier.example/2024/lanterns"


@dataclass(frozen=True)
class Few:
    """Keeps the first block of every so many."""

    name: ClassVar[str] = "few"
    every: int
    but: str = ""

    def label(self, document: Document) -> Labels:
        count = len(document)
        kept = [index % self.every == 0 and document.texts[index] != self.but for index in range(count)]
        return Labels(kept, [0.5] * count, [Role.TEXT] * count, ["by number"] * count)


def test_a_page_that_draws_itself_is_taken_from_its_data() -> None:
    html = page(f"<div id=app></div>{state(TEXTS)}")
    article = tamis.extract(html, URL)
    assert article.outcome is Outcome.ARTICLE
    assert article.text == "\n\n".join(TEXTS)
    assert "taken from __NEXT_DATA__: the page does not show them" in article.outcome_reason
    assert article.trace[-1] == ("embedded", "12 of 12 blocks kept, cut from __NEXT_DATA__ at /html/body/script")
    assert {(block.xpath, block.span) for block in article.blocks} == {("/html/body/script", None)}
    assert {block.reason for block in article.blocks} == {"in __NEXT_DATA__"}
    assert tamis.extract(html, URL, PLAIN).outcome is not Outcome.ARTICLE


def test_a_teaser_gives_way_to_the_whole_text() -> None:
    html = page(f"<article><h1>{TITLE}</h1><p>{TEASER}</p></article>", linked(TEXTS, isAccessibleForFree=False))
    article = tamis.extract(html, URL)
    assert article.text == "\n\n".join(TEXTS)
    assert "taken from JSON-LD articleBody" in article.outcome_reason
    assert "says that it must be paid for" in article.outcome_reason
    assert 0 < article.confidence < 1


def test_text_that_the_page_shows_too_stays_where_it_is() -> None:
    """If a strategy fails and the data knows better, the page's own blocks are kept, with links and positions."""
    shown = markup(TEXTS).replace("fisherman", '<a href="/fishing">fisherman</a>')
    html = page(f"<div><p>{TEASER}</p></div><div>{shown}</div>", linked(TEXTS))

    article = tamis.extract(html, URL, Settings(strategy=Few(100)))
    assert article.text == "\n\n".join(TEXTS)
    assert article.outcome_reason.endswith(", chosen by JSON-LD articleBody")
    assert article.trace[-1] == ("embedded", "12 of 13 blocks kept, those with the text of JSON-LD articleBody")
    assert article.blocks[0].xpath == "/html/body/div[2]/p[1]"
    assert article.blocks[0].reason == "its text is in JSON-LD articleBody"
    span = article.blocks[-1].span
    assert span is not None
    assert html[span.start : span.end] == markup(TEXTS[-1:])[3:-4]
    assert any(run.href == "https://courier.example/fishing" for block in article.blocks for run in block.inlines)


def test_a_heading_that_is_hidden_with_the_text_around_it_stays() -> None:
    links = "".join(f"<li><a href=/{number}>{text}</a></li>" for number, text in enumerate(paragraphs(30, first=100)))
    others = f"<nav><ul>{links}</ul></nav>"  # what a page shows besides
    for before, after, expected in (
        ("<h3>The mayor paid</h3>", "", [*TEXTS[:6], "The mayor paid", *TEXTS[6:]]),
        ("", "<h3>More stories</h3>", TEXTS),
    ):
        body = f"<p>{TEASER}</p><div hidden>{markup(TEXTS[:6])}{before}{markup(TEXTS[6:])}{after}</div>"
        html = page(f"<article><h1>{TITLE}</h1>{body}</article>{others}", linked(TEXTS))
        assert tamis.extract(html, URL).text == "\n\n".join(expected)


@pytest.mark.parametrize("settings", [Settings(), Settings(strategy="all")])
def test_a_page_that_shows_its_text_is_not_touched(settings: Settings) -> None:
    html = page(f"<h1>{TITLE}</h1>{markup(TEXTS)}{state(TEXTS)}", linked(TEXTS))
    article = tamis.extract(html, URL, settings)
    assert article == tamis.extract(html, URL, Settings(strategy=settings.strategy, embedded=False))
    assert article.trace[-1].stage != "embedded"


def test_data_that_is_not_much_longer_is_left_alone() -> None:
    html = page(f"<h1>{TITLE}</h1>{markup(TEXTS[:10])}", linked(TEXTS))
    assert tamis.extract(html, URL).text == "\n\n".join(TEXTS[:10])


def test_data_of_another_story_is_left_alone() -> None:
    other = state(TEXTS).replace(TITLE, "Something else that was said elsewhere")
    html = page(f"<h1>{TITLE}</h1><p>{TEASER}</p>{other}")
    assert "entry" not in tamis.extract(html, URL).text


def test_state_is_not_searched_on_pages_that_say_little_but_are_no_articles() -> None:
    short = markup(TEXTS[:2])
    shop = page(f"<h1>{TITLE}</h1>{short}{state(TEXTS)}", '<meta property="og:type" content="product">')
    assert tamis.extract(shop, URL).text == "\n\n".join(TEXTS[:2])
    news = shop.replace("product", "article")
    assert tamis.extract(news, URL).text == "\n\n".join(TEXTS)


def test_a_thread_of_discourse_is_taken_from_its_posts() -> None:
    quote = (
        f'<aside class="quote no-group" data-post="1" data-topic="12"><div class="title"><div class="quote-controls">'
        f'</div><img src="/a.png" class="avatar"> ada:</div><blockquote><p>{TEXTS[0]}</p></blockquote></aside>'
    )
    picture = (
        '<div class="lightbox-wrapper"><a class="lightbox" href="/b.jpg"><img src="/b.jpg" alt="pier">'
        '<div class="meta"><span class="filename">pier</span><span class="informations">690×388</span></div></a></div>'
    )
    preview = '<aside class="onebox"><article class="onebox-body"><p>What another page says.</p></article></aside>'
    smile = '<img class="emoji" src="/s.png" title=":slight_smile:" alt=":slight_smile:">'
    posts = [markup(TEXTS[:3]), quote + markup(TEXTS[3:4]), f"<p>{TEXTS[4]} {smile}</p>{picture}{preview}"]
    article = tamis.extract(
        page(f"<section id=main></section>{discourse(posts)}"), "https://forum.example/t/lanterns/12"
    )
    assert article.text == "\n\n".join(TEXTS[:5])
    assert "taken from Discourse's preloaded posts" in article.outcome_reason
    assert [image.src for image in article.images] == ["https://forum.example/b.jpg"]
    assert article.blocks[0].xpath == "/html/body/div"


def test_a_quote_of_what_is_not_in_the_thread_stays() -> None:
    quote = f'<aside class="quote"><div class="title">ada:</div><blockquote><p>{TEXTS[9]}</p></blockquote></aside>'
    article = tamis.extract(page(discourse([markup(TEXTS[:3]), quote + markup(TEXTS[3:4])])))
    assert article.text == "\n\n".join([*TEXTS[:3], TEXTS[9], TEXTS[3]])
    assert article.blocks[3].quoted == 1


def test_the_crawlers_view_of_discourse_is_followed_if_it_is_there() -> None:
    posts = [markup([text]) for text in TEXTS]
    view = "".join(
        f'<div class="topic-body crawler-post"><div class="crawler-post-meta">ada{at} May {at}, 2024</div>'
        f'<div class="post" itemprop="text">{post}</div><div>{at} Likes</div></div>'
        for at, post in enumerate(posts)
    )
    html = page(f"<noscript>{view}</noscript>{discourse(posts)}")
    article = tamis.extract(html, settings=Settings(strategy=Few(9)))
    assert article.text == "\n\n".join(TEXTS)
    assert article.blocks[0].xpath.startswith("/html/body/noscript")


def test_posts_are_followed_even_where_a_strategy_keeps_more() -> None:
    posts = [markup([text]) for text in TEXTS[:6]]
    shown = "".join(f"<div><div>{at} Likes</div>{post}</div>" for at, post in enumerate(posts))
    html = page(f"{shown}<div>{markup(TEXTS[6:])}</div>{discourse(posts)}<p class=end>End of page</p>")
    article = tamis.extract(html, settings=Settings(strategy=Few(1, but="End of page")))
    assert article.text == "\n\n".join(TEXTS[:6])


def test_lines_that_say_who_wrote_a_post_stay_if_the_strategy_kept_them() -> None:
    posts = [markup([text]) for text in TEXTS[:3]]
    shown = "".join(
        f"<div><div>ada May {at}, 2024</div>{post}<div>{at} Likes</div></div>" for at, post in enumerate(posts)
    )
    html = page(f"{shown}{discourse(posts)}<p>End of page</p>")
    article = tamis.extract(html, settings=Settings(strategy=Few(1, but="End of page")))
    assert article.text == "\n\n".join(line for at in range(3) for line in (f"ada May {at}, 2024", TEXTS[at]))


def test_a_strategy_that_keeps_all_that_is_shown_is_left_alone() -> None:
    posts = [markup([text]) for text in TEXTS]
    html = page(f"<div>Log in to answer</div>{''.join(posts)}{discourse(posts)}")
    assert tamis.extract(html, settings=Settings(strategy="all")).text == "\n\n".join(["Log in to answer", *TEXTS])


def test_posts_of_a_few_words_are_no_article() -> None:
    article = tamis.extract(page(discourse(["<p>Anybody there?</p>"])))
    assert article.text == "Anybody there?"
    assert article.outcome is not Outcome.ARTICLE


def test_structure_and_links_of_data_come_through() -> None:
    body = [
        {
            "type": "paragraph",
            "children": [{"text": f"{TEXTS[0]} "}, {"type": "link", "url": "/x", "children": [{"text": "More"}]}],
        },
        {"type": "heading", "level": 2, "children": [{"text": "The pier"}]},
        *({"type": "paragraph", "children": [{"text": text}]} for text in TEXTS[1:]),
        {"type": "list", "children": [{"type": "listItem", "children": [{"text": "one lantern"}]}]},
    ]
    data = {"page": {"title": TITLE, "content": body}}
    article = tamis.extract(page(f"<script>window.__STATE__={json.dumps(data)}</script>"), URL)
    kinds = [block.kind for block in article.blocks]
    assert kinds == [Kind.PARAGRAPH, Kind.HEADING, *[Kind.PARAGRAPH] * 11, Kind.LIST_ITEM]
    assert article.blocks[0].inlines[-1].href == "https://courier.example/x"


def test_the_title_in_a_template_is_not_of_the_body() -> None:
    article = tamis.extract(page(f"<template><h1>{TITLE}</h1>{markup(TEXTS)}</template>"), URL)
    assert article.text == "\n\n".join(TEXTS)


def test_what_data_holds_is_escaped_like_any_text() -> None:
    texts = [f"{text} <img src=x onerror=alert(1)><svg onload=alert(1)>" for text in TEXTS]
    html = tamis.extract(page(state(texts)), URL).to_html()
    assert TEXTS[0] in html
    assert "alert" not in html
    assert "onerror" not in html


@pytest.mark.parametrize("words", [0, 25, 1000])
def test_how_many_words_are_asked_for_does_not_change_what_is_shown(words: int) -> None:
    html = page(f"<h1>{TITLE}</h1>{markup(TEXTS[:10])}", linked(TEXTS))
    assert tamis.extract(html, URL, Settings(min_words=words)).text == "\n\n".join(TEXTS[:10])


@pytest.mark.parametrize(
    "data",
    [
        "{" * 100_000,
        '{"a":' * 100_000,
        '{"body":"' + "x " * 100_000 + '"}',
        json.dumps({"title": TITLE, "body": [{"body": [{"body": "word. " * 10}] * 40}] * 40}),
        '{"title":"' + TITLE + '","body":"' + "<p>" * 50_000 + '"}',
    ],
    ids=["braces", "keys", "one word", "bodies in bodies", "open paragraphs"],
)
@pytest.mark.parametrize("wrap", ['<script type="application/json">{}</script>', "<script>window.x={}</script>"])
def test_hostile_data_does_no_harm(data: str, wrap: str) -> None:
    tamis.extract(page(wrap.replace("{}", data)), URL)
