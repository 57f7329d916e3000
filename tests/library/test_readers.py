"""Several readers of one library."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

import tamis
from tamis.errors import BadInput
from tamis.library import Library
from tamis.library.schema import APPLICATION_ID, FIRST, MIGRATIONS

if TYPE_CHECKING:
    from pathlib import Path

TUNNEL = "The harbor tunnel opens in May, and buses will use the tunnel below the harbor first. "
BREAD = "The bakery sells bread of rye, and the baker of the bakery bakes more bread each day. "


def add_both(path: Path) -> None:
    with Library(path) as library:
        for number, text in enumerate((TUNNEL, BREAD)):
            html = f"<html lang=en><title>Story</title><article><h1>Story {number}</h1><p>{text * 9}</p></article>"
            library.add(tamis.extract(html, f"https://a.example/{number}"))


def test_each_reader_has_their_own_stars_reading_and_ranking(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    add_both(path)
    with Library(path, "Anna") as anna, Library(path, "ben") as ben, Library(path) as alone:
        anna.star(1)
        anna.mark_read(1)
        ben.mark_read(2)
        assert [record.id for record in anna.newest("is:starred")] == [1]
        assert [record.id for record in anna.newest("is:unread")] == [2]
        assert [record.id for record in ben.newest("is:read")] == [2]
        assert ben.newest("is:starred") == []
        assert alone.newest("is:read is:starred") == []
        assert (anna.get(1).starred is None, ben.get(1).starred is None) == (False, True)
        assert "tunnel" in anna.interests().terms
        assert "tunnel" not in ben.interests().terms
        assert alone.interests().articles == 0
        assert [ranked.item.id for ranked in anna.recommend(query="")] == [1, 2]
        assert [ranked.item.id for ranked in ben.recommend(query="")] == [2, 1]
        assert (anna.info().starred, ben.info().starred) == (1, 0)
        assert anna.readers() == ["anna", "ben"]
        assert anna.check() == []


def test_a_mark_that_is_taken_back_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    add_both(path)
    with Library(path, "anna") as anna:
        anna.star(1)
        anna.star(1, False)
        assert anna.readers() == []
        anna.star(2)
        anna.remove(2)
        assert anna.readers() == []


def test_names_are_compared_without_case_and_checked(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db", " Anna-2 ") as library:
        assert library.reader == "anna-2"
    for name in ("a b", "a\nb", "x" * 41, "a'; DROP TABLE mark"):
        with pytest.raises(BadInput, match="name"):
            Library(tmp_path / "library.db", name)


def test_marks_of_an_older_library_belong_to_the_reader_without_a_name(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    connection = sqlite3.connect(path)
    MIGRATIONS[0](connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FIRST}")
    connection.execute(
        "INSERT INTO article (title, host, authors, day, words, excerpt, revision, added, changed, starred)"
        " VALUES ('Old', '', '', '2024-01-01', 0, '', 0, '2024-01-01', '2024-01-01', '2024-05-05T00:00:00+00:00')"
    )
    connection.commit()
    connection.close()
    with Library(path) as library, Library(path, "anna") as anna:
        library.rebuild_index()
        assert library.get(1).starred == "2024-05-05T00:00:00+00:00"
        assert [record.id for record in library.newest("is:starred")] == [1]
        assert anna.get(1).starred is None
