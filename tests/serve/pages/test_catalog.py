"""OPDS catalogs: what OPDS 1.2 and Atom (RFC 4287) require of feeds and entries, search, covers, passwords."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from tamis.library import Library
from tamis.model import Block, Image, Kind
from tamis.serve.app import app_of
from tamis.serve.context import Context

from ..conftest import HERE
from .stories import story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.settings.serve import ServeSettings

NAMES = {"a": "http://www.w3.org/2005/Atom", "dc": "http://purl.org/dc/terms/"}
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de")
TOKEN = "a-token-of-some-length"
TITLE = 'Tides <script>alert("1")</script> & more'


def fill(file: Path) -> None:
    picture = "https://quay.example/a.png"
    with Library(file) as library:
        for number in range(59):
            library.add(story(number, f"{TITLE} {number}"))
        article = story(59, f"{TITLE} 59")
        block = Block(Kind.IMAGE, "", 9, "/html/body/img", image=Image(picture))
        library.add(replace(article, blocks=(*article.blocks, block)), pictures={picture: ("image/png", PNG)})
        library.add_link("https://quay.example/link", "A link")
        library.tag(60, "deep sea & <more>")
        library.star(60)
        library.save_search("Ebb & flow", "tides")
        library.pick(60)


@pytest.fixture
def client(settings: ServeSettings) -> Iterator[TestClient]:
    assert settings.library is not None
    fill(settings.library)
    with TestClient(app_of(Context(settings, is_lazy=True)), base_url=HERE) as client:
        yield client


def feed(client: TestClient, path: str) -> ElementTree.Element:
    """Fetch a feed and check what every feed of a catalog must have."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    kind = answer.headers["content-type"]
    assert kind.startswith("application/atom+xml;profile=opds-catalog;kind="), kind
    found = ElementTree.fromstring(answer.content)
    assert found.tag == f"{{{NAMES['a']}}}feed"
    for name in ("id", "title", "updated", "author/a:name"):
        assert found.findtext(f"a:{name}", None, NAMES), (path, name)
    links = {link.get("rel"): link for link in found.findall("a:link", NAMES)}
    assert links.keys() >= {"self", "start", "search"}
    assert links["self"].get("href") == path
    assert links["self"].get("type") == kind.partition("; charset")[0]
    ids = [entry.findtext("a:id", "", NAMES) for entry in found.findall("a:entry", NAMES)]
    assert len(set(ids)) == len(ids)
    for entry in found.findall("a:entry", NAMES):
        check_entry(entry, kind)
    return found


def check_entry(entry: ElementTree.Element, kind: str) -> None:
    for name in ("id", "title", "updated"):
        assert entry.findtext(f"a:{name}", None, NAMES)
    links = entry.findall("a:link", NAMES)
    if "kind=navigation" in kind:
        assert [link.get("rel") for link in links] == ["subsection"]
        assert entry.findtext("a:content", None, NAMES) is not None
        return
    acquired = [link for link in links if str(link.get("rel")).startswith("http://opds-spec.org/acquisition")]
    assert [link.get("type") for link in acquired] == ["application/epub+zip"]
    for link in links:
        if str(link.get("rel")).startswith("http://opds-spec.org/image"):
            assert link.get("type") in ("image/png", "image/jpeg", "image/gif")


