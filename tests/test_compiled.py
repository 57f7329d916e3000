"""The module in C: what it is made of, and when it is used."""

from __future__ import annotations

import runpy
from types import SimpleNamespace

import pytest

from c_modules import ROOT, fresh
from tamis.core import compiled


def test_every_c_file_of_the_package_is_compiled() -> None:
    assert {file for file in compiled.sources() if file.suffix == ".c"} == set((ROOT / "src" / "tamis").rglob("*.c"))


def test_the_module_knows_the_sources_that_it_was_made_from() -> None:
    assert compiled.is_current(fresh())


def test_a_module_that_is_older_than_its_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "import_module", lambda _: SimpleNamespace(SOURCE="00000000"))
    assert "older than its sources" in compiled.why_not()


def test_an_installed_module_has_no_sources_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "import_module", lambda _: SimpleNamespace(SOURCE="00000000"))
    monkeypatch.setattr(compiled, "sources", list)
    assert compiled.why_not() == ""


def test_a_variable_of_the_environment_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.PURE, "1")
    assert compiled.why_not() == f"{compiled.PURE} is set"
    assert compiled.load.__wrapped__() is None


def test_nobody_can_allow_the_compiler_to_compute_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(returncode=1, stderr="not now")

    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setenv("CFLAGS", "-ffast-math")
    tool = runpy.run_path(str(ROOT / "tools" / "compile_extensions.py"))
    with pytest.raises(tool["CannotCompile"], match="not now"):
        tool["compile_module"]()
    assert commands[0].index("-ffast-math") < commands[0].index("-fno-fast-math")
