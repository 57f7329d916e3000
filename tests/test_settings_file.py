from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tamis import FetchSettings, Limits, Settings
from tamis.core.site_rules import SiteRule
from tamis.errors import BadSettings
from tamis.filter.page import PAGE_FILTERS
from tamis.papers.cetr import Cetr
from tamis.settings.file import SettingsFile, read_settings_file, settings_from, write_settings_file

if TYPE_CHECKING:
    from pathlib import Path


def test_a_table_for_each_settings_class(tmp_path: Path) -> None:
    path = tmp_path / "tamis.toml"
    path.write_text(
        """
        [extract]
        min_words = 3
        [extract.limits]
        max_characters = 50
        [fetch]
        languages = ["de", "en"]
        headers = { "X-Reader" = "tamis" }
        [filters]
        remove_forms = true
        """,
        encoding="utf-8",
    )
    found = read_settings_file(path)
    assert found.extract == Settings(min_words=3, limits=Limits(max_characters=50))
    assert found.fetch == FetchSettings(languages=("de", "en"), headers=(("X-Reader", "tamis"),))
    assert found.filters == replace(PAGE_FILTERS, remove_forms=True)


def test_parameters_of_a_strategy_hold_wherever_it_is_named() -> None:
    found = settings_from({"extract": {"strategy": "cetr:alpha=5"}, "strategies": {"cetr": {"method": "kmeans"}}})
    assert found.extract.strategy == Cetr(method="kmeans", alpha=5)
    assert found.strategy("cetr") == Cetr(method="kmeans")
    assert found.strategy("cetr:method=threshold") == Cetr(method="threshold")


def test_settings_are_written_as_they_are_read(tmp_path: Path) -> None:
    rules = (
        SiteRule(("a.example", "b.example"), ("article .story",), (".promo", 'p[title="it\\"s"]')),
        SiteRule(("c.example",), title="h1", next_page="a.next"),
    )
    extract = Settings(strategy=Cetr(method="kmeans", alpha=5), limits=Limits(max_characters=50), rules=rules)
    fetch = FetchSettings(languages=("de", "en"), headers=(("X-Reader", "tamis"),), allow_private=True)
    settings = SettingsFile(extract=extract, fetch=fetch)
    write_settings_file(settings, tmp_path / "tamis.toml")
    found = read_settings_file(tmp_path / "tamis.toml")
    assert (found.extract, found.fetch) == (extract, fetch)
    write_settings_file(SettingsFile(), tmp_path / "empty.toml")
    assert read_settings_file(tmp_path / "empty.toml") == SettingsFile()


def test_an_empty_file_says_nothing() -> None:
    assert settings_from({}) == SettingsFile()


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"extrct": {}}, r"no table \[extrct\]; did you mean 'extract'\?"),
        ({"extract": {"min_word": 1}}, r"Settings has no setting 'min_word'; did you mean 'min_words'\?"),
        ({"extract": {"min_words": "many"}}, "min_words must be a whole number, not 'many'"),
        ({"fetch": {"timeout": 0}}, "timeout must be over 0 and at most 86,400, not 0"),
        ({"filters": 3}, r"filters must be a table: \[filters\]"),
        ({"strategies": {"cuter": {"al": 2}}}, r"\[strategies\.cuter\] al must be from 0 to 1, not 2"),
        ({"strategies": {"cutter": {}}}, r"no strategy 'cutter'; did you mean 'cuter'\?"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_name(tables: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        settings_from(tables)


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("[extract", encoding="utf-8")
    with pytest.raises(BadSettings, match=r"x\.toml: cannot be read as TOML"):
        read_settings_file(tmp_path / "x.toml")
