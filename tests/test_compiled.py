"""Modules in C: which there are, and when they are used."""

from __future__ import annotations

import re

import pytest

from c_modules import ROOT, fresh, source_of
from tamis.core import compiled


def test_every_c_file_of_the_package_is_listed() -> None:
    sources = {source_of(name) for name in compiled.VERSIONS}
    assert sources == set((ROOT / "src" / "tamis").rglob("*.c"))


@pytest.mark.parametrize("name", compiled.VERSIONS)
def test_a_source_has_the_version_that_is_asked_for(name: str) -> None:
    version = re.search(r"#define VERSION (\d+)", source_of(name).read_text(encoding="utf-8"))
    assert version is not None
    assert int(version.group(1)) == compiled.VERSIONS[name] == fresh(name).VERSION


@pytest.mark.parametrize("name", compiled.VERSIONS)
def test_a_module_of_another_version_is_not_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(compiled.VERSIONS, name, -1)
    assert compiled.load(name) is None
    assert name in compiled.missing()


def test_a_variable_of_the_environment_turns_them_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.PURE, "1")
    assert compiled.missing() == list(compiled.VERSIONS)
