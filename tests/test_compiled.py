"""Modules in C: which there are, and when they are used."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from c_modules import ROOT, fresh
from tamis.core import compiled


def test_every_c_file_of_the_package_is_compiled() -> None:
    sources = {file for name in compiled.SOURCES for file in compiled.files_of(name) if file.suffix == ".c"}
    assert sources == set((ROOT / "src" / "tamis").rglob("*.c"))


@pytest.mark.parametrize("name", compiled.SOURCES)
def test_a_module_knows_the_sources_that_it_was_made_from(name: str) -> None:
    assert compiled.is_current(name, fresh(name))


def test_a_module_that_is_older_than_its_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "tamis.core._native"
    monkeypatch.setattr(compiled, "import_module", lambda _: SimpleNamespace(SOURCE="00000000"))
    assert compiled.load(name) is None
    assert name in compiled.missing()


def test_an_installed_module_has_no_sources_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(SOURCE="00000000")
    monkeypatch.setattr(compiled, "import_module", lambda _: module)
    monkeypatch.setattr(compiled, "files_of", lambda _: [])
    assert compiled.load("tamis.core._native") is module


def test_a_variable_of_the_environment_turns_them_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.PURE, "1")
    assert compiled.missing() == list(compiled.SOURCES)
