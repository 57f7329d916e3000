"""Entries of live blogs, in pages of several shapes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

import tamis

URL = "https://post.example/live/2024/harbour"
TEXTS = {
    "The gate is open": "The northern gate was opened at dawn, and the first ferry went through it without delay.",
    "Wind from the west": "The wind has turned to the west, so that the smaller boats stay in the harbour until noon.",
    "A first rescue": "Two sailors were brought in by the rescue cruiser after their boat had lost its rudder at sea.",
    "All ferries back": "All of the ferries are back at their piers, and the harbour master has closed the gate again.",
}
LEAD = "<p>The harbour opens its new gate on Saturday; here we report all day what happens at the piers and at sea.</p>"
TIMES = [f"2024-06-01T{hour}:05:00+00:00" for hour in (17, 15, 13, 11)]


def page(body: str, head: str = "") -> str:
    return (
        f'<!doctype html><html lang="en"><head><title>Harbour live</title>{head}</head><body>'
        f"<nav><a href='/'>Home</a></nav><main><h1>Harbour live</h1>{LEAD}{body}</main></body></html>"
    )


def by_time() -> str:
    return "".join(
        f'<div class="liveblog-post" id="post{n}"><div class="meta">'
        f'<time datetime="{TIMES[n]}">{TIMES[n][11:16]}</time> '
        f'<a rel="author" class="author" href="/staff/ann">Ann Keel</a></div><h3>{title}</h3><p>{text}</p>'
        "<button>Share</button></div>"
        for n, (title, text) in enumerate(TEXTS.items())
    )


def by_microdata() -> str:
    entries = "".join(
        f'<li><div itemprop="liveBlogUpdate" itemscope itemtype="https://schema.org/BlogPosting">'
        f'<meta itemprop="url" content="{URL}#post{n}"><meta itemprop="datePublished" content="{TIMES[n]}">'
        f'<span itemprop="author" itemscope><meta itemprop="name" content="Ann Keel"></span>'
        f'<b itemprop="headline">{title}</b><p>{text}</p></div></li>'
        for n, (title, text) in enumerate(TEXTS.items())
    )
    return f'<div itemscope itemtype="https://schema.org/LiveBlogPosting"><ul>{entries}</ul></div>'


def by_role() -> str:
    entries = "".join(
        f'<div role="article"><span>{TIMES[n][11:16]}</span><h2>{title}</h2><p>{text}</p></div>'
        for n, (title, text) in enumerate(TEXTS.items())
    )
    return f'<section role="feed" aria-label="Live posts">{entries}</section>'


def by_clock() -> str:
    return "".join(
        f'<section class="live-blog-item"><p>{TIMES[n][11:16]}</p><h2>{title}</h2><p>{text}</p></section>'
        for n, (title, text) in enumerate(TEXTS.items())
    )


def json_ld(**more: Any) -> str:
    updates = [
        {
            "@type": "BlogPosting",
            "headline": title,
            "articleBody": f"<p>{text}</p>",
            "datePublished": TIMES[n],
            "url": f"{URL}#post{n}",
            "author": {"@type": "Person", "name": "Ann Keel"},
        }
        for n, (title, text) in enumerate(TEXTS.items())
    ]
    blog = {"@context": "https://schema.org", "@type": "LiveBlogPosting", "liveBlogUpdate": updates, **more}
    return f'<script type="application/ld+json">{json.dumps(blog)}</script>'


SHAPES = {
    "elements with times": page(by_time()),
    "microdata": page(by_microdata()),
    "roles": page(by_role()),
    "times of day": page(by_clock()),
    "declared": page(by_time(), json_ld()),
    "only data": page("", json_ld()),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_entries_have_title_text_and_time(shape: str) -> None:
    article = tamis.extract(SHAPES[shape], URL)
    assert [(entry.title, entry.text) for entry in article.entries] == list(TEXTS.items())
    for entry, time in zip(article.entries, TIMES, strict=True):
        assert (entry.when == time[11:16]) is (shape not in ("microdata", "only data"))
        if shape not in ("roles", "times of day"):
            assert entry.date == datetime.fromisoformat(time)
    assert all(bool(entry.blocks) is (shape != "only data") for entry in article.entries)


@pytest.mark.parametrize("shape", ["elements with times", "microdata", "declared", "only data"])
def test_entries_have_author_and_url(shape: str) -> None:
    entries = tamis.extract(SHAPES[shape], URL).entries
    assert {entry.author for entry in entries} == {"Ann Keel"}
    assert [entry.url for entry in entries] == [f"{URL}#post{n}" for n in range(4)]


def test_the_text_of_declared_entries_is_text_of_the_article() -> None:
    article = tamis.extract(SHAPES["declared"], URL)
    assert all(text in article.text for text in TEXTS.values())
    assert "17:05" not in article.text
    assert "Share" not in article.text


def test_entries_in_order_of_time() -> None:
    article = tamis.extract(SHAPES["declared"], URL)
    assert [entry.title for entry in article.sorted_entries()] == list(TEXTS)[::-1]
    assert article.sorted_entries(newest_first=True) == article.entries
    roles = tamis.extract(SHAPES["roles"], URL)
    assert roles.sorted_entries() == roles.entries  # no dates


def test_entries_in_formats() -> None:
    article = tamis.extract(SHAPES["declared"], URL)
    markdown = article.to_markdown()
    assert f"### [17:05]({URL}#post0) · Ann Keel\n\n#### The gate is open" in markdown
    values = json.loads(article.to_json())
    schema = json.loads(files("tamis.write").joinpath("article.schema.json").read_text("utf-8"))
    jsonschema.validate(values, schema)
    assert values["liveBlogUpdate"][0]["headline"] == "The gate is open"
    restored = tamis.Article.from_dict(values)
    assert restored.entries == article.entries
    assert [block.text for block in restored.entries[0].blocks] == list(next(iter(TEXTS.items())))


def test_an_entry_that_the_page_does_not_show_is_known_by_its_data() -> None:
    shown = page(by_time().partition('<div class="liveblog-post" id="post3">')[0], json_ld())
    entries = tamis.extract(shown, URL).entries
    assert [bool(entry.blocks) for entry in entries] == [True, True, True, False]


def test_a_live_blog_of_another_page_is_not_the_article() -> None:
    story = "".join(f"<p>{text}</p>" for text in TEXTS.values())
    article = tamis.extract(page(story, json_ld(url="https://post.example/live/other")), "https://post.example/one")
    assert article.entries == ()


def test_teasers_of_live_blogs_beside_an_article_are_no_entries() -> None:
    story = "".join(f"<p>{text} {LEAD[3:-4]}</p>" for text in TEXTS.values())
    box = "".join(f'<li class="liveblog-teaser"><time>1{n}:30</time><a href="/{n}">News {n}</a></li>' for n in range(5))
    article = tamis.extract(page(f"{story}<aside><ul>{box}</ul></aside>"), URL)
    assert article.entries == ()


def test_dates_keep_their_zone() -> None:
    (entry, *_) = tamis.extract(SHAPES["declared"], URL).entries
    assert entry.date == datetime(2024, 6, 1, 17, 5, tzinfo=UTC)


def test_a_line_with_time_and_name_above_an_entry_is_its_author() -> None:
    entry = (
        "<section class=live-post><div class=meta><time datetime=2026-05-01T{0}:15:00+02:00>{0}:15</time> "
        "<span class=author>Anna Holm</span></div><h3>Update {0} from the quay</h3><p>The harbour office says that "
        "force {0} is measured at the pier, and that boats have been moved to the inner basin.</p></section>"
    )
    html = "<title>Storm</title><h1>Storm over the harbour</h1>" + "".join(map(entry.format, range(19, 11, -1)))
    entries = tamis.extract(html, "https://post.example/live/storm").entries
    assert len(entries) == 8
    assert {entry.author for entry in entries} == {"Anna Holm"}
    assert all(entry.text.startswith("The harbour office") for entry in entries)
