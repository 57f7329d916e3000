"""URLs with a key, for feed readers and e-readers: what they open, whose library it is, and how they end."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

import tamis
from example_site import SITE
from tamis.library import Library
from tamis.news import parse_feed
from tamis.serve.app import app_of
from tamis.serve.context import Context
from tamis.serve.reading_keys import ReadingKeys, split_key
from tamis.serve.signing import Signer

from .conftest import HERE, settings_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.settings.serve import ServeSettings

TOKEN = "a-token-that-nobody-guesses"
SIGNED_IN = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> ServeSettings:
    """A service with a token, whose library has one story."""
    settings = settings_in(tmp_path_factory.mktemp("keys"))
    assert settings.library is not None
    with Library(settings.library) as library:
        library.add(tamis.extract((SITE / "harbour-tunnel.html").read_bytes(), url="https://courier.example/tunnel"))
    return replace(settings, token=TOKEN)


@pytest.fixture
def client(settings: ServeSettings) -> Iterator[TestClient]:
    with TestClient(app_of(Context(settings, is_lazy=True)), base_url=HERE) as client:
        yield client


def base(client: TestClient) -> str:
    """Make a key as the button does, and return the start of its URLs as the page shows it."""
    page = client.post("/feeds/key", data={"do": "make"}, headers=SIGNED_IN).text
    found = re.search(r"<code>http://127\.0\.0\.1(/key/[\w-]+)/feed\.xml</code>", page)
    assert found is not None
    return found.group(1)


def test_a_feed_reader_follows_the_library_by_its_url_alone(client: TestClient) -> None:
    assert client.get("/feed.xml").status_code == 401
    start = base(client)
    for path in ("/feed.xml", "/feed.atom", "/feed.json"):
        answer = client.get(start + path)
        assert (answer.status_code, answer.headers["x-frame-options"]) == (200, "DENY")
        feed = parse_feed(answer.content, f"{HERE}{path}", answer.headers["content-type"])
        assert [entry.url for entry in feed.entries] == ["https://courier.example/tunnel"]
        assert feed.home_url == f"{HERE}/library"
    assert client.head(f"{start}/feed.xml").status_code == 200


def test_an_e_reader_goes_from_the_catalog_to_a_book(client: TestClient) -> None:
    start = base(client)
    catalog = client.get(f"{start}/opds").text
    stories = next(re.finditer(r'href="([^"]+/opds/stories[^"]*)"', catalog)).group(1).replace("&amp;", "&")
    assert stories.startswith(start)
    book = next(re.finditer(r'href="([^"]+format=epub)"', client.get(stories).text)).group(1).replace("&amp;", "&")
    assert book.startswith(start)
    answer = client.get(book)
    assert (answer.status_code, answer.content[:2]) == (200, b"PK")
    assert client.get(f"{start}/opds2").json()["links"][0]["href"].startswith(start)


@pytest.mark.parametrize(
    "path", ["/", "/library", "/feeds", "/feeds.opml", "/metrics", "/api/openapi.json", "/opds-not", "/clean",
             "/static/reader.js", "/settings/ignore", "/https://example.org/", "/library/1", "/../library", "//library"]
)  # fmt: skip
def test_a_key_opens_nothing_else(client: TestClient, path: str) -> None:
    assert client.get(base(client) + path).status_code == 401


def test_a_key_only_reads(client: TestClient) -> None:
    start = base(client)
    assert client.post(f"{start}/feeds/key", data={"do": "remove"}).status_code == 401
    assert client.post(f"{start}/feed.xml").status_code == 401
    embedded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    assert client.get(f"{start}/feed.xml", headers=embedded).status_code == 403


@pytest.mark.parametrize(
    "query",
    ["url=https://courier.example/tunnel", "page=0", "", "article=1&format=pdf", "article=1&format=html"],
)
def test_a_key_makes_books_of_the_library_alone(client: TestClient, query: str) -> None:
    answer = client.get(f"{base(client)}/edition?{query}", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["tamis"]["error"]["code"]) == (403, "forbidden")


def test_a_key_changes_no_settings(client: TestClient) -> None:
    answer = client.get(f"{base(client)}/edition?since=30d&title=Mine")
    assert "set-cookie" not in answer.headers


def test_another_key_or_none_ends_the_first(client: TestClient) -> None:
    first = base(client)
    second = base(client)
    assert [client.get(f"{start}/feed.xml").status_code for start in (first, second)] == [401, 200]
    page = client.post("/feeds/key", data={"do": "remove"}, headers=SIGNED_IN)
    assert "Make a secret link" in page.text
    assert client.get(f"{second}/feed.xml").status_code == 401
    assert client.post("/feeds/key", data={"do": "make"}).status_code == 401


def test_a_key_is_of_one_reader_one_token_and_one_service(tmp_path: Path) -> None:
    keys = ReadingKeys(Signer(b"one"), TOKEN, tmp_path)
    ann, everybody = keys.make("ann"), keys.make("")
    assert (keys.owner(ann), keys.owner(everybody), keys.owner("")) == ("ann", "", None)
    assert keys.key("ann") == ann
    assert ReadingKeys(Signer(b"one"), TOKEN + "!", tmp_path).owner(ann) is None
    assert ReadingKeys(Signer(b"two"), TOKEN, tmp_path).owner(ann) is None
    for key in (ann, everybody):
        assert key not in (tmp_path / "reading-keys.json").read_text()
    (tmp_path / "reading-keys.json").write_text("[damaged")
    assert keys.owner(ann) is None


def test_without_a_token_the_page_names_the_plain_urls(settings: ServeSettings) -> None:
    with TestClient(app_of(Context(replace(settings, token=None), is_lazy=True)), base_url=HERE) as client:
        page = client.get("/feeds").text
        assert f"<code>{HERE}/feed.xml</code>" in page
        assert f"<code>{HERE}/opds</code>" in page
        assert client.get("/key/anything/feed.xml").status_code == 404


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/key/abc/feed.xml", ("abc", "/feed.xml")),
        ("/key//feed.xml", ("", "/feed.xml")),
        ("/key/abc", ("abc", "")),
        ("/keys/abc/x", ("", "/keys/abc/x")),
        ("/feed.xml", ("", "/feed.xml")),
    ],
)
def test_the_key_stands_before_the_path(path: str, parts: tuple[str, str]) -> None:
    assert split_key(path) == parts
