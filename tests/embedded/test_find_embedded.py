from __future__ import annotations

import json
from html import escape

import pytest

from tamis.core.embedded.find import Embedded, find_embedded
from tamis.core.parse import parse
from tamis.model import Page

from .prose import paragraphs

TITLE = "Lanterns counted at the harbour"
TEXTS = paragraphs(6)
HTML = "".join(f"<p>{text}</p>" for text in TEXTS)
STORY = {"headline": TITLE, "body": HTML}
OTHER = {
    "headline": "Pier to be sold, says nobody in particular",
    "body": "".join(f"<p>{t}</p>" for t in paragraphs(9, 99)),
}


def script(data: object, kind: str = "application/json", name: str = "") -> str:
    return f'<script type="{kind}" id="{name}">{json.dumps(data)}</script>'


def find(rest: str, *, anywhere: bool = True, at_least: int = 0, description: str | None = None) -> Embedded | None:
    document = parse(Page(f"<title>{TITLE} | Courier</title><div id=app></div>{rest}"))
    return find_embedded(document, description, at_least, anywhere=anywhere)


def linked(**entity: object) -> str:
    return script({"@context": "https://schema.org", "@type": "NewsArticle", **entity}, "application/ld+json")


@pytest.mark.parametrize(
    ("rest", "source"),
    [
        (script({"props": {"pageProps": {"story": STORY}}}, name="__NEXT_DATA__"), "__NEXT_DATA__"),
        (script({"page": STORY}, name="app-state"), "a script's data (app-state)"),
        (script({"page": STORY}), "a script's data"),
        (f"<script>window.__INITIAL_STATE__ = {json.dumps({'page': STORY})};</script>", "__INITIAL_STATE__"),
        (f"<script>window.Fusion=window.Fusion||{{}};Fusion.globalContent={json.dumps(STORY)};</script>",
         "a script's data (globalContent)"),
        (f"<script>window.__NUXT__=(function(a){{return {{data:[{{headline:a,body:{json.dumps(HTML)}}}]}}}}"
         f"({json.dumps(TITLE)}));</script>", "__NUXT__"),
        (script([["Reactive", 1], {"headline": 2, "body": 3}, TITLE, HTML], name="__NUXT_DATA__"), "__NUXT_DATA__"),
        (f"<script>self.__next_f.push([1,{json.dumps('1:' + json.dumps(STORY))}])</script>",
         "Next.js's stream of data"),
        (f"<amp-state id=s>{script({'article': STORY})}</amp-state>", "a script's data"),
        (f"<template><h1>{TITLE}</h1>{HTML}</template>", "a template"),
        (f'<x-page><template shadowrootmode="open"><main>{HTML}</main></template></x-page>', "a shadow root"),
        (f'<div data-page="{escape(json.dumps({"component": "Story", "props": {"story": STORY}}))}"></div>',
         "the attribute data-page"),
    ],
)  # fmt: skip
def test_a_body_is_found_where_frameworks_put_it(rest: str, source: str) -> None:
    found = find(rest)
    assert found is not None
    assert found.source == source
    assert TEXTS[0] in found.html
    assert TEXTS[-1] in found.html
    assert found.host.tag in ("script", "template", "div")


def test_objects_that_refer_to_each_other_are_put_together() -> None:
    table: dict[str, object] = {"ROOT_QUERY": {"article": {"__ref": "Article:1"}}}
    table["Article:1"] = {"headline": TITLE, "body": [{"__ref": f"Paragraph:{at}"} for at in range(6)]}
    table |= {f"Paragraph:{at}": {"__typename": "Paragraph", "text": text} for at, text in enumerate(TEXTS)}
    found = find(f"<script>window.__APOLLO_STATE__={json.dumps(table)}</script>")
    assert found is not None
    assert found.html == HTML


def test_the_body_of_linked_data_is_text_and_made_html() -> None:
    found = find(linked(headline=TITLE, articleBody="\n".join(TEXTS).replace("seven", "7 < 8")))
    assert found is not None
    assert found.source == "JSON-LD articleBody"
    assert found.html == HTML.replace("seven", "7 &lt; 8")


def test_of_several_bodies_in_linked_data_the_one_with_the_title_counts() -> None:
    graph = [{"@type": "Article", "headline": item["headline"], "articleBody": item["body"]} for item in (OTHER, STORY)]
    found = find(script({"@graph": graph}, "application/ld+json"))
    assert found is not None
    assert found.html == HTML
    assert find(script({"@graph": [graph[0], graph[0]]}, "application/ld+json")) is None


def test_bodies_of_other_works_in_linked_data_are_passed_over() -> None:
    assert find(linked(headline=TITLE, hasPart=[{"@type": "Article", "articleBody": OTHER["body"]}])) is None


