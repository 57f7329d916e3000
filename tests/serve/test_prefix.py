"""The prefix: the URL of the service, then that of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tamis
from tamis.serve.api.prefix import preferred

from .site import STORY

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from .site import Site

OFFERED = ("text/markdown", "text/plain", "application/json", "text/html")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "text/markdown"),
        ("*/*", "text/markdown"),
        (BROWSER, "text/html"),
        ("application/json", "application/json"),
        ("text/*;q=0.5, text/html;q=0.1, application/json;q=0.4", "text/markdown"),
        ("text/plain;q=0.9, text/markdown;q=0.8", "text/plain"),
        ("*/*;q=0.1, text/markdown;q=0", "text/plain"),
        ("image/png", None),
        ("text/html;q=nonsense", None),
    ],
)
def test_the_client_chooses_the_type(accept: str, chosen: str | None) -> None:
    assert preferred(accept, OFFERED) == chosen


@pytest.mark.parametrize("media_type", OFFERED)
def test_the_article_comes_in_the_type_that_is_accepted(client: TestClient, site: Site, media_type: str) -> None:
    answer = client.get(f"/{site.url}/story", headers={"accept": media_type})
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, media_type)
    assert "Seven old engines" in answer.text
    assert "accept" in answer.headers["vary"]


def test_nothing_that_is_accepted_is_said_so(client: TestClient, site: Site) -> None:
    assert client.get(f"/{site.url}/story", headers={"accept": "image/png"}).status_code == 406


def test_the_headers_of_other_services_are_understood(client: TestClient, site: Site) -> None:
    url = f"{site.url}/story"
    assert client.get(f"/{url}", headers={"x-respond-with": "json"}).json()["url"] == url
    markdown = tamis.extract(STORY, url=url).to_markdown(head=True)
    assert client.get(f"/{url}", headers={"x-respond-with": "content", "x-no-cache": "true"}).text == markdown
    aside = client.get(f"/{url}", headers={"x-target-selector": "p.aside", "x-timeout": "3"}).text
    assert "Write to the editor" in aside
    assert "Seven old engines" not in aside


@pytest.mark.parametrize(
    "headers",
    [
        {"x-respond-with": "docx"},
        {"x-timeout": "-1"},
        {"x-timeout": "soon"},
        {"x-no-cache": "maybe"},
        {"x-target-selector": "p["},
        {"x-target-selector": "div:has(p)"},
    ],
)
def test_wrong_headers_are_refused_with_the_reason(client: TestClient, site: Site, headers: dict[str, str]) -> None:
    answer = client.get(f"/{site.url}/story", headers=headers)
    assert (answer.status_code, answer.json()["tamis"]["error"]["code"]) == (400, "bad_settings")


def test_a_page_that_takes_longer_than_the_client_waits_is_a_timeout(client: TestClient, site: Site) -> None:
    answer = client.get(f"/{site.url}/slow", headers={"x-timeout": "0.2"})
    assert (answer.status_code, answer.json()["tamis"]["error"]["code"]) == (504, "too_slow")


def test_the_url_keeps_its_query_and_its_escapes(client: TestClient, site: Site) -> None:
    site.pages["/a%2Fb?q=%C3%A9&x=1"] = STORY
    assert client.get(f"/{site.url}/a%2Fb?q=%C3%A9&x=1").status_code == 200
    assert site.requests[-1] == "/a%2Fb?q=%C3%A9&x=1"


def test_one_slash_after_the_scheme_is_enough(client: TestClient, site: Site) -> None:
    assert client.get(f"/{site.url.replace('://', ':/')}/story").status_code == 200


@pytest.mark.parametrize("path", ["/https", "/httpbin", "/https:", "/http:///", "/https:example.org"])
def test_what_is_no_url_is_no_page(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_errors_are_pages_for_people(client: TestClient, site: Site) -> None:
    answer = client.get(f"/{site.url}/nothing?<script>", headers={"accept": BROWSER})
    assert (answer.status_code, answer.headers["content-type"]) == (502, "text/html; charset=utf-8")
    assert "<script>" not in answer.text
