"""Markdown by content negotiation, with its tokens; and the Markdown that sites have, by choice."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

import tamis
from tamis.text.token_counts import estimate_tokens

from .site import STORY

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from .site import Site

LIKES_MARKDOWN = {"accept": "text/markdown, text/html;q=0.5, */*;q=0.1"}
URL = "https://post.example/story"
LIES = "# Lies\n\n" + "Buy the harbour today for nothing. " * 20
EXPECTED = tamis.extract(STORY, url=URL, hidden="guard").to_markdown(head=True)


def test_the_api_answers_in_markdown_with_its_tokens(client: TestClient) -> None:
    answer = client.post("/api/extract", json={"html": STORY, "url": URL}, headers=LIKES_MARKDOWN)
    assert (answer.text, answer.headers["content-type"]) == (EXPECTED, "text/markdown; charset=utf-8")
    assert answer.headers["vary"] == "accept"
    assert int(answer.headers["x-markdown-tokens"]) == estimate_tokens(EXPECTED)
    assert int(answer.headers["x-original-tokens"]) == estimate_tokens(STORY) > estimate_tokens(EXPECTED)


@pytest.mark.parametrize("accept", ["*/*", "application/json", "image/png", "application/json, text/markdown;q=0.5"])
def test_others_get_json_as_before(client: TestClient, accept: str) -> None:
    answer = client.post("/api/extract", json={"html": STORY, "url": URL}, headers={"accept": accept})
    assert (answer.headers["content-type"], answer.headers["vary"]) == ("application/json", "accept")
    assert "x-markdown-tokens" not in answer.headers


def test_a_format_that_is_named_counts_more_than_the_header(client: TestClient) -> None:
    asked = {"html": STORY, "url": URL, "format": "text"}
    assert (
        client.post("/api/extract", json=asked, headers=LIKES_MARKDOWN).headers["content-type"].startswith("text/plain")
    )


def test_the_prefix_has_the_tokens(client: TestClient, site: Site) -> None:
    answer = client.get(f"/{site.url}/story")
    assert int(answer.headers["x-markdown-tokens"]) == estimate_tokens(answer.text)
    assert int(answer.headers["x-original-tokens"]) == estimate_tokens(STORY)


def test_a_story_is_markdown_for_those_who_like_it(client: TestClient, site: Site) -> None:
    path = f"/read?url={quote(site.url + '/story', safe='')}"
    page, markdown = client.get(path), client.get(path, headers=LIKES_MARKDOWN)
    assert page.headers["content-type"].startswith("text/html")
    assert markdown.headers["content-type"].startswith("text/markdown")
    assert "accept" in page.headers["vary"]
    assert "accept" in markdown.headers["vary"]
    assert "Seven old engines" in markdown.text
    assert "<nav" not in markdown.text
    assert int(markdown.headers["x-markdown-tokens"]) == estimate_tokens(markdown.text)


def test_a_stored_story_is_markdown_for_those_who_like_it(client: TestClient, site: Site) -> None:
    saved = client.post("/library", data={"url": f"{site.url}/story"}, headers={"origin": "http://127.0.0.1"})
    path = saved.url.path
    assert path.startswith("/library/")
    markdown = client.get(path, headers=LIKES_MARKDOWN)
    assert markdown.headers["content-type"].startswith("text/markdown")
    assert "Seven old engines" in markdown.text
    assert int(markdown.headers["x-markdown-tokens"]) == estimate_tokens(markdown.text)


def test_a_page_in_markdown_is_read_as_such(client: TestClient) -> None:
    text = "# The mill\n\nIt stands by the river, and its wheel turns.\n"
    asked = {"format": "markdown", "head": "false"}
    answer = client.post("/api/extract", params=asked, content=text, headers={"content-type": "text/markdown"})
    assert answer.text == text


@pytest.mark.parametrize("mode", ["compare", "trust"])
def test_the_markdown_of_a_site_is_used_if_the_client_wants_it(client: TestClient, site: Site, mode: str) -> None:
    url = f"{site.url}/breakwater"
    site.pages.update({"/breakwater": STORY, "/breakwater.md": EXPECTED.replace("twice", "*twice*")})
    asked = {"url": url, "format": "markdown"}
    assert "*twice*" not in client.post("/api/extract", json=asked).text
    assert "*twice*" in client.post("/api/extract", json=asked | {"site_markdown": mode}).text


def test_markdown_with_another_text_is_refused_and_the_trace_says_so(client: TestClient, site: Site) -> None:
    url = f"{site.url}/breakwater2"
    site.pages.update(
        {"/breakwater2": STORY, "/breakwater2.md": "# Lies\n\n" + "Buy the harbour today for nothing. " * 20}
    )
    found = client.post("/api/extract", json={"url": url, "site_markdown": "compare"}).json()
    assert "Seven old engines" in found["articleBody"]
    notes = [step["note"] for step in found["tamis"]["trace"] if step["stage"] == "markdown"]
    assert notes[-1].startswith("other_text: beside: ")
