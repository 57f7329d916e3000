"""A reader's settings: in a cookie, in a file, on a form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tamis.errors import BadSettings
from tamis.serve.pages.profile import DEFAULT, Profile, from_cookie, profile_from, to_cookie
from tamis.settings.extraction import Settings
from tamis.settings.file import read_settings_file, written_tables
from tamis.settings.reader import ReaderSettings

if TYPE_CHECKING:
    from pathlib import Path

CHANGED = Profile(
    filters=replace(DEFAULT.filters, remove_forms=True, substance=("img", "video")),
    extract=Settings(strategy="cetr:method=kmeans", favor=None, language="de"),
    reader=ReaderSettings(theme="sepia", size=22, output="text"),
)


def test_only_what_differs_is_written() -> None:
    assert DEFAULT.tables() == {}
    assert CHANGED.tables()["reader"] == {"output": "text", "theme": "sepia", "size": 22}


def test_a_cookie_brings_back_what_was_put_in() -> None:
    assert from_cookie(to_cookie(CHANGED)) == CHANGED


@pytest.mark.parametrize("text", [None, "", "{", '{"filters": {"gone": true}}', '{"nothing": 1}'])
def test_a_cookie_that_says_nothing_of_use_is_the_defaults(text: str | None) -> None:
    assert from_cookie(text) == DEFAULT


def test_settings_that_do_not_fit_into_a_cookie_are_refused() -> None:
    long = replace(DEFAULT, filters=replace(DEFAULT.filters, substance=tuple(f"tag{n}" for n in range(800))))
    with pytest.raises(BadSettings, match="cookie"):
        to_cookie(long)


def test_the_file_of_a_profile_is_a_settings_file_of_the_commands(tmp_path: Path) -> None:
    file = tmp_path / "evening.toml"
    file.write_text(CHANGED.to_toml(), encoding="utf-8")
    found = read_settings_file(file)
    assert (found.filters, found.extract, found.reader) == (CHANGED.filters, CHANGED.extract, CHANGED.reader)


def test_tables_are_written_as_toml_reads_them() -> None:
    import tomllib

    tables: dict[str, dict[str, object]] = {
        "a": {"text": 'quoted "x" \\ \u007f \n é', "yes": True, "list": ["x", "y"], "share": 0.25, "many": 7},
        "b": {"pairs": {"A b": "c"}},
    }
    assert tomllib.loads(written_tables(tables)) == tables


def test_a_form_changes_every_table() -> None:
    sent = {
        "filters.remove_forms": ["off", "on"],
        "extract.min_words": ["9"],
        "print.paper": ["a5"],
        "summary.sentences": ["2"],
        "reader.theme": ["dark"],
    }
    profile, errors = DEFAULT.with_form(sent)
    assert errors == {}
    assert profile.tables() == {
        "filters": {"remove_forms": True},
        "extract": {"min_words": 9},
        "print": {"paper": "a5"},
        "summary": {"sentences": 2},
        "reader": {"theme": "dark"},
    }


@pytest.mark.parametrize("name", ["extract.max_characters", "print.css", "extract.max_elements"])
def test_readers_neither_see_nor_set_files_and_limits_of_the_server(name: str) -> None:
    groups = ("Ignore", "Advanced", "Output", "Edition", "Look")
    assert name not in {field.name for group in groups for form in DEFAULT.fields(group).values() for field in form}
    assert DEFAULT.with_form({name: ["7"]}) == (DEFAULT, {})


def test_defaults_of_one_group_leave_the_others_alone() -> None:
    back = CHANGED.with_defaults("Ignore")
    assert (back.filters.remove_forms, back.filters.substance) == (False, ("img", "video"))


def test_a_profile_is_read_from_tables() -> None:
    assert profile_from(CHANGED.tables()) == CHANGED
