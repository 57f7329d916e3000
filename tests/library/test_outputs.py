"""Pages and articles in a database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Command, Database, Stored
from tamis.library.schema import APPLICATION_ID, VERSION

if TYPE_CHECKING:
    from pathlib import Path

URL = "https://quay.example/tides"
PAGE = Stored(URL, "Tides", Command.FILTER, "<p>Ebb</p>", "Ebb\n", "filters")
ARTICLE = Stored(URL, "Tides", Command.EXTRACT, "<h1>Tides</h1><p>Ebb</p>", "Ebb", "learned", '{"headline": "Tides"}')


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def test_what_both_commands_made_of_a_page_is_kept_by_its_url(tmp_path: Path) -> None:
    with Database(tmp_path / "pages.db") as database:
        database.put(PAGE)
        database.put(ARTICLE)
        assert database.get(URL, Command.FILTER) == PAGE
        assert database.get(URL, Command.EXTRACT) == ARTICLE
        assert database.get("https://quay.example/", Command.FILTER) is None
        assert database.urls() == [URL]


def test_a_page_that_comes_again_takes_the_place_of_the_old(tmp_path: Path) -> None:
    file = tmp_path / "pages.db"
    with Database(file) as database:
        database.put(PAGE, datetime(2024, 5, 2, tzinfo=UTC))
    with Database(file) as database:
        database.put(PAGE._replace(text="Flow\n", title="More tides"), datetime(2024, 5, 3, tzinfo=UTC))
        database.put(PAGE._replace(url="https://quay.example/b"))
    assert rows(file, "SELECT count(*) FROM output") == [(2,)]
    assert rows(file, "SELECT id, title, added, changed FROM page LIMIT 1") == [
        (1, "More tides", "2024-05-02T00:00:00+00:00", "2024-05-03T00:00:00+00:00"),
    ]
    assert rows(file, "SELECT text FROM output WHERE page = 1") == [("Flow\n",)]


def test_a_page_that_cannot_be_stored_whole_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "pages.db"
    with Database(file) as database:
        with pytest.raises(BadInput, match="cannot be used as a database"):
            database.put(PAGE._replace(text=None))  # type: ignore[arg-type]
        assert database.urls() == []
        database.put(PAGE)
        assert database.urls() == [URL]


def test_the_file_says_what_it_is_and_its_layout(tmp_path: Path) -> None:
    file = tmp_path / "pages.db"
    Database(file).__exit__(None, None, None)
    assert rows(file, "PRAGMA user_version") == [(VERSION,)]
    assert rows(file, "PRAGMA application_id") == [(APPLICATION_ID,)]


def test_an_index_of_the_texts_can_be_laid_over_it(tmp_path: Path) -> None:
    """What a library of articles needs: rows with numbers that stay, and texts in columns."""
    file = tmp_path / "pages.db"
    with Database(file) as database:
        database.put(ARTICLE)
        database.put(ARTICLE._replace(url="https://quay.example/b", text="Flow"))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE VIRTUAL TABLE found USING fts5 (text, content='output', content_rowid='id')")
        connection.execute("INSERT INTO found (found) VALUES ('rebuild')")
        connection.commit()
    query = "SELECT page.url FROM found JOIN output ON output.id = found.rowid JOIN page ON page.id = output.page "
    assert rows(file, query + "WHERE found MATCH 'flow'") == [("https://quay.example/b",)]
    with Database(file) as database:
        assert len(database.urls()) == 2


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        ("CREATE TABLE mine (x)", "a database of another program"),
        (f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 99", "a database of a newer tamis"),
    ],
)
def test_another_database_is_left_alone(tmp_path: Path, statements: str, message: str) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements)
    with pytest.raises(BadInput, match=message):
        Database(file)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Ebb and flow, and more of the same, for as long as a header of a database is, and longer.")
    with pytest.raises(BadInput, match=r"notes\.txt: cannot be used as a database"):
        Database(file)
    assert file.read_text().startswith("Ebb")
