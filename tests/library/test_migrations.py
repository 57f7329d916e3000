"""The layout of a library: what it says of itself, older ones brought up to date, others refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadInput
from tamis.library import Library, schema
from tamis.library.schema import APPLICATION_ID, FIRST, MIGRATIONS, VERSION

from .stories import prose, story

if TYPE_CHECKING:
    from pathlib import Path


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def add_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE article ADD COLUMN mood TEXT")


def test_the_file_says_what_it_is_and_its_layout(tmp_path: Path) -> None:
    file = tmp_path / "library.db"
    with Library(file):
        pass
    assert rows(file, "PRAGMA user_version") == [(VERSION,)]
    assert rows(file, "PRAGMA application_id") == [(APPLICATION_ID,)]


def test_an_older_layout_is_brought_up_to_date_with_its_articles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "library.db"
    with Library(file) as library:
        library.add(story(prose(1)))
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, add_column))
    monkeypatch.setattr(schema, "VERSION", VERSION + 1)
    with Library(file) as library:
        assert library.info().articles == 1
    assert rows(file, "PRAGMA user_version") == [(VERSION + 1,)]
    assert rows(file, "SELECT mood FROM article") == [(None,)]


def test_articles_from_before_saving_was_recorded_count_as_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = next(n for n, migrate in enumerate(MIGRATIONS) if migrate is schema.SAVED)
    file = tmp_path / "library.db"
    with closing(sqlite3.connect(file)) as connection, monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", MIGRATIONS[:before])
        older.setattr(schema, "VERSION", FIRST + before - 1)
        schema.bring_up_to_date(connection, "library.db")
        connection.execute(
            "INSERT INTO article (title, host, authors, day, words, excerpt, revision, added, changed)"
            " VALUES ('Tides', '', '', '2024-05-02', 9, '', 0, '2024-05-02', '2024-05-02')"
        )
        connection.commit()
    with Library(file) as library:
        assert library.get(1).saved == "2024-05-02"


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        ("CREATE TABLE mine (x)", "a database of another program"),
        (f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 99", "a database of a newer tamis"),
        (f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FIRST - 1}", "before the first release"),
    ],
)
def test_another_database_is_left_alone(tmp_path: Path, statements: str, message: str) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements)
    before = file.read_bytes()
    with pytest.raises(BadInput, match=message):
        Library(file)
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Ebb and flow, and more of the same, for as long as a header of a database is, and longer.")
    with pytest.raises(BadInput, match=r"notes\.txt: cannot be used as a database"):
        Library(file)
    assert file.read_text().startswith("Ebb")


def test_other_programs_can_read_the_articles(tmp_path: Path) -> None:
    """As docs/library.md says: one table in plain columns, and the text as JSON that zlib compressed."""
    import json
    import zlib

    file = tmp_path / "library.db"
    with Library(file) as library:
        library.add(story("The ebb came late.", url="https://quay.example/tides"))
    ((url, packed),) = rows(
        file,
        "SELECT url, json FROM article JOIN revision ON revision.article = article.id AND number = article.revision",
    )
    assert url == "https://quay.example/tides"
    assert json.loads(zlib.decompress(packed))["articleBody"] == "The ebb came late."  # type: ignore[arg-type]