def test_structure_wins_over_the_plain_text_of_linked_data() -> None:
    found = find(linked(headline=TITLE, articleBody=" ".join(TEXTS)) + script({"x": STORY}, name="__STATE__"))
    assert found is not None
    assert found.source == "__STATE__"


def test_a_cheap_look_is_only_at_linked_data_and_posts() -> None:
    assert find(script({"page": STORY}), anywhere=False) is None
    assert find(linked(headline=TITLE, articleBody=" ".join(TEXTS)), anywhere=False) is not None


def test_a_body_must_have_the_words_that_are_asked_for() -> None:
    assert find(script({"page": STORY}), at_least=150) is not None
    assert find(script({"page": STORY}), at_least=5000) is None


@pytest.mark.parametrize(
    "rest",
    [
        "",
        script({"page": OTHER}),
        script("just a string " * 100),
        f"<template>{OTHER['body']}</template>",
        f'<script type="text/template">{HTML}</script>',
        f'<script src="/app.js">{json.dumps(STORY)}</script>',
        '<script type="application/json">{"broken": [' + "1," * 400 + "</script>",
        '<script type="application/ld+json">{"articleBody": "' + "cut off " * 200 + "</script>",
        "<script>" + "[" * 50_000 + "</script>",
    ],
)  # fmt: skip
def test_where_there_is_no_body_none_is_found(rest: str) -> None:
    assert find(rest) is None


def discourse(posts: list[dict[str, object]], generator: str = "Discourse 3.5.0") -> str:
    topic = json.dumps({"title": TITLE, "post_stream": {"posts": posts}})
    data = escape(json.dumps({"site": "{}", "topic_list": "{}", "topic_12": topic}))
    return f'<meta name="generator" content="{generator}"><div id="data-preloaded" data-preloaded="{data}"></div>'


POSTS: list[dict[str, object]] = [
    {"cooked": f"<p>{TEXTS[0]}</p>", "post_type": 1, "username": "ada", "name": "Ada L."},
    {"cooked": "", "post_type": 3},
    {"cooked": f"<p>{TEXTS[1]}</p>", "post_type": 1, "hidden": True},
    {"cooked": f"<p>{TEXTS[2]}</p>", "post_type": 1},
]


def test_discourses_posts_are_found_in_its_attribute() -> None:
    found = find(discourse(POSTS))
    assert found is not None
    assert (found.source, found.is_thread, found.host.tag) == ("Discourse's preloaded posts", True, "div")
    assert found.html == f"<article><p>{TEXTS[0]}</p></article><article><p>{TEXTS[2]}</p></article>"
    assert found.authors == {"ada", "Ada L."}


def test_another_forums_posts_are_found_too() -> None:
    nodebb = {"posts": [{"content": f"<p>{TEXTS[0]}</p>"}, {"content": "gone", "deleted": 1}]}
    found = find(script(nodebb, name="ajaxify-data"))
    assert found is not None
    assert (found.source, found.html) == ("NodeBB's posts", f"<article><p>{TEXTS[0]}</p></article>")
    included = [
        {"type": "posts", "attributes": {"number": 2, "contentType": "comment", "contentHtml": "<p>B</p>"}},
        {"type": "users", "attributes": {"contentHtml": "no post"}},
        {"type": "posts", "attributes": {"number": 1, "contentType": "comment", "contentHtml": "<p>A</p>"}},
        {"type": "posts", "attributes": {"number": 3, "contentType": "discussionRenamed", "content": ["x"]}},
    ]
    found = find(script({"apiDocument": {"included": included}}, name="flarum-json-payload"))
    assert found is not None
    assert (found.source, found.html) == ("Flarum's posts", "<article><p>A</p></article><article><p>B</p></article>")


@pytest.mark.parametrize(
    "rest",
    [
        discourse(POSTS, "WordPress 6"),
        discourse([]),
        '<meta name=generator content=Discourse><div id=data-preloaded data-preloaded="{&quot;topic_1&quot;:7}"></div>',
        '<meta name=generator content=Discourse><div id=data-preloaded data-preloaded="[1"></div>',
        "<meta name=generator content=Discourse><div id=data-preloaded></div>",
        '<script id="ajaxify-data" type="application/json">{"posts":{"a":1}}</script>',
        script({"apiDocument": {"included": [{"type": "posts"}]}}, name="flarum-json-payload"),
    ],
)
def test_forums_without_posts_have_no_thread(rest: str) -> None:
    assert find(rest) is None


def test_attributes_with_other_stories_or_broken_json_are_no_body() -> None:
    other = escape(json.dumps({"page": OTHER}))
    assert find(f'<div data-page="{other}"></div><div data-state="{other[:-30]}"></div>') is None