def entries(found: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {entry.findtext("a:title", "", NAMES): entry for entry in found.findall("a:entry", NAMES)}


def href(entry: ElementTree.Element, rel: str) -> str:
    return next(str(link.get("href")) for link in entry.findall("a:link", NAMES) if link.get("rel") == rel)


def test_the_catalog_leads_to_every_story_and_its_book(client: TestClient) -> None:
    first = entries(feed(client, "/opds"))
    assert list(first)[:3] == ["My list", "Unread", "Starred"]
    assert {"Editions", "Tags", "Ebb & flow"} <= set(first)
    for entry in first.values():
        feed(client, href(entry, "subsection"))

    page = feed(client, href(first["My list"], "subsection"))
    titles = list(entries(page))
    assert (len(titles), titles[0]) == (50, f"{TITLE} 59")
    rest = feed(client, href(page, "next"))
    assert len(entries(rest)) == 10
    assert "A link" not in {*titles, *entries(rest)}
    assert href(rest, "previous") == href(first["My list"], "subsection")

    newest = entries(page)[titles[0]]
    assert newest.findtext("a:author/a:name", None, NAMES) == "Ann Keel"
    assert newest.findtext("dc:language", None, NAMES) == "en"
    assert client.get(href(newest, "http://opds-spec.org/image")).content == PNG
    book = client.get(href(newest, "http://opds-spec.org/acquisition/open-access"))
    assert (book.headers["content-type"], book.content[:2]) == ("application/epub+zip", b"PK")

    (tag,) = entries(feed(client, "/opds/tags")).values()
    assert list(entries(feed(client, href(tag, "subsection")))) == [titles[0]]
    assert list(entries(feed(client, "/opds/editions"))) == ["The day's edition", "The week's edition", "My edition"]


def test_search_is_described_and_finds(client: TestClient) -> None:
    described = ElementTree.fromstring(client.get(href(feed(client, "/opds"), "search")).content)
    (url,) = described.findall("{http://a9.com/-/spec/opensearch/1.1/}Url")
    template = str(url.get("template"))
    assert template == f"{HERE}/opds/stories?q={{searchTerms}}"
    assert entries(feed(client, "/opds/stories?q=nowhere")) == {}
    assert len(entries(feed(client, "/opds/stories?q=tides"))) == 50


def test_a_library_that_is_not_there_yet_is_an_empty_catalog(settings: ServeSettings) -> None:
    with TestClient(app_of(Context(settings, is_lazy=True)), base_url=HERE) as client:
        for path in ("/opds", "/opds/stories", "/opds/tags", "/opds/editions"):
            feed(client, path)
    assert settings.library is not None
    assert not settings.library.exists()


def test_the_second_version_is_json(client: TestClient) -> None:
    first = client.get("/opds2")
    assert first.headers["content-type"] == "application/opds+json"
    assert {"rel": "self", "href": "/opds2", "type": "application/opds+json"} in first.json()["links"]
    stories = client.get(first.json()["navigation"][0]["href"]).json()
    newest = stories["publications"][0]
    assert newest["metadata"]["title"] == f"{TITLE} 59"
    assert newest["links"][0]["type"] == "application/epub+zip"
    assert newest["images"][0]["type"] == "image/png"
    assert any(link["rel"] == "next" for link in stories["links"])


def basic(user: str, password: str) -> dict[str, str]:
    return {"authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def test_an_e_reader_sends_the_token_as_a_password_and_reads_only(settings: ServeSettings) -> None:
    assert settings.library is not None
    fill(settings.library)
    with Library(settings.library, "ann") as library:
        library.star(1)
    with TestClient(app_of(Context(replace(settings, token=TOKEN), is_lazy=True)), base_url=HERE) as client:
        refused = client.get("/opds")
        assert (refused.status_code, refused.headers["www-authenticate"][:5]) == (401, "Basic")
        for wrong in (basic("", "x"), basic("", ""), basic(TOKEN, ""), basic("x" * 99, "\xff")):
            assert client.get("/opds", headers=wrong).status_code == 401
        right = basic("Ann", TOKEN)
        starred = client.get("/opds/stories?q=is:starred", headers=right)
        assert list(entries(ElementTree.fromstring(starred.content))) == [f"{TITLE} 0"]
        assert client.get("/edition?article=1&format=epub", headers=right).status_code == 200
        for path in ("/library", "/opds-not", "/editions", "/api/extract"):
            assert client.get(path, headers=right).status_code == 401
        assert client.post("/opds", headers=right).status_code == 401
