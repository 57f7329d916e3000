"""Feeds of the library: formats, searches, and readers that have the feed already."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

import tamis
from example_site import SITE
from tamis.library import Library
from tamis.news import FeedFormat, parse_feed
from tamis.serve.app import make_app

from ..conftest import HERE, settings_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tamis.settings.serve import ServeSettings

STORIES = ("harbour-tunnel.html", "wind-farm-vote.html")
ADDED = datetime(2024, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A service whose library has two stories."""
    settings = settings_in(tmp_path_factory.mktemp("feeds"))
    assert settings.library is not None
    with Library(settings.library) as library:
        for name in STORIES:
            library.add(tamis.extract((SITE / name).read_bytes(), url=f"https://courier.example/{name}"), now=ADDED)
    with TestClient(make_app(settings), base_url=HERE) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "form", "media_type"),
    [
        ("/feed.xml", FeedFormat.RSS, "application/rss+xml; charset=utf-8"),
        ("/feed.atom", FeedFormat.ATOM, "application/atom+xml; charset=utf-8"),
        ("/feed.json", FeedFormat.JSON, "application/feed+json; charset=utf-8"),
    ],
)
def test_the_library_has_a_feed_in_three_formats(
    client: TestClient, path: str, form: FeedFormat, media_type: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
    found = parse_feed(answer.content, f"{HERE}{path}", media_type)
    assert (found.format, found.problems, len(found.entries)) == (form, (), 2)
    assert found.home_url == f"{HERE}/library"
    assert f"{HERE}{path}" in answer.text


def test_a_search_has_a_feed_that_the_library_links_to(client: TestClient) -> None:
    page = client.get("/library", params={"q": "tunnel"}).text
    assert '<link rel="alternate" type="application/atom+xml" title="tunnel" href="/feed.atom?q=tunnel">' in page
    found = parse_feed(client.get("/feed.atom?q=tunnel&text=summary&entries=5&title=Digging").content)
    assert (found.title, [entry.url for entry in found.entries]) == (
        "Digging",
        ["https://courier.example/harbour-tunnel.html"],
    )
    assert found.entries[0].content is None
    assert found.entries[0].summary


def test_a_reader_that_has_the_feed_gets_no_second_copy(client: TestClient) -> None:
    first = client.get("/feed.xml")
    assert first.headers["last-modified"] == "Sat, 01 Jun 2024 12:00:00 GMT"
    for known in (
        {"if-none-match": f'"other", W/{first.headers["etag"]}'},
        {"if-modified-since": first.headers["last-modified"]},
    ):
        again = client.get("/feed.xml", headers=known)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    for old in (
        {"if-none-match": '"other"'},
        {"if-modified-since": "Sat, 01 Jun 2024 11:59:59 GMT"},
        {"if-modified-since": "x"},
    ):
        assert client.get("/feed.xml", headers=old).status_code == 200


def test_a_bad_search_or_option_is_refused(client: TestClient) -> None:
    assert client.get("/feed.xml?q=on:never").status_code == 400
    assert client.get("/feed.xml?entries=0").status_code == 400
    assert client.get("/feed.xml?text=short").status_code == 400


@pytest.mark.slow  # starts a service
def test_without_a_library_the_feed_is_empty(settings: ServeSettings) -> None:
    with TestClient(make_app(settings), base_url=HERE) as client:
        answer = client.get("/feed.atom")
        assert (answer.status_code, parse_feed(answer.content).entries) == (200, ())
    assert settings.library is not None
    assert not settings.library.exists()
