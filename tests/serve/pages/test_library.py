"""The library in the browser: archive, place, several stories at once, saved searches, an edition of one's own."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from tamis.errors import BadInput
from tamis.library import Library
from tamis.model import Article, Block, Image, Kind, Metadata
from tamis.serve.app import app_of
from tamis.serve.context import Context
from tamis.serve.pages.editions import lead_picture, saved_as
from tamis.serve.pages.library import change_article

from ..conftest import HERE
from .stories import story
from .test_routes import PEOPLE, where

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tamis.settings.serve import ServeSettings

EVIL = '<script>alert("1")</script>'


@pytest.fixture
def client(settings: ServeSettings) -> Iterator[TestClient]:
    """A client of a service that has three stories, and starts workers only for pages."""
    assert settings.library is not None
    with Library(settings.library) as library:
        for number in range(3):
            library.add(story(number))
        library.tag(3, EVIL)
    with TestClient(app_of(Context(settings, is_lazy=True)), base_url=HERE) as client:
        yield client


def page(client: TestClient, path: str) -> str:
    answer = client.get(path, headers=PEOPLE)
    assert answer.status_code == 200
    assert EVIL not in answer.text
    return answer.text


def numbers(text: str) -> list[int]:
    return [number for number in range(1, 5) if f'name="article" value="{number}"' in text]


def test_several_stories_are_changed_at_once(client: TestClient) -> None:
    assert numbers(page(client, "/library")) == [1, 2, 3]
    answer = client.post("/library/stories", data={"do": "archive", "article": ["1", "2", "99", "x"], "q": ""})
    assert "2 stories archived" in answer.text
    assert numbers(page(client, "/library")) == [3]
    assert numbers(page(client, "/library?q=is:archived")) == [1, 2]
    assert where(client, "/library/stories", do="tag", article="3", words="a, b", q="tag:x", at="2") == (
        "/library?q=tag%3Ax&at=2&did=tag&count=1"
    )
    assert numbers(page(client, "/library?q=tag:b")) == [3]
    for do, query in (("star", "is:starred"), ("read", "is:read"), ("pick", "is:picked")):
        client.post("/library/stories", data={"do": do, "article": ["2", "3"]})
        assert numbers(page(client, f"/library?q={query}")) == [2, 3]
    assert "No story was selected" in client.post("/library/stories", data={"do": "star"}).text
    assert client.post("/library/stories", data={"do": "explode", "article": "1"}).status_code == 400


def test_a_teaser_has_the_picture_of_its_page_or_one_that_is_stored() -> None:
    named, first, second = (Image(f"https://a.example/{name}.png") for name in ("named", "first", "second"))
    blocks = tuple(Block(Kind.IMAGE, "", at, f"/img[{at}]", image=image) for at, image in enumerate((first, second)))
    article = Article(metadata=Metadata(lead_image=named), blocks=blocks)
    assert lead_picture(article, ()) == named.src
    assert lead_picture(article, {second.src, named.src}) == named.src
    assert lead_picture(article, {second.src}) == second.src
    assert lead_picture(Article(blocks=blocks), ()) is None


def test_stories_are_deleted_only_after_a_question(client: TestClient) -> None:
    asked = client.post("/library/stories", data={"do": "remove", "article": ["1", "3"]})
    assert "Delete 2 stories?" in asked.text
    assert numbers(page(client, "/library")) == [1, 2, 3]
    client.post("/library/stories", data={"do": "remove", "article": ["1", "3"], "sure": "1"})
    assert numbers(page(client, "/library")) == [2]


def test_a_place_is_kept_and_shown(client: TestClient) -> None:
    sent = {"do": "progress", "words": "0.4321"}
    assert client.post("/library/2", data=sent, headers={"accept": "application/json"}).json() == {}
    assert "43 % read" in page(client, "/library")
    assert 'data-progress="0.4321"' in page(client, "/library/2")
    for wrong in ("", "x", "nan", "-1", "2", "1e999"):
        assert client.post("/library/2", data={"do": "progress", "words": wrong}).status_code == 400


def test_searches_are_saved_listed_and_removed(client: TestClient) -> None:
    shown = page(client, "/library?q=tide")
    assert "Save this search" in shown
    assert where(client, "/library/searches", do="save", name=EVIL, query="tide OR ebb") == ("/library?q=tide+OR+ebb")
    shown = page(client, "/library?q=tide+OR+ebb")
    assert 'href="/library?q=tide+OR+ebb" aria-current="page"' in shown
    assert "Save this search" not in shown
    assert where(client, "/library/searches", do="remove", name=EVIL) == "/library"
    assert "Searches" not in page(client, "/library")
    assert client.post("/library/searches", data={"do": "save", "name": "x", "query": "is:odd"}).status_code == 400


def test_picked_stories_are_an_edition_with_a_name_that_is_kept(client: TestClient) -> None:
    assert client.get("/edition?picked=1").status_code == 400
    client.post("/library/stories", data={"do": "pick", "article": ["3", "1"]})
    answer = client.get("/edition?picked=1&format=epub&title=Ебб+%26+flow")
    assert answer.headers["content-type"] == "application/epub+zip"
    assert answer.headers["content-length"] == str(len(answer.content))
    name = answer.headers["content-disposition"]
    assert name.startswith('attachment; filename="flow-2')
    assert "filename*=UTF-8''%D0%B5%D0%B1%D0%B1-flow-2" in name
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        assert book.read("mimetype") == b"application/epub+zip"
        assert "Ебб &amp; flow" in book.read("EPUB/package.opf").decode()
    assert 'value="Ебб &amp; flow"' in page(client, "/library?q=is:picked")
    assert client.get("/edition?article=2&format=epub").headers["content-disposition"].endswith('.epub"')


def test_a_file_is_named_by_its_title_in_any_script() -> None:
    assert saved_as("The Tide!", "epub") == {"content-disposition": 'attachment; filename="the-tide.epub"'}
    assert saved_as("潮", "epub")["content-disposition"] == (
        "attachment; filename=\"story.epub\"; filename*=UTF-8''%E6%BD%AE.epub"
    )
    assert saved_as('"\r\nx: y', "pdf") == {"content-disposition": 'attachment; filename="x-y.pdf"'}


def test_what_is_asked_of_a_story_is_known(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add(story(1))
        change_article(library, 1, {"do": "archive"})
        change_article(library, 1, {"do": "pick"})
        assert library.get(1).archived
        assert library.get(1).picked
        change_article(library, 1, {"do": "unarchive"})
        change_article(library, 1, {"do": "unpick"})
        assert (library.get(1).archived, library.get(1).picked) == (None, None)
        with pytest.raises(BadInput):
            change_article(library, 1, {"do": "fly"})


def test_the_revisions_of_a_story_are_compared(client: TestClient, settings: ServeSettings) -> None:
    assert settings.library is not None
    assert "has not changed" in page(client, "/library/1/revisions")
    with Library(settings.library) as library:
        for count in ("<b>nine", "ten"):
            first, *others = story(0).blocks
            text = first.text.replace("0 times 1", f"{count} times 1")
            library.add(replace(story(0), blocks=(replace(first, text=text), *others)))
    assert "/library/1/revisions" in page(client, "/library/1")
    latest = page(client, "/library/1/revisions")
    assert "<del>&lt;b&gt;nine</del><ins>ten</ins>" in latest
    assert "<del>0</del><ins>ten</ins>" in page(client, "/library/1/revisions?old=1&new=3")
    assert page(client, "/library/1/revisions?old=7&new=x") == latest
    assert client.get("/library/99/revisions", headers=PEOPLE).status_code == 404
