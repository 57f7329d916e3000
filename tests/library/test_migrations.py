"""Libraries of older versions open."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tamis.library import Command, Database, Library
from tamis.library.schema import VERSION

VERSION_1 = Path(__file__).with_name("version1.db")
"""Made by tamis 0.1.0 before there was a library: two pages by `tamis extract --database`, one by `filter`."""


TITLE = "云脚村的春茶：三代人守着一座山"


def _copy(tmp_path: Path) -> Path:
    return Path(shutil.copy(VERSION_1, tmp_path / "library.db"))


def test_a_database_of_version_1_opens_as_a_library_with_its_articles(tmp_path: Path) -> None:
    with Library(_copy(tmp_path)) as library:
        assert library.info().version == VERSION
        assert [record.title for record in library.newest()] == [
            "The night train is back, and it is already full",
            TITLE,
        ]
        assert [one.record.id for one in library.search("春茶").found] == [1]
        assert library.check() == []


def test_what_version_1_stored_stays(tmp_path: Path) -> None:
    file = _copy(tmp_path)
    with Library(file):
        pass
    with Database(file) as database:
        assert len(database.urls()) == 3
        stored = database.get("https://quay.example/tides", Command.FILTER)
    assert stored is not None
    assert stored.text == "Ebb\n"


def test_the_layout_after_a_migration_is_that_of_a_new_library(tmp_path: Path) -> None:
    old, new = _copy(tmp_path), tmp_path / "new.db"
    for file in (old, new):
        with Library(file):
            pass
    assert _layout(old) == _layout(new)


def test_an_article_that_extract_stores_comes_into_the_library(tmp_path: Path) -> None:
    file = _copy(tmp_path)
    with Database(file) as database:
        stored = database.get("https://courier.example/night-trains", Command.EXTRACT)
        assert stored is not None
        assert stored.json is not None
        database.put(stored._replace(json=stored.json.replace("night train", "day train")))
    with Library(file) as library:
        assert library.get(2).revision == 2
        assert library.search("title:day").total == 1


def _layout(file: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(
            "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()
