"""Pictures of stored articles: found by name, counted, pruned."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

import tamis
from tamis.errors import NoSuchArticle
from tamis.library import Library
from tamis.library.pictures import load_pictures, picture_urls

from .stories import prose, story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PNG = ("image/png", b"\x89PNG")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        yield opened
        assert opened.check() == []


def added(library: Library, number: int, size: int) -> int:
    picture = ("image/png", bytes([number]) * size)
    return library.add(
        story(prose(number), url=f"https://quay.example/{number}"), pictures={f"{number}.png": picture}
    ).id


def test_a_picture_is_found_by_the_hash_of_its_bytes(library: Library) -> None:
    number = library.add(story(prose(1), url="https://quay.example/1"), pictures={"a.png": PNG}).id
    name = hashlib.sha256(PNG[1]).hexdigest()
    assert library.picture_digests(number) == {"a.png": name}
    assert library.picture(name) == PNG
    assert library.picture("00") is None
    assert library.picture("harbour") is None


def test_pictures_may_come_later(library: Library) -> None:
    number = library.add(story(prose(1), url="https://quay.example/1")).id
    library.add_pictures(number, {"a.png": PNG})
    assert library.pictures(number) == {"a.png": PNG}
    with pytest.raises(NoSuchArticle):
        library.add_pictures(99, {"a.png": PNG})


def test_read_articles_lose_their_pictures_first_and_starred_ones_never(library: Library) -> None:
    numbers = [added(library, number, 1_000) for number in range(1, 6)]
    library.mark_read(numbers[2])
    library.star(numbers[0])
    assert [use.article for use in library.picture_use()] == numbers
    assert library.picture_bytes() == 5_000
    assert library.prune_pictures(10_000) == 0
    assert library.prune_pictures(4_000) == 1
    assert not library.picture_digests(numbers[2])
    assert library.prune_pictures(3_500) == 1
    assert not library.picture_digests(numbers[1]), "then the oldest"
    assert library.prune_pictures(0) == 2
    assert [use.article for use in library.picture_use()] == numbers[:1]


def test_files_beside_a_page_are_loaded_without_the_web(tmp_path: Path) -> None:
    (tmp_path / "pier.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><path d="M0 0h9"/></svg>', encoding="utf-8"
    )
    figures = (
        '<img src="pier.svg" width="640" height="400"><img src="https://far.example/x.png" width="640" height="400">'
    )
    html = f"<title>Pier</title><article><h1>Pier</h1><p>{prose(1)}</p>{figures}<p>{prose(2)}</p></article>"
    article = tamis.extract(html)
    assert picture_urls(article) == ("pier.svg", "https://far.example/x.png")
    kept, problems = load_pictures(article, None, tmp_path)
    assert list(kept) == ["pier.svg"]
    assert len(problems) == 1
