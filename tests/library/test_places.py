"""Marks that a reader puts on stories: archive, place, picks for an edition, saved searches."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Library, schema
from tamis.library.exchange import add_json_lines, json_lines
from tamis.library.schema import FIRST, MIGRATIONS

from .stories import NOW, prose, story

if TYPE_CHECKING:
    from pathlib import Path


def filled(folder: Path, reader: str = "") -> Library:
    library = Library(folder / "library.db", reader)
    for number in range(3):
        library.add(story(prose(number), url=f"https://quay.example/{number}"), now=NOW)
    return library


def test_an_archived_story_leaves_the_list_and_is_found(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        assert library.archive(2, now=NOW).archived == NOW.isoformat(timespec="seconds")
        assert [record.id for record in library.newest("is:unarchived")] == [3, 1]
        assert [record.id for record in library.newest("is:archived")] == [2]
        assert 2 in [record.id for record in library.newest("site:quay.example")]
        assert 2 not in [ranked.item.id for ranked in library.recommend()]
        library.archive(2, archived=False)
        assert library.newest("is:archived") == []
        assert library.check() == []


def test_marks_and_places_are_those_of_each_reader(tmp_path: Path) -> None:
    with filled(tmp_path, "ann") as library:
        library.archive(1)
        library.pick(1)
        library.set_progress(1, 0.4)
        library.save_search("Sea", "tag:sea")
    with Library(tmp_path / "library.db", "ben") as library:
        other = library.get(1)
        assert (other.archived, other.picked, other.progress) == (None, None, 0.0)
        assert library.newest("is:archived OR is:picked") == []
        assert library.saved_searches() == {}
    with Library(tmp_path / "library.db", "ann") as library:
        assert library.get(1).progress == 0.4
        assert [record.id for record in library.newest("is:picked")] == [1]
        assert library.readers() == ["ann"]


def test_a_place_stays_when_other_marks_go(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        library.set_progress(1, 2.5)
        assert library.get(1).progress == 1.0
        library.set_progress(1, 0.25)
        library.star(1)
        library.star(1, starred=False)
        assert library.get(1).progress == 0.25
        assert library.get(1).to_dict()["progress"] == 0.25
        library.set_progress(1, 0)
        assert library.readers() == []
        assert "progress" not in library.get(1).to_dict()


def test_searches_are_saved_replaced_and_removed(tmp_path: Path) -> None:
    with filled(tmp_path) as library:
        library.save_search(" The sea\n", "tag:sea")
        library.save_search("The sea", "tide OR ebb")
        library.save_search("<b>", 'site:"quay.example"')
        assert library.saved_searches() == {"<b>": 'site:"quay.example"', "The sea": "tide OR ebb"}
        for name, query in (("", "x"), ("x" * 101, "x"), ("x", "is:nothing"), ("x", "on:tomorrow")):
            with pytest.raises(BadInput):
                library.save_search(name, query)
        assert library.remove_search("<b>")
        assert not library.remove_search("<b>")


def test_places_come_back_from_json_lines(tmp_path: Path) -> None:
    with filled(tmp_path) as library, Library(tmp_path / "other.db") as other:
        library.archive(1, now=NOW)
        library.pick(2, now=NOW)
        library.set_progress(3, 0.5)
        assert not add_json_lines(other, json_lines(library, library.records()), "x").skipped
        assert list(other.records()) == list(library.records())


def test_a_library_from_before_gets_places_and_keeps_its_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "old.db"
    with monkeypatch.context() as patch, closing(sqlite3.connect(file, isolation_level=None)) as connection:
        patch.setattr(schema, "MIGRATIONS", MIGRATIONS[:3])
        patch.setattr(schema, "VERSION", FIRST + 2)
        schema.bring_up_to_date(connection, "old.db")
        connection.execute(
            "INSERT INTO article (title, host, authors, day, words, excerpt, revision, added, changed) "
            "VALUES ('Tides', '', '', '2024-01-01', 0, '', 0, '2024-01-01', '2024-01-01')"
        )
        connection.execute("INSERT INTO mark VALUES ('', 1, '2024-01-01', NULL)")
    with Library(file) as library:
        found = library.get(1)
        assert (found.read, found.archived, found.progress) == ("2024-01-01", None, 0.0)
